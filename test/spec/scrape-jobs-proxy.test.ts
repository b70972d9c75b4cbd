import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateCACertificate, getLocal, type CompletedRequest } from 'mockttp';
import t, { type Test } from 'tap';
import type { Country, PlatformStatus, ScrapeJobsResult } from '../../schemas/index.ts';
import { PLATFORMS } from '../../src/sources/platforms/index.ts';
import type { Platform } from '../../src/sources/platforms/platform.ts';
import { some } from '../support/volume.ts';

/** Keys of platforms that cannot be read without one. */
const KEYS: Readonly<Record<string, string>> = {
  ADZUNA_APP_ID: 'app',
  ADZUNA_APP_KEY: 'k3y',
  FRANCE_TRAVAIL_CLIENT_ID: 'client',
  FRANCE_TRAVAIL_CLIENT_SECRET: 's3cret',
};
/** Answers of the requests that precede a search. */
const STEPS: readonly (readonly [path: RegExp, body: string])[] = [
  [
    /^\/api\/env$/,
    'window.env={"PUBLIC_ALGOLIA_APPLICATION_ID":"APPID12345","PUBLIC_ALGOLIA_API_KEY_CLIENT":"abcdef0123456789"}',
  ],
  [
    /access_token/,
    '{"access_token":"t0ken","token_type":"Bearer","expires_in":1499,"scope":"api_offresdemploiv2 o2dsoffre"}',
  ],
];

type Behaviour = 'answers' | 'hangs' | 'blocked' | 'changed' | 'huge' | 'nested';
const STATUS: Readonly<Record<Behaviour, PlatformStatus>> = {
  answers: 'ok',
  hangs: 'timeout',
  blocked: 'blocked',
  changed: 'changed',
  huge: 'error',
  nested: 'changed',
};
const FAULTS: Readonly<Record<Country, Readonly<Record<string, Behaviour>>>> = {
  GB: {
    reed: 'hangs',
    nhs_jobs: 'hangs',
    work_hub: 'blocked',
    cv_library: 'changed',
    totaljobs: 'huge',
    jobs_ac_uk: 'nested',
  },
  FR: { wttj: 'hangs', france_travail: 'blocked', meteojob: 'nested', adzuna_fr: 'huge' },
};

const HUGE = Buffer.alloc(50 * 1024 * 1024, '<p>words</p>');
const NESTED = `<html><body>${'<div>'.repeat(50_000)}x${'</div>'.repeat(50_000)}</body></html>`;
const CAPTCHA =
  '<html><head><title>Just a moment...</title></head><body>Checking your browser. <script src="/cdn-cgi/challenge-platform/h.js"></script></body></html>';
const OTHER_MARKUP =
  '<html><body><main><p>Our new site is here, with another markup altogether.</p></main></body></html>';

const defaultsOf = (country: Country): Platform[] =>
  PLATFORMS.filter((platform) => platform.byDefault && platform.country === country);

/** The fixture page with listings for the access method that these keys allow. */
function fixtureOf(platform: Platform): { body: string; type: string } {
  const accessMethod = platform.accessMethods.findIndex(({ needs }) => (needs ?? []).every((name) => KEYS[name]));
  const folder = fileURLToPath(new URL(`../sources/platforms/${platform.code}/`, import.meta.url));
  const file = readdirSync(folder).find(
    (name) => name.startsWith(`${accessMethod}.`) && !/\.expected\.json$|^\d\.(?:empty|changed)/.test(name),
  );
  if (!file) throw new Error(`${platform.code} has no page for access method ${accessMethod}.`);
  const type = file.endsWith('.json')
    ? 'application/json'
    : file.endsWith('.xml')
      ? 'application/xml'
      : 'text/html; charset=utf-8';
  return { body: readFileSync(folder + file, 'utf8'), type };
}

/** A proxy on loopback that simulates every site over TLS. */
async function playInternet(t: Test) {
  const authority = await generateCACertificate({ subject: { commonName: 'Played internet' } });
  const proxy = getLocal({ https: { key: authority.key, cert: authority.cert }, http2: false });
  await proxy.start();
  t.teardown(() => proxy.stop());
  const state: { country: Country; behaviours: Readonly<Record<string, Behaviour>>; asked: string[] } = {
    country: 'GB',
    behaviours: {},
    asked: [],
  };
  const held: ((value: { statusCode: number }) => void)[] = [];
  t.teardown(() => held.forEach((release) => release({ statusCode: 504 })));
  await proxy.forAnyRequest().thenCallback(async (request: CompletedRequest) => {
    const { hostname, pathname } = new URL(request.url);
    state.asked.push(request.url);
    if (pathname === '/robots.txt') return { statusCode: 404, body: '' };
    const platform = defaultsOf(state.country).find(({ hosts }) =>
      hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host)),
    );
    if (!platform) return { statusCode: 500, body: 'no platform has this host' };
    switch (state.behaviours[platform.code] ?? 'answers') {
      case 'hangs':
        return new Promise<{ statusCode: number }>((resolve) => held.push(resolve));
      case 'blocked':
        return { statusCode: 200, headers: { 'content-type': 'text/html' }, body: CAPTCHA };
      case 'changed':
        return { statusCode: 200, headers: { 'content-type': 'text/html' }, body: OTHER_MARKUP };
      case 'huge':
        return { statusCode: 200, headers: { 'content-type': 'text/html' }, rawBody: HUGE };
      case 'nested':
        return { statusCode: 200, headers: { 'content-type': 'text/html' }, body: NESTED };
      default: {
        const step = STEPS.find(([path]) => path.test(pathname));
        if (step) return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: step[1] };
        const { body, type } = fixtureOf(platform);
        return { statusCode: 200, headers: { 'content-type': type }, body };
      }
    }
  });
  return { url: `http://127.0.0.1:${proxy.port}`, certificate: authority.cert, state };
}

type Internet = Awaited<ReturnType<typeof playInternet>>;

const DIST = new URL('../../dist/src/', import.meta.url).href;

/** The built service in a separate process; no name resolves, so only the proxy can be reached. */
const SERVICE = `import { readConfig } from '${DIST}config/config.js';
import { createService } from '${DIST}app/service.js';
import { PLATFORM_SETTINGS } from '${DIST}sources/platforms/index.js';

const service = await createService(readConfig(process.env, PLATFORM_SETTINGS), {
  resolver: async (name) => {
    throw new Error(name);
  },
  pace: false,
});
const account = await service.accounts.create({ email: 'caller@example.com', plan: 'pro' });
const { apiKey } = await service.apiKeys.create(account.id);
const address = await service.app.listen({ host: '127.0.0.1', port: 0 });

process.on('message', () => process.send?.({ peakMegabytes: process.resourceUsage().maxRSS / 1024 }));
process.on('disconnect', () => {
  void service.close().finally(() => process.exit(0));
});
process.send?.({ address, apiKey });
`;

interface Service {
  search(args: object): Promise<{ result: ScrapeJobsResult; cost: number }>;
  peakMegabytes(): Promise<number>;
}

async function startService(t: Test, internet: Internet): Promise<Service> {
  const folder = t.testdir({ 'service.mjs': SERVICE, 'authority.pem': internet.certificate });
  const child: ChildProcess = fork(join(folder, 'service.mjs'), {
    env: {
      ...KEYS,
      LOG_LEVEL: 'error',
      DATA_DIR: folder,
      EGRESS_PROXY: internet.url,
      EGRESS_CA_FILE: join(folder, 'authority.pem'),
      // Even a busy machine gets the answers before this deadline.
      CALL_DEADLINE_MS: '30000',
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  t.teardown(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });
  const [{ address, apiKey }] = (await once(child, 'message')) as [{ address: string; apiKey: string }];
  let id = 0;
  return {
    search: async (args) => {
      id += 1;
      const response = await fetch(`${address}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name: 'scrape_jobs', arguments: args },
        }),
        // Far beyond every deadline: an answer that never comes fails the test.
        signal: AbortSignal.timeout(60_000),
      });
      const { result, error } = (await response.json()) as { result?: any; error?: { message: string } };
      if (!result) throw new Error(error?.message ?? 'no answer');
      return {
        result: result.structuredContent as ScrapeJobsResult,
        cost: result._meta['io.jobdata/receipt'].cost as number,
      };
    },
    peakMegabytes: async () => {
      const answered = once(child, 'message');
      child.send('memory');
      const [{ peakMegabytes }] = (await answered) as [{ peakMegabytes: number }];
      return peakMegabytes;
    },
  };
}

t.test('every default platform through a proxy that simulates the internet', async (t) => {
  const internet = await playInternet(t);
  const service = await startService(t, internet);

  await t.test('all answer', async (t) => {
    for (const country of ['GB', 'FR'] as const) {
      internet.state.country = country;
      const codes = defaultsOf(country).map(({ code }) => code);
      const { result, cost } = await service.search({ query: 'data', country, platforms: codes, limit: 500 });
      t.strictSame(
        result.platforms.map(({ platform, status, reason }) => [platform, status, reason]),
        codes.map((code) => [code, 'ok', undefined]),
      );
      t.ok(result.platforms.every(({ jobs }) => jobs > 0));
      t.equal(result.total_jobs, result.jobs.length);
      t.equal(cost, 2);
      const again = await service.search({ query: 'data', country, platforms: codes, limit: 500 });
      t.match(again, { cost: 0.5, result: { source: 'cache', total_found: result.total_found } });
    }
  });

  await t.test('two hang, one is blocked, one has changed, one sends 50 MB, one 50,000 nested elements', async (t) => {
    // Every fault occurs in Great Britain.
    for (const country of some(['GB'], ['GB', 'FR'] as const)) await meetFaults(t, internet.state, service, country);
  });
});

async function meetFaults(t: Test, state: Internet['state'], service: Service, country: Country): Promise<void> {
  state.country = country;
  const codes = defaultsOf(country).map(({ code }) => code);
  const faults = Object.entries(FAULTS[country]).filter(([code]) => codes.includes(code));
  // At least one platform must deliver.
  state.behaviours = Object.fromEntries(faults.slice(0, codes.length - 1));
  const { result, cost } = await service.search({ query: 'figures', country, platforms: codes });
  t.strictSame(
    result.platforms.map(({ platform, status }) => [platform, status]),
    codes.map((code) => [code, STATUS[state.behaviours[code] ?? 'answers']]),
  );
  for (const { status, reason, jobs } of result.platforms) {
    t.equal(jobs > 0, status === 'ok');
    if (status !== 'ok') t.match(reason, /\w+ \w+/, `${status} says why`);
  }
  t.equal(cost, 2, 'what was delivered is charged');
  const peak = await service.peakMegabytes();
  t.ok(peak < 400, `memory of ${country}: ${Math.round(peak)} MB at most`);
}
