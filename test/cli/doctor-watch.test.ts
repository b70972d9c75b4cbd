import { join } from 'node:path';
import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { nhsFeed } from '../support/api.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';

t.test('doctor --watch checks again and again, keeps what it finds and tells of it', async (t) => {
  const dataDir = t.testdir({});
  const clock = new FakeClock();
  const internet = new FakeInternet().on('https://www.jobs.nhs.uk/', { body: nhsFeed(4) });
  const watch = async (hours: number, ...words: string[]) => {
    const told = new AbortController();
    const said = { out: '', err: '' };
    const endsAt = clock.now() + hours * 3_600_000;
    const code = await runCommandLine(['doctor', ...words], {
      stdout: (text) => void (said.out += text),
      stderr: (text) => void (said.err += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: dataDir, PLATFORMS: 'nhs_jobs,adzuna_gb' },
      signal: told.signal,
      overrides: {
        clock,
        egress: internet,
        parser: inlineParser,
        reputationParser: inlineReputationParser,
        sleep: async (ms) => {
          clock.advance(ms);
          if (clock.now() >= endsAt) told.abort();
        },
      },
    });
    return { code, ...said };
  };
  const well = await watch(2, '--watch', '15m', '--only', 'platforms');
  t.equal(well.code, 0, well.err);
  t.match(well.err, /Watching 1 sources/, 'what needs a key that is not set is not asked');
  const lines = well.out.trim().split('\n');
  t.ok(lines.length >= 7 && lines.length <= 8, `${lines.length} checks in two hours`);
  t.match(lines[0], /^2026-11-20T10:00:00\.000Z {2}nhs_jobs +ok +0 ms .*pay 100 %/);

  internet.on('https://www.jobs.nhs.uk/', { status: 403 });
  const ill = await watch(1, '--watch', '15m', '--platforms', 'nhs_jobs', '--json');
  const rows = ill.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(rows[0], { check: { source: 'nhs_jobs', kind: 'platform', outcome: 'blocked', reason: /HTTP 403/ } });
  t.match(
    rows.filter(({ alert }) => alert),
    [{ alert: { event: 'blocked', source: 'nhs_jobs', text: /^NHS Jobs blocks us/ } }],
  );
  const store = await openStore({ file: join(dataDir, 'jobdata.sqlite') });
  t.match(await store.health.standings(), [{ source: 'nhs_jobs', lastOutcome: 'blocked' }]);
  await store.close();

  // Told to end while a source hangs.
  const told = new AbortController();
  internet.on('https://www.jobs.nhs.uk/', () => {
    told.abort();
    return new Promise(() => {});
  });
  clock.advance(3_600_000);
  const hanging = await runCommandLine(['doctor', '--watch', '15m', '--platforms', 'nhs_jobs'], {
    stdout: (text) => t.fail(`it says ${text}`),
    stderr: () => {},
    stdin: (async function* () {})(),
    interactive: false,
    env: { DATA_DIR: dataDir, PLATFORMS: 'nhs_jobs' },
    signal: told.signal,
    overrides: { clock, egress: internet, parser: inlineParser, reputationParser: inlineReputationParser },
  });
  t.equal(hanging, 0, 'at once');
  internet.on('https://www.jobs.nhs.uk/', { status: 403 });

  for (const words of [
    ['--watch', '1m'],
    ['--watch', 'often'],
    ['--watch', '15m', '--query', 'x'],
  ])
    t.equal((await watch(1, ...words)).code, 2, words.join(' '));
  const none = await watch(1, '--watch', '15m', '--platforms', 'adzuna_gb');
  t.match([none.code, none.err], [2, /There is no source to watch/]);
});
