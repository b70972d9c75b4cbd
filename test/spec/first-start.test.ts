import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { shellOf } from '../../src/app/shell.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { FakeClock } from '../support/clock.ts';
import { engines, onEngines, type Engine } from '../support/engines.ts';
import { startOn } from '../support/first-start.ts';
import { account } from '../support/store-contract.ts';

const run = promisify(execFile);
const MOST_LINES = 20;

/** As pasted into a shell: the lines that set the keys, then the call. */
async function paste(printed: string): Promise<any> {
  const lines = printed.split('\n').filter((line) => /^ {2}(?:export|curl) /.test(line));
  const { stdout } = await run('sh', ['-c', lines.join('\n')], { env: { PATH: process.env['PATH'] } });
  return JSON.parse(stdout);
}

await onEngines('SPEC §11: the first start creates the owner’s account, without a trial', async (t, place) => {
  const clock = new FakeClock();
  const { service, printed, address } = await startOn(t, place, { clock });
  const accounts = await service.accounts.list();
  t.match(accounts, [{ email: 'operator@localhost', plan: 'power', operator: true, trialEndsAt: null }]);
  t.equal(accounts.length, 1);
  const [, key = ''] = /\n {2}export JOB_DATA_KEY=(jdm_live_\w{38})\n/.exec(printed) ?? [];
  const [, testKey = ''] = /\n {2}export JOB_DATA_TEST_KEY=(jdm_test_\w{38})\n/.exec(printed) ?? [];
  const ping = async (bearer: string): Promise<any> => {
    const response = await fetch(`${address}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping', arguments: {} } }),
    });
    return ((await response.json()) as any).result.structuredContent;
  };
  for (const bearer of [key, testKey]) {
    const said = await ping(bearer);
    t.match(said, { plan: 'power', monthly_credits: 10_000, overage_rate: 0.01, rpm_limit: 120 });
    t.notOk('trial_ends_at' in said);
  }
  clock.advance(400 * DAY_MS);
  t.match(await ping(key), { plan: 'power', credits_remaining: 10_000 }, 'it has no end');
});

await onEngines('SPEC §11: what the first start prints is short, and each key is in it once', async (t, place) => {
  const { printed, address, internet } = await startOn(t, place);
  const lines = printed.trimEnd().split('\n');
  t.ok(lines.length <= MOST_LINES, `${lines.length} lines`);
  t.equal(printed.match(/jdm_live_/g)?.length, 1);
  t.equal(printed.match(/jdm_test_/g)?.length, 1);
  t.equal(printed.match(/^ {2}curl /gm)?.length, 1);
  t.equal(printed.match(/^ {2}claude mcp add .*"Authorization: Bearer \$JOB_DATA_KEY"$/gm)?.length, 1);
  t.match(printed, `${address}/mcp`);
  t.match(printed, /^Data: \S/m);
  t.notMatch(printed, /Terms|trial/i);
  t.strictSame(internet.requests, []);
});

t.test('SPEC §11: the example call is piped to jq, as in the README, if jq is installed', async (t) => {
  if (process.platform === 'win32') return;
  const folder = t.testdir({ jq: '' });
  t.strictSame(shellOf({ PATH: `/nowhere:${folder}` }, './jobdata'), { commandLine: './jobdata', hasJq: true });
  t.strictSame(shellOf({ PATH: '/nowhere' }, 'jobdata'), { commandLine: 'jobdata', hasJq: false });
  t.strictSame(shellOf({}, 'jobdata'), { commandLine: 'jobdata', hasJq: false });
  for (const hasJq of [true, false]) {
    const [inMemory] = await engines();
    const place = await (inMemory as Engine).place(t);
    const { printed } = await startOn(t, place, { shell: { commandLine: './jobdata', hasJq } });
    t.match(printed, hasJq ? /^ {2}curl .*\}' \| jq \.result\.structuredContent$/m : /^ {2}curl .*\}'$/m);
  }
});

await onEngines('SPEC §11: its lines run as they are pasted', async (t, place) => {
  if (process.platform === 'win32') return;
  const { printed } = await startOn(t, place);
  const { result } = await paste(printed);
  t.match(result._meta['io.jobdata/receipt'], { tool: 'scrape_jobs', cost: 0, test: true });
  t.ok(result.structuredContent.total_jobs > 3);
});

await onEngines(
  'SPEC §11: a second start prints no keys and creates nothing',
  async (t, place) => {
    await (await startOn(t, place)).stop();
    const { service, printed } = await startOn(t, place);
    t.equal(printed.trimEnd().split('\n').at(-1), `Job Data MCP is listening on ${/http:\S+/.exec(printed)?.[0]}`);
    t.notMatch(printed, /jdm_|token=|operator@localhost/);
    t.equal((await service.accounts.list()).length, 1);
  },
  'shared',
);

await onEngines('SPEC §11: a store that has accounts gets no further one', async (t, place) => {
  const before = await place.open();
  await before.accounts.create(account('ann'));
  if (place.at.file !== ':memory:') await before.close();
  const shared = place.at.file === ':memory:' ? { ...place, open: async () => before } : place;
  const { service, printed } = await startOn(t, shared);
  t.notMatch(printed, /jdm_|operator@localhost/);
  t.match(await service.accounts.list(), [{ email: 'ann@example.com', operator: false }]);
});

await onEngines(
  'SPEC §11: two replicas that start at once on an empty database create one owner',
  async (t, place, engine) => {
    // Only one process serves from a file.
    if (engine.name !== 'PostgreSQL') return;
    const replicas = await Promise.all([startOn(t, place), startOn(t, place)]);
    t.equal((await replicas[0].service.accounts.list()).length, 1);
    t.equal(replicas.filter(({ printed }) => printed.includes('jdm_live_')).length, 1);
    const [owner] = await replicas[0].service.accounts.list();
    t.equal((await replicas[1].service.apiKeys.list((owner as { id: string }).id)).length, 1);
  },
  'shared',
);

t.test(
  'SPEC §11: if PLANS_FILE has no plan "power", the owner gets the largest plan, and the search fits it',
  async (t) => {
    if (process.platform === 'win32') return;
    const [inMemory] = await engines();
    const place = await (inMemory as Engine).place(t);
    const { printed, service } = await startOn(t, place, {
      plans: {
        small: { monthly_credits: 42, rpm_limit: 7 },
        large: { monthly_credits: 84, rpm_limit: 7, platforms: ['apec', 'meteojob'] },
        free_trial: { monthly_credits: 900, rpm_limit: 7 },
      },
    });
    t.match(await service.accounts.list(), [{ plan: 'large', trialEndsAt: null }]);
    const { result } = await paste(printed);
    t.match(result.structuredContent, { country: 'FR', platforms: [{ platform: 'apec' }, { platform: 'meteojob' }] });
  },
);
