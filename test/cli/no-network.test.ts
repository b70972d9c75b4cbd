import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { NETWORK_FAULTS } from '../../src/egress/network-fault.ts';
import { inlineParser } from '../../src/jobs/parser.ts';

interface Printed {
  code: number;
  out: string;
  err: string;
}

t.test('SPEC §11: without a network, one sentence gives the reason', async (t) => {
  let asked = 0;
  const run = async (...words: string[]): Promise<Printed> => {
    const printed = { out: '', err: '' };
    const code = await runCommandLine(words, {
      stdout: (text) => void (printed.out += text),
      stderr: (text) => void (printed.err += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent' },
      overrides: {
        parser: inlineParser,
        resolver: async () => {
          asked += 1;
          throw Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
        },
      },
    });
    return { code, ...printed };
  };
  const { all, one } = NETWORK_FAULTS.unresolved;

  const doctor = await run('doctor');
  t.strictSame(doctor, { code: 1, out: '', err: `Nothing could be checked: ${all}.\n` });
  t.ok(asked > 0, 'the resolver was asked');

  const json = await run('doctor', '--json', '--only', 'platforms', '--country', 'FR');
  t.equal(json.code, 1);
  const rows = JSON.parse(json.out).platforms as { status: string; reason: string }[];
  t.ok(rows.length > 1, 'programs have every row');
  for (const { status, reason } of rows) if (status !== 'not_configured') t.equal(reason, one);

  const single = await run('doctor', '--platforms', 'reed');
  t.match(single.out, one, 'of one site, its row');
  t.match(single.err, 'Not working: reed (error).');

  const search = await run('search', 'nurse');
  t.strictSame(search, {
    code: 1,
    out: '',
    err: `No platform delivered: ${all}. Nothing was charged; try again later or name other platforms.\n`,
  });
  t.match((await run('search', 'nurse', '--platforms', 'reed')).err, `No platform delivered: reed: error (${one}).`);
});
