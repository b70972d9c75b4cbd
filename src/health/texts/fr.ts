import type { healthTexts as english } from './en.ts';

/** What operators are told of sources, in French. */
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
  blocked: (name, reason) => `${name} nous bloque${reason && ` (${reason})`}.`,
  changed: (name, reason) => `${name} a changé et n’est plus lisible${reason && ` (${reason})`}.`,
  recovered: (name) => `${name} répond de nouveau.`,
  fieldFell: (name, field, before, now) =>
    `${name} : « ${field} » figure dans ${now} de ce qui arrive, contre ${before} auparavant.`,
  fieldRecovered: (name, field, now) => `${name} : « ${field} » est de retour, dans ${now} de ce qui arrive.`,
  muted: 'L’état change souvent : plus aucun message à ce sujet aujourd’hui.',
  more: (link) => `Détails : ${link}`,
};
