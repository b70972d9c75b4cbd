import type { healthTexts as english } from './en.ts';

export const healthTexts: typeof english = {
  fields: {
    results: 'recherches avec résultats',
    pay: 'salaire',
    date: 'date',
    place: 'lieu',
    work_mode: 'mode de travail',
    company: 'entreprise',
    description: 'description',
    rating: 'note',
    reviews: 'avis',
    facts: 'chiffres',
  },
  percent: (share) => `${Math.round(share * 100)} %`,
  blocked: (name, reason) => `${name} bloque les requêtes du service${reason && ` (${reason})`}.`,
  changed: (name, reason) =>
    `${name} a modifié ses pages : le service ne peut plus les lire${reason && ` (${reason})`}.`,
  recovered: (name) => `${name} répond de nouveau.`,
  fieldFell: (name, field, before, now) =>
    `${name} : le taux « ${field} » est tombé à ${now}, contre ${before} auparavant.`,
  fieldRecovered: (name, field, now) => `${name} : le taux « ${field} » est remonté à ${now}.`,
  muted: 'L’état change souvent : plus aucun message à ce sujet aujourd’hui.',
  more: (link) => `Détails : ${link}`,
};
