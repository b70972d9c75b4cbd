import type { PageRows } from './page-rows.ts';

/** The same in French. */
export const ROWS: PageRows = {
  url: 'https://www.glassdoor.fr/Avis/Solvane-Avis-E815.htm',
  name: 'Solvane',
  country: 'FR',
  rating: '3,4',
  reviews: '5\u202f120',
  title: 'Avis {name}',
  both: [
    'De janvier 2021 à novembre 2026 : {count} avis, moyenne {rating} sur 5.',
    '{name} a une note employés de {rating} sur 5 basée sur {count} avis d’entreprise',
    '{name} {rating} {count} avis 81 % recommandent à un ami',
    '{rating} / 5 étoiles, {count} avis',
    '{count} avis · Note {rating}',
    '{name} a une note globale de {rating} ({count} avis)',
    '{name} obtient {rating} étoiles pour quelque {count} avis',
    '{name} : {rating}/5 d’après {count} avis de salariés et d’anciens salariés',
    'Notation employeur : {rating}. Avis : {count}. Recommandation : 61 %.',
    'Que pensent les salariés de {name} ? Ils lui donnent {rating} sur 5 ({count} avis).',
    ['{name} : avis et commentaires des employés', '{rating} ★ · {count} avis'],
  ],
  countAlone: ['quelque {count} avis'],
  neither: [
    '{name} est une filiale. Sa maison mère est notée 3,9 (900 avis)',
    '{name} emploie 300 000 personnes. Auchan : 3,4 (900 avis)',
    'Comment est le salaire chez {name} ? Les employés lui donnent 3,1 (900 avis)',
    'Le drive est apprécié. Les employés le notent 4,1 (900 avis)',
    'Fondée en 1980, la cantine obtient 3,9 (900 avis)',
    'Selon les clients, {name} vaut 3,9 (900 avis)',
    'De 2015 à 2020 : 3,9 (900 avis)',
    'Logistique – Paris – 3,9/5 – 900 avis',
    'Magasin Note 3,9 Avis 900',
  ],
  exact: [
    ['', '{name} : 3,6 (1,2 k avis)', 3.6, 1200],
    ['', '3,6 ★ (1,2 k)', 3.6, 1200],
  ],
};
