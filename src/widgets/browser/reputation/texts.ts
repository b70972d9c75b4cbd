import { withFrenchSpaces, type WidgetLanguage } from '../texts.ts';

const ratingEnglish = {
  title: 'Employer ratings',
  waiting: 'Looking up employers …',
  parts: 'Ratings by aspect',
  noSources: 'This client does not pass on the sources and age of the figures. See the text of the answer.',
  age: (days: number): string => `The oldest figure was read ${days === 1 ? 'yesterday' : `${days} days ago`}.`,
  asOf: (day: string): string => `No figures newer than ${day} were found.`,
  cut: 'The text of the answer contains more employers.',
};

const ratingFrench: typeof ratingEnglish = withFrenchSpaces({
  title: 'Notes des employeurs',
  waiting: 'Recherche des notes…',
  parts: 'Notes par critère',
  noSources:
    'Ce client ne transmet ni les sources ni l’âge des chiffres. Ces informations figurent dans le texte de la réponse.',
  age: (days) => `Le chiffre le plus ancien a été lu ${days === 1 ? 'hier' : `il y a ${days} jours`}.`,
  asOf: (day) => `Aucun chiffre plus récent que le ${day} n’a été trouvé.`,
  cut: 'D’autres employeurs figurent dans le texte de la réponse.',
});

export function ratingTexts({ language }: { language: WidgetLanguage }): typeof ratingEnglish {
  return language === 'fr' ? ratingFrench : ratingEnglish;
}
