import { countedInFrench as counted } from '../../lib/counted.ts';
import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  sources: {
    title: 'État des sources',
    lead: 'Le service vérifie chaque source au moyen de quelques recherches et conserve les résultats pendant trente jours.',
    off: 'Les vérifications sont désactivées. Pour les activer, donnez une valeur à DOCTOR_INTERVAL, par exemple 15m.',
    back: 'Toutes les sources',
    source: 'Source',
    now: 'Maintenant',
    timeline: '30 jours',
    lastCheck: 'Dernière vérification',
    never: 'jamais',
    notChecked: 'non vérifiée, car non configurée',
    every: (minutes) =>
      minutes % 60 === 0
        ? `toutes les ${minutes === 60 ? 'heures' : counted(minutes / 60, 'heure', 'heures')}`
        : `toutes les ${minutes} min`,
    since: (time) => `depuis le ${time}`,
    resting: 'en pause',
    fieldLow: (field, before) => `${field} : en baisse, ${before} auparavant`,
    legend: {
      well: 'a répondu',
      unsure: 'lente, vide ou en panne',
      bad: 'bloque les requêtes ou a modifié sa page',
      none: 'aucune vérification',
    },
    timelineLabel: (name, well, bad, none) =>
      `${name}, 30 derniers jours : ${counted(well, 'jour', 'jours')} sans blocage ni page modifiée, ${bad} avec blocage ou page modifiée, ${none} sans vérification`,
    kinds: { platform: 'Plateforme d’emploi', review_site: 'Site d’avis', search_provider: 'Moteur de recherche' },
    statuses: {
      operational: 'fonctionne',
      degraded: 'fonctionne en partie',
      down: 'en panne',
      unknown: 'état inconnu',
    },
    conditions: { well: 'fonctionne', blocked: 'bloque les requêtes', changed: 'page modifiée' },
    days: 'Jour par jour',
    day: 'Jour (UTC)',
    checks: 'Vérifications',
    outcomes: 'Résultats',
    checksOf: (day) => `Vérifications du ${day}`,
    noChecks: 'Aucune vérification ce jour-là.',
    time: 'Heure (UTC)',
    outcome: 'Résultat',
    took: 'Durée',
    reason: 'Cause',
    alerts: 'Alertes',
    noAlerts: 'Aucune alerte.',
    channels: { mail: 'e-mail', webhook: 'webhook' },
    deliveries: { waiting: 'en attente', sent: 'envoyée', failed: 'échec' },
    onlyPage: 'uniquement sur cette page et dans les journaux',
  },
  status: {
    link: 'État du service',
    ...sharedTexts.status,
    title: 'État du service',
    overall: {
      operational: 'Toutes les sources fonctionnent.',
      degraded: 'Certaines sources sont en panne ou ne fonctionnent qu’en partie.',
      down: 'Aucune source ne fonctionne en ce moment.',
      unknown: 'Aucune source n’a été vérifiée récemment.',
    },
    checksOff:
      'Les vérifications régulières sont désactivées. L’état d’une source est déduit des appels de la dernière heure, s’il y en a eu au moins trois.',
    at: (time) => `État au ${time} UTC`,
    program: 'À cette adresse, vos programmes peuvent lire les mêmes informations en JSON.',
    source: 'Source',
    country: 'Pays',
    state: 'État',
    checked: 'Dernière vérification',
    groups: { platform: 'Plateformes d’emploi', review_site: 'Sites d’avis', web_search: 'Recherche des notes' },
    states: {
      operational: 'fonctionne',
      degraded: 'fonctionne en partie',
      down: 'en panne',
      unknown: 'non vérifiée',
    },
    countries: { GB: 'Grande-Bretagne', FR: 'France' },
  },
};
