import { request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createGzip, gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCACertificate, getCA } from 'mockttp/dist/util/certificates';
import t from 'tap';
import { readConfig } from '../../src/config/config.ts';
import { createEgress } from '../../src/egress/create-egress.ts';
import type { EgressRequest } from '../../src/egress/egress.ts';
import { FakeClock } from '../support/clock.ts';
import { faultOf, get, listen, openEgress, openSite, openTcp, openUpstream } from './loopback.ts';

t.test('redirects are followed hop by hop, and each hop passes the address guard', async (t) => {
  const secret = await openSite(t, (_, response) => response.end('secret'));
  const site = await openSite(t, (request, response) => {
    const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
    const hops = Number(/^\/hops\/(\d+)/.exec(request.url ?? '')?.[1]);
    if (to !== null) response.writeHead(302, { location: to }).end();
    else if (hops > 0) response.writeHead(307, { location: `/hops/${hops - 1}` }).end();
    else response.end(`end of ${request.method} ${request.url}`);
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`, `other.test:${site.port}`] });
  const base = `http://site.test:${site.port}`;
  const answer = await egress.fetch(get(`${base}/?to=${encodeURIComponent('/a b')}`));
  t.equal(answer.body.toString(), 'end of GET /a%20b');
  t.equal(answer.url, `${base}/a%20b`);
  t.equal((await egress.fetch(get(`${base}/?to=//other.test:${site.port}/x`))).body.toString(), 'end of GET /x');
  t.equal((await egress.fetch(get(`${base}/hops/5`))).body.toString(), 'end of GET /hops/0');
  t.equal((await faultOf(egress.fetch(get(`${base}/hops/6`)))).fault, 'too_many_redirects');
  for (const target of [
    `http://127.0.0.1:${secret.port}/`,
    `http://localhost:${secret.port}/`,
    `http://[::1]:${secret.port}/`,
    `http://0x7f.1:${secret.port}/`,
    `http://2130706433:${secret.port}/`,
    `http://169.254.169.254/latest/meta-data/`,
    `http://u:p@site.test:${site.port}/`,
    'http://site.test:22/',
    'file:///etc/passwd',
    'ftp://site.test/',
    'gopher://site.test/',
  ]) {
    const { fault, message } = await faultOf(egress.fetch(get(`${base}/?to=${encodeURIComponent(target)}`)));
    t.equal(fault, 'refused', target);
    t.notMatch(message, /\d+\.\d+\.\d+|::/, 'no address in the text');
  }
  t.equal(secret.paths.length, 0, 'the private listener heard nothing');
});

t.test('which requests follow a redirect, and which do not', async (t) => {
  const seen: { method: string; body: string; headers: Record<string, unknown> }[] = [];
  const other = await openSite(t, (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      seen.push({ method: request.method ?? '', body, headers: request.headers });
      response.end('ok');
    });
  });
  const site = await openSite(t, (request, response) => {
    request.resume();
    const status = Number((request.url ?? '').slice(1));
    response.writeHead(status, { location: `http://other.test:${other.port}/` }).end();
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`, `other.test:${other.port}`] });
  const secrets = {
    authorization: 'Bearer s',
    cookie: 'a=b',
    'X-Api-Key': 'k',
    'x-algolia-api-key': 'z',
    'x-subscription-token': 't',
    'x-custom': '1',
    'content-type': 'text/plain',
    accept: 'text/x',
  };
  const post = (status: number) =>
    egress.fetch({
      ...get(`http://site.test:${site.port}/${status}`),
      method: 'POST',
      body: 'question',
      headers: secrets,
    });
  for (const status of [301, 302, 303]) {
    await post(status);
    const last = seen.at(-1);
    t.match(last, { method: 'GET', body: '', headers: { accept: 'text/x' } }, `${status}`);
    for (const name of [...Object.keys(secrets).slice(0, -2), 'proxy-authorization']) {
      t.notOk(last?.headers[name.toLowerCase()], `${name} stays at home`);
    }
  }
  for (const status of [307, 308]) {
    t.equal((await faultOf(post(status))).fault, 'refused', `${status}: no body for another origin`);
    t.equal(seen.length, 3);
  }
  await egress.fetch(get(`http://other.test:${other.port}/`));
  t.notOk(seen.at(-1)?.headers['authorization'], 'the password of our own proxy reaches no site');
  await egress.fetch(get(`http://other.test:${other.port}/`, { browser: true, acceptLanguage: 'fr-FR,fr;q=0.9' }));
  t.match(seen.at(-1)?.headers, { 'user-agent': /Chrome/, 'accept-language': 'fr-FR,fr;q=0.9' });
  t.notOk(seen.at(-1)?.headers['authorization']);
});

t.test('endless bodies and answers are cut off', async (t) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  const site = await openSite(t, (request, response) => {
    switch (request.url) {
      case '/bomb':
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
        break;
      case '/empty-blocks': {
        // Flushes alone: bytes on the wire that decode to nothing.
        response.writeHead(200, { 'content-encoding': 'gzip' });
        const gzip = createGzip();
        gzip.pipe(response);
        const block = Buffer.alloc(5 * 20_000);
        for (let at = 0; at < block.length; at += 5) block.set([0, 0, 0, 255, 255], at);
        gzip.write('x');
        gzip.flush(() => {
          const write = (): void => {
            if (response.destroyed) return;
            response.write(block, () => setImmediate(write));
          };
          write();
        });
        break;
      }
      case '/endless': {
        const write = (): void => {
          if (!response.destroyed) response.write(Buffer.alloc(65_536, 'a'), () => setImmediate(write));
        };
        write();
        break;
      }
      case '/drip': {
        const timer = setInterval(() => response.write('a'), 20);
        response.on('close', () => clearInterval(timer));
        break;
      }
      case '/lie':
        response.writeHead(200, { 'content-length': '1000000000' });
        response.write('<p>x</p>');
        setTimeout(() => response.destroy(), 20).unref();
        break;
      case '/cookies':
        for (let index = 0; index < 100; index += 1) response.appendHeader('set-cookie', `c${index}=1`);
        response.end('ok');
        break;
      default:
        break;
    }
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const at = (path: string, more = {}) => faultOf(egress.fetch(get(`http://site.test:${site.port}${path}`, more)));
  t.equal((await at('/bomb')).fault, 'too_large');
  t.equal((await at('/endless')).fault, 'too_large');
  t.equal((await at('/empty-blocks', { maximumBytes: 100_000 })).fault, 'too_large', 'counted on the wire');
  t.equal((await at('/drip', { timeoutMs: 300 })).fault, 'timeout');
  t.equal((await at('/silent', { timeoutMs: 300 })).fault, 'timeout');
  t.equal((await at('/lie')).fault, 'connection');
  t.equal((await at('/cookies')).fault, 'none');
  const slow = await openTcp(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x-a: b\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const slowEgress = openEgress(t, { allow: [`slow.test:${slow.port}`] });
  t.equal(
    (await faultOf(slowEgress.fetch(get(`http://slow.test:${slow.port}/`, { timeoutMs: 300 })))).fault,
    'timeout',
  );
  const controller = new AbortController();
  const aborted = at('/silent', { signal: controller.signal });
  setTimeout(() => controller.abort(), 30);
  t.equal((await aborted).fault, 'aborted');
  t.equal((await at('/cookies', { signal: AbortSignal.abort() })).fault, 'aborted');
});

t.test('a request is repeated once if a connection breaks, and in no other case', async (t) => {
  let answers: string[] = [];
  const fickle = await openTcp(t, (socket) => {
    socket.once('data', () => {
      const answer = answers.shift();
      if (answer === undefined) socket.destroy();
      else socket.end(answer);
    });
  });
  let failing = 0;
  const site = await openSite(t, (_, response) => {
    failing += 1;
    response.writeHead(503).end('busy');
  });
  const egress = openEgress(t, { allow: [`fickle.test:${fickle.port}`, `site.test:${site.port}`, 'closed.test:1'] });
  t.equal((await faultOf(egress.fetch(get(`http://fickle.test:${fickle.port}/`)))).fault, 'connection');
  t.equal(fickle.count(), 2);
  await faultOf(egress.fetch({ ...get(`http://fickle.test:${fickle.port}/`), method: 'POST', body: 'x' }));
  t.equal(fickle.count(), 3, 'a POST is not repeated');
  answers = ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok'];
  t.equal((await egress.fetch(get(`http://fickle.test:${fickle.port}/`))).body.toString(), 'ok');
  t.equal((await egress.fetch(get(`http://site.test:${site.port}/`))).status, 503);
  t.equal(failing, 1, 'an answer is an answer');
  t.equal(
    (await faultOf(egress.fetch(get('http://closed.test:1/')))).fault,
    'connection',
    'not the proxy’s own status',
  );
});

t.test(
  'SPEC §3: requests to one host keep the interval; requests with `yields` go last and hold no place',
  async (t) => {
    const order: string[] = [];
    const site = await openSite(t, ({ url = '' }, response) => {
      order.push(url);
      response.end('ok');
    });
    const clock = new FakeClock();
    const egress = openEgress(t, { allow: [`site.test:${site.port}`], clock });
    const turns: (number | undefined)[] = [];
    const at = (path: string, more: Partial<EgressRequest> = {}) =>
      egress.fetch(get(`http://site.test:${site.port}${path}`, { minIntervalMs: 1_000, timeoutMs: 25_000, ...more }));
    await at('/first');
    const startedAt = clock.now();
    await at('/second', { onQueue: (turnAt) => turns.push(turnAt?.()) });
    t.strictSame(turns, [startedAt + 1_000, undefined], 'when its turn is, and that it has come');
    t.equal(clock.now() - startedAt, 1_000);
    // Three requests hold the next turns; one with `yields` waits for all of them, and for a later one.
    const slots = [1, 2, 3].map((index) => at(`/third-${index}`));
    await Promise.all(slots);
    await at('/further', { yields: true });
    t.equal(order.at(-1), '/further');
  },
);

t.test('a full queue says when it will be empty', async (t) => {
  const site = await openSite(t, (_, response) => void response.end('ok'));
  const clock = new FakeClock();
  const egress = createEgress({
    config: readConfig({ EGRESS_ALLOW: `site.test:${site.port}` }),
    clock,
    resolver: async () => ['127.0.0.1'],
    sleep: () => new Promise(() => {}),
  });
  t.teardown(() => egress.close());
  const ask = (more: Partial<EgressRequest>) =>
    egress.fetch(get(`http://site.test:${site.port}/`, { minIntervalMs: 2_000, timeoutMs: 25_000, ...more }));
  await ask({});
  for (let waiting = 0; waiting < 5; waiting += 1) void ask({}).catch(() => {});
  await t.rejects(ask({ timeoutMs: 5_000 }), { message: /already waiting/, fault: 'queued', retryAfterMs: 12_000 });
  await t.rejects(ask({ timeoutMs: 5_000, yields: true }), { message: /already waiting/, retryAfterMs: 12_000 });
});

t.test('close() ends running requests, and later requests fail', async (t) => {
  let closing: Promise<void> | undefined;
  const site = await openTcp(t, (socket) => socket.once('data', () => (closing = egress.close())));
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const asked = get(`http://site.test:${site.port}/`);
  t.equal((await faultOf(egress.fetch(asked))).fault, 'aborted', 'it is not tried again');
  await closing;
  t.equal((await faultOf(egress.fetch(asked))).fault, 'aborted');
  t.equal(site.count(), 1);
});

t.test('names: all resolved addresses are checked, and the connection uses a checked one', async (t) => {
  const site = await openSite(t, (_, response) => response.end('site'));
  const secret = await openTcp(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'));
  const answers: Record<string, string[][]> = {
    'mixed.test': [['93.184.215.14', '127.0.0.1']],
    'loop.test': [['127.0.0.1']],
    'mapped.test': [['::ffff:127.0.0.1']],
    'nat64.test': [['64:ff9b::7f00:1']],
    'empty.test': [[]],
    'pinned.test': [['127.0.0.1'], ['10.0.0.1']],
  };
  let lookups = 0;
  const egress = openEgress(t, {
    allow: [`pinned.test:${site.port}`],
    resolver: async (name) => {
      lookups += 1;
      if (name === 'slow.test') return delay(60_000, [], { ref: false });
      const known = answers[name];
      if (!known) throw new Error('ENOTFOUND');
      return (known.length > 1 ? known.shift() : known[0]) as string[];
    },
  });
  for (const name of ['mixed', 'loop', 'mapped', 'nat64']) {
    const { fault, message } = await faultOf(egress.fetch(get(`http://${name}.test:8080/`)));
    t.equal(fault, 'refused', name);
    t.notMatch(message, /127|::|64:/);
    t.equal((await faultOf(egress.fetch(get(`https://${name}.test/`)))).fault, 'refused', `${name} over TLS`);
    t.equal(
      (await faultOf(egress.fetch(get(`https://${name}.test/`, { browser: true, http2: true })))).fault,
      'refused',
    );
  }
  t.equal((await faultOf(egress.fetch(get('http://empty.test/')))).fault, 'unresolved');
  t.equal((await faultOf(egress.fetch(get('http://unknown.test/')))).fault, 'unresolved');
  t.equal((await faultOf(egress.fetch(get('https://unknown.test/')))).fault, 'unresolved');
  const started = Date.now();
  t.equal((await faultOf(egress.fetch(get('http://slow.test/', { timeoutMs: 200 })))).fault, 'timeout');
  t.ok(Date.now() - started < 20_000, 'a resolver that hangs does not outlast the deadline');
  const before = lookups;
  t.equal((await egress.fetch(get(`http://pinned.test:${site.port}/`))).body.toString(), 'site');
  t.equal(lookups, before + 1, 'one look-up, the one that was judged');
  t.equal(secret.count(), 0);
});

t.test('certificates are checked; EGRESS_CA_FILE adds an authority', async (t) => {
  const ca = await generateCACertificate({ bits: 2048 });
  const leaf = await (await getCA(ca)).generateCertificate('tls.test');
  const port = await listen(
    t,
    createTlsServer({ key: leaf.key, cert: leaf.cert }, (request, response) => response.end(`tls ${request.url}`)),
  );
  const url = `https://tls.test:${port}/x`;
  const allow = [`tls.test:${port}`, `wrong.test:${port}`];
  t.equal((await faultOf(openEgress(t, { allow }).fetch(get(url)))).fault, 'certificate');
  const file = join(t.testdir({}), 'ca.pem');
  writeFileSync(file, ca.cert);
  const trusting = openEgress(t, { allow, env: { EGRESS_CA_FILE: file } });
  t.equal((await trusting.fetch(get(url))).body.toString(), 'tls /x');
  t.equal((await trusting.fetch(get(url, { browser: true, http2: true }))).body.toString(), 'tls /x');
  t.equal(
    (await faultOf(trusting.fetch(get(`https://wrong.test:${port}/`)))).fault,
    'certificate',
    'for its name alone',
  );
});

t.test('upstream proxies are chosen only by setting and country, and the address rule still applies', async (t) => {
  const site = await openSite(t, (_, response) => response.end('site'));
  const [all, french] = [await openUpstream(t), await openUpstream(t)];
  const egress = openEgress(t, {
    env: { EGRESS_PROXY: all.url, EGRESS_PROXY_FR: french.url },
    allow: [`far.test:${site.port}`],
    resolver: async (name) => {
      if (name === 'private.test') return ['10.0.0.1'];
      throw new Error('ENOTFOUND');
    },
  });
  const url = `http://far.test:${site.port}/a`;
  t.equal((await egress.fetch(get(url))).body.toString(), 'site', 'a name unknown here is passed on');
  t.strictSame(all.asked, [`GET ${url}`]);
  t.equal((await egress.fetch(get(url, { geo: 'FR' }))).body.toString(), 'site');
  t.strictSame(french.asked, [`GET ${url}`]);
  await egress.fetch(get(url, { geo: 'XX' }));
  t.equal(all.asked.length, 2, 'a geo without a proxy goes the common way');
  for (const target of [
    'http://127.0.0.1/',
    'https://10.0.0.1/',
    'http://localhost/',
    'http://private.test/',
    'https://private.test/',
  ]) {
    t.equal((await faultOf(egress.fetch(get(target)))).fault, 'refused', target);
  }
  t.equal(all.asked.length, 2, 'none of them reached the far side');
  await faultOf(egress.fetch(get(`https://far.test:${site.port}/`)));
  t.equal(all.asked.at(-1), `CONNECT far.test:${site.port}`);
});

t.test('the local proxy accepts only its password', async (t) => {
  const site = await openSite(t, (_, response) => response.end('site'));
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const session = await egress.openSession();
  const { hostname, port, username, password } = new URL(session.proxyUrl);
  t.equal(hostname, '127.0.0.1');
  const ask = (user?: string, pass?: string) => askThrough(Number(port), `http://site.test:${site.port}/`, user, pass);
  t.equal(await ask(), 407);
  t.equal(await ask(username, 'wrong'), 407);
  t.equal(await ask('other', password), 407);
  t.equal(await ask(username, password), 200);
  t.ok(session.receivedBytes() > 0);
  session.close();
  t.equal(await ask(username, password), 407, 'a session that was closed lets nobody through');
  t.equal(site.paths.length, 1);
});

function askThrough(port: number, url: string, user = '', password = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        agent: false,
        path: url,
        headers: user
          ? { 'proxy-authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
          : {},
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}
