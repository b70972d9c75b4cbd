import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { openSharedRenderer } from '../support/shared-renderer.ts';
import { faultOf, get, openEgress, openSite, openTcp, openUpstream } from './loopback.ts';

t.test('SPEC §11: an operator’s endpoint is exempt only for its purpose', async (t) => {
  const searx = await openSite(t, (request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/search' }).end();
    else response.end('results');
  });
  const model = await openSite(t, (_, response) => response.end('completion'));
  const browser = await openTcp(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\ndevtools'));
  const searxUrl = `http://127.0.0.1:${searx.port}`;
  const modelUrl = `http://127.0.0.1:${model.port}`;
  const public_ = await openSite(t, (request, response) => {
    response.writeHead(302, { location: `${request.url === '/model' ? modelUrl : searxUrl}/search` }).end();
  });
  const egress = openEgress(t, {
    allow: [`site.test:${public_.port}`],
    env: {
      SEARXNG_URL: searxUrl,
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      BROWSER_WS_ENDPOINT: `ws://127.0.0.1:${browser.port}/`,
    },
  });
  const ask = async (url: string, purpose?: 'page' | 'search_provider' | 'model') =>
    (await faultOf(egress.fetch(get(url, purpose ? { purpose } : {})))).fault;
  t.equal(await ask(`${searxUrl}/search`, 'search_provider'), 'none');
  t.equal(await ask(`${searxUrl}/moved`, 'search_provider'), 'none', 'within its own origin');
  t.equal(await ask(`${modelUrl}/v1/models`, 'model'), 'none');
  const from = { searx: searx.paths.length, model: model.paths.length };
  for (const purpose of [undefined, 'page', 'model'] as const) {
    t.equal(await ask(`${searxUrl}/search`, purpose), 'refused', `SearXNG for ${purpose}`);
  }
  for (const purpose of [undefined, 'page', 'search_provider'] as const) {
    t.equal(await ask(`${modelUrl}/v1/models`, purpose), 'refused', `the model for ${purpose}`);
  }
  for (const purpose of [undefined, 'search_provider', 'model'] as const) {
    t.equal(await ask(`http://127.0.0.1:${browser.port}/json/version`, purpose), 'refused', `the browser, ${purpose}`);
    t.equal(await ask(`http://site.test:${public_.port}/`, purpose), 'refused', `by redirect, ${purpose}`);
    t.equal(await ask(`http://site.test:${public_.port}/model`, purpose), 'refused', `by redirect, ${purpose}`);
  }
  t.strictSame({ searx: searx.paths.length, model: model.paths.length }, from);
  t.equal(browser.count(), 0);
});

t.test('an exempt local endpoint is reached directly, not through an upstream proxy', async (t) => {
  const [upstream, french] = [await openUpstream(t), await openUpstream(t)];
  const searx = await openSite(t, (_, response) => response.end('results'));
  const far = await openSite(t, (_, response) => response.end('far'));
  const egress = openEgress(t, {
    env: {
      EGRESS_PROXY: upstream.url,
      EGRESS_PROXY_FR: french.url,
      SEARXNG_URL: `http://searx.lan:${searx.port}`,
      OPENAI_BASE_URL: `http://model.test:${far.port}/v1`,
    },
    allow: [`127.0.0.1:${searx.port}`],
    resolver: async (name) => {
      if (name === 'searx.lan') return ['127.0.0.1'];
      throw new Error('ENOTFOUND');
    },
  });
  const text = async (url: string, more: object) => (await egress.fetch(get(url, more))).body.toString();
  t.equal(await text(`http://searx.lan:${searx.port}/`, { purpose: 'search_provider' }), 'results');
  t.equal(await text(`http://127.0.0.1:${searx.port}/`, { geo: 'FR' }), 'results', 'EGRESS_ALLOW');
  t.strictSame([...upstream.asked, ...french.asked], []);
  t.equal(await text(`http://model.test:${far.port}/v1`, { purpose: 'model' }), 'far', 'elsewhere: by the proxy');
  t.equal(upstream.asked.length, 1);

  const key = { headers: { authorization: 'Bearer k' }, purpose: 'model' };
  const refused = await faultOf(egress.fetch(get(`http://model.test:${far.port}/v1`, key as object)));
  t.match(refused, { fault: 'refused', message: /unencrypted/ }, 'a key goes to no proxy in clear');
  t.equal(upstream.asked.length, 1);
  await faultOf(egress.fetch(get(`https://model.test:${far.port}/v1`, key as object)));
  t.equal(upstream.asked.at(-1), `CONNECT model.test:${far.port}`, 'sealed, it may');
  const local = { ...key, purpose: 'search_provider' };
  t.equal(await text(`http://searx.lan:${searx.port}/`, local), 'results', 'a local endpoint gets its key');
});

t.test('a name that does not resolve in time is not passed to the proxy', async (t) => {
  const upstream = await openUpstream(t);
  const resolver = (name: string): Promise<string[]> =>
    name === 'never.test' ? new Promise(() => {}) : Promise.reject(new Error('ENOTFOUND'));
  const egress = openEgress(t, { env: { EGRESS_PROXY: upstream.url }, resolver, lookupTimeoutMs: 20 });
  const { fault } = await faultOf(egress.fetch(get('http://never.test/', { timeoutMs: 15_000 })));
  t.equal(fault, 'unresolved');
  t.strictSame(upstream.asked, []);
  const direct = openEgress(t, { resolver, lookupTimeoutMs: 20 });
  t.equal((await faultOf(direct.fetch(get('http://never.test/', { timeoutMs: 15_000 })))).fault, 'unresolved');
});

t.test('neither a caller’s URL nor a script of a page reaches the exempt endpoints', async (t) => {
  const searx = await openTcp(t, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nresults'));
  const searxUrl = `http://127.0.0.1:${searx.port}`;
  let told = '';
  const code = await runCommandLine(['scrape', `${searxUrl}/search`, '--no-javascript'], {
    stdout: () => {},
    stderr: (text) => {
      told += text;
    },
    stdin: (async function* () {})(),
    interactive: false,
    env: { DATA_DIR: t.testdir({}), SEARXNG_URL: searxUrl, OPENAI_BASE_URL: `${searxUrl}/v1` },
  });
  t.equal(code, 1);
  t.match(told, /private/);
  const site = await openSite(t, (request, response) => {
    if (request.url === '/moved') return void response.writeHead(302, { location: searxUrl }).end();
    response.setHeader('content-type', 'text/html');
    response.end(
      `<p>page</p><iframe src="${searxUrl}"></iframe><script>fetch("${searxUrl}/v1/models").catch(()=>0)</script>`,
    );
  });
  const env = {
    SEARXNG_URL: searxUrl,
    OPENAI_BASE_URL: `${searxUrl}/v1`,
    BROWSER_WS_ENDPOINT: searxUrl.replace('http', 'ws'),
  };
  const egress = openEgress(t, { allow: [`site.test:${site.port}`], env });
  const renderer = await openSharedRenderer(t, egress);
  const missing = await renderer.unavailable();
  if (missing === undefined) {
    const base = `http://site.test:${site.port}`;
    const render = (url: string) => renderer.render({ url, timeoutMs: 60_000 });
    t.equal((await faultOf(render(`${base}/`))).fault, 'none');
    t.equal((await faultOf(render(`${base}/moved`))).fault, 'refused');
    t.equal((await faultOf(render(searxUrl))).fault, 'refused');
  } else t.pass('in the browser', { skip: missing });
  t.equal(searx.count(), 0);
});
