import { sharedPageEnglish } from '../../shared/page-texts.en.ts';
import { sharedPageFrench } from '../../shared/page-texts.fr.ts';
import { withFrenchSpaces, type WidgetLanguage } from '../texts.ts';

const pageEnglish = {
  ...sharedPageEnglish,
  title: 'Pages',
  waiting: 'Reading the pages …',
  open: 'Open',
  noFacts:
    'This client does not pass on the details of the page (status, notes). The text of the answer has the content.',
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
    'Cette application ne transmet pas les informations sur la page (statut, remarques) ; le texte de la réponse a le contenu.',
  statuses: { open: 'annonce ouverte', closed: 'annonce close', unknown: 'annonce, ouverte ou close : on ne sait pas' },
  closes: (day) => `jusqu’au ${day}`,
  posted: (day) => `publiée le ${day}`,
  why: (quote) => `La page dit : « ${quote} »`,
  notes: {
    frame: (rest) => `Une partie se trouve dans un cadre d’un autre site : ${rest}`,
    more_on_scroll: () => 'La page en charge davantage quand on la fait défiler.',
    placeholder: () => 'Une partie de la page n’était pas chargée.',
  },
  source: 'Contenu reçu',
});

export function pageTexts({ language }: { language: WidgetLanguage }): typeof pageEnglish {
  return language === 'fr' ? pageFrench : pageEnglish;
}
