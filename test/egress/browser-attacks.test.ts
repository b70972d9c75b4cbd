import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { findBrowser } from '../../src/egress/browser/executable.ts';
import type { BrowserEgress } from '../../src/egress/create-egress.ts';
import { openSharedRenderer } from '../support/shared-renderer.ts';
import { faultOf, openEgress, openSite, openTcp } from './loopback.ts';
import { onlyLong, some } from '../support/volume.ts';

const { path: browser, missing } = await findBrowser(process.env['CHROMIUM_PATH'] ?? null);
const skip = browser === undefined ? (missing ?? 'no browser') : false;

/**
 * Of each kind that is here, one: the switches of the headless shell are not all those of whole browsers. In `npm test`,
 * the one that the service chooses.
 */
const kinds = new Set(
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', browser ?? ''].filter((path) => existsSync(path)),
);

async function openRenderer(t: Test, egress: BrowserEgress, path = browser) {
  const renderer = await openSharedRenderer(t, egress, path);
  return async (url: string, timeoutMs = 60_000) => {
    const page = await renderer.render({ url, timeoutMs, captureExchanges: true });
    return { ...page, html: Buffer.from(page.html).toString('utf8') };
  };
}

t.test('no kind of request from a page reaches a private address', { skip }, async (t) => {
  for (const path of some([browser as string], [...kinds])) await t.test(path, (t) => askEverything(t, path));
});

async function askEverything(t: Test, path: string): Promise<void> {
  const secret = await openTcp(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 6\r\n\r\nSECRET');
  });
  let datagrams = 0;
  const udp = createSocket('udp4', () => {
    datagrams += 1;
  });
  await new Promise<void>((resolve) => udp.bind(secret.port, '127.0.0.1', resolve));
  t.teardown(() => udp.close());
  const at = `127.0.0.1:${secret.port}`;
  const local = `http://${at}`;
  const site = await openSite(t, (request, response) => {
    if (request.url === '/worker.js') {
      response.setHeader('content-type', 'text/javascript');
      return void response.end(
        `fetch('${local}/in-worker').catch(()=>0);try{importScripts('${local}/imported.js')}catch{};` +
          `self.addEventListener('fetch',e=>e.respondWith(fetch('${local}/by-service-worker')))`,
      );
    }
    response.setHeader('content-type', 'text/html');
    response.setHeader('link', [`<${local}/l>; rel=preload; as=script`, `<${local}>; rel=preconnect`]);
    response.setHeader(
      'content-security-policy',
      `script-src * 'unsafe-inline' blob:; img-src 'none'; report-uri ${local}/csp`,
    );
    response.setHeader('report-to', `{"group":"default","max_age":9,"endpoints":[{"url":"${local}/report"}]}`);
    response.setHeader('nel', '{"report_to":"default","max_age":9,"success_fraction":1}');
    response.setHeader('sourcemap', `${local}/map`);
    response.end(`<!doctype html><link rel=preconnect href="${local}"><link rel=dns-prefetch href="//${at}">
<link rel=modulepreload href="${local}/m.js"><link rel=preload as=fetch crossorigin href="${local}/p">
<link rel=prerender href="${local}/r"><link rel=manifest href="${local}/manifest"><link rel=icon href="${local}/icon">
<style>@import url("${local}/i.css");@font-face{font-family:x;src:url("${local}/f.woff3")}p{font-family:x;cursor:url("${local}/c"),auto}</style>
<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${local}/s"]}],"prerender":[{"source":"list","urls":["${local}/t"]}]}</script>
<p>page</p><embed src="${local}/embed"><svg><use href="${local}/u.svg#a"/><image href="${local}/image"/></svg>
<audio src="${local}/audio" autoplay></audio><form id=f target=q action="${local}/form"></form><iframe name=q></iframe>
<iframe srcdoc="<script>fetch('${local}/srcdoc').catch(()=>0)</script>"></iframe>
<a id=a href="#x" ping="${local}/ping">a</a>
<script>
const work = [
  () => new EventSource('${local}/events'), () => new WebSocket('ws://${at}/socket'), () => import('${local}/module.js'),
  () => new SharedWorker('/worker.js'), () => new Worker('/worker.js'), () => navigator.serviceWorker.register('/worker.js'),
  () => new WebTransport('https://${at}/transport').ready, () => document.getElementById('f').submit(),
  () => document.getElementById('a').click(), () => navigator.sendBeacon('${local}/beacon', 'x'),
  () => fetch('${local}/fetch', { mode: 'no-cors', keepalive: true }), () => fetch('${local}/post', { method: 'POST', body: 'x' }),
  () => fetch('http://localhost:${secret.port}/name'), () => fetch('http://[::ffff:7f00:1]:${secret.port}/mapped'),
  () => fetch('http://2130706433:${secret.port}/number'), () => fetch('http://0:${secret.port}/zero'),
  () => { const x = new XMLHttpRequest(); x.open('GET', '${local}/sync', false); x.send(); },
  () => { const p = new RTCPeerConnection({ iceServers: [{ urls: 'turn:${at}?transport=tcp', username: 'u', credential: 'c' }, { urls: 'stun:${at}' }] }); p.createDataChannel('a'); return p.createOffer().then((o) => p.setLocalDescription(o)); },
  () => { new Image().src = '${local}/image.bin'; }, () => CSS.paintWorklet?.addModule('${local}/paint.js'),
  () => new FontFace('y', 'url(${local}/font)').load(), () => navigator.registerProtocolHandler('web+x', '${local}/%s'),
];
for (const one of work) { try { Promise.resolve(one()).catch(() => 0); } catch {} }
setTimeout(() => document.body.append('asked everything'), 400);
addEventListener('pagehide', () => navigator.sendBeacon('${local}/late', 'x'));
</script>`);
  });
  // A local address is one that browsers trust with service workers and transports.
  const egress = openEgress(t, {
    allow: [`127.0.0.1:${site.port}`],
    env: { SEARXNG_URL: local, OPENAI_BASE_URL: `${local}/v1`, BROWSER_WS_ENDPOINT: `ws://${at}/` },
  });
  const render = await openRenderer(t, egress, path);
  const page = await render(`http://127.0.0.1:${site.port}/`);
  t.match(page.html, 'asked everything');
  t.notMatch(JSON.stringify(page), /SECRET/);
  // What is sent when the page goes, too.
  await render(`http://127.0.0.1:${site.port}/`);
  t.equal(secret.count(), 0, 'the listener heard nothing');
  t.equal(datagrams, 0, 'nor did the other one');
}

t.test('a name is checked again for every request of a page', { skip }, async (t) => {
  const page = `<p>page</p><script>fetch('/again').then(r=>r.text()).then(x=>document.body.append(x),()=>document.body.append('kept out'))</script>`;
  const asked: string[] = [];
  // Stands in for the internet: answers for the site at its public address.
  const upstream = await openSite(t, (request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.setHeader('connection', 'close');
    response.end(request.url?.endsWith('/again') ? 'said again' : page);
  });
  // Counts from the moment at which the page was sent, however long that took.
  const turned = (name: string): boolean => name === 'turns.test' && asked.some((url) => url.includes('turns.test'));
  const egress = openEgress(t, {
    env: { EGRESS_PROXY: `http://127.0.0.1:${upstream.port}` },
    resolver: async (name) => [turned(name) ? '127.0.0.1' : '9.9.9.9'],
  });
  const render = await openRenderer(t, egress);
  t.match((await render('http://stays.test:8080/')).html, 'said again');
  // The page leaves before its answer arrives, or its host has become private before it was read.
  const turnedPage = await render('http://turns.test:8080/').then(
    ({ html }) => html,
    (error: unknown) => String(error),
  );
  t.match(turnedPage, /kept out|the address is private/);
  t.strictSame(
    asked.filter((url) => url.endsWith('/again')),
    ['http://stays.test:8080/again'],
  );
});

t.test('redirects to other schemes and to invalid addresses fail', { skip }, async (t) => {
  const site = await openSite(t, (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://x');
    const to = searchParams.get('to');
    response
      .writeHead(302, { 'content-type': 'text/html', ...(to === null ? {} : { location: to }) })
      .end('<p>moved</p>');
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const render = await openRenderer(t, egress);
  for (const target of [
    'data:text/html,x',
    'about:blank',
    'chrome://version',
    'ws://site.test/',
    'blob:http://site.test/x',
    'intent://x',
    'mailto:a@site.test',
    'dict://127.0.0.1/',
    'filesystem:http://site.test/temporary/x',
  ]) {
    const { fault } = await faultOf(render(`http://site.test:${site.port}/?to=${encodeURIComponent(target)}`));
    t.equal(fault, 'refused', target);
  }
  const { fault, message } = await faultOf(render(`http://site.test:${site.port}/`));
  t.match({ fault, message }, { fault: 'connection', message: /redirects/ }, 'as without a browser');
});

t.test('a body that is compressed several times is counted decoded', { skip: skip || onlyLong }, async (t) => {
  const nothing = Buffer.alloc(100 * 1024 * 1024, ' ');
  const bodies: Record<string, [string, Buffer]> = {
    '/twice': ['gzip, gzip', gzipSync(gzipSync(nothing))],
    '/thrice': ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(nothing)))],
  };
  const site = await openSite(t, (request, response) => {
    const [encoding = '', body] = bodies[request.url ?? ''] ?? [];
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const render = await openRenderer(t, egress);
  for (const path of Object.keys(bodies)) {
    t.equal((await faultOf(render(`http://site.test:${site.port}${path}`, 60_000))).fault, 'too_large', path);
  }
});
