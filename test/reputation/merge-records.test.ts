import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { DEFAULT_ALIASES } from '../../src/reputation/match/match.ts';
import { mergeRecords, type Gathered } from '../../src/reputation/merge-records.ts';
import { writeReputationDocument } from '../../src/reputation/reputation-document.ts';
import type { FoundRecord, SiteRecord } from '../../src/reputation/store/stored-records.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

function record(site: 'indeed' | 'glassdoor', found: Partial<FoundRecord> | null, days = 0): SiteRecord {
  const whole: FoundRecord = {
    matchedName: 'Acme',
    url: `https://${site}.example/`,
    method: 'page',
    rating: 3.5,
    reviewCount: 100,
    facts: [],
    themes: [],
    extractor: '',
    ...found,
  };
  return { site, fetchedAt: NOW - days * DAY_MS, found: found && whole };
}

function merge(
  records: readonly SiteRecord[],
  more: Partial<Gathered> = {},
  language: 'en' | 'fr' = 'en',
  name = 'Acme',
) {
  const asked = { name, scope: language === 'fr' ? ('FR' as const) : ('GB' as const), aliases: DEFAULT_ALIASES };
  return mergeRecords({ records, failures: [], stale: false, looked: false, ...more }, asked, NOW);
}

t.test('SPEC §4: ratings are weighted by review counts and rounded half up to one decimal', async (t) => {
  for (const [indeed, glassdoor, rating, count] of [
    [[3.3, 742], [3.9, 34], 3.3, 776],
    [[3.4, 100], [3.5, 100], 3.5, 200],
    [[1, 1], [5, 1], 3, 2],
    [[0, 40], [3.9, 34], 3.9, 34],
    [[4.4, 0], [3.9, 34], 3.9, 34],
    [[5.5, 9], [0.5, 9], null, 0],
    [[4.9, 2_000_000], [1, 1], 4.9, 2_000_001],
  ] as const) {
    const { reputation, provenance } = merge([
      record('indeed', { rating: indeed[0], reviewCount: indeed[1] }),
      record('glassdoor', { rating: glassdoor[0], reviewCount: glassdoor[1] }),
    ]);
    t.match(reputation, { rating, review_count: count }, `${indeed} and ${glassdoor}`);
    t.equal(
      provenance.sources.reduce((sum, source) => sum + source.review_count, 0),
      count,
      'only what counts is a source',
    );
  }
});

t.test('a large difference between sites is mentioned, in the requested language', async (t) => {
  const two = (low: number, high: number, count: number) => [
    record('indeed', { rating: low, reviewCount: count }),
    record('glassdoor', { rating: high, reviewCount: 900 }),
  ];
  t.strictSame(merge(two(2.5, 4.1, 111)).reputation.insights, ['Ratings differ between sites: 2.5 (111) vs 4.1 (900)']);
  t.strictSame(merge(two(2.5, 4.1, 111), {}, 'fr').reputation.insights, [
    "Les notes diffèrent d'un site à l'autre : 2,5 (111) contre 4,1 (900)",
  ]);
  t.strictSame(merge(two(2.5, 4.1, 19)).reputation.insights, [], 'few reviews scatter');
  t.strictSame(merge(two(2.6, 4.1, 111)).reputation.insights, [], 'and so do tenths');
});

t.test('insights: the page’s figures first, each once, at most ten', async (t) => {
  const many = Array.from({ length: 12 }, (_, index) => `Theme ${index}`);
  const { insights } = merge([
    record('indeed', { facts: ['A (Indeed)'], themes: many }),
    record('glassdoor', { facts: ['B (Glassdoor)', 'A (Indeed)'] }),
  ]).reputation;
  t.strictSame(insights, ['A (Indeed)', 'B (Glassdoor)', ...many.slice(0, 8)]);
});

t.test('the match is reported for the requested spelling', async (t) => {
  for (const [name, matchedName, match] of [
    ['Acme', 'ACME', 'exact'],
    ['Acme plc', 'Acme', 'soft'],
    ['Acme', 'Groupe Acme', 'soft'],
    ['PwC', 'PricewaterhouseCoopers', 'alias'],
  ] as const) {
    const { provenance } = merge([record('indeed', { matchedName })], {}, 'en', name);
    t.match(provenance.sources, [{ matched_name: matchedName, match }]);
  }
});

t.test('a name that is not found and holds several is said to', async (t) => {
  const none = [record('indeed', null), record('glassdoor', null)];
  const reason = (name: string, records = none): unknown => merge(records, {}, 'en', name).provenance.reason;
  const says = 'the name looks like several names: send each as its own entry, as in ["Tesco","Aldi"]';
  for (const name of ['Tesco, Aldi', 'Tesco,Aldi', 'Tesco; Aldi,']) t.equal(reason(name), says, name);
  for (const name of ['Acme, Inc.', 'Acme, Ltd', 'Tesco,', 'Nonesuch']) t.equal(reason(name), undefined, name);
  t.equal(reason('Smith, Jones', [record('indeed', {})]), undefined, 'a name that is found is one name');
  for (const [language, sentence] of [
    ['en', 'looks like several names'],
    ['fr', 'semble en réunir plusieurs'],
  ] as const) {
    const document = (name: string): string =>
      writeReputationDocument(new Map([[name, merge(none, {}, language, name)]]), language);
    t.match(document('Tesco, Aldi'), sentence);
    t.notMatch(document('Tesco'), sentence);
  }
});

t.test('SPEC §2: the content of the provenance', async (t) => {
  const failures: Gathered['failures'] = [{ site: 'glassdoor', kind: 'blocked', reason: 'it refused' }];
  for (const [what, records, more, expected] of [
    ['stored', [record('indeed', {}, 3)], {}, { status: 'stored', age_days: 3 }],
    ['fresh', [record('indeed', {})], { looked: true }, { status: 'fresh', age_days: 0 }],
    ['stale', [record('indeed', {}, 95)], { stale: true, failures }, { status: 'stale', age_days: 95 }],
    ['half', [record('indeed', {})], { looked: true, failures }, { status: 'fresh', reason: 'glassdoor: it refused' }],
    ['not found', [record('indeed', null, 2), record('glassdoor', null)], {}, { status: 'not_found', age_days: 2 }],
    ['not found in one place', [record('indeed', null)], { looked: true, failures }, { status: 'could_not_look' }],
    ['nothing', [], { failures }, { status: 'could_not_look', age_days: null, sources: [] }],
    ['a clock put back', [record('indeed', {}, -2)], {}, { age_days: 0 }],
    ['the oldest counts', [record('indeed', {}, 3), record('glassdoor', {}, 9)], {}, { age_days: 9 }],
  ] as const) {
    const { reputation, provenance } = merge(records, more);
    t.match(provenance, expected, what);
    if (!records.some(({ found }) => found))
      t.strictSame(reputation, { rating: null, review_count: 0, insights: [] }, what);
    t.equal('reason' in provenance, 'failures' in more, `${what}: a reason where something failed`);
  }
});

t.test('a document keeps parentheses and uses one language', async (t) => {
  const failures: Gathered['failures'] = [{ site: 'glassdoor', kind: 'timeout', reason: 'the site did not answer' }];
  const themes = ['Pay: praised (6 of 20 reviews)'];
  const english = merge([record('indeed', { themes, matchedName: 'Acme (UK)' })], { failures });
  const text = writeReputationDocument(new Map([['Acme (UK)', english]]), 'en');
  t.match(text, '## Acme (UK)');
  t.match(text, '- Pay: praised (6 of 20 reviews)');
  t.match(text, 'Not checked: glassdoor: the site did not answer');
  const hostile = writeReputationDocument(new Map([['![x](https://evil.example) 1) a', english]]), 'en');
  t.match(hostile, String.raw`\!\[x\](https:&#47;/evil.example)`);
  const french = writeReputationDocument(new Map([['Acme', merge([record('indeed', {})], { failures }, 'fr')]]), 'fr');
  t.match(french, "Non consulté : Glassdoor n'a pas répondu à temps");
  t.notMatch(french, 'did not answer');
  const none = writeReputationDocument(new Map([['Acme', merge([], { failures }, 'fr')]]), 'fr');
  t.match(none, "N'a pas pu être consulté : Glassdoor n'a pas répondu à temps");
});
