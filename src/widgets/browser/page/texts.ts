import { sharedPageEnglish } from '../../shared/page-texts.en.ts';
import { sharedPageFrench } from '../../shared/page-texts.fr.ts';
import { withFrenchSpaces, type WidgetLanguage } from '../texts.ts';

const pageEnglish = {
  ...sharedPageEnglish,
  title: 'Pages',
  waiting: 'Reading the pages …',
  open: 'Open',
  noFacts:
    'This client does not pass on the details of the page (status, notes). The text of the answer contains the page’s content.',
  statuses: { open: 'open advert', closed: 'closed advert', unknown: 'advert, may be open or closed' } as Readonly<
    Record<string, string>
  >,
  closes: (day: string): string => `closes ${day}`,
  posted: (day: string): string => `posted ${day}`,
  why: (quote: string): string => `The page says: “${quote}”`,
  notes: {
    frame: (rest: string): string => `Part of the page is in a frame from another site: ${rest}`,
    more_on_scroll: (): string => 'The page loads more as you scroll.',
    placeholder: (): string => 'Part of the page had not loaded.',
  } as Readonly<Record<string, (rest: string) => string>>,
  source: 'Content as received',
};

const pageFrench: typeof pageEnglish = withFrenchSpaces({
  ...sharedPageFrench,
  title: 'Pages',
  waiting: 'Lecture des pages…',
  open: 'Ouvrir',
  noFacts:
    'Ce client ne transmet pas les informations sur la page (code HTTP, remarques). Le contenu de la page se trouve dans le texte de la réponse.',
  statuses: { open: 'annonce active', closed: 'annonce expirée', unknown: 'annonce, peut-être expirée' },
  closes: (day) => `jusqu’au ${day}`,
  posted: (day) => `publiée le ${day}`,
  why: (quote) => `Sur la page : « ${quote} »`,
  notes: {
    frame: (rest) => `Une partie de la page se trouve dans un cadre qui vient d’un autre site : ${rest}`,
    more_on_scroll: () => 'La suite de la page ne se charge que si l’on fait défiler la page.',
    placeholder: () => 'Une partie de la page n’était pas encore chargée.',
  },
  source: 'Contenu reçu',
});

export function pageTexts({ language }: { language: WidgetLanguage }): typeof pageEnglish {
  return language === 'fr' ? pageFrench : pageEnglish;
}
