import { countedInFrench as counted } from '../texts/counted.ts';
import type { usageTexts as english } from './texts.en.ts';

/** Usage page in French. */
export const usageTexts: typeof english = {
  usage: {
    title: 'Consommation',
    used: 'Crédits utilisés',
    calls: 'Appels',
    chartCredits: 'Crédits',
    chartCalls: 'Appels',
    chartShow: 'Afficher',
    splitBy: 'Par',
    chartSummary: (what, total, from, to) =>
      `${what} par jour du ${from} au ${to} : ${total} en tout. Le tableau ci-dessous donne les chiffres.`,
    chartHelp: 'Pointez un jour, ou parcourez-les avec les flèches du clavier, pour en lire les chiffres.',
    others: 'autres',
    earlierMonth: 'Mois précédent',
    laterMonth: 'Mois suivant',
    noneInMonth: 'Aucun appel ce mois-là.',
    enough: (left, until) =>
      `Au rythme des derniers jours, il restera environ ${left} crédits à leur renouvellement, le ${until}.`,
    usedUp: (at) => `Au rythme des derniers jours, vos crédits durent jusqu’au ${at}.`,
    renewed: (at) => `Ils se renouvellent le ${at}.`,
    table: 'Les chiffres en tableau',
    day: 'Jour',
    tool: 'Outil',
    total: 'Total',
    byKey: 'Par clé',
    key: 'Clé',
    playground: 'Bac à sable',
    gone: 'clé supprimée',
    log: 'Journal des appels',
    logLead: (days) =>
      `Le mois affiché ci-dessus, sauf si vous choisissez des dates. Les appels des mois passés sont conservés ${days} jours.`,
    filter: 'Filtrer',
    from: 'Du',
    until: 'Au',
    outcome: 'Résultat',
    anyTool: 'tous les outils',
    anyOutcome: 'tous les résultats',
    anyKey: 'toutes les clés',
    apply: 'Appliquer',
    clear: 'Effacer',
    csv: 'Télécharger en CSV',
    at: 'Heure (UTC)',
    cost: 'Crédits',
    duration: 'Durée',
    receipt: 'Reçu',
    cached: 'du cache',
    none: 'Aucun appel ne correspond.',
    found: (calls, cost) => `${counted(calls, 'appel', 'appels')}, ${counted(cost, 'crédit', 'crédits')}`,
    inSums: (calls) =>
      `Dont ${counted(calls, 'appel gratuit', 'appels gratuits')} au-delà de soixante par minute pour une clé : comptés, mais pas listés un à un.`,
    newer: 'Plus récents',
    older: 'Plus anciens',
  },
};
