import t from 'tap';
import { readSnippetFigures } from '../../../src/reputation/snippet/read-snippet.ts';

/** Wordings of sites and engines. */
const BOTH: readonly string[] = [
  'The average rating given to {name} by employees is {rating} based on {count} reviews',
  '{rating} out of five stars based on {count} reviews',
  '{rating} stars out of {count} reviews',
  'Review score {rating}/5 based on {count} reviews',
  'Review rating: {rating} ({count} reviews)',
  'Reviews: {rating}/5 from {count} employees',
  'Aggregate rating {rating} based on {count} ratings',
  'Rated {rating}/5 by {count} current and former employees',
  '{count} {name} employees rate it {rating} out of 5',
  '{name} employee reviews: {rating}/5 ({count})',
  '{name} reviews ({count}) – {rating} out of 5',
  '{name} has {count} employee reviews averaging {rating} out of 5',
  '3.2 for culture, 3.1 for pay, and {rating} overall from {count} reviews',
  '{name} enjoys a {rating} rating from {count} reviews',
  'It has a {rating} rating from {count} reviews',
  'This company has {rating} out of 5 stars from {count} reviews',
  'Rating: {rating}, Review count: {count}',
  'Rating value: {rating}; number of reviews: {count}',
  'No. of reviews: {count}, rating {rating}/5',
  'Rating:{rating}/5·{count}reviews',
  '{count}reviews · {rating}stars',
  '{rating} out of 5 [{count}]',
  '{rating} ▲ 0.1 · {count} reviews',
  'Rating {rating} (▼0.1), {count} reviews',
  'Ratings & reviews: {rating} ({count})',
  'Current rating: {rating} ({count} reviews)',
  'Glassdoor reviews: {rating} ({count})',
  'Glassdoor reviews of {name}: {rating} ({count} reviews)',
  'Find out why {name} is rated {rating} by {count} employees',
  '{name} (UK) {rating} ({count} reviews)',
  '{name}™ {rating} ({count} reviews)',
];

const BOTH_FRENCH: readonly string[] = [
  'Les employés de {name} attribuent à leur entreprise une note de {rating} étoiles sur 5, sur la base de {count} avis d’entreprises sur Glassdoor, ce qui indique que la plupart y vivent une bonne expérience. La note attribuée par les employés de {name} est conforme à la moyenne (à 1 écart-type près) des employeurs du secteur Santé (3,9 étoiles).',
  '{name} a obtenu une note globale de {rating} sur 5, d’après plus de {count} avis',
  '{name} bénéficie d’une note de {rating}/5 ({count} avis)',
  '{name} recueille {count} avis pour une note moyenne de {rating}/5',
  'Note globale : {rating}/5. Nombre d’avis : {count}',
  'Note employeur : {rating}/5 ({count} avis)',
  'Note attribuée à {name} : {rating}/5 ({count} avis)',
  '{rating} sur cinq ({count} avis)',
  '{rating}/5 d’après {count} salariés',
  '{rating}/5 basé sur {count} avis d’employés actuels et anciens',
  '{count} employés ont donné une note moyenne de {rating}',
  '{count} employés donnent une note de {rating}/5 à {name}',
  'Les salariés donnent {rating}/5 à {name} ({count} avis)',
  'Avis {name} ({count}) : {rating}/5',
  'Découvrez les {count} avis des salariés de {name} : note {rating}/5',
  'L’entreprise a une note de {rating} sur 5 d’après {count} avis',
  'Elle obtient {rating}/5 d’après {count} avis',
  '{name} affiche {rating}/5 ; avis et notes : {count}',
];

const COUNTS: readonly string[] = [
  '{count} reviews from current and former {name} employees',
  'We have {count} reviews of {name}',
  '{count} people have reviewed {name}',
  'Over {count} employees have reviewed {name}',
  '{count} candid reviews from {name} employees',
];

const COUNTS_FRENCH: readonly string[] = [
  '{count} avis laissés par des employés de {name} portant sur la culture d’entreprise, les salaires, les avantages, l’équilibre travail/vie personnelle, la direction, la sécurité de l’emploi et plus encore.',
  '{count} avis d’anciens et actuels salariés',
  'Il y a {count} avis sur {name}',
  '{count} personnes ont évalué {name}',
  '1 à 10 sur {count} avis',
];

/** The figures of something else, or of nobody knows what. */
const FOREIGN: readonly string[] = [
  '{count} reviews of jobs',
  '{count} reviews about salaries',
  '{name} salaries ({count} reviews)',
  'Interviews at {name}: {count} reviews',
  '{count} employees have reviewed {name} salaries',
  '{count} employees have reviewed {name} interviews',
  '{count} people have reviewed Halden',
  '{count} people have reviewed {name} Bank',
  '{count} customers have reviewed {name}',
  '{count} avis sur les entretiens',
  '{count} avis concernant les salaires',
  '{count} avis d’entreprises concurrentes',
  'Nombre d’avis Halden : {count}',
  '100 to {count} reviews',
  '3,000 reviews rated 5 stars',
  '5,000 employees gave 5 stars',
  'Note moyenne : {rating} sur 5 890 avis',
  '{rating} out of 5 890 reviews',
  '{rating} out of 10 120 reviews',
  'Employees rate pay. {rating} out of 5 ({count} reviews)',
  'Employees gave {rating} out of 5 for pay ({count} reviews)',
  'Les salariés donnent {rating}/5 à Halden ({count} avis)',
  '{count} employés donnent une note de {rating}/5 à la cantine',
  'Note attribuée au management : {rating} ({count} avis)',
  'The average rating given to {name} by customers is {rating} ({count} reviews)',
  'The average rating given to Halden by employees is {rating} ({count} reviews)',
  'Halden reviews ({count}) – {rating} out of 5',
  'Customer reviews: {rating} ({count})',
  'Jobs ({count}): {rating}',
  'The app is new. It has {rating} from {count} reviews',
  'Halden is a rival. It has {rating} from {count} reviews',
  'It has {rating} stars on Trustpilot ({count} reviews)',
];

const ENGLISH_PAGE = [
  'https://www.glassdoor.co.uk/Reviews/Kestrel-Reviews-E77.htm',
  'Kestrel',
  '3.4',
  '5,120',
] as const;
const FRENCH_PAGE = ['https://www.glassdoor.fr/Avis/Solvane-Avis-E78.htm', 'Solvane', '3,4', '5\u202f120'] as const;

type Page = typeof ENGLISH_PAGE | typeof FRENCH_PAGE;

function read([url, name, rating, count]: Page, title: string, wording: string) {
  const text = wording.replaceAll('{name}', name).replaceAll('{rating}', rating).replaceAll('{count}', count);
  const found = readSnippetFigures({ url, title, text }, name, {});
  return { text, figures: [found?.rating ?? null, found?.reviewCount ?? null] };
}

t.test('wordings of sites and engines are read', async (t) => {
  for (const [page, wordings, rating] of [
    [ENGLISH_PAGE, BOTH, 3.4],
    [FRENCH_PAGE, BOTH_FRENCH, 3.4],
    [ENGLISH_PAGE, COUNTS, null],
    [FRENCH_PAGE, COUNTS_FRENCH, null],
  ] as const) {
    for (const wording of wordings) {
      const { text, figures } = read(page, page[1], wording);
      t.same(figures, [rating, 5120], text);
    }
  }
});

t.test('figures of something else in like wordings are not', async (t) => {
  for (const page of [ENGLISH_PAGE, FRENCH_PAGE]) {
    for (const wording of FOREIGN) {
      const { text, figures } = read(page, page[1], wording);
      t.same(figures, [null, null], text);
    }
  }
});
