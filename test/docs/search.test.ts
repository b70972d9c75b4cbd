import t from 'tap';
import { DocsLibrary } from '../../src/docs/library.ts';
import { isTypoOf, stemOf } from '../../src/docs/search-words.ts';
import type { TextPart } from '../../src/docs/search.ts';
import type { DocsLanguage } from '../../src/docs/types.ts';

const library = new DocsLibrary();
const FIRST = 4;

const textOf = (parts: readonly TextPart[]): string => parts.map(({ text }) => text).join('');
const marksOf = (parts: readonly TextPart[]): string[] => parts.filter(({ marked }) => marked).map(({ text }) => text);

/** What is typed, and a place that is to be among the first. */
const SEARCHES: Readonly<Record<DocsLanguage, readonly (readonly [query: string, place: string, why: string])[]>> = {
  en: [
    ['receipts', 'receipts#', 'a title'],
    ['RECEIPTS', 'receipts#', 'in any case'],
    ['Duplicates', 'reading#duplicates', 'a heading'],
    ['idempotency key', 'receipts#repeats', 'two words'],
    ['quota_exceeded', 'errors#quota_exceeded', 'a name'],
    ['dedup_hash', 'reading#dedup_hash', 'a name'],
    ['recei', 'receipts#', 'a beginning'],
    ['idempot', 'receipts#repeats', 'a beginning'],
    ['duplicate', 'reading#duplicates', 'the singular'],
    ['salary', 'reading#salaries', 'the singular'],
    ['cancelled', 'calling#cancelling', 'another form of the verb'],
    ['retry', 'receipts#retrying', 'another form of the verb'],
    ['idempotancy', 'receipts#repeats', 'one other letter'],
    ['receit', 'receipts#the-receipt', 'one letter too few'],
    ['glosssary', 'glossary#', 'one letter too many'],
    ['dupilcates', 'reading#duplicates', 'two letters that changed places'],
    ['wages', 'reading#salaries', 'a synonym'],
    ['pay', 'reading#salaries', 'a synonym'],
    ['vacancies', 'scrape-jobs#', 'a synonym, in the plural'],
    ['price', 'scrape-jobs#cost', 'a synonym'],
    ['login', 'mcp-clients#log-in-without-a-key', 'written as one word'],
    ['subscription', 'plans#', 'a synonym'],
    ['how do I cancel a call?', 'calling#cancelling', 'a question'],
    ['chatgpt zebra', 'mcp-clients#log-in-without-a-key', 'a word that is nowhere beside one that is'],
  ],
  fr: [
    ['reçus', 'receipts#', 'un titre'],
    ['recus', 'receipts#', 'sans accents'],
    ['doublon', 'reading#duplicates', 'le singulier'],
    ['quota_exceeded', 'errors#quota_exceeded', 'un nom'],
    ['idempot', 'receipts#repeats', 'un début'],
    ['salaire', 'reading#salaries', 'le singulier'],
    ['annulation', 'calling#cancelling', 'une forme voisine'],
    ['plateforme', 'platforms#', 'le singulier'],
    ['glosaire', 'glossary#', 'une lettre en moins'],
    ['forfiat', 'plans#', 'deux lettres interverties'],
    ['rémunération', 'reading#salaries', 'un synonyme'],
    ['poste', 'glossary#jobs', 'un synonyme'],
    ['tarifs', 'scrape-jobs#cost', 'un synonyme, au pluriel'],
    ['abonnement', 'plans#', 'un synonyme'],
    ['panne', 'errors#', 'un synonyme'],
    ['clef de test', 'test-keys#', 'une autre orthographe'],
    ['comment annuler un appel ?', 'calling#cancelling', 'une question'],
    ["l'employeur", 'test-keys#employers', 'une élision'],
    ['backup', 'several-machines#commands', 'une page qui n’existe qu’en anglais'],
  ],
};

for (const language of ['en', 'fr'] as const)
  t.test(`search terms are found however they are typed: ${language}`, async (t) => {
    for (const [query, place, why] of SEARCHES[language]) {
      const hits = library.search(query, language);
      const first = hits.slice(0, FIRST).map(({ page, anchor }) => `${page.name}#${anchor}`);
      t.ok(first.includes(place), `${query} (${why}): ${place} in ${first.join(' ')}`);
      t.ok(hits.length <= 20);
    }
  });

t.test('titles come first, then headings, then text', async (t) => {
  const places = library.search('platforms', 'en').map(({ page, anchor }) => `${page.name}#${anchor}`);
  t.equal(places[0], 'platforms#');
  const inText = places.indexOf('quick-start#the-first-search');
  t.ok(places.indexOf('scrape-jobs#when-platforms-fail') < inText, places.join(' '));
});

t.test('whole words are marked, also those found by prefix, form or synonym', async (t) => {
  const marked = (query: string, place: string) => {
    const hit = library.search(query, 'en').find(({ page, anchor }) => `${page.name}#${anchor}` === place);
    return { heading: marksOf(hit?.heading ?? []), excerpt: new Set(marksOf(hit?.excerpt ?? [])) };
  };
  t.strictSame(marked('dupl', 'reading#duplicates').heading, ['Duplicates']);
  t.ok(marked('recei', 'receipts#the-receipt').heading.includes('receipt'));
  t.strictSame(marked('wages', 'reading#salaries').heading, ['Salaries']);
  t.ok(marked('vacancies', 'scrape-jobs#').excerpt.has('job'));
  for (const hit of library.search('idempotency key', 'en')) {
    t.ok(textOf(hit.excerpt).length <= 170);
    t.not(marksOf(hit.excerpt).length, 0);
    const shown = hit.excerpt.map(({ text, marked: isMarked }) => (isMarked ? `⟦${text}⟧` : text)).join('');
    t.notMatch(shown, /[\p{L}\p{N}]⟦|⟧[\p{L}\p{N}]/u);
  }
});

t.test('nothing is found for an empty query or unknown words', async (t) => {
  for (const query of ['', '   ', '?!', 'zebra', 'zebra giraffe', `${'x'.repeat(5_000)} key`])
    t.strictSame(library.search(query, 'en'), [], query.slice(0, 20));
  t.not(library.search('the', 'en').length, 0, 'words that say nothing are searched when there are no others');
});

t.test('forms of a word have the same stem', async (t) => {
  const same: Readonly<Record<DocsLanguage, readonly string[]>> = {
    en: [
      'salary salaries',
      'retry retries retried retrying',
      'price prices priced pricing',
      'plan plans planned planning',
      'call calls called calling',
      'class classes',
      'cancel cancelled cancelling cancels',
      'install installation installed',
      'cache caches cached caching',
      'address addresses addressed',
    ],
    fr: [
      'salaire salaires',
      'annonce annonces annoncer annoncee',
      'debit debits debite debitee debiter',
      'personnel personnelle personnels',
      'journal journaux',
      'reseau reseaux',
      'facture factures facturer facturation',
      'deploiement deploiements',
      'cle cles',
    ],
  };
  for (const language of ['en', 'fr'] as const)
    for (const line of same[language])
      t.equal(new Set(line.split(' ').map((word) => stemOf(word, language))).size, 1, line);
  for (const [language, one, other] of [
    ['en', 'status', 'state'],
    ['en', 'key', 'keen'],
    ['en', 'price', 'print'],
    ['fr', 'pays', 'paie'],
    ['fr', 'offre', 'office'],
  ] as const)
    t.not(stemOf(one, language), stemOf(other, language), `${one}, ${other}`);
});

t.test('one typo is forgiven, two are not', async (t) => {
  for (const [typed, word, is] of [
    ['salry', 'salary', true],
    ['sallary', 'salary', true],
    ['salery', 'salary', true],
    ['slaary', 'salary', true],
    ['salary', 'salary', false],
    ['slray', 'salary', false],
    ['sal', 'salary', false],
    ['yralas', 'salary', false],
    ['saalrry', 'salary', false],
  ] as const)
    t.equal(isTypoOf(typed, word), is, typed);
});
