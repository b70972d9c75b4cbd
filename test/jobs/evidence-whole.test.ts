import { readFileSync } from 'node:fs';
import t from 'tap';
import type { Country } from '../../schemas/index.ts';
import { isLong } from '../support/volume.ts';
import { parseTable } from '../../scripts/evaluate/score.ts';
import { evidenceOf } from '../../src/jobs/evidence.ts';
import { normalizeListing } from '../../src/jobs/normalize-listing.ts';
import { squeeze } from '../../src/lib/text.ts';
import type { Listing } from '../../src/sources/platforms/platform.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

/** What stands before and after a place inside a word or a number. */
const INSIDE: readonly (readonly [before: RegExp, after: RegExp])[] = [
  // After a lost line end, a new word begins with a capital letter: "workingMonday".
  [/\p{Ll}$/u, /^[\p{Ll}\p{M}]/u],
  [/\p{Lu}$/u, /^\p{L}/u],
  [/\d$/, /^\d/],
  [/\d[.,:/]$/, /^\d/],
  [/\d$/, /^[.,:/]\d/],
  [/\d ?$/, /^[½¼¾]/],
  [/\d$/, /^ [1-3]\/[2-4](?!\d)/],
  [/\d [1-3]\/$/, /^[2-4](?!\d)/],
  [/\d $/, /^[1-3]\/[2-4](?!\d)/],
  // "37h", "37.5hrs"
  [/\d$/, /^\p{Ll}/u],
  // "22h30", "22 h 30"
  [/(?<!\d)\d{1,2} ?h ?$/, /^\d\d(?!\d)/],
  // "1 607 heures"
  [/(?<![\d.,])\d{1,3}$/, /^[ \u00a0\u202f]\d{3}(?!\d)/],
  [/(?<![\d.,])\d{1,3}[ \u00a0\u202f]$/, /^\d{3}(?!\d)/],
  // "22.5-37.5", "16 – 20 hours"
  [/\d ?[-–]? ?$/, /^[-–]? ?(?<=[-–] ?)\d/],
];

function isInside(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  const after = text.slice(at, at + 12);
  if (before === '' || after === '') return false;
  return INSIDE.some(([one, other]) => one.test(before) && other.test(after));
}

/** True if the words stand somewhere in a text, and begin and end there with whole words and numbers. */
function standsWhole(words: string, text: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!isInside(text, at) && !isInside(text, at + words.length)) return true;
  return false;
}

function evidence(listing: Partial<Listing>, country: Country): [name: string, words: string, isWhole: boolean][] {
  const given: Listing = {
    title: 'Job',
    company: 'Firm',
    location: '',
    url: `https://www.${country === 'GB' ? 'reed.co.uk' : 'apec.fr'}/jobs/1`,
    ...listing,
  };
  const job = normalizeListing(given, country === 'GB' ? 'reed' : 'apec', country, NOW);
  if (!job) return [];
  const { title, location, description = '', salaryText = '', termsText = '', workModeText = '' } = given;
  const { postedText = '', closingText = '' } = given;
  // The texts as the source sent them: those of a job may be cut.
  const sources = [title, location, description, squeeze(salaryText), termsText, workModeText, postedText, closingText];
  return Object.entries(evidenceOf(job)).map(([name, words]) => [
    name,
    words,
    sources.some((source) => standsWhole(words, source)),
  ]);
}

t.test('a figure is quoted with its decimals, fractions and unit', async (t) => {
  const hours = (description: string): string | undefined =>
    evidence({ description }, /[éèà]| par | h\b/.test(description) ? 'FR' : 'GB').find(
      ([name]) => name === 'hours',
    )?.[1];
  for (const [description, words] of [
    ['Hours: 37.5 per week', '37.5 per week'],
    ['Weekly hours: 37.5', '37.5'],
    ['Contracted hours: 37.5 hours per week', '37.5 hours per week'],
    ['Contracted hours: 37.5 hours per week. 37 people work here.', '37.5 hours per week'],
    ['37 people work here.\nHours per week: 37.50', '37.50'],
    ['Hours: 37,5 per week', '37,5 per week'],
    ['Hours: 37.5hrs', '37.5hrs'],
    ['Durée hebdomadaire : 37,5', '37,5'],
    ['Temps de travail : 24,5 h', '24,5'],
    ['Durée du travail : 35,5 heures', '35,5'],
  ] as const)
    t.equal(hours(description), words, description);
  const contract = (description: string, country: Country): string | undefined =>
    evidence({ description }, country).find(([name]) => name === 'contract')?.[1];
  t.equal(contract('CDI 35,5h', 'FR'), 'CDI 35,5h');
  t.equal(contract('Contract for 2.5 years.', 'GB'), '2.5 years');
  t.equal(contract('CDD 18,5 mois', 'FR'), 'CDD 18,5');
});

t.test('evidence of adverts never begins or ends inside a word or a number', async (t) => {
  let quoted = 0;
  const check = (listing: Partial<Listing>, country: string, what: string): void => {
    for (const [name, words, isWhole] of evidence(listing, country as Country)) {
      quoted += 1;
      if (!isWhole) t.fail(`${what}: ${name} is quoted as ${JSON.stringify(words)}`);
    }
  };
  const rowsOf = (table: string) =>
    parseTable(readFileSync(new URL(`../evaluate/${table}-open.tsv`, import.meta.url), 'utf8')).filter(
      (_, index) => isLong || index % 8 === 0,
    );
  for (const table of ['contract', 'hours', 'advert-terms'])
    for (const { input } of rowsOf(table)) {
      const { country = '', field = '', title = '', description = '' } = input;
      check({ termsText: field, title: title || 'Job', description }, country, `${table}: ${field} ${description}`);
      // A text that goes on, or that an earlier text runs into, or that is cut.
      check({ description: `${field}. ${description}. 5 people.` }, country, `${table} in a text: ${description}`);
      const long = `${'a'.repeat(185)}. ${field}, ${title}. ${description}`;
      check(
        { termsText: long, title: long },
        country,
        `${table} after many letters: ${field}, ${title}. ${description}`,
      );
      check({ description: `${'a'.repeat(5_980)}. ${description}` }, country, `${table} at the end: ${description}`);
    }
  for (const { input } of rowsOf('pay')) {
    const { country = '', text = '' } = input;
    check({ salaryText: text }, country, `pay: ${text}`);
    // Pay, titles and fields of more than 200 characters are cut.
    for (let length = 185; length < 200; length += 1)
      check(
        { salaryText: `${text} ${'benefits '.repeat(30).slice(0, length - text.length - 2)} ${text}` },
        country,
        text,
      );
  }
  for (const { input } of rowsOf('work-mode')) {
    const { country = '', text = '', location = '' } = input;
    const [title = '', ...description] = text.split('\n');
    check({ title: title || 'Job', location, description: description.join('\n') }, country, `work mode: ${text}`);
    check({ workModeText: text, description: text }, country, `work mode: ${text}`);
    const long = `${'a'.repeat(185)} ${text}`;
    check({ title: long, workModeText: long }, country, `work mode after many letters: ${text}`);
  }
  for (const { input } of rowsOf('posted-date'))
    check({ postedText: input['text'] ?? '', closingText: input['text'] ?? '' }, input['country'] ?? '', 'date');
  t.ok(quoted > (isLong ? 8_000 : 1_000), `${quoted} quotations`);
});

t.test('evidence of every form of a figure is whole', async (t) => {
  const figures = (
    '7 7.5 16 18.75 20 22,5 24.25 30 35 35,5 37 37.5 37.50 37,5 38.75 40 37½ 37 1/2 22h30 22 h 30 35h 37.5h 39hrs ' +
    '18.5-22.5 16-20 16–20 22,5-24,5 35/39 17,5/35e 0.6 0,8 151.67 1,607 1 607 1\u202f607'
  )
    .replaceAll('37 1/2', '37_1/2')
    .replaceAll('22 h 30', '22_h_30')
    .replaceAll('1 607', '1_607')
    .split(' ')
    .map((figure) => figure.replaceAll('_', ' '));
  const sentences: readonly (readonly [Country, readonly string[]])[] = [
    [
      'GB',
      [
        'Hours: # per week',
        'Hours: # hours per week.',
        'Weekly hours: #',
        'Contracted hours: # hours per week',
        'Hours of work - #',
        'You work # hours a week.',
        'Cook in Ripon# hours per week.',
        'Part time (# hours)',
        'A contract of # hours. Permanent',
        '# hpw',
        'Permanent, # hours',
        'Full time # hours Monday to Friday',
        '# FTE, fixed term for # years',
        'Fixed term contract for # months',
        'Temporary contract of # weeks',
        'Annual hours: # hours a year',
      ],
    ],
    [
      'FR',
      [
        'CDI #h',
        'CDI # heures',
        'Contrat # h par semaine',
        'Durée hebdomadaire : #',
        'Temps de travail : # heures',
        'Durée du travail : # h hebdomadaires',
        'Temps partiel de # heures par semaine.',
        'Poste à # ETP, CDD de # mois',
        'CDD # mois, temps plein #h',
        'Volume horaire : # heures par mois',
        'Quotité : # %',
        'Contrat de # ans renouvelable',
      ],
    ],
  ];
  let quoted = 0;
  for (const [country, texts] of sentences)
    for (const text of texts)
      for (const figure of isLong ? figures : figures.filter((_, index) => index % 3 === 0)) {
        const advert = text.replaceAll('#', figure);
        for (const listing of [{ description: advert }, { title: advert }, { termsText: advert }])
          for (const [name, words, isWhole] of evidence(listing, country)) {
            quoted += 1;
            if (!isWhole) t.fail(`${advert}: ${name} is quoted as ${JSON.stringify(words)}`);
          }
      }
  t.ok(quoted > (isLong ? 1_000 : 300), `${quoted} quotations`);
});
