import { Readable } from 'node:stream';
import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';

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

t.test('SPEC §11: one line, one answer', async (t) => {
  const lines = [
    { country: 'GB', text: 'Leeds' },
    { country: 'FR', text: 'Courbevoie - 92', asked: 'La Défense' },
    { country: 'GB', text: 5 },
  ];
  const { answers } = await run(['read', 'place', '-'], lines.map((line) => JSON.stringify(line)).join('\n'));
  t.match(answers, [{ place: { name: 'Leeds' } }, { kept: true }, { error: /text/ }]);
  t.notOk('kept' in (answers[0] as object));
});
