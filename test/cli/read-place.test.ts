import { Readable } from 'node:stream';
import t from 'tap';
import { countryOfText } from '../../src/cli/read-country.ts';
import { runCommandLine } from '../../src/cli/run.ts';

const TEXTS: readonly [text: string, country: string][] = [
  ['£12.60 an hour', 'GB'],
  ['30 000 € par an', 'FR'],
  ['EUR 42k', 'FR'],
  ['40KEUR', 'FR'],
  ['£30k par an', 'GB'],
  ['$40k, soit environ 36 k€', 'FR'],
  ['35k à 40k selon expérience', 'FR'],
  ['40kbrut', 'FR'],
  ['SMIC', 'FR'],
  ['40-45k depending on experience', 'GB'],
  ['€55,000 or £48,000 per annum', 'GB'],
  ['55 000 € ou 48 000 £ par an', 'FR'],
  ['Café, 12.50 per hour', 'GB'],
  ['il y a 3 jours', 'FR'],
  ['Posted 3 days ago', 'GB'],
  ['1er mars 2026', 'FR'],
  ['28k-32k', 'GB'],
  ['', 'GB'],
];

t.test('SPEC §11: without a country, the currency sign or the language decides', async (t) => {
  for (const [text, country] of TEXTS) t.equal(countryOfText(text), country, text);
});

async function run(words: string[], input = ''): Promise<{ code: number; answers: unknown[] }> {
  let out = '';
  const code = await runCommandLine(words, {
    stdout: (text) => void (out += text),
    stderr: () => {},
    stdin: Readable.from([Buffer.from(input)]),
    interactive: false,
    env: {},
  });
  return {
    code,
    answers: out
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown),
  };
}

t.test('SPEC §11: read place', async (t) => {
  const rows: [string[], object][] = [
    [['Hackney'], { place: { kind: 'town', name: 'Hackney' }, abroad: false }],
    [['Narnia'], { place: null, abroad: false }],
    [['Lyon 3e'], { place: { kind: 'town', name: 'Lyon/3' }, abroad: false }],
    [['--country', 'GB', 'Lyon'], { place: null, abroad: true }],
    [['--country', 'FR', 'Lyon', '03'], { place: { kind: 'town', name: 'Lyon/3' }, abroad: false }],
    [['Dubai'], { place: null, abroad: true }],
    [['York Road, Leeds', '--asked', 'York'], { place: null, abroad: false, kept: false }],
    [['Headingley', '--asked', 'Leeds'], { place: { kind: 'town', name: 'Headingley' }, abroad: false, kept: true }],
    [['Lisbon, Portugal', '--asked', 'Narnia'], { place: null, abroad: true, kept: false }],
    [['Bradford', '--asked', 'Leeds'], { place: { kind: 'town', name: 'Bradford' }, abroad: false, kept: false }],
    [
      ['Bradford', '--asked', 'Leeds', '--radius', '20'],
      { place: { kind: 'town', name: 'Bradford' }, abroad: false, kept: true },
    ],
    [['Leeds', '--asked', 'Narnia'], { place: { kind: 'town', name: 'Leeds' }, abroad: false, kept: true }],
  ];
  for (const [words, expected] of rows)
    t.strictSame((await run(['read', 'place', ...words])).answers, [expected], words.join(' '));
});

t.test('SPEC §11: each input line gets one output line', async (t) => {
  const lines = [
    { country: 'GB', text: 'Leeds' },
    { country: 'FR', text: 'Courbevoie - 92', asked: 'La Défense' },
    { text: 'Villeurbanne' },
    { country: 'GB', text: 5 },
  ];
  const { answers } = await run(['read', 'place', '-'], lines.map((line) => JSON.stringify(line)).join('\n'));
  t.match(answers, [
    { place: { name: 'Leeds' } },
    { kept: true },
    { place: { name: 'Villeurbanne' } },
    { error: /text/ },
  ]);
  t.notOk('kept' in (answers[0] as object));
});
