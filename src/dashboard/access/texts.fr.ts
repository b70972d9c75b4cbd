import type { en } from './texts.en.ts';

export const fr: typeof en = {
  title: 'Accès toujours ouverts',
  lead: 'Un nouveau mot de passe ferme toutes les sessions, mais pas les accès ci-dessous : chacun permet encore de faire des appels aux frais de votre compte. Si vous avez changé de mot de passe parce que quelqu’un d’autre le connaissait peut-être, supprimez tous ces accès : vos programmes auront alors besoin de nouvelles clés, et vous devrez reconnecter les applications.',
  none: 'Aucune clé ni application n’a accès à votre compte.',
  app: '(application connectée)',
  key: '(clé API)',
  since: (day) => `depuis le ${day}`,
  endAll: 'Tout supprimer',
  keep: 'Les conserver',
};
