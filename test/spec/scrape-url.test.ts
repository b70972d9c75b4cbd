import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { EgressError, type EgressFault } from '../../src/egress/egress.ts';
import type { PageExchange, RenderedPage, Renderer, RenderRequest } from '../../src/egress/renderer.ts';
import type { PageContent, PageInput } from '../../src/pages/page-content.ts';
import type { PageReader } from '../../src/pages/page-reader.ts';
import { openApi, type Answer, type Api } from '../support/api.ts';

type PlayedPage = Partial<Omit<RenderedPage, 'html'>> & { html?: string };

type Played = PlayedPage | EgressFault | ((request: RenderRequest) => PlayedPage | Promise<PlayedPage>);

/** Simulates a browser: an undefined address fails. */
class FakeRenderer implements Renderer {
  readonly requests: RenderRequest[] = [];
  readonly pages = new Map<string, Played>();
  missing: string | undefined;
  async unavailable(): Promise<string | undefined> {
    return this.missing;
  }
  async render(request: RenderRequest): Promise<RenderedPage> {
    this.requests.push(request);
    const played = this.pages.get(request.url) ?? 'connection';
    if (typeof played === 'string') throw new EgressError(played, `it failed: ${played}`);
    const page = typeof played === 'function' ? await played(request) : played;
    const html = Buffer.from(page.html ?? '<p>page</p>');
    return { status: 200, url: request.url, contentType: 'text/html', exchanges: [], ...page, html };
  }
  async close(): Promise<void> {}
}

/** Simulates the reader: words in the page say what kind it is. */
class FakeReader implements PageReader {
  readonly inputs: PageInput[] = [];
  read: PageReader['read'] = async (input): Promise<PageContent> => {
    this.inputs.push(input);
    const text = typeof input.body === 'string' ? input.body : Buffer.from(input.body).toString('utf8');
    const wall = (['challenge', 'consent', 'login'] as const).find((kind) => text.includes(`WALL:${kind}`));
    return {
      text: text.slice(0, 30_000),
      totalCharacters: text.length,
      truncated: text.length > 30_000,
      ...(wall ? { blockPage: wall } : {}),
      ...(input.contentType.startsWith('video/') ? { unsupported: 'video/mp4' } : {}),
    };
  };
  async close(): Promise<void> {}
}

interface PagesApi extends Api {
  renderer: FakeRenderer;
  reader: FakeReader;
  scrape(urls: string[], more?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Answer>;
}

async function openPages(t: Test, env: Record<string, string> = {}, plan = 'pro'): Promise<PagesApi> {
  const renderer = new FakeRenderer();
  const reader = new FakeReader();
  const api = await openApi(t, { env, plan, overrides: { renderer, pageReader: reader } });
  return {
    ...api,
    renderer,
    reader,
    scrape: (urls, more = {}, meta) => api.call('scrape_url', { urls, ...more }, meta),
  };
}

async function assertSound(t: Test, { service, clock }: Api): Promise<void> {
  t.strictSame(await service.store.ledger.audit(clock.now()), [], 'the ledger adds up');
}

const urlsOf = ({ json }: Answer) => json.result._meta['io.jobdata/urls'];
const costOf = ({ json }: Answer) => json.result._meta['io.jobdata/receipt'].cost;

t.test('SPEC §5, §7: every outcome of a URL beside one that is delivered', async (t) => {
  const api = await openPages(t);
  const good = 'https://good.test/';
  api.renderer.pages.set(good, { html: 'Good page.' });
  const outcomes: [name: string, played: Played, reason: string | undefined, text: RegExp][] = [
    ['delivered', { html: 'Text.' }, undefined, /^Text\.$/],
    ['redirected', { url: 'https://other.test/end' }, undefined, /page/],
    ['a status of 399', { status: 399 }, undefined, /page/],
    [
      '400',
      { status: 400, html: 'Bad' },
      'http_400',
      /^Error: the site answered with status 400 \(Bad Request\)\. The page says:\n\nBad$/,
    ],
    ['401', { status: 401 }, 'http_401', /^Error: .*401/],
    ['403', { status: 403, html: 'Keep out' }, 'http_403', /^Error: .*403 \(Forbidden\)[^]*Keep out/],
    ['404', { status: 404, html: '' }, 'http_404', /^Error: the site answered with status 404 \(Not Found\)\.$/],
    ['410', { status: 410 }, 'http_410', /^Error: /],
    ['429', { status: 429 }, 'http_429', /^Error: /],
    ['500', { status: 500 }, 'http_500', /^Error: /],
    ['503', { status: 503 }, 'http_503', /^Error: /],
    ['an unknown status', { status: 599 }, 'http_599', /^Error: the site answered with status 599\./],
    ['a bot wall', { html: 'WALL:challenge' }, 'wall_challenge', /^Error: .*bot check/],
    ['a bot wall with 403', { status: 403, html: 'WALL:challenge' }, 'wall_challenge', /^Error: .*bot check/],
    ['a consent wall', { html: 'WALL:consent' }, 'wall_consent', /^Error: .*consent/],
    ['a sign-in wall', { html: 'WALL:login' }, 'wall_login', /^Error: .*log-in/],
    ['no text', { html: '  ' }, 'empty', /^Error: the page has no text\.$/],
    [
      'a kind not read',
      { contentType: 'video/mp4' },
      'unsupported',
      /^Error: this type of content cannot be read: video\/mp4 \(HTML, /,
    ],
    ['refused', 'refused', 'refused', /^Error: /],
    ['robots', 'robots', 'robots', /^Error: /],
    ['time-out', 'timeout', 'timeout', /^Error: /],
    ['the call ended', 'aborted', 'timeout', /^Error: /],
    ['no such name', 'unresolved', 'not_found', /^Error: /],
    ['a broken connection', 'connection', 'connection', /^Error: /],
    ['a bad certificate', 'certificate', 'certificate', /^Error: /],
    ['too large', 'too_large', 'too_large', /^Error: /],
    ['too many redirects', 'too_many_redirects', 'too_many_redirects', /^Error: /],
    ['a crash', 'crashed', 'crashed', /^Error: /],
    ['a busy browser', 'busy', 'busy', /^Error: /],
  ];
  for (const [name, played, reason, text] of outcomes) {
    const url = 'https://site.test/page';
    api.renderer.pages.set(url, played);
    const answer = await api.scrape([good, url]);
    const { structuredContent } = answer.json.result;
    t.match(structuredContent[url], text, name);
    t.ok(structuredContent[url].startsWith('Error: ') === (reason !== undefined), name);
    t.equal(structuredContent[good], 'Good page.', `${name}: the other is untouched`);
    t.equal(urlsOf(answer)[url].error?.reason, reason, name);
    t.equal(costOf(answer), reason === undefined ? 3 : 1.5, `${name}: cost`);
    t.equal(answer.headers['x-credits-cost'], reason === undefined ? '3' : '1.5');
    t.strictSame(JSON.parse(answer.json.result.content[0].text), structuredContent);
    if (reason === undefined) continue;
    const alone = await api.scrape([url]);
    t.match(
      alone.json.error,
      { code: -32000, data: { reason: 'upstream_failed', urls: { [url]: { error: { reason } } } } },
      `${name}, alone`,
    );
    t.equal(alone.headers['x-credits-cost'], '0');
  }
  await assertSound(t, api);
});

t.test('SPEC §7: five URLs with different outcomes cost 3.0', async (t) => {
  const api = await openPages(t);
  const urls = ['https://a.test/', 'https://b.test/', 'https://c.test/', 'https://d.test/', 'https://e.test/'];
  const fates: Played[] = [{ html: 'One' }, 'timeout', { html: 'WALL:challenge' }, { status: 403 }, { html: 'Two' }];
  for (const [index, url] of urls.entries()) api.renderer.pages.set(url, fates[index] as Played);
  const answer = await api.scrape(urls);
  t.equal(costOf(answer), 3);
  const { structuredContent } = answer.json.result;
  t.strictSame(Object.keys(structuredContent), urls);
  t.equal(Object.values<string>(structuredContent).filter((text) => text.startsWith('Error: ')).length, 3);
  t.strictSame(urlsOf(answer)[urls[0] as string], {
    http_status: 200,
    final_url: 'https://a.test/',
    content_type: 'text/html',
    rendered: true,
    truncated: false,
    total_characters: 3,
  });
  t.match(urlsOf(answer)[urls[1] as string], { http_status: null, rendered: false, error: { reason: 'timeout' } });
  t.match(urlsOf(answer)[urls[3] as string], { http_status: 403, rendered: true, error: { reason: 'http_403' } });
});

t.test('SPEC §5: URLs are read at the same time, and one that hangs delays no other', async (t) => {
  const api = await openPages(t, { CALL_DEADLINE_MS: '2000' });
  const urls = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.test/`);
  let begun = 0;
  let allBegun: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    allBegun = resolve;
  });
  for (const url of urls) {
    api.renderer.pages.set(url, async () => {
      begun += 1;
      if (begun === urls.length) allBegun();
      await all;
      return { html: url };
    });
  }
  t.equal(costOf(await api.scrape(urls)), 7.5, 'each waited for the others to begin');
  api.renderer.pages.set('https://hang.test/', () => new Promise(() => {}));
  const answer = await api.scrape(['https://hang.test/', 'https://a.test/']);
  t.equal(costOf(answer), 1.5);
  t.match(answer.json.result.structuredContent['https://hang.test/'], /^Error: the page was not ready in time\.$/);
});

t.test('SPEC §5: an address is read once, whatever its spelling', async (t) => {
  const api = await openPages(t);
  api.renderer.pages.set('https://a.test/', { html: 'A' });
  const answer = await api.scrape(['https://a.test/', 'https://a.test', 'HTTPS://A.test:443/', 'https://a.test/']);
  t.equal(costOf(answer), 1.5);
  t.equal(api.renderer.requests.length, 1);
  t.strictSame(answer.json.result.structuredContent, {
    'https://a.test/': 'A',
    'https://a.test': 'A',
    'HTTPS://A.test:443/': 'A',
  });
});

t.test('a fragment of a page is the same page; a route of its script is not', async (t) => {
  const api = await openPages(t);
  for (const url of ['https://a.test/jobs', 'https://a.test/jobs#/7']) api.renderer.pages.set(url, { html: url });
  const answer = await api.scrape(['https://a.test/jobs', 'https://a.test/jobs#top', 'https://a.test/jobs#/7']);
  t.equal(costOf(answer), 3);
  t.strictSame(
    api.renderer.requests.map(({ url }) => url),
    ['https://a.test/jobs', 'https://a.test/jobs#/7'],
  );
  t.equal(answer.json.result.structuredContent['https://a.test/jobs#top'], 'https://a.test/jobs');
});

t.test('an answer without content reports its status', async (t) => {
  const api = await openPages(t);
  api.renderer.pages.set('https://a.test/', { html: ' ', status: 204 });
  const [row] = Object.values<{ error: object }>((await api.scrape(['https://a.test/'])).json.error.data.urls);
  t.match(row?.error, { reason: 'empty', message: /204 \(No Content\)/ });
  t.notOk(Object.hasOwn(row ?? {}, 'total_characters'), 'nothing was delivered');
});

t.test('SPEC §5, §8: invalid arguments', async (t) => {
  const api = await openPages(t, { EGRESS_PROXY_FR: 'http://127.0.0.1:9', EGRESS_PROXY_DE: 'http://127.0.0.1:9' });
  api.renderer.pages.set('https://a.test/', (request) => ({ html: JSON.stringify(request) }));
  for (const url of [
    'ftp://a.test/',
    'file:///etc/passwd',
    'a.test',
    'data:text/html,x',
    'http://256.256.256.256/',
    '//a.test/',
    '',
  ]) {
    const answer = await api.scrape(['https://a.test/', url]);
    t.match(
      answer.json.error,
      { code: -32602, data: { reason: 'invalid_params', fields: [{ path: '/urls/1' }] } },
      url,
    );
  }
  t.equal((await api.scrape([])).json.error.code, -32602);
  t.equal(
    (await api.scrape(Array.from({ length: 6 }, (_, index) => `https://a.test/${index}`))).json.error.code,
    -32602,
  );
  t.equal((await api.scrape(['https://a.test/'], { output: 'pdf' })).json.error.code, -32602);
  t.equal((await api.scrape(['https://a.test/'], { locale: 'x' })).json.error.code, -32602);
  t.match((await api.scrape(['https://a.test/'], { geo: 'us' })).json.error, {
    code: -32000,
    message: /DE, FR/,
    data: { reason: 'validation', allowed: ['DE', 'FR'] },
  });
  t.match((await api.scrape(['https://a.test/'], { output: 'xhr', use_javascript: false })).json.error, {
    code: -32000,
    data: { reason: 'validation' },
  });
  t.equal(api.renderer.requests.length, 0);
  const told = await api.scrape(['https://a.test/'], { geo: 'fr', locale: 'fr_fr' });
  t.match(JSON.parse(told.json.result.structuredContent['https://a.test/']), {
    geo: 'FR',
    timeZone: 'Europe/Paris',
    locale: 'fr-FR',
    acceptLanguage: 'fr-FR,fr;q=0.9',
  });
  const plain = await api.scrape(['https://a.test/'], { geo: null, locale: '', output: null });
  t.match(JSON.parse(plain.json.result.structuredContent['https://a.test/']), { locale: 'en-GB' });
  const none = await openPages(t);
  t.match((await none.scrape(['https://a.test/'], { geo: 'FR' })).json.error, {
    code: -32000,
    message: /No geo is configured/,
  });
});

t.test('SPEC §5: without a browser, and without scripts', async (t) => {
  const api = await openPages(t);
  api.internet.on('https://a.test/', { body: 'Plain', headers: { 'content-type': 'text/html; charset=utf-8' } });
  const asked = await api.scrape(['https://a.test/'], { use_javascript: false, locale: 'de' });
  t.equal(asked.json.result.structuredContent['https://a.test/'], 'Plain');
  t.match(urlsOf(asked)['https://a.test/'], { rendered: false, content_type: 'text/html; charset=utf-8' });
  t.notOk('not_rendered' in urlsOf(asked)['https://a.test/']);
  t.match(api.internet.requests.at(-1), { acceptLanguage: 'de', browser: true, respectRobots: false });
  t.equal(api.renderer.requests.length, 0);

  api.renderer.pages.set('https://a.test/', 'not_a_page');
  t.match(urlsOf(await api.scrape(['https://a.test/']))['https://a.test/'], {
    rendered: false,
    not_rendered: /not_a_page/,
  });
  api.renderer.pages.set('https://a.test/', 'no_browser');
  t.equal(costOf(await api.scrape(['https://a.test/'])), 1.5);
  api.renderer.missing = 'No browser was found.';
  const without = await api.scrape(['https://a.test/']);
  t.match(urlsOf(without)['https://a.test/'], { rendered: false, not_rendered: 'No browser was found.' });
  t.match((await api.scrape(['https://a.test/'], { output: 'xhr' })).json.error, {
    data: {
      reason: 'upstream_failed',
      retryable: false,
      urls: { 'https://a.test/': { error: { reason: 'not_rendered' } } },
    },
  });
  api.internet.on('https://a.test/', { status: 404, body: 'Gone away' });
  t.match((await api.scrape(['https://a.test/'])).json.error.data.urls['https://a.test/'], {
    http_status: 404,
    error: { reason: 'http_404' },
  });
  const polite = await openPages(t, { ROBOTS_TXT: 'all' });
  polite.internet.on('https://a.test/', { body: 'x' });
  await polite.scrape(['https://a.test/'], { use_javascript: false });
  t.equal(polite.internet.requests.at(-1)?.respectRobots, true);
});

t.test('SPEC §5: at most 30,000 characters', async (t) => {
  const api = await openPages(t);
  api.renderer.pages.set('https://long.test/', { status: 404, html: 'x'.repeat(29_998 - 74) + '😀'.repeat(600) });
  api.renderer.pages.set('https://raw.test/', { html: 'y'.repeat(40_000) });
  const answer = await api.scrape(['https://long.test/', 'https://raw.test/'], { output: 'raw' });
  const { structuredContent } = answer.json.result;
  t.ok(structuredContent['https://long.test/'].length <= 30_000);
  t.ok(structuredContent['https://long.test/'].isWellFormed?.() ?? true);
  t.equal(structuredContent['https://raw.test/'].length, 30_000);
  t.match(urlsOf(answer)['https://raw.test/'], { truncated: true, total_characters: 40_000 });
  t.equal(api.reader.inputs.at(-1)?.output, 'raw');
});

t.test('SPEC §5: xhr is valid JSON within the limit, JSON answers first', async (t) => {
  const api = await openPages(t);
  const exchange = (index: number, more: Partial<PageExchange> = {}): PageExchange => ({
    url: `https://a.test/api/${index}`,
    method: 'GET',
    status: 200,
    contentType: 'application/json',
    requestBody: '',
    body: '{"a":1}',
    truncated: false,
    ...more,
  });
  const scrape = async (exchanges: PageExchange[]) => {
    api.renderer.pages.set('https://a.test/', { exchanges });
    const answer = await api.scrape(['https://a.test/'], { output: 'xhr' });
    const text = answer.json.result.structuredContent['https://a.test/'];
    t.ok(text.length <= 30_000, `${text.length} characters`);
    return { entries: JSON.parse(text) as Record<string, unknown>[], row: urlsOf(answer)['https://a.test/'] };
  };
  t.strictSame((await scrape([])).entries, []);
  const small = await scrape([
    exchange(1, { contentType: 'text/html', body: '<p>' }),
    exchange(2, { method: 'POST', requestBody: 'q=1' }),
  ]);
  t.strictSame(small.entries[0], {
    url: 'https://a.test/api/2',
    method: 'POST',
    status: 200,
    content_type: 'application/json',
    request_body: 'q=1',
    body: '{"a":1}',
    truncated: false,
  });
  for (const language of ['en', 'fr']) {
    const document = readFileSync(new URL(`../../src/docs/${language}/scrape-url.md`, import.meta.url), 'utf8');
    const named = /XHR[^(]*\(((?:`\w+`(?:, )?)+)\)/.exec(document)?.[1]?.match(/\w+/g);
    t.strictSame(named, Object.keys(small.entries[0] ?? {}), `the members that the ${language} page names`);
  }
  t.match(small.row, { truncated: false });
  const large = await scrape([exchange(1, { body: '"\\\u0000😀'.repeat(20_000) }), exchange(2)]);
  t.match(large.entries, [{ truncated: true }, { body: '{"a":1}', truncated: false }]);
  t.match(large.row, { truncated: true });
  const many = await scrape(
    Array.from({ length: 200 }, (_, index) => exchange(index, { url: 'https://a.test/'.padEnd(3_000, 'u') })),
  );
  t.ok(many.entries.length > 5 && many.entries.length < 200);
  api.renderer.pages.set('https://a.test/', { html: 'WALL:login', exchanges: [exchange(1)] });
  t.equal((await api.scrape(['https://a.test/'], { output: 'xhr' })).json.error.data.reason, 'upstream_failed');
});

t.test('SPEC §7: the maximum is reserved first, never beyond the allowance', async (t) => {
  const api = await openPages(t, {}, 'tight');
  for (const name of ['a', 'b', 'c', 'd']) api.renderer.pages.set(`https://${name}.test/`, { html: name });
  const refused = await api.scrape(['https://a.test/', 'https://b.test/', 'https://c.test/', 'https://d.test/']);
  t.match(refused.json.error, {
    code: -32000,
    data: { reason: 'quota_exceeded', credits_required: 6, credits_remaining: 5 },
  });
  t.equal(api.renderer.requests.length, 0, 'no work for a call that cannot be paid');
  const one = await api.scrape(['https://a.test/', 'https://b.test/', 'https://nobody.test/']);
  t.match(one.json.result._meta['io.jobdata/receipt'], { cost: 3, balance: 2, cached: false });
  const key = { 'io.jobdata/idempotency_key': 'k' };
  const first = await api.scrape(['https://a.test/'], {}, key);
  const again = await api.scrape(['https://a.test/'], {}, key);
  t.match(again.json.result._meta['io.jobdata/receipt'], { cost: 0, replayed: true, balance: 0.5 });
  t.strictSame(urlsOf(again), urlsOf(first));
  await assertSound(t, api);
});

t.test('one account never delays another', async (t) => {
  const api = await openPages(t, { SCRAPE_URLS_PER_ACCOUNT: '2' });
  const other = await api.service.accounts.create({ email: 'other@example.com', plan: 'pro' });
  const { apiKey } = await api.service.apiKeys.create(other.id);
  let begun = 0;
  let answer: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow = (call: number) => [1, 2, 3, 4, 5].map((url) => `https://slow.test/${call}/${url}`);
  for (let call = 0; call < 12; call += 1) {
    for (const url of slow(call)) {
      api.renderer.pages.set(url, async () => {
        begun += 1;
        await gate;
        return { html: 'Slow.' };
      });
    }
  }
  api.renderer.pages.set('https://quick.test/', { html: 'Quick.' });
  const calls = Array.from({ length: 12 }, (_, call) => api.scrape(slow(call)));
  const quick = await api.call('scrape_url', { urls: ['https://quick.test/'] }, undefined, {
    authorization: `Bearer ${apiKey}`,
  });
  t.equal(quick.json.result.structuredContent['https://quick.test/'], 'Quick.');
  t.equal(begun, 2, 'two of the first account are at work, the others wait');
  answer();
  const rows = (await Promise.all(calls)).flatMap((answered) =>
    Object.values<{ error?: { reason: string } }>(
      answered.json.result ? urlsOf(answered) : answered.json.error.data.urls,
    ),
  );
  t.equal(rows.filter(({ error }) => error === undefined).length, 52, 'two at work and fifty that waited');
  t.equal(rows.filter(({ error }) => error?.reason === 'busy').length, 8, 'the rest was refused at once');
  t.equal(begun, 52);
  await assertSound(t, api);
});

t.test('work for an aborted call is cancelled', async (t) => {
  const api = await openPages(t, { CALL_DEADLINE_MS: '2000' });
  const signals: (AbortSignal | undefined)[] = [];
  const hang = (request: RenderRequest): Promise<never> => {
    signals.push(request.signal);
    return new Promise(() => {});
  };
  api.renderer.pages.set('https://hang.test/', hang);
  t.equal((await api.scrape(['https://hang.test/'])).json.error.data.reason, 'upstream_failed');
  t.equal(signals[0]?.aborted, true, 'the browser is told');
  api.renderer.pages.set('https://read.test/', { html: 'x' });
  let reading: AbortSignal | undefined;
  api.reader.read = (_, { signal } = {}) => {
    reading = signal;
    return new Promise(() => {});
  };
  t.equal((await api.scrape(['https://read.test/'])).json.error.data.reason, 'upstream_failed');
  t.equal(reading?.aborted, true, 'so is the reader');
});

t.test('SPEC §2: the definition and the progress', async (t) => {
  const api = await openPages(t, { EGRESS_PROXY_FR: 'http://127.0.0.1:9' });
  const definition = api.service.tools.definitions.find(({ name }) => name === 'scrape_url');
  t.match(definition, { description: /1\.5 credits[^]*FR/, _meta: { 'anthropic/maxResultSizeChars': 500_000 } });
  api.renderer.pages.set('https://a.test/', { html: 'A' });
  const { text } = await api.call(
    'scrape_url',
    { urls: ['https://a.test/', 'https://nobody.test/'] },
    { progressToken: 'p' },
    { accept: 'application/json, text/event-stream' },
  );
  t.match(text, /"progress":1,"total":2/);
  t.match(text, /"progress":2,"total":2/);
});
