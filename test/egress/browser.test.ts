// Quiet machine: The browser has a low priority, and some pages are given only seconds.
import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { findBrowser } from '../../src/egress/browser/executable.ts';
import { launchBrowser } from '../../src/egress/browser/launch.ts';
import { createRenderer, type RendererOptions } from '../../src/egress/create-renderer.ts';
import type { BrowserEgress } from '../../src/egress/create-egress.ts';
import type { RenderedPage, Renderer, RenderRequest } from '../../src/egress/renderer.ts';
import { mountSmallDisk } from '../support/service-process.ts';
import { openSharedRenderer } from '../support/shared-renderer.ts';
import { faultOf, listen, openEgress, openSite, openTcp } from './loopback.ts';
import { onlyLong } from '../support/volume.ts';

const { path: browser, missing } = await findBrowser(process.env['CHROMIUM_PATH'] ?? null);
const skip = browser === undefined ? (missing ?? 'no browser') : false;

/** A renderer whose pages are text. */
interface TextRenderer {
  unavailable(): Promise<string | undefined>;
  render(request: RenderRequest): Promise<Omit<RenderedPage, 'html'> & { html: string }>;
}

/** With a separate browser. */
function openRenderer(t: Test, egress: BrowserEgress, more: Partial<RendererOptions> = {}): TextRenderer {
  const renderer = createRenderer({
    egress,
    settings: { chromiumPath: browser ?? null, browserWsEndpoint: null, egressCaFile: null },
    ...more,
  });
  t.teardown(() => renderer.close());
  return asText(renderer);
}

/** With the browser that all tests share. */
const openShared = async (t: Test, egress: BrowserEgress): Promise<TextRenderer> =>
  asText(await openSharedRenderer(t, egress));

function asText(renderer: Renderer): TextRenderer {
  return {
    unavailable: () => renderer.unavailable(),
    render: async (request) => {
      const page = await renderer.render(request);
      return { ...page, html: Buffer.from(page.html).toString('utf8') };
    },
  };
}

/** The processes of browsers that this one started since this file began, as Linux tells of them. */
function browserProcesses(): { pid: number; command: string }[] {
  return allBrowserProcesses().filter(({ pid }) => !ofOthers.has(pid));
}

function allBrowserProcesses(): { pid: number; command: string }[] {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).trim().split('\n').slice(1);
  const all = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)).filter((found) => found !== null);
  const ours = new Set([process.pid]);
  for (let before = 0; before < ours.size;) {
    before = ours.size;
    for (const [, pid, parent] of all) if (ours.has(Number(parent))) ours.add(Number(pid));
  }
  return all
    .filter(([, pid, , command = '']) => ours.has(Number(pid)) && /chrom|headless/i.test(command))
    .map(([, pid, , command = '']) => ({ pid: Number(pid), command }));
}

/** Browsers started by test files that ran earlier in this process. */
const ofOthers = new Set(allBrowserProcesses().map(({ pid }) => pid));

/** Pages by path, including their scripts. */
async function openPages(t: Test, pages: Record<string, string>) {
  const site = await openSite(t, (request, response) => {
    const path = (request.url ?? '').split('?')[0] as string;
    response.setHeader('content-type', path.startsWith('/api/') ? 'application/json' : 'text/html; charset=utf-8');
    if (path === '/slow-api') {
      response.setHeader('content-type', 'application/json');
      setTimeout(() => response.end('{"text":"LOADED"}'), 300).unref();
    } else if (path === '/endless') {
      const write = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(65_536, '<p>a</p>'), () => setImmediate(write));
      };
      write();
    } else if (path === '/drip') {
      const timer = setInterval(() => response.write('a'), 50);
      response.on('close', () => clearInterval(timer));
    } else if (path === '/download') {
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename=x',
      });
      response.end('x');
    } else if (path === '/json') {
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    } else if (path === '/around') {
      response.writeHead(302, { location: `/around?${Math.random()}` }).end();
    } else if (path === '/headers') {
      response.end(`<pre>${JSON.stringify(request.headers)}</pre>`);
    } else {
      if (pages[path] === undefined) response.statusCode = 404;
      response.end(pages[path] ?? '<p>nothing here</p>');
    }
  });
  return { ...site, at: (path: string) => `http://site.test:${site.port}${path}` };
}

t.test('a page is complete when its scripts have run', { skip }, async (t) => {
  const site = await openPages(t, {
    '/': '<h1>Static</h1>',
    '/slow': '<body><script>fetch("/slow-api").then(r=>r.json()).then(d=>document.body.append(d.text))</script>',
    '/later': `<body><script>setTimeout(()=>{const x=new XMLHttpRequest();x.open("POST","/api/q");x.onload=()=>document.body.append("LOADED "+x.status);x.send("q=1")},300)</script>`,
    '/chain': '<body><script>setTimeout(()=>setTimeout(()=>document.body.append("LOADED"),400),400)</script>',
    '/api/q': '{"found":true}',
    '/who': `<body><script>document.body.append(JSON.stringify({ua:navigator.userAgent,language:navigator.language,zone:Intl.DateTimeFormat().resolvedOptions().timeZone}))</script>`,
    '/shadow': `<body><x-card><b slot=name>Ada</b><i>unslotted</i></x-card><script>
      customElements.define('x-deep', class extends HTMLElement { constructor(){ super(); this.attachShadow({mode:'open'}).innerHTML='<p>deep</p>'; } });
      customElements.define('x-card', class extends HTMLElement { constructor(){ super(); this.attachShadow({mode:'open'}).innerHTML='<h2>Card</h2><slot name=name>nobody</slot><slot name=role>engineer</slot><x-deep></x-deep>'; } });
    </script>`,
    '/lies':
      '<body><p>told</p><script>Element.prototype.querySelectorAll=Document.prototype.querySelectorAll=()=>{throw 1}</script>',
    '/restless': '<body><script>setInterval(()=>document.body.append("."),20)</script>',
  });
  const renderer = await openShared(t, openEgress(t, { allow: [`site.test:${site.port}`] }));
  t.equal(await renderer.unavailable(), undefined);
  t.match(await renderer.render({ url: site.at('/'), timeoutMs: 60_000 }), {
    status: 200,
    url: site.at('/'),
    contentType: 'text/html; charset=utf-8',
    html: /<h1>Static<\/h1>/,
    exchanges: [],
  });
  for (const path of ['/slow', '/later', '/chain']) {
    const { html } = await renderer.render({ url: site.at(path), timeoutMs: 60_000 });
    t.match(html, /<\/script>[^<]*LOADED/, path);
  }
  const shadow = await renderer.render({ url: site.at('/shadow'), timeoutMs: 60_000 });
  t.match(
    shadow.html,
    '<x-card><h2>Card</h2><b slot="name">Ada</b>engineer<x-deep><p>deep</p></x-deep></x-card>',
    'open shadow roots, as they are shown',
  );
  t.match((await renderer.render({ url: site.at('/lies'), timeoutMs: 60_000 })).html, '<p>told</p>');
  const { exchanges } = await renderer.render({ url: site.at('/later'), timeoutMs: 60_000, captureExchanges: true });
  t.strictSame(exchanges, [
    {
      url: site.at('/api/q'),
      method: 'POST',
      status: 200,
      contentType: 'application/json',
      requestBody: 'q=1',
      body: '{"found":true}',
      truncated: false,
    },
  ]);
  t.match(await renderer.render({ url: site.at('/none'), timeoutMs: 60_000 }), { status: 404, html: /nothing here/ });
  const place = { locale: 'fr-FR', acceptLanguage: 'fr-FR,fr;q=0.9', timeZone: 'Europe/Paris' };
  const who = await renderer.render({ url: site.at('/who'), timeoutMs: 60_000, ...place });
  t.match(who.html, /"language":"fr-FR","zone":"Europe\/Paris"/);
  t.match(who.html, /"ua":"Mozilla[^"]*Chrome\/\d+/);
  const { html: sent } = await renderer.render({ url: site.at('/headers'), timeoutMs: 60_000, ...place });
  t.notMatch(sent, /Headless|proxy-/i);
  t.match(sent, /"accept-language":"fr-FR,fr;q=0.9"/);
  t.match(
    (await renderer.render({ url: site.at('/restless'), timeoutMs: 12_000 })).html,
    /\.\.\./,
    'taken as it stands',
  );
});

t.test('a page in the browser cannot reach private addresses', { skip }, async (t) => {
  const secret = await openTcp(t, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\nSECRET'));
  let datagrams = 0;
  const stun = createSocket('udp4', () => {
    datagrams += 1;
  });
  await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve));
  t.teardown(() => stun.close());
  const at = `127.0.0.1:${secret.port}`;
  const local = `http://${at}/`;
  const site = await openPages(t, {
    '/sub': `<p>page</p><iframe src="${local}"></iframe><iframe src="http://localhost:${secret.port}/"></iframe>
<img src="${local}x"><link rel=stylesheet href="${local}a.css"><script src="${local}a.js"></script>
<object data="file:///etc/hostname"></object><video src="${local}v"></video><link rel=prefetch href="${local}p">
<script>fetch("${local}").catch(()=>0);fetch("http://[::1]:${secret.port}/").catch(()=>0);navigator.sendBeacon("${local}b");
new WebSocket("ws://${at}/");new EventSource("${local}e");window.open("${local}w");
new Worker(URL.createObjectURL(new Blob(["fetch('${local}k').catch(()=>0)"])));
const p=new RTCPeerConnection({iceServers:[{urls:"stun:127.0.0.1:${stun.address().port}"}]});p.createDataChannel("a");
p.createOffer().then(o=>p.setLocalDescription(o));</script>`,
    '/script': `<p>x</p><script>location.href="${local}"</script>`,
    '/refresh': `<meta http-equiv=refresh content="0;url=${local}"><p>x</p>`,
    '/form': `<form method=post action="${local}"></form><script>document.forms[0].submit()</script>`,
    '/link': `<a href="${local}" target=_blank>x</a><script>document.links[0].click()</script>`,
  });
  const redirecting = await openSite(t, (_, response) => response.writeHead(302, { location: local }).end());
  const renderer = await openShared(
    t,
    openEgress(t, { allow: [`site.test:${site.port}`, `moved.test:${redirecting.port}`] }),
  );
  const fault = async (url: string) => faultOf(renderer.render({ url, timeoutMs: 60_000 }));
  const page = await renderer.render({ url: site.at('/sub'), timeoutMs: 60_000, captureExchanges: true });
  t.match(page.html, /<p>page<\/p>/);
  t.notMatch(JSON.stringify(page), /SECRET/);
  for (const path of ['/script', '/refresh', '/form']) t.equal((await fault(site.at(path))).fault, 'refused', path);
  t.equal((await fault(site.at('/link'))).fault, 'none', 'a window that opens is closed');
  const moved = await fault(`http://moved.test:${redirecting.port}/`);
  t.equal(moved.fault, 'refused');
  t.notMatch(moved.message, /127\./);
  for (const url of [
    local,
    `http://localhost:${secret.port}/`,
    'file:///etc/hostname',
    'data:text/html,x',
    'view-source:http://site.test/',
  ]) {
    t.equal((await fault(url)).fault, 'refused', url);
  }
  t.equal((await fault('https://loop.test/')).fault, 'refused', 'by its address');
  t.equal(secret.count(), 0, 'the listener heard nothing');
  t.equal(datagrams, 0, 'nor did the other one');
});

t.test(
  'redirects to credentials and other schemes are refused, and oversized pages are ended',
  { skip: skip || onlyLong },
  async (t) => {
    const nothing = gzipSync(gzipSync(Buffer.alloc(100 * 1024 * 1024, ' ')));
    const site = await openSite(t, (request, response) => {
      const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
      if (to !== null) return void response.writeHead(302, { location: to }).end();
      response.setHeader('content-type', 'text/html');
      if (request.url !== '/swollen') return void response.end('<p>page</p>');
      response.setHeader('content-encoding', 'gzip, gzip');
      response.end(nothing);
    });
    const renderer = await openShared(t, openEgress(t, { allow: [`site.test:${site.port}`] }));
    const base = `http://site.test:${site.port}`;
    const fault = async (url: string) => faultOf(renderer.render({ url, timeoutMs: 60_000 }));
    for (const target of [
      `http://u:p@site.test:${site.port}/`,
      'gopher://site.test/',
      'ftp://site.test/',
      'file:///etc/passwd',
      'view-source:http://site.test/',
      'javascript:alert(1)',
    ]) {
      t.equal((await fault(`${base}/?to=${encodeURIComponent(target)}`)).fault, 'refused', target);
    }
    t.equal((await fault(`${base}/swollen`)).fault, 'too_large', 'counted as the browser decoded it');
    t.equal((await fault(`${base}/`)).fault, 'none');
  },
);

t.test('invalid arguments leave the browser unchanged', { skip }, async (t) => {
  const site = await openPages(t, {
    '/': '<p>fine</p>',
    '/slow': '<body><script>fetch("/slow-api").then(()=>document.body.append("LOADED"))</script>',
  });
  const renderer = await openShared(t, openEgress(t, { allow: [`site.test:${site.port}`] }));
  const beside = renderer.render({ url: site.at('/slow'), timeoutMs: 30_000 });
  const refused = await faultOf(renderer.render({ url: site.at('/'), timeoutMs: 30_000, timeZone: 'Nowhere/None' }));
  t.equal(refused.fault, 'no_browser');
  t.match((await beside).html, 'LOADED');
});

t.test('robots.txt is read before every document that a page navigates to', { skip: skip || onlyLong }, async (t) => {
  const moves: Record<string, string> = { '/hop': '/private/hop', '/private/hop': '/', '/open': '/fine' };
  const site = await openSite(t, (request, response) => {
    const path = request.url ?? '';
    response.setHeader('content-type', path === '/robots.txt' ? 'text/plain' : 'text/html');
    if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /private');
    else if (moves[path]) response.writeHead(302, { location: moves[path] }).end();
    else if (path === '/script') response.end('<script>location.href="/private/page"</script>');
    else response.end(`<p>at ${path}</p><iframe src="/fine?frame"></iframe>`);
  });
  const renderer = await openShared(t, openEgress(t, { allow: [`site.test:${site.port}`] }));
  const open = (path: string) =>
    renderer.render({ url: `http://site.test:${site.port}${path}`, timeoutMs: 60_000, respectRobots: true });
  t.match((await open('/open')).html, '<p>at /fine</p>');
  for (const path of ['/private/page', '/hop', '/script']) t.equal((await faultOf(open(path))).fault, 'robots', path);
  t.strictSame(
    site.paths.filter((path) => path.startsWith('/private')),
    [],
  );
});

t.test('hostile pages are ended, and the browser continues', { skip: skip || onlyLong }, async (t) => {
  const site = await openPages(t, {
    '/': '<p>fine</p>',
    '/spin': '<p>x</p><script>for(;;){}</script>',
    '/spin-later': '<p>x</p><script>setTimeout(()=>{for(;;){}},5)</script>',
    '/bomb': '<p>x</p><script>const a=[];for(;;)a.push(new Uint8Array(5e7).fill(1))</script>',
    '/alerts':
      '<p>shown</p><script>for(let i=0;i<50;i++)alert(i);confirm(1);prompt(1);onbeforeunload=()=>"stay"</script>',
    '/storm': '<script>for(;;)alert(1)</script>',
    '/windows':
      '<p>shown</p><script>for(let i=0;i<50;i++){const a=document.createElement("a");a.href="/";a.target="_blank";document.body.append(a);a.click()}</script>',
    '/again': '<script>location.href="/again?"+Math.random()</script>',
    '/nodes': '<body><script>for(let i=0;i<1e5;i++)document.body.append(document.createElement("p"))</script>',
  });
  const closing = createServer();
  const closed = await listen(t, closing);
  closing.close();
  const renderer = openRenderer(t, openEgress(t, { allow: [`site.test:${site.port}`, `closed.test:${closed}`] }));
  const fault = async (path: string, timeoutMs: number) =>
    (await faultOf(renderer.render({ url: path.startsWith('http') ? path : site.at(path), timeoutMs }))).fault;
  // A page that ends by itself gets two minutes, because a busy machine can take long for it.
  const ends = (path: string) => fault(path, 120_000);
  t.equal(await fault('/spin', 3_000), 'timeout');
  t.equal(await fault('/spin-later', 3_000), 'timeout');
  t.match(await fault('/bomb', 8_000), /^(?:timeout|crashed)$/);
  t.equal(await fault('/storm', 3_000), 'timeout');
  t.equal(await ends('/alerts'), 'none');
  t.equal(await ends('/windows'), 'none');
  t.equal(await ends('/nodes'), 'none');
  t.equal(await ends('/again'), 'too_many_redirects');
  t.equal(await ends('/around'), 'too_many_redirects');
  t.equal(await fault('/drip', 3_000), 'timeout');
  t.match(await fault('/endless', 10_000), /^(?:too_large|timeout|crashed)$/);
  t.equal(await ends('/download'), 'not_a_page');
  t.equal(await ends('/json'), 'not_a_page');
  t.equal(await ends(`http://closed.test:${closed}/`), 'connection');
  t.equal(
    (await faultOf(renderer.render({ url: site.at('/'), timeoutMs: 9_000, signal: AbortSignal.abort() }))).fault,
    'timeout',
  );
  t.equal(await ends('/'), 'none', 'and the next page is served');
});

t.test('the pool is bounded, and a draining browser is replaced', { skip: skip || onlyLong }, async (t) => {
  const site = await openPages(t, {
    '/slow': '<body><script>fetch("/slow-api").then(()=>document.body.append("LOADED"))</script>',
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const renderer = openRenderer(t, egress, { size: 2, queue: 1, pagesPerBrowser: 2, idleMs: 50 });
  const render = (account: string) => faultOf(renderer.render({ url: site.at('/slow'), timeoutMs: 60_000, account }));
  const faults = await Promise.all(['a', 'a', 'a', 'b', 'b', 'b'].map(render));
  // One place each, one that waits, and no more.
  t.strictSame(
    faults.map(({ fault }) => fault),
    ['none', 'none', 'busy', 'none', 'none', 'busy'],
  );
  for (let turn = 0; turn < 3; turn += 1) {
    t.equal((await render('a')).fault, 'none', 'again');
  }
});

/** One of a browser's processes may end by itself when another is ended. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

t.test('a page whose browser was ended because of another page is opened once more', { skip }, async (t) => {
  let asked = 0;
  const site = await openSite(t, (_, response) => {
    response.setHeader('content-type', 'text/html');
    asked += 1;
    if (asked > 1) return void response.end('<p>delivered</p>');
    for (const { pid } of browserProcesses()) endProcess(pid);
  });
  const renderer = openRenderer(t, openEgress(t, { allow: [`site.test:${site.port}`] }));
  const { html } = await renderer.render({ url: `http://site.test:${site.port}/`, timeoutMs: 60_000 });
  t.match(html, '<p>delivered</p>');
  t.equal(asked, 2);
});

const SECRET = 's3cret-of-the-service';
let launching: ReturnType<typeof launchBrowser> | undefined;

/** The browser as it is started by a process that knows a secret: one for all tests that inspect its processes. */
function launchOnce(): ReturnType<typeof launchBrowser> {
  return (launching ??= (async () => {
    process.env['METRICS_TOKEN'] = SECRET;
    const settings = { chromiumPath: browser ?? null, browserWsEndpoint: null, egressCaFile: null };
    const launched = await launchBrowser(settings).finally(() => delete process.env['METRICS_TOKEN']);
    t.teardown(() => launched.end());
    return launched;
  })());
}

t.test(
  'the browser has a lower priority than its controlling process',
  { skip: skip || (process.platform === 'linux' ? false : 'priorities are read on Linux alone') },
  async (t) => {
    await launchOnce();
    const lowest = Math.min(19, getPriority() + 10);
    t.ok(browserProcesses().some(({ command }) => !command.includes('nice ')));
    for (const { pid, command } of browserProcesses()) t.ok(getPriority(pid) >= lowest, command.slice(0, 80));
  },
);

t.test(
  'a script that has used its time waits behind other pages',
  { skip: skip || (process.platform === 'linux' ? false : 'threads have priorities of their own on Linux alone') },
  async (t) => {
    const { browser } = await launchOnce();
    const context = await browser.newContext();
    t.teardown(() => context.close());
    const page = await context.newPage();
    void page.evaluate('for(;;);').catch(() => undefined);
    const held = (): boolean =>
      browserProcesses().some(({ pid, command }) => command.includes('type=renderer') && getPriority(pid) === 19);
    // The test's time limit is the bound.
    while (!held()) await delay(50);
    t.ok(held());
  },
);

t.test(
  'the browser process gets none of the service’s secrets',
  { skip: skip || (process.platform === 'linux' ? false : 'an environment can be read on Linux alone') },
  async (t) => {
    const { browser } = await launchOnce();
    await (await browser.newContext()).newPage();
    const environments = browserProcesses().flatMap(({ pid }) => {
      try {
        return [readFileSync(`/proc/${pid}/environ`, 'utf8')];
      } catch {
        // Some of the browser's processes end soon after its start.
        return [];
      }
    });
    t.ok(environments.some((text) => text.includes('HOME=')));
    for (const text of environments) t.notOk(text.includes(SECRET));
  },
);

t.test(
  'a temporary folder that is mounted noexec, as in containers and on hardened machines, works',
  { skip },
  async (t) => {
    const folder = mountSmallDisk(t, 'size=128m,noexec,nosuid,nodev');
    if (folder === undefined) return t.comment('this user may mount no disk of its own');
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = folder;
    t.teardown(() => {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    });
    const settings = { chromiumPath: browser ?? null, browserWsEndpoint: null, egressCaFile: null };
    const launched = await launchBrowser(settings);
    try {
      const page = await (await launched.browser.newContext()).newPage();
      t.equal(await page.evaluate('6 * 7'), 42);
    } finally {
      await launched.end();
    }
  },
);

t.test('a remote browser sends its requests through the egress too', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-remote-'));
  const child = spawn(
    browser as string,
    ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  t.teardown(() => {
    process.kill(-(child.pid as number), 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  const endpoint = await new Promise<string>((resolve) => {
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(told)?.[1];
      if (found) resolve(found);
    });
  });
  const secret = await openTcp(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nSECRET'));
  const site = await openPages(t, {
    '/': `<p>far</p><script>fetch("http://127.0.0.1:${secret.port}/").catch(()=>document.body.append("refused"))</script>`,
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const settings = { chromiumPath: null, browserWsEndpoint: endpoint, egressCaFile: null };
  const renderer = openRenderer(t, egress, { settings });
  t.equal(await renderer.unavailable(), undefined);
  t.match((await renderer.render({ url: site.at('/'), timeoutMs: 60_000 })).html, /<p>far<\/p>/);
  t.equal(secret.count(), 0);
  const gone = { ...settings, browserWsEndpoint: 'ws://127.0.0.1:1/' };
  const nowhere = openRenderer(t, egress, { settings: gone });
  t.equal((await faultOf(nowhere.render({ url: site.at('/'), timeoutMs: 60_000 }))).fault, 'no_browser');
});

t.test('the browser’s executable is found', async (t) => {
  const folder = t.testdir({ browser: '#!/bin/sh\nexit 1\n' });
  t.match(await findBrowser(join(folder, 'none')), { missing: /CHROMIUM_PATH names/ });
  t.match(await findBrowser(join(folder, 'browser')), { missing: /CHROMIUM_PATH names/ }, 'not executable');
  writeFileSync(join(folder, 'broken'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  t.strictSame(await findBrowser(join(folder, 'broken')), { path: join(folder, 'broken') });
  const egress = openEgress(t, { allow: ['site.test:1'] });
  const settings = { chromiumPath: join(folder, 'broken'), browserWsEndpoint: null, egressCaFile: null };
  const renderer = openRenderer(t, egress, { settings });
  t.equal((await faultOf(renderer.render({ url: 'http://site.test:1/', timeoutMs: 60_000 }))).fault, 'no_browser');
  settings.chromiumPath = join(folder, 'none');
  t.match(await openRenderer(t, egress, { settings }).unavailable(), /CHROMIUM_PATH/);
});
