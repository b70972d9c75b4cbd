import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { diagnose } from '../../src/cli/doctor.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { readConfig } from '../../src/config.ts';
import { createCore } from '../../src/context-core.ts';
import { createSearchHouse } from '../../src/context-services.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';

function fixture(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../platforms/${path}`, import.meta.url)), 'utf8');
}

t.test('SPEC §11: doctor says what each platform gave', async (t) => {
  const internet = new FakeInternet()
    .on('https://', { status: 403 })
    .on('https://findajob.dwp.gov.uk/search?q=accountant&w=Leeds', {
      headers: { 'content-type': 'text/html' },
      body: fixture('find_a_job/0.page.html'),
    })
    .on('https://www.jobs.nhs.uk/', { body: fixture('nhs_jobs/0.empty.xml') })
    .on('https://www.totaljobs.com/', { status: 429, headers: { 'retry-after': '7' } })
    .on('https://www.jobs.ac.uk/', {
      headers: { 'content-type': 'text/html' },
      body: fixture('jobs_ac_uk/0.changed.html'),
    });
  const core = createCore(readConfig({ DATA_DIR: t.testdir({}) }), {
    clock: new FakeClock(),
    store: openSqliteStore(':memory:'),
  });
  const house = createSearchHouse(core, { egress: internet, parser: inlineParser });
  const rows = await diagnose(
    house,
    house.catalog.enabled.filter(({ country }) => country === 'GB'),
    core.clock,
    { query: undefined, location: 'Leeds' },
  );
  t.strictSame(
    rows.map(({ platform, status }) => `${platform} ${status}`),
    [
      'reed blocked',
      'totaljobs rate_limited',
      'nhs_jobs empty',
      'find_a_job ok',
      'jobs_ac_uk changed',
      'cv_library blocked',
      'adzuna_gb not_configured',
    ],
  );
  t.strictSame(rows[3], {
    platform: 'find_a_job',
    country: 'GB',
    status: 'ok',
    jobs: 5,
    with_salary: 0.8,
    with_work_mode: 0.6,
    with_date: 1,
    with_description: 0.4,
    ms: 0,
  });
  await house.close();
  await core.store.close();
});

t.test('SPEC §11: exit codes and output', async (t) => {
  // A way out that leads nowhere: nothing may leave the machine.
  const proxy = createServer((_, response) => response.writeHead(502).end());
  proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const run = async (...words: string[]): Promise<{ code: number; out: string; err: string }> => {
    const said = { out: '', err: '' };
    const code = await runCommandLine(['doctor', ...words], {
      stdout: (text) => void (said.out += text),
      stderr: (text) => void (said.err += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: t.testdir({}), EGRESS_PROXY: `http://127.0.0.1:${port}`, ROBOTS_TXT: 'off' },
    });
    return { code, ...said };
  };
  const well = await run('--platforms', 'adzuna_gb', '--json');
  t.equal(well.code, 0, 'a platform without its keys is not ill');
  t.match(JSON.parse(well.out), { platforms: [{ platform: 'adzuna_gb', status: 'not_configured', jobs: 0 }] });
  const ill = await run('--platforms', 'nhs_jobs,adzuna_gb', '--country', 'gb');
  t.equal(ill.code, 1);
  t.match(ill.out, /^PLATFORM +STATUS +JOBS/);
  t.match(ill.out, /\nnhs_jobs +error +0/);
  t.match(ill.err, /Not well: nhs_jobs \(error\)/);
  t.equal((await run('--platforms', 'monster')).code, 2);
  t.equal((await run('--country', 'DE')).code, 2);
});
