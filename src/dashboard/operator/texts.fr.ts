import { countedInFrench as counted } from '../texts/counted.ts';
import type { operatorTexts as english } from './texts.en.ts';

/** Operator's page in French. */
export const operatorTexts: typeof english = {
  operator: {
    title: 'Exploitation',
    accounts: 'Comptes',
    count: (count) => counted(count, 'compte', 'comptes'),
    email: 'Adresse e-mail',
    plan: 'Forfait',
    left: 'Crédits restants',
    today: 'Aujourd’hui (UTC)',
    day: '24 dernières heures',
    month: '30 derniers jours',
    lastCall: 'Dernier appel',
    health: 'Santé des plateformes',
    healthLead: 'Lectures depuis le démarrage du processus, sans celles du cache.',
    platform: 'Plateforme',
    hour: 'Dernière heure',
    resting: 'en pause',
    noFetches: 'Aucune plateforme n’a encore été interrogée.',
    parts: 'Navigateur, modèle, proxy et e-mail',
    sources: 'Site d’avis ou moteur de recherche',
    partNames: {
      model: 'Modèle de langage',
      browser: 'Navigateur',
      proxy: 'Proxy de sortie',
      mail: 'E-mail',
    },
    states: { on: 'actif', off: 'inactif', missing: 'absent' },
    calls: (calls, cost) => `${counted(calls, 'appel', 'appels')}, ${counted(cost, 'crédit', 'crédits')}`,
    plansHint: 'Les forfaits se changent en ligne de commande : jobdata account plan COMPTE FORFAIT',
    page: (page, pages) => `Page ${page} sur ${pages}`,
  },
};
