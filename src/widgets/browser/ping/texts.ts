import { withFrenchSpaces, type WidgetLanguage } from '../texts.ts';

const pingEnglish = {
  title: 'Plan and credits',
  waiting: 'Contacting the service …',
  plan: 'Plan',
  left: (left: string, all: string): string => `${left} of ${all} credits left`,
  renews: (day: string): string => `renews on ${day}`,
  trial: (day: string): string => `trial until ${day}`,
  rate: (count: string): string => `${count} calls a minute`,
  resting: 'cooling down',
  noCache: 'The cache does not answer. Searches work, but every search goes to the sites.',
};

const pingFrench: typeof pingEnglish = withFrenchSpaces({
  title: 'Forfait et crédits',
  waiting: 'Connexion au service…',
  plan: 'Forfait',
  left: (left, all) => `${left} crédits restants sur ${all}`,
  renews: (day) => `renouvelés le ${day}`,
  trial: (day) => `essai jusqu’au ${day}`,
  rate: (count) => `${count} appels par minute`,
  resting: 'en pause',
  noCache: 'Le cache ne répond pas : les recherches fonctionnent, mais chacune doit interroger les sites.',
});

export function pingTexts({ language }: { language: WidgetLanguage }): typeof pingEnglish {
  return language === 'fr' ? pingFrench : pingEnglish;
}
