import { readFileSync } from 'node:fs';
import t from 'tap';
import { HALVES, READERS, type Half } from '../../scripts/evaluate/readers.ts';
import { isWrong, parseTable, percentRight, scoreByKind, scoreOf, scoreRows } from '../../scripts/evaluate/score.ts';

const THEME =
  'pay|benefits|work_life_balance|workload|management|culture|career|training|job_security|work_itself|workplace|clients';

/** Allowed values, because a typing error would always count as a miss. */
const EXPECTED: Readonly<Record<string, RegExp>> = {
  pay: /^(?:unlisted|(?:\d{4,6}|-) (?:\d{4,6}|-))$/,
  'work-mode': /^(?:remote|hybrid|on-site|unknown)$/,
  place: /^(?:in|out)$/,
  'posted-date': /^(?:202\d-[01]\d-[0-3]\d|-)$/,
  contract: /^(?:permanent|fixed_term|temporary|freelance|apprenticeship|internship|unknown)$/,
  hours: /^(?:full_time|part_time|unknown)$/,
  'advert-terms':
    /^(?:permanent|fixed_term|temporary|freelance|apprenticeship|internship|unknown) (?:full_time|part_time|unknown)$/,
  'company-name': /^(?:same|different)$/,
  snippet: /^(?:[1-5]\.\d|-) (?:\d+|-)$/,
  theme: new RegExp(`^(?:-|(?:${THEME})(?: (?:${THEME}))*)$`),
  claim: new RegExp(`^(?:-|(?:${THEME})(?: (?:${THEME}))*)$`),
};

t.test('the labelled tables are complete, cover both countries and have no duplicate row', async (t) => {
  for (const { table } of READERS) {
    const rowsOf = (half: Half) =>
      parseTable(readFileSync(new URL(`../evaluate/${table}-${half}.tsv`, import.meta.url), 'utf8'));
    const rows = HALVES.flatMap(rowsOf);
    t.ok(rows.length >= 60, `${table}: ${rows.length} rows`);
    t.equal(new Set(rows.map(({ input }) => JSON.stringify(input))).size, rows.length, `${table}: no row twice`);
    for (const half of HALVES) {
      const countries = new Set(rowsOf(half).map(({ input }) => input['country']));
      t.strictSame([...countries].sort(), ['FR', 'GB'], `${table}, ${half}`);
    }
    const wrong = rows.filter(({ expected }) => !EXPECTED[table]?.test(expected));
    t.strictSame(wrong, [], `${table}: expected values`);
  }
  t.strictSame(READERS.map(({ table }) => table).sort(), Object.keys(EXPECTED).sort());
});

t.test('a table: comments, line breaks, empty cells, invalid rows', async (t) => {
  const head = 'country\ttext\texpected\tkind\twhy';
  t.strictSame(parseTable(`# said of it\n${head}\nGB\tone\\ntwo\tyes\tplain\n\nFR\t\t-\tempty\tnothing is said\n`), [
    { input: { country: 'GB', text: 'one\ntwo' }, expected: 'yes', kind: 'plain', why: '' },
    { input: { country: 'FR', text: '' }, expected: '-', kind: 'empty', why: 'nothing is said' },
  ]);
  for (const line of ['GB\ttext\t\tplain', 'GB\ttext\tyes', 'GB\ttext\tyes\tplain\twhy\tmore'])
    t.throws(() => parseTable(`${head}\n${line}`), /not a row/, line);
});

t.test('the score of a reader that matches every text of three letters', async (t) => {
  const rows = parseTable(
    'country\ttext\texpected\tkind\nGB\tone\tyes\ta\nGB\tsix\tno\ta\nFR\tdeux\tno\ta\nFR\ttrois\tyes\tb\nFR\tun\tno\tc\nGB\ttwo\tyes\tc',
  );
  const score = scoreRows(rows, ({ text = '' }) => (text.length === 3 ? 'yes' : 'no'));
  t.strictSame(
    score.misses.map(({ input, found }) => [input['text'], found]),
    [
      ['six', 'yes'],
      ['trois', 'no'],
    ],
  );
  t.equal(percentRight(score), 66, 'four of six, rounded down');
  t.equal(percentRight(scoreOf(score, ({ input }) => input['country'] === 'GB')), 66);
  const kinds = [...scoreByKind(score)].map(([kind, part]) => [kind, part.rows.length, part.misses.length]);
  t.strictSame(kinds, [
    ['a', 3, 1],
    ['b', 1, 1],
    ['c', 2, 0],
  ]);
});

t.test('a miss is wrong if a value is incorrect, and not if a value is only missing', async (t) => {
  for (const [found, expected, unknownAnswer, wrong] of [
    ['unknown unknown', 'permanent full_time', 'unknown unknown', false],
    ['permanent unknown', 'permanent full_time', 'unknown unknown', false],
    ['permanent full_time', 'unknown full_time', 'unknown unknown', true],
    ['32000 -', '32000 38000', 'unlisted', false],
    ['32000 39000', '32000 38000', 'unlisted', true],
    ['pay', 'career pay', '-', false],
    ['pay', 'career', '-', true],
    ['in', 'out', 'out', true],
  ] as const) {
    const miss = { input: {}, kind: '', why: '', found, expected };
    t.equal(isWrong(miss, unknownAnswer), wrong, `${found} instead of ${expected}`);
  }
});
