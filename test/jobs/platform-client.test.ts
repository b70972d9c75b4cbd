import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { EgressError, type EgressFault } from '../../src/egress/egress.ts';
import { CircuitBreaker } from '../../src/jobs/circuit-breaker.ts';
import type { AccessPage } from '../../src/jobs/access-steps.ts';
import { PageFetcher } from '../../src/jobs/page-fetcher.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { PlatformFault } from '../../src/jobs/platform-fault.ts';
import { findPlatform, PLATFORMS } from '../../src/sources/platforms/index.ts';
import type { ListingPage, Platform, PlatformSearch } from '../../src/sources/platforms/platform.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/types.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet, type FakeAnswer } from '../support/fake-internet.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };

function fixture(code: string, file: string): string {
  return readFileSync(fileURLToPath(new URL(`../sources/platforms/${code}/${file}`, import.meta.url)), 'utf8');
}

function platformOf(code: string): Platform {
  return findPlatform(code) as Platform;
}

interface TestClient {
  internet: FakeInternet;
  clock: FakeClock;
  ask(code: string, search?: Partial<PlatformSearch>): Promise<ListingPage>;
  /** The page with its details. */
  askWhole(code: string, search?: Partial<PlatformSearch>): Promise<AccessPage>;
  /** The status and reason of a search that must fail. */
  fault(code: string, search?: Partial<PlatformSearch>): Promise<PlatformFault>;
}

async function openClient(options: { named?: string[]; store?: Store } = {}): Promise<TestClient> {
  const internet = new FakeInternet();
  const clock = new FakeClock();
  const store = options.store ?? (await openStore({ file: ':memory:' }));
  const fetcher = new PageFetcher({
    egress: internet,
    parser: inlineParser,
    clock,
    named: new Set(options.named ?? []),
    robotsTxt: 'platforms',
    budgets: store.budgets,
  });
  const askWhole: TestClient['askWhole'] = (code, search = {}) =>
    fetcher.fetch(
      platformOf(code),
      {
        query: 'data analyst',
        country: platformOf(code).country,
        locationText: '',
        place: null,
        minSalary: null,
        page: 1,
        settings: {},
        ...search,
      },
      20_000,
      AbortSignal.timeout(20_000),
    );
  const ask: TestClient['ask'] = async (code, search) => {
    const { listings, hasMore } = await askWhole(code, search);
    return { listings, hasMore };
  };
  return {
    internet,
    clock,
    ask,
    askWhole,
    fault: async (code, search) => {
      try {
        await ask(code, search);
      } catch (error) {
        if (error instanceof PlatformFault) return error;
        throw error;
      }
      throw new Error(`${code} delivered`);
    },
  };
}

const ADZUNA_KEYS = { ADZUNA_APP_ID: 'id', ADZUNA_APP_KEY: 'key' };
const FRANCE_TRAVAIL_KEYS = { FRANCE_TRAVAIL_CLIENT_ID: 'PAR_x', FRANCE_TRAVAIL_CLIENT_SECRET: 's3cret' };
const NOTE = '<footer>This site is protected by reCAPTCHA. Accept all cookies. Sign in to continue.</footer>';

/** Pages that a site sends instead of the answer, with the words of the expected reason. */
const WALLS: [string, FakeAnswer, RegExp][] = [
  [
    'Cloudflare',
    { body: '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x"></script>' },
    /captcha/,
  ],
  ['Akamai', { body: '<title>Access Denied</title><h1>Access Denied</h1><p>Reference #18.2</p>' }, /captcha/],
  [
    'DataDome in French',
    { body: '<p>Accès temporairement restreint</p><script src="https://geo.captcha-delivery.com/c.js"></script>' },
    /captcha/,
  ],
  ['a question to people', { body: `<p>${'Security '.repeat(300)}</p><title>Human Verification</title>` }, /captcha/],
  ['an English consent page', { body: '<h1>Before you continue to search</h1><button>Accept all</button>' }, /consent/],
  [
    'a French consent page',
    { body: '<h1>Nous respectons votre vie privée</h1><button>Tout accepter</button>' },
    /consent/,
  ],
  [
    'a consent page drawn by a script',
    { body: '<div id="onetrust-consent-sdk"></div><script src="/o.js"></script>' },
    /consent/,
  ],
  ['an English log-in page', { body: '<h1>Log in to view jobs</h1><input type=password>' }, /log in/],
  ['a French log-in page', { body: '<h1>Identifiez-vous pour accéder aux offres</h1>' }, /log in/],
  ['a redirect to a log-in', { url: 'https://www.example.com/authwall?next=x', body: '<p>Welcome.</p>' }, /log in/],
  ['an outage with a captcha', { status: 503, body: '<title>Just a moment...</title>' }, /captcha/],
];

t.test('SPEC §3: a block page is reported as blocked and never parsed as jobs', async (t) => {
  for (const { code, settings, country, accessMethods } of PLATFORMS) {
    const client = await openClient();
    const keys = Object.fromEntries(
      (settings ?? []).filter(({ isAddress }) => !isAddress).map(({ name }) => [name, 'k3y']),
    );
    for (const [what, answer, reason] of WALLS) {
      client.internet.on('https://', { headers: HTML, ...answer });
      const fault = await client.fault(code, {
        country,
        settings: accessMethods.every(({ needs }) => needs) ? keys : {},
      });
      t.equal(fault.status, 'blocked', `${code}: ${what}: ${fault.message}`);
      t.match(fault.message, reason);
    }
  }
});

t.test('SPEC §3: pages that only mention captchas and consent are parsed', async (t) => {
  const client = await openClient();
  const pages: [string, string, number][] = [
    ['totaljobs', '0.state.html', 4],
    ['work_hub', '0.page.html', 3],
    ['cv_library', '1.page.html', 3],
    ['meteojob', '0.page.html', 3],
    ['france_travail', '1.cards.html', 3],
  ];
  for (const [code, file, count] of pages) {
    client.internet.on('https://', {
      headers: HTML,
      body: `${fixture(code, file)}<script src="https://www.google.com/recaptcha/api.js?g-recaptcha"></script>${NOTE}`,
    });
    t.equal((await client.ask(code)).listings.length, count, code);
  }
  const empties: [string, string][] = [
    ['totaljobs', '0.empty.html'],
    ['work_hub', '0.empty.html'],
    ['jobs_ac_uk', '0.empty.html'],
    ['cv_library', '1.empty.html'],
    ['meteojob', '0.empty.html'],
    ['france_travail', '1.empty.html'],
    ['hellowork', '0.empty.html'],
    ['linkedin_gb', '0.empty.html'],
  ];
  for (const [code, file] of empties) {
    const body = fixture(code, file);
    const extra = body === '' ? '' : `<div id="onetrust-consent-sdk" class="g-recaptcha"></div>${NOTE}`;
    client.internet.on('https://', { headers: HTML, body: body + extra });
    t.strictSame(await client.ask(code), { listings: [], hasMore: false }, code);
  }
  client.internet.on('https://www.jobs.service.gov.uk/', {
    headers: HTML,
    body: '<title>Security check jobs</title><h1>No results found for security check, access denied</h1>',
  });
  t.strictSame((await client.ask('work_hub', { query: 'security check' })).listings, [], 'the words of the search');
  client.internet.on('https://www.totaljobs.com/jobs/login', {
    headers: HTML,
    body: fixture('totaljobs', '0.empty.html'),
  });
  t.strictSame((await client.ask('totaljobs', { query: 'login' })).listings, [], 'a search for such a word');
});

t.test('SPEC §3: HTTP statuses lead to different outcomes', async (t) => {
  const client = await openClient();
  const rows: [string, FakeAnswer, PlatformFault['status'], RegExp][] = [
    ['403', { status: 403, body: 'no' }, 'blocked', /HTTP 403/],
    ['999', { status: 999 }, 'blocked', /HTTP 999/],
    ['451', { status: 451 }, 'blocked', /HTTP 451/],
    ['500', { status: 500, body: 'oops' }, 'error', /is down/],
    ['404', { status: 404, body: 'gone' }, 'changed', /HTTP 404/],
    ['other markup', { headers: HTML, body: fixture('totaljobs', '0.changed.html') }, 'changed', /neither/],
    ['429 without a time', { status: 429 }, 'rate_limited', /slow down$/],
  ];
  for (const [what, answer, status, reason] of rows) {
    client.internet.on('https://', answer);
    const fault = await client.fault('totaljobs');
    t.equal(fault.status, status, what);
    t.match(fault.message, reason, what);
  }
  t.strictSame(
    (client.internet.on('https://www.reed.co.uk/', { status: 404, body: 'nothing here' }),
    (await client.ask('reed', { page: 9 })).listings),
    [],
    'a status that the platform uses for an end is one',
  );
});

t.test('SPEC §3: a firewall’s challenge without a page is reported as blocked too', async (t) => {
  const client = await openClient();
  const rows: FakeAnswer[] = [
    { status: 202, body: '' },
    { status: 200, headers: { 'x-amzn-waf-action': 'challenge' }, body: 'window.x=1' },
    { status: 200, headers: { 'cf-mitigated': 'challenge', 'content-type': 'text/javascript' }, body: 'x()' },
  ];
  for (const answer of rows) {
    client.internet.on('https://', answer);
    for (const code of ['wttj', 'work_hub'])
      t.match(
        await client.fault(code),
        { status: 'blocked', message: /captcha or challenge/ },
        `${code} ${answer.status}`,
      );
  }
});

t.test('SPEC §3: a fault that waiting would not fix starts no cooldown', async (t) => {
  const client = await openClient();
  const settings = FRANCE_TRAVAIL_KEYS;
  client.internet
    .on('https://entreprise.francetravail.fr/', { headers: JSON_TYPE, body: '{"access_token":"t0k"}' })
    .on('https://api.francetravail.io/', { status: 400, headers: JSON_TYPE, body: '{"message":"Mot trop court."}' });
  t.match(await client.fault('france_travail', { settings }), { status: 'error', opensCircuit: false }, 'a bad search');
  client.internet.on('https://', () => {
    throw new EgressError('robots', 'robots');
  });
  t.match(await client.fault('hellowork'), { status: 'blocked', message: 'robots', opensCircuit: false });
  t.match(await client.fault('adzuna_gb'), { status: 'not_configured', opensCircuit: false });
  client.internet.on('https://', { status: 429, headers: { 'retry-after': '30' } });
  t.match(await client.fault('nhs_jobs'), { status: 'rate_limited', opensCircuit: false }, 'a 429 that says how long');
  client.internet.on('https://', { status: 429 });
  t.match(await client.fault('meteojob'), { status: 'rate_limited', opensCircuit: true, opensAtOnce: true });
  client.internet.on('https://', () => {
    throw new EgressError('queued', 'too many requests are already waiting for this site');
  });
  t.match(await client.fault('meteojob'), { status: 'busy', message: /already waiting/, opensCircuit: false });
  for (const status of [403, 500]) {
    client.internet.on('https://', { status });
    t.match(await client.fault('totaljobs'), { opensCircuit: true }, `HTTP ${status}`);
  }
  client.internet.on('https://', { status: 404 });
  t.match(
    await client.fault('totaljobs'),
    { status: 'changed', opensCircuit: false },
    'one odd search may bring it about',
  );
});

t.test('SPEC §3: a list redirected to another host is not accepted as the platform’s', async (t) => {
  const client = await openClient();
  const page = '<ul><li class="result"><a href="https://www.totaljobs.com/job/1">Nurse</a></li></ul>';
  client.internet.on('https://www.totaljobs.com/', { url: 'https://ads.example/jobs', body: page });
  t.match(await client.fault('totaljobs'), { status: 'changed', message: 'the site led to another site' });
  client.internet.on('https://www.totaljobs.com/', {
    url: 'https://challenge.example/',
    body: '<title>Just a moment...</title><div id="cf-challenge"></div>',
    headers: { 'cf-mitigated': 'challenge' },
  });
  t.match(await client.fault('totaljobs'), { status: 'blocked' }, 'a wall elsewhere is a wall');
});

t.test('SPEC §3: network faults lead to different outcomes', async (t) => {
  const client = await openClient();
  const rows: [EgressFault, PlatformFault['status'], RegExp][] = [
    ['timeout', 'timeout', /./],
    ['aborted', 'timeout', /./],
    ['robots', 'blocked', /^robots$/],
    ['too_large', 'error', /too large/],
    ['unresolved', 'error', /./],
    ['connection', 'error', /./],
    ['certificate', 'error', /./],
    ['too_many_redirects', 'error', /./],
  ];
  for (const [kind, status, reason] of rows) {
    client.internet.on('https://', () => {
      throw new EgressError(kind, `the answer is ${kind.replace('_', ' ')}`);
    });
    const fault = await client.fault('work_hub');
    t.equal(fault.status, status, kind);
    t.match(fault.message, reason);
  }
  client.internet.on('https://', () => {
    throw new TypeError('a fault of ours');
  });
  await t.rejects(client.ask('work_hub'), TypeError);
});

t.test('SPEC §10: robots.txt is respected for pages, unless the operator named the platform', async (t) => {
  const asked = async (code: string, named: string[], settings = {}): Promise<unknown> => {
    const client = await openClient({ named });
    client.internet.on('https://', { status: 500 });
    await client.fault(code, { settings });
    return client.internet.requests[0]?.respectRobots;
  };
  t.equal(await asked('hellowork', []), true);
  t.equal(await asked('hellowork', ['hellowork']), false);
  t.equal(await asked('reed', []), true);
  t.equal(await asked('reed', [], { REED_API_KEY: 'k' }), false);
});

t.test('SPEC §10: keys enable the API; without keys, a platform that needs them is not configured', async (t) => {
  const client = await openClient();
  const fault = await client.fault('adzuna_gb');
  t.equal(fault.status, 'not_configured');
  t.match(fault.message, /ADZUNA_APP_ID and ADZUNA_APP_KEY/);
  t.match(
    await client.fault('adzuna_fr', { settings: { ADZUNA_APP_ID: 'id' } }),
    { status: 'not_configured', message: /not set ADZUNA_APP_KEY$/ },
    'what is missing alone',
  );
  t.equal(client.internet.requests.length, 0);

  client.internet.on('https://api.adzuna.com/v1/api/jobs/fr/search/1?', {
    headers: JSON_TYPE,
    body: fixture('adzuna_fr', '0.api.json'),
  });
  t.equal((await client.ask('adzuna_fr', { settings: ADZUNA_KEYS })).listings.length, 2);
  client.internet.on('https://api.adzuna.com/', { status: 401, headers: JSON_TYPE, body: '{"exception":"AUTH_FAIL"}' });
  t.match(await client.fault('adzuna_gb', { settings: ADZUNA_KEYS }), {
    status: 'error',
    message: /refused the operator's key/,
  });

  client.internet.on('https://www.cv-library.co.uk/search-jobs-json?', {
    headers: JSON_TYPE,
    body: fixture('cv_library', '0.api.json'),
  });
  t.equal((await client.ask('cv_library', { settings: { CV_LIBRARY_API_KEY: 'k' } })).listings.length, 3);
});

t.test('Retry-After on a 429 is honoured', async (t) => {
  const client = await openClient();
  client.internet.on('https://', { status: 429, headers: { 'retry-after': '90' } });
  t.match(await client.fault('totaljobs'), { status: 'rate_limited', retryAfterSeconds: 90, message: /in 90 seconds/ });
  client.internet.on('https://', { headers: HTML, body: fixture('totaljobs', '0.state.html') });
  client.clock.advance(60_000);
  t.match(await client.fault('totaljobs'), { status: 'rate_limited', message: /in 30 seconds/ });
  t.equal(client.internet.requests.length, 1, 'the site was left alone');
  client.clock.advance(30_000);
  t.equal((await client.ask('totaljobs')).listings.length, 4);

  client.internet.on('https://', { status: 429, headers: { 'retry-after': 'Fri, 20 Nov 2026 10:03:00 GMT' } });
  t.match(await client.fault('totaljobs'), { retryAfterSeconds: 90 }, 'a date');
});

t.test('France Travail: token, both hosts, renewal', async (t) => {
  const client = await openClient();
  const token = 'https://entreprise.francetravail.fr/connexion/oauth2/access_token';
  const api = 'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search';
  let tokens = 0;
  let valid = '';
  const answers: Record<string, FakeAnswer> = {};
  client.internet.on(token, (request) => {
    t.match(
      request.body,
      /grant_type=client_credentials&client_id=PAR_x&client_secret=s3cret&scope=api_offresdemploiv2\+o2dsoffre/,
    );
    tokens += 1;
    valid = `token${tokens}`;
    return {
      headers: JSON_TYPE,
      body: JSON.stringify({ access_token: valid, token_type: 'Bearer', expires_in: 1499 }),
    };
  });
  client.internet.on(api, (request) => {
    if (request.headers?.['authorization'] !== `Bearer ${valid}`) return { status: 401 };
    return answers[new URL(request.url).searchParams.get('origineOffre') ?? ''] ?? { status: 204 };
  });
  const search = { settings: FRANCE_TRAVAIL_KEYS };
  const offer = (id: string): object => ({ id, intitule: `Job ${id}`, lieuTravail: { libelle: '75 - PARIS 05' } });
  answers['1'] = { status: 206, headers: JSON_TYPE, body: JSON.stringify({ resultats: [offer('a'), offer('b')] }) };
  answers['2'] = {
    headers: JSON_TYPE,
    body: JSON.stringify({ resultats: [offer('p'), { ...offer('x'), lieuTravail: { libelle: 'Portugal' } }] }),
  };
  t.strictSame(
    (await client.ask('france_travail', search)).listings.map(({ id }) => id),
    ['a', 'p', 'b'],
    'one list after the other, none abroad',
  );
  t.equal(tokens, 1);

  answers['2'] = { status: 204 };
  t.strictSame(
    (await client.ask('france_travail', search)).listings.map(({ id }) => id),
    ['a', 'b'],
  );
  answers['1'] = { status: 204 };
  t.strictSame(await client.ask('france_travail', search), { listings: [], hasMore: false }, 'no content is no result');
  t.equal(tokens, 1, 'the token was kept');

  client.clock.advance(60_000);
  valid = 'revoked';
  answers['1'] = { status: 206, headers: JSON_TYPE, body: JSON.stringify({ resultats: [offer('a')] }) };
  t.equal((await client.ask('france_travail', search)).listings.length, 1);
  t.equal(tokens, 2, 'a refused token is asked for once more');
  client.clock.advance(1_440_000);
  await client.ask('france_travail', search);
  t.equal(tokens, 3, 'before it runs out');

  answers['2'] = { status: 500 };
  t.equal((await client.ask('france_travail', search)).listings.length, 1, 'the second list fails, the first stays');
  answers['1'] = { status: 204 };
  t.equal(
    (await client.fault('france_travail', search)).status,
    'error',
    'nothing found and half not looked at is no answer',
  );

  answers['1'] = {
    status: 400,
    headers: JSON_TYPE,
    body: '{"message":"Valeur du paramètre « commune » incorrecte.","codeErreur":"x"}',
  };
  t.match(await client.fault('france_travail', search), { status: 'error', message: /commune/ });
  client.internet.requests.length = 0;
  t.match(
    await client.fault('france_travail', { ...search, query: 'c' }),
    { status: 'error', message: /two letters/, opensCircuit: false },
    'words of one letter cannot be asked for: that is no empty list',
  );
  t.notOk(client.internet.requests.some(({ url }) => url.startsWith(api)));

  client.clock.advance(1_440_000);
  client.internet.on(token, {
    status: 400,
    headers: JSON_TYPE,
    body: '{"error":"invalid_client","error_description":"no"}',
  });
  t.match(await client.fault('france_travail', search), { status: 'error', message: /credentials \(invalid_client\)/ });
});

t.test('Welcome to the Jungle: fetches and renews its key, then falls back to the keyless method', async (t) => {
  const client = await openClient();
  let keys = 0;
  let valid = '';
  const env = 'https://www.welcometothejungle.com/api/env';
  client.internet.on(env, () => {
    keys += 1;
    valid = `browserkey${keys}`;
    return {
      body: `window.env = {"PUBLIC_ALGOLIA_APPLICATION_ID":"ABCDEFGH","PUBLIC_ALGOLIA_API_KEY_CLIENT":"${valid}"};`,
    };
  });
  client.internet.on('https://abcdefgh-dsn.algolia.net/1/indexes/', (request) =>
    request.headers?.['x-algolia-api-key'] === valid
      ? { headers: JSON_TYPE, body: fixture('wttj', '0.hits.json') }
      : { status: 403, headers: JSON_TYPE, body: '{"message":"Invalid Application-ID or API key"}' },
  );
  const titles = async (): Promise<string[]> => (await client.ask('wttj')).listings.map(({ title }) => title);
  t.strictSame(await titles(), ['Product Manager', 'Data Engineer'], "another country's job is no result");
  await titles();
  t.equal(keys, 1, 'the key is kept');
  client.clock.advance(60_000);
  valid = 'rotated-meanwhile';
  t.equal((await titles()).length, 2);
  t.equal(keys, 2, 'a refused key is fetched again');

  client.clock.advance(13 * 3_600_000);
  client.internet.on(env, { status: 403 });
  client.internet.on('https://api.welcometothejungle.com/api/v3/public/jobs', {
    headers: JSON_TYPE,
    body: fixture('wttj', '1.jobs.json'),
  });
  t.strictSame(await titles(), ['Comptable'], 'the keyless search');
  client.internet.on('https://api.welcometothejungle.com/', { status: 500 });
  t.match(
    await client.fault('wttj'),
    { status: 'blocked', message: /HTTP 403/ },
    'the error is that of the first access method',
  );
});

t.test('SPEC §3: budgets of keyed APIs survive restarts', async (t) => {
  const file = `${t.testdir({})}/budgets.sqlite`;
  let store = await openStore({ file });
  const answer = { headers: JSON_TYPE, body: fixture('adzuna_gb', '0.empty.json') };
  let client = await openClient({ store });
  client.internet.on('https://', answer);
  for (let call = 0; call < 25; call += 1)
    await client.ask(call % 2 ? 'adzuna_gb' : 'adzuna_fr', { settings: ADZUNA_KEYS });
  const fault = await client.fault('adzuna_gb', { settings: ADZUNA_KEYS });
  t.match(fault, { status: 'rate_limited', message: /2026-11-20T10:01:00/, retryAfterSeconds: 60 });
  await store.close();

  store = await openStore({ file });
  client = await openClient({ store });
  client.internet.on('https://', answer);
  t.equal(
    (await client.fault('adzuna_fr', { settings: ADZUNA_KEYS })).status,
    'rate_limited',
    'both countries share one key',
  );
  t.equal(client.internet.requests.length, 0);
  for (let minute = 1; minute <= 9; minute += 1) {
    client.clock.advance(60_000);
    for (let call = 0; call < 25; call += 1) await client.ask('adzuna_gb', { settings: ADZUNA_KEYS });
  }
  client.clock.advance(60_000);
  t.match(await client.fault('adzuna_gb', { settings: ADZUNA_KEYS }), { message: /2026-11-21T10:00:00/ }, '250 a day');
  client.clock.set('2026-11-21T10:00:00Z');
  await client.ask('adzuna_gb', { settings: ADZUNA_KEYS });
  await store.close();
});

t.test('SPEC §3: a platform that keeps failing gets a cooldown', async (t) => {
  const clock = new FakeClock();
  const breaker = new CircuitBreaker(clock);
  const minutes = async (): Promise<number | undefined> => {
    const until = (await breaker.openCircuitOf('reed'))?.until;
    return until === undefined ? undefined : (until - clock.now()) / 60_000;
  };
  await breaker.failed('reed');
  await breaker.failed('reed');
  await breaker.succeeded('reed');
  await breaker.failed('reed');
  await breaker.failed('reed');
  t.equal(await minutes(), undefined, 'an answer in between starts the count anew');
  await breaker.failed('reed');
  t.equal(await minutes(), 5);
  t.strictSame(breaker.openCodes(), ['reed']);
  t.equal(await breaker.openCircuitOf('apec'), undefined);
  for (const expected of [10, 20, 40, 60, 60]) {
    clock.advance(((await minutes()) ?? 0) * 60_000);
    t.equal(await minutes(), undefined, 'it may be asked again');
    await breaker.failed('reed');
    t.equal(await minutes(), expected, 'longer each time');
  }
  clock.advance(3_600_000);
  await breaker.succeeded('reed');
  await breaker.failed('reed');
  t.equal(await minutes(), undefined, 'well again');
  t.strictSame(breaker.openCodes(), []);
});
