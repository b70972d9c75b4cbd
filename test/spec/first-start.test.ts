import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readConfig } from '../../src/config/config.ts';
import { serve } from '../../src/app/serve.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { FakeInternet } from '../support/fake-internet.ts';

/** A first start on an empty folder, without any network. */
async function start(t: Test, plans?: object) {
  const folder = t.testdir({});
  const plansFile = join(folder, 'plans.json');
  if (plans) writeFileSync(plansFile, JSON.stringify(plans));
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DRAIN_WAIT_MS: '0',
    ...(plans ? { PLANS_FILE: plansFile } : {}),
  });
  const internet = new FakeInternet();
  let printed = '';
  const running = await serve(config, (text) => (printed += text), {
    egress: internet,
    parser: inlineParser,
    reputationParser: inlineReputationParser,
  });
  t.teardown(() => running.stop());
  /** As the shell would run a printed line. */
  const curl = async (line: string): Promise<any> => {
    const [, url = '', authorization = '', body = ''] =
      /^\s*curl -s (\S+) -H 'Authorization: ([^']+)' -H 'Content-Type: application\/json' -d '([^']+)'$/.exec(line) ??
      [];
    const headers = { authorization, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body })).json();
  };
  return { printed, internet, lines: printed.split('\n').filter((line) => line.includes('curl ')), curl };
}

t.test('SPEC §11: the first start prints both keys, and a line for each that runs as it stands', async (t) => {
  const { printed, internet, lines, curl } = await start(t);
  t.match(printed, /a trial of 14 days,\s100 credits a month and 10 calls a minute/);
  t.equal(lines.length, 2);
  const [live, test] = lines as [string, string];
  t.match(live, /Bearer jdm_live_\w{38}'.*"name":"ping"/);
  t.match(test, /Bearer jdm_test_\w{38}'.*"name":"scrape_jobs"/);
  t.match((await curl(live)).result, { structuredContent: { plan: 'free_trial', credits_remaining: 100 } });
  const { result } = await curl(test);
  t.match(result._meta['io.jobdata/receipt'], { tool: 'scrape_jobs', cost: 0, test: true });
  t.ok(result.structuredContent.total_jobs > 3);
  t.strictSame(internet.requests, []);
});

t.test('SPEC §11: the figures are those of PLANS_FILE, and the search is of a country that the plan has', async (t) => {
  const { printed, lines, curl } = await start(t, {
    free_trial: { monthly_credits: 42, rpm_limit: 7, platforms: ['apec', 'meteojob'] },
  });
  t.match(printed, /42 credits a month and 7 calls a minute/);
  const { result } = await curl(lines[1] as string);
  t.match(result.structuredContent, { country: 'FR', platforms: [{ platform: 'apec' }, { platform: 'meteojob' }] });
  t.ok(result.structuredContent.total_jobs > 0);
});
