import { countedInFrench as counted } from '../../lib/counted.ts';
import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  menu: 'Consommation',
  ...sharedTexts.usage,
  title: 'Consommation',
  calls: 'Appels',
  chartCredits: 'Crédits',
  chartCalls: 'Appels',
  chartFigure: {
    credits: (amount) => counted(amount, 'crédit', 'crédits'),
    calls: (amount) => counted(amount, 'appel', 'appels'),
  },
  chartShow: 'Afficher',
  splitBy: 'Par',
  chartSummary: (what, total, from, to) =>
    `${what} par jour du ${from} au ${to} : ${total} en tout. Le tableau ci-dessous donne les chiffres.`,
  chartHelp:
    'Pour lire les chiffres d’un jour, placez-\u2060y le pointeur ou parcourez les jours avec les flèches du clavier.',
  others: 'autres',
  earlierMonth: 'Mois précédent',
  laterMonth: 'Mois suivant',
  noneInMonth: 'Aucun appel ce mois-là.',
  table: 'Les chiffres sous forme de tableau',
  day: 'Jour',
  total: 'Total',
  byKey: 'Par clé',
  logLead: (days) =>
    `Le journal couvre le mois affiché ci-dessus, sauf si vous choisissez d’autres dates. Les appels des mois passés sont conservés pendant ${days} jours.`,
  filter: 'Filtrer',
  from: 'Du',
  until: 'Au',
  anyTool: 'tous les outils',
  anyOutcome: 'tous les résultats',
  anyKey: 'toutes les clés',
  apply: 'Appliquer',
  clear: 'Effacer',
  csv: 'Télécharger en CSV',
  none: 'Aucun appel ne correspond.',
  found: (calls, cost) => `${counted(calls, 'appel', 'appels')}, ${counted(cost, 'crédit', 'crédits')}`,
  inSums: (calls) =>
    `Ce total comprend ${counted(calls, 'appel gratuit', 'appels gratuits')} au-delà de soixante par minute pour une même clé : ces appels sont comptés, mais ne figurent pas dans la liste.`,
};
