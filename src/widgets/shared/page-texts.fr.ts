import type { sharedPageEnglish } from './page-texts.en.ts';

export const sharedPageFrench: typeof sharedPageEnglish = {
  pageFacts: {
    inBrowser: 'chargée dans un navigateur',
    plain: 'lue sans navigateur',
    redirected: 'redirigée vers',
    characters: (count) => `${count} caractères`,
    truncated: 'coupée à 30 000 caractères',
  },
  pageFailed: 'La lecture a échoué : rien n’est débité',
};
