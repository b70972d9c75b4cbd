import { countedInFrench as counted } from '../../lib/counted.ts';
import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  ...sharedTexts.overview,
  noCallsEver: 'Aucun appel pour l’instant. Votre premier appel avec une clé réelle apparaîtra ici.',
  storedDays: (days) => `Les appels des mois passés sont conservés pendant ${counted(days, 'jour', 'jours')}.`,
  toUsage: 'Tous les chiffres et le journal des appels',
  sourcesNow: 'Les sources en ce moment',
  sourcesLead: 'D’après les dernières vérifications et les appels récents.',
  sourcesByCalls: 'D’après les appels de la dernière heure, pour les sources interrogées au moins trois fois.',
  sourceStates: {
    operational: 'Fonctionnent',
    degraded: 'Fonctionnent en partie',
    down: 'En panne',
    unknown: 'Non vérifiées',
  },
  toStatus: 'État du service',
  latest: 'Derniers appels',
  firstSteps: 'Premiers pas',
  stepsLead: 'Chaque étape se coche d’elle-même quand elle est faite.',
  steps: {
    key: {
      text: 'Générez une clé API en un clic ; il n’est pas nécessaire de lui donner un nom.',
      link: 'Générer une clé API',
    },
    client: {
      text: 'Utilisez la clé : collez la configuration fournie dans un client, ou appelez le service depuis un programme.',
      link: 'Clients',
    },
    call: { text: 'Faites votre premier appel : ping est gratuit.', link: 'Appeler ping' },
    search: { text: 'Cherchez des offres en France ou en Grande-Bretagne.', link: 'Chercher des offres' },
    rating: { text: 'Consultez les notes que les salariés donnent à un employeur.', link: 'Chercher un employeur' },
  },
  stepDone: 'fait',
  stepOpen: 'à faire',
  dismiss: 'Masquer les premiers pas',
  allCalls: 'Tous les appels',
};
