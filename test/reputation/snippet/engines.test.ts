import t from 'tap';
import { readSnippetFigures } from '../../../src/reputation/snippet/read-snippet.ts';

/** Rows as engines show pages of the two sites: title, text, and what a reader surely learns of the employer. */
type Row = readonly [title: string, text: string, rating: number | null, count: number | null];

const PAGES = {
  glassdoor: 'https://www.glassdoor.co.uk/Reviews/Marlowe-Stores-Reviews-E52311.htm',
  indeed: 'https://uk.indeed.com/cmp/Marlowe-Stores/reviews',
  french: 'https://www.glassdoor.fr/Avis/Delmas-%C3%89nergie-Avis-E8802.htm',
  frenchIndeed: 'https://fr.indeed.com/cmp/Delmas-%C3%89nergie/reviews',
} as const;

const GLASSDOOR: readonly Row[] = [
  [
    'Marlowe Stores Reviews',
    'Marlowe Stores has an employee rating of 3.2 out of 5 stars, based on 2,874 company reviews on Glassdoor which indicates that most employees have a good working experience there.',
    3.2,
    2874,
  ],
  [
    'Marlowe Stores Reviews (2,874) | Glassdoor',
    'What do people say about working at Marlowe Stores? Average rating 3.2 ★.',
    3.2,
    2874,
  ],
  [
    'Working at Marlowe Stores | Glassdoor',
    "See what employees say it's like to work at Marlowe Stores. Salaries, reviews, and more - all posted by employees working at Marlowe Stores.",
    null,
    null,
  ],
  [
    'Marlowe Stores Reviews',
    '2,874 Marlowe Stores reviews. A free inside look at company reviews and salaries posted anonymously by employees.',
    null,
    2874,
  ],
  [
    'Marlowe Stores Reviews: What Is It Like to Work At Marlowe Stores?',
    'Marlowe Stores is rated 3.2 out of 5, based on 2.9K reviews by employees on Glassdoor. Marlowe Stores is known for its stores.',
    3.2,
    2900,
  ],
  [
    'Is Marlowe Stores a good place to work? | Glassdoor',
    '3.2 out of 5 stars. 2,874 reviews. 54% would recommend to a friend. 48% approve of CEO.',
    3.2,
    2874,
  ],
  ['Marlowe Stores', '3.2 · 2,874 reviews · Retail · 10000+ employees', null, null],
  ['Marlowe Stores Reviews', 'Rating 3.2 · 2,874 reviews', 3.2, 2874],
  ['Marlowe Stores Reviews', 'Rating: 3.2/5 · 2,874 votes', 3.2, 2874],
  ['Marlowe Stores Reviews', '3.2 · Rating · 2,874 reviews', 3.2, 2874],
  ['Marlowe Stores Reviews', '3.2(2,874)', 3.2, 2874],
  ['Marlowe Stores Reviews', '3.2 ★ 2.9K Reviews 410 Jobs 6.1K Salaries 702 Interviews', 3.2, 2900],
  ['Marlowe Stores Reviews', 'Marlowe Stores reviews: 3.2 out of 5 from 2,874 employees', 3.2, 2874],
  [
    'Marlowe Stores Reviews',
    'Employees rate Marlowe Stores 3.2 out of 5 stars based on 2,874 anonymous reviews on Glassdoor.',
    3.2,
    2874,
  ],
  [
    'Marlowe Stores Reviews',
    'On Glassdoor, Marlowe Stores has an overall rating of 3.2 out of 5 from over 2,800 reviews.',
    3.2,
    2800,
  ],
  ['Marlowe Stores Reviews', 'With 2,874 reviews, Marlowe Stores has an average rating of 3.2 out of 5.', 3.2, 2874],
  ['Marlowe Stores Reviews', 'According to 2,874 reviews, Marlowe Stores is rated 3.2 out of 5.', 3.2, 2874],
  ['Marlowe Stores Reviews', 'The overall rating of Marlowe Stores is 3.2 (2,874 reviews).', 3.2, 2874],
  [
    'Marlowe Stores Reviews',
    'Marlowe Stores has received 2,874 reviews with an average rating of 3.2 stars.',
    3.2,
    2874,
  ],
  ['Marlowe Stores Reviews', 'Marlowe Stores holds a 3.2-star rating from 2,874 reviews', 3.2, 2874],
  ['Marlowe Stores Reviews', 'Marlowe Stores scores 3.2/5 on Glassdoor (2,874 reviews)', 3.2, 2874],
  ['Marlowe Stores Reviews', 'Overall company rating: 3.2 out of 5 (2,874 ratings)', 3.2, 2874],
  ['Marlowe Stores Reviews', 'Company rating 3.2. Total reviews 2,874.', 3.2, 2874],
  ['Marlowe Stores Reviews', '2,874 reviews, average rating 3.2 out of 5', 3.2, 2874],
  [
    'Marlowe Stores Reviews',
    'Marlowe Stores employees gave the company a 3.2 out of 5 rating (2,874 reviews).',
    3.2,
    2874,
  ],
  ['Marlowe Stores Reviews', '3 days ago - 3.2 out of 5 - 2,874 reviews', 3.2, 2874],
  ['Marlowe Stores Reviews', '12 Oct 2026 — Marlowe Stores is rated 3.2 out of 5 (2,874 reviews)', 3.2, 2874],
  ['Marlowe Stores Reviews', 'Oct 12, 2026 · 3.2 out of 5 stars based on 2,874 reviews', 3.2, 2874],
  [
    'Marlowe Stores Reviews',
    'Marlowe Stores Ltd: 3.2/5 (2,874 reviews) | Beacon Foods: 3.9/5 (900 reviews)',
    3.2,
    2874,
  ],
  ['Marlowe Stores Reviews', 'Beacon Foods: 3.9/5 (900 reviews) | Kestrel Home: 3.1/5 (610 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Marlowe Stores vs Beacon Foods: 3.2 vs 3.9 based on 2,874 and 900 reviews', null, null],
  ['Marlowe Stores Reviews', 'Marlowe Stores Distribution has 310 reviews and a rating of 2.8', null, null],
  ['Marlowe Stores Reviews', 'Marlowe Stores Bristol: 2.8 out of 5 (31 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Reviews from the Bristol office: 2.8 out of 5 (31 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Store Manager rating 3.9 (120 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Rated 3.9 by store managers (120 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Rated 3.2 overall and 2.8 for pay, from 2,874 reviews', 3.2, null],
  ['Marlowe Stores Reviews', 'Rate it 1.5', null, null],
  ['Marlowe Stores Reviews (2,874)', 'I rate it 1.5 out of 5', null, 2874],
  ['Marlowe Stores Reviews (2,874)', 'View all · 4.3', null, 2874],
  ['Marlowe Stores Reviews (2,874)', 'I work for Marlowe Stores and it is 3.6 miles away', null, 2874],
  ['Marlowe Stores Reviews (2,874)', 'I work for Marlowe Stores and it is 3.6', null, 2874],
  ['Marlowe Stores Reviews', 'Glassdoor: 4.2 (1M ratings)', null, null],
  ['Marlowe Stores Reviews', 'Indeed: 3.5 (4,120 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Marlowe Stores on Indeed: 3.5 (4,120 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Google: 4.1 (8,120 reviews) · Glassdoor: 3.2 (2,874 reviews)', 3.2, 2874],
  ['Marlowe Stores Reviews', 'In 2023 the rating was 3.4 out of 5 (1,900 reviews)', null, null],
  ['Marlowe Stores Reviews', 'The rating fell to 3.2 out of 5 (2,874 reviews)', null, null],
  ['Marlowe Stores Reviews', '2024: 3.4 (1,900 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Up from 3.0 last year (1,900 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Work-life balance 3.0. Culture 3.1. Overall 3.2. 2,874 reviews.', 3.2, 2874],
  ['Marlowe Stores Reviews', "Marlowe Stores' work-life balance is rated 3.0 out of 5 (2,874 reviews)", null, null],
  ['Marlowe Stores Reviews', '"Good team" Sep 4, 2026 · 5.0 ★ · Current employee, 1,204 helpful', null, null],
  ['Marlowe Stores Reviews', 'Top reviewer with 45 reviews', null, null],
  ['Marlowe Stores Reviews', 'Jane D. · 45 reviews', null, null],
  ['Marlowe Stores Reviews', 'This reviewer has 12 reviews', null, null],
  ['Marlowe Stores Reviews', '12 reviews by this reviewer', null, null],
  ['Marlowe Stores Reviews', 'Air fryer MX2 rated 4.6 out of 5 (1,120 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Marlowe Stores loyalty card: 4.6/5 from 1,120 reviews', null, null],
  ['Marlowe Stores Reviews', 'Beacon Foods, owned by Marlowe Stores, is rated 3.9 out of 5 (900 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Better than Marlowe Stores: 3.9 (900 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Not 3.2 but 3.9 out of 5 (900 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Interviews at Marlowe Stores: 2.7 difficulty, 702 interviews', null, null],
  ['Marlowe Stores Reviews', 'CEO Ruth Vale: 4.1 out of 5 · 1,001 ratings', null, null],
  ['Marlowe Stores Reviews', 'Industry average 3.5 · 2,874 reviews', null, null],
];

const INDEED: readonly Row[] = [
  [
    'Working at Marlowe Stores: 5,406 Reviews | Indeed.com',
    '5,406 reviews from Marlowe Stores employees about Marlowe Stores culture, salaries, benefits, work-life balance, management, job security, and more.',
    null,
    5406,
  ],
  [
    'Working at Marlowe Stores: Employee Reviews | Indeed.com',
    'Reviews from Marlowe Stores employees about working as a Sales Assistant at Marlowe Stores. Learn about culture and benefits.',
    null,
    null,
  ],
  [
    'Marlowe Stores Careers and Employment | Indeed.com',
    'Rating overview · 3.3 · Work-life balance 3.1 · Pay & benefits 2.8 · 5,406 reviews',
    3.3,
    5406,
  ],
  [
    'Marlowe Stores Careers and Employment',
    'Overall rating. 3.3. Based on 5,406 reviews. 5 stars 1,402. 4 stars 1,300.',
    3.3,
    5406,
  ],
  ['Marlowe Stores: Employee reviews', '3.3 out of 5 stars from 5,406 employee ratings', 3.3, 5406],
  ['Marlowe Stores employer reviews', '3.3 ★★★☆☆ 5,406 reviews', 3.3, 5406],
  ['Marlowe Stores reviews - Indeed', 'Average rating: 3.3 - 5,406 reviews', 3.3, 5406],
  ['Marlowe Stores Reviews', 'Happiness 61. Overall rating 3.3 out of 5. Follow. 5.4K reviews', 3.3, 5400],
  ['Marlowe Stores Reviews', 'Found 412 reviews matching the search. See all 5,406 reviews', null, 5406],
  ['Marlowe Stores Reviews', 'Showing 20 of 5,406 reviews. Overall rating 3.3.', 3.3, 5406],
  ['Marlowe Stores Reviews', 'Read 5,406 reviews. 3.3 out of 5.', 3.3, 5406],
  ['Marlowe Stores Reviews', 'Reviews 5.4K · Salaries 8.1K · Jobs 310 · Q&A 402', null, 5400],
  ['Marlowe Stores Reviews', 'Snapshot · Why join us · 5.4K Reviews · 8.1K Salaries · 310 Jobs', null, 5400],
  ['Marlowe Stores Reviews', '5.0 Great place. Sales Assistant (Former Employee) - Bristol - 2 March 2026', null, null],
  ['Marlowe Stores Reviews', '1.0 Awful management. Cashier (Current Employee)', null, null],
  ['Marlowe Stores Reviews in Bristol', '2.9 out of 5 (88 reviews)', null, null],
  ['Cashier at Marlowe Stores: Reviews', '2.9 out of 5 (88 reviews)', null, null],
  ['Marlowe Stores Reviews', 'Cashiers rate Marlowe Stores 2.9 out of 5 (88 reviews)', null, null],
  ['Marlowe Stores Reviews', '3.3 out of 5 stars. 5,406 reviews. Write a review', 3.3, 5406],
  ['Marlowe Stores Reviews', 'Marlowe Stores. 3.3 out of 5 stars. 5,406 reviews. Follow', 3.3, 5406],
  [
    'Marlowe Stores Reviews',
    'Is Marlowe Stores a good employer? It has a rating of 3.3 out of 5 based on 5,406 reviews.',
    3.3,
    5406,
  ],
  ['Marlowe Stores Reviews', 'Company reviews (5,406) 3.3', 3.3, 5406],
  ['Marlowe Stores Reviews', 'Rating: 33% · 5,406 reviews', null, 5406],
];

const FRENCH: readonly Row[] = [
  [
    'Avis Delmas Énergie',
    "Delmas Énergie a une note de 3,6 sur 5, d'après 1 417 avis laissés anonymement par des employés.",
    3.6,
    1417,
  ],
  [
    'Avis Delmas Énergie | Glassdoor',
    'Les employés de Delmas Énergie ont attribué une note de 3,6 sur 5 étoiles à leur entreprise, sur la base de 1 417 avis sur Glassdoor.',
    3.6,
    1417,
  ],
  [
    'Travailler chez Delmas Énergie | Glassdoor',
    'Découvrez ce que disent les employés de Delmas Énergie. Salaires, avis et plus encore.',
    null,
    null,
  ],
  ['Avis Delmas Énergie (1 417)', 'Note globale : 3,6 · 67 % recommandent à un ami', 3.6, 1417],
  ['Avis Delmas Énergie', '3,6 sur 5 · 1 417 avis · 2,4 k salaires · 310 entretiens', 3.6, 1417],
  ['Avis Delmas Énergie', 'Note moyenne de 3,6/5 sur 1 417 avis', 3.6, 1417],
  ['Avis Delmas Énergie', 'Delmas Énergie est noté 3,6 sur 5 par ses salariés (1 417 avis)', 3.6, 1417],
  ['Avis Delmas Énergie', 'Avec une note moyenne de 3,6/5 pour 1 417 avis, Delmas Énergie', 3.6, 1417],
  ['Avis Delmas Énergie', "1 417 avis d'employés sur Delmas Énergie. Note : 3,6/5.", 3.6, 1417],
  [
    'Avis Delmas Énergie',
    'Sur Glassdoor, Delmas Énergie obtient une note globale de 3,6 sur 5 (1 417 avis).',
    3.6,
    1417,
  ],
  ['Avis Delmas Énergie', 'Selon 1 417 avis, Delmas Énergie est notée 3,6 sur 5', 3.6, 1417],
  ['Avis Delmas Énergie', 'La note de Delmas Énergie est de 3,6 sur 5 étoiles. 1 417 avis.', 3.6, 1417],
  ['Avis Delmas Énergie', 'Note : 3,6 - ‎1 417 avis', 3.6, 1417],
  ['Avis Delmas Énergie', "il y a 3 jours — 3,6 étoiles sur 5 d'après 1 417 avis", 3.6, 1417],
  ['Avis Delmas Énergie', 'Delmas Énergie Services : 3,9/5 (120 avis)', null, null],
  ['Avis Delmas Énergie', 'Agence de Lille : 3,1/5 (20 avis)', null, null],
  ['Avis Delmas Énergie', 'Techniciens : 3,1/5 (120 avis)', null, null],
  ['Avis Delmas Énergie', 'Équilibre travail/vie privée : 3,4/5 (1 417 avis)', null, null],
  ['Avis Delmas Énergie', 'Notre note Google : 4,6/5 (320 avis)', null, null],
  ['Avis Delmas Énergie', 'En 2022 : 3,9/5 (900 avis)', null, null],
  ['Avis Delmas Énergie', 'Contre 3,4/5 pour le secteur (9 000 avis)', null, null],
  ['Avis Delmas Énergie', 'Hélios : 3,8/5 (800 avis) ; Delmas Énergie : 3,6/5 (1 417 avis)', 3.6, 1417],
  ['Avis Delmas Énergie', 'Entreprises similaires : Hélios 3,8 (800 avis), Voltéa 3,2 (410 avis)', null, null],
];

const FRENCH_INDEED: readonly Row[] = [
  [
    'Travailler chez Delmas Énergie : 2 208 avis | Indeed.com',
    "2 208 avis d'employés de Delmas Énergie sur la culture d'entreprise, les salaires, les avantages, l'équilibre vie pro-vie perso, le management, la sécurité de l'emploi et plus.",
    null,
    2208,
  ],
  [
    'Delmas Énergie : emploi et carrière | Indeed.com',
    "Note globale 3,5 sur 5. D'après 2 208 avis. Salaire et avantages 3,0. Management 3,1.",
    3.5,
    2208,
  ],
  ['Delmas Énergie : avis', '3,5 étoiles sur 5 · 2 208 avis', 3.5, 2208],
  ['Delmas Énergie avis', '3,5 ★ (2 208 avis)', 3.5, 2208],
  ['Delmas Énergie', 'Note moyenne : 3,5 sur 5, 2 208 évaluations', 3.5, 2208],
  ['Delmas Énergie', 'Avis (2 208) Salaires (1 204) Emplois (88)', null, 2208],
  ['Delmas Énergie', 'Voir les 2 208 avis', null, 2208],
  ['Delmas Énergie', 'Technicien (Ancien employé) - Lille - 3 mars 2026 - 4,0', null, null],
  ['Delmas Énergie', 'Glassdoor : 3,6/5 (1 417 avis)', null, null],
];

const SETS = [
  [PAGES.glassdoor, 'Marlowe Stores', 'GB', GLASSDOOR],
  [PAGES.indeed, 'Marlowe Stores', 'GB', INDEED],
  [PAGES.french, 'Delmas Énergie', 'FR', FRENCH],
  [PAGES.frenchIndeed, 'Delmas Énergie', 'FR', FRENCH_INDEED],
] as const;

t.test('rows as engines show them', async (t) => {
  for (const [url, asked, country, rows] of SETS)
    for (const [title, text, rating, count] of rows) {
      const found = readSnippetFigures({ url, title, text }, asked, { country });
      // A rating is answered only with a number of reviews.
      const expected = { rating: count === null ? null : rating, count };
      t.same({ rating: found?.rating ?? null, count: found?.reviewCount ?? null }, expected, `${title} | ${text}`);
    }
});
