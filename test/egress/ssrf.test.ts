import { createServer, type ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isPublicAddress, type Resolver } from '../../src/egress/address-guard.ts';
import type { BrowserEgress } from '../../src/egress/create-egress.ts';
import type { Renderer } from '../../src/egress/renderer.ts';
import { readScrapeRequest } from '../../src/tools/scrape-url.ts';
import { openSharedRenderer } from '../support/shared-renderer.ts';
import { sharedJson } from '../support/shared.ts';
import { faultOf, get, listen, openEgress } from './loopback.ts';

/** The answer of a fixture's address. */
interface Serve {
  status?: number;
  location?: string;
  body?: string;
  headers?: Record<string, string>;
  type?: string;
  body_random?: number;
  header_drip_ms?: number;
  drip_ms?: number;
  endless?: boolean;
  silent?: boolean;
  encodings?: string[];
  content_length?: number;
  cookies?: number;
  tls?: string;
}

interface Case {
  id: string;
  class: string;
  url: string;
  expect: 'block' | 'invalid' | 'error' | 'ok' | 'error-or-ok' | 'pinned' | 'sub-block' | 'allow';
  serve?: Serve;
  js?: boolean;
}

type Answer = string[] | { cname: string } | { delay_ms: number } | { sequence: string[][] };

function resolverOf(names: Record<string, Answer>): Resolver & { asked: string[] } {
  const asked: string[] = [];
  const turns = new Map<string, number>();
  const resolve = async (name: string): Promise<string[]> => {
    asked.push(name);
    const unicode = Object.keys(names).find((known) => new URL(`http://${known}`).hostname === name);
    const answer = unicode === undefined ? undefined : names[unicode];
    if (answer === undefined) throw new Error('ENOTFOUND');
    if (Array.isArray(answer)) return answer;
    if ('cname' in answer) return resolve(answer.cname);
    if ('delay_ms' in answer) return delay(answer.delay_ms, [], { ref: false });
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return answer.sequence[Math.min(turn, answer.sequence.length - 1)] as string[];
  };
  return Object.assign(resolve, { asked });
}

/** Stands in for the internet: requests that are let through end here and are recorded. */
async function openConnector(t: Test, cases: readonly Case[]): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const serves = new Map(
    cases.filter(({ serve }) => serve).map(({ url, serve }) => [new URL(url).href, serve as Serve]),
  );
  const server = createServer((request, response) => {
    asked.push(request.url as string);
    answer(response, serves.get(request.url as string) ?? {});
  });
  // A redirect loop returns to its start.
  for (const { url, class: kind, expect, serve } of cases) {
    if (kind === 'redirect' && expect === 'error') {
      serves.set(new URL(serve?.location ?? '', url).href, { status: 302, location: url });
    }
  }
  server.on('connect', (request, socket) => {
    asked.push(`https://${request.url}/`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  return { url: `http://127.0.0.1:${await listen(t, server)}`, asked };
}

function answer(response: ServerResponse, serve: Serve): void {
  response.on('error', () => {});
  if (serve.silent) return;
  if (serve.header_drip_ms !== undefined) {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket?.write('x-a: b\r\n'), 50);
    socket?.on('close', () => clearInterval(timer));
    return;
  }
  response.statusCode = serve.status ?? 200;
  response.setHeader('content-type', serve.type ?? 'text/html');
  if (serve.location !== undefined) response.setHeader('location', serve.location);
  for (const [name, value] of Object.entries(serve.headers ?? {})) response.setHeader(name, value);
  for (let index = 0; index < (serve.cookies ?? 0); index += 1) response.appendHeader('set-cookie', `c${index}=1`);
  if (serve.content_length !== undefined) {
    response.setHeader('content-length', serve.content_length);
    response.write(serve.body ?? '');
    setTimeout(() => response.destroy(), 50).unref();
  } else if (serve.endless) {
    const write = (): void => {
      if (!response.destroyed) response.write(Buffer.alloc(65_536, 'a'), () => setImmediate(write));
    };
    write();
  } else if (serve.drip_ms !== undefined) {
    const timer = setInterval(() => response.write('a'), 50);
    response.on('close', () => clearInterval(timer));
  } else if (serve.encodings !== undefined) {
    response.setHeader('content-encoding', serve.encodings.join(', '));
    response.end(serve.encodings.reduce((body) => gzipSync(body), Buffer.from('<p>x</p>')));
  } else {
    response.end(serve.body_random ? randomBytes(serve.body_random) : (serve.body ?? '<p>page</p>'));
  }
}

type Outcome = 'invalid' | 'refused' | 'failed' | 'delivered';

async function outcomeOf(
  entry: Case,
  egress: BrowserEgress,
  renderer: Renderer | undefined,
): Promise<{ outcome: Outcome; text: string }> {
  try {
    readScrapeRequest({ urls: [entry.url] }, []);
  } catch (error) {
    return { outcome: 'invalid', text: (error as Error).message };
  }
  const { href } = new URL(entry.url);
  const work =
    entry.js && renderer
      ? renderer.render({ url: href, timeoutMs: 20_000 })
      : egress.fetch(get(href, { timeoutMs: 700, maximumBytes: 300_000 }));
  const { fault, message } = await faultOf(work);
  return { outcome: fault === 'none' ? 'delivered' : fault === 'refused' ? 'refused' : 'failed', text: message };
}

const ACCEPTED: Record<Case['expect'], readonly Outcome[]> = {
  block: ['refused'],
  invalid: ['invalid'],
  error: ['failed'],
  ok: ['delivered'],
  'error-or-ok': ['failed', 'delivered'],
  pinned: ['delivered'],
  'sub-block': ['delivered'],
  allow: ['failed', 'delivered'],
};

async function checkAll(t: Test, cases: readonly Case[], names: Record<string, Answer>): Promise<void> {
  const connector = await openConnector(t, cases);
  const resolver = resolverOf(names);
  const egress = openEgress(t, { env: { EGRESS_PROXY: connector.url }, resolver });
  const direct = openEgress(t, { resolver });
  const local = await openSharedRenderer(t, egress);
  const renderer = (await local.unavailable()) === undefined ? local : undefined;
  for (const entry of cases) {
    if (entry.serve?.tls) continue; // Tested with real certificates in egress.test.ts.
    if (entry.js && !renderer) {
      t.pass(entry.id, { skip: 'no browser on this machine' });
      continue;
    }
    const from = connector.asked.length;
    // Behind a proxy, the proxy resolves names: cases that depend on the resolver alone are tested without one.
    const alone = entry.class === 'dns' && entry.expect === 'error';
    const { outcome, text } = await outcomeOf(entry, alone ? direct : egress, renderer);
    const asked = connector.asked.slice(from);
    t.ok(ACCEPTED[entry.expect].includes(outcome), `${entry.class} ${entry.id}: ${entry.expect} (${outcome}) ${text}`);
    t.notMatch(text, /\b\d+\.\d+\.\d+\.\d+\b/, `${entry.id}: the text names no address`);
    if (entry.expect === 'block' && !entry.serve) t.strictSame(asked, [], `${entry.id}: nothing left`);
    const hosts = asked.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''));
    t.strictSame(
      hosts.filter((host) => (/^[\d.]+$|:/.test(host) ? !isPublicAddress(host) : !host.includes('.'))),
      [],
      `${entry.id}: nothing private was asked for`,
    );
    if (entry.expect === 'allow') t.ok(asked.length > 0, `${entry.id}: let through`);
    if (entry.expect === 'pinned') t.equal(resolver.asked.filter((name) => entry.url.includes(name)).length, 1);
  }
}

const shared = sharedJson<{ cases: Case[]; resolver: Record<string, Answer> }>('cases/ssrf.json');

t.test(
  'labelled cases: every verdict is correct',
  { skip: shared ? false : 'the labelled cases are not on this machine' },
  async (t) => {
    if (shared) await checkAll(t, shared.cases, shared.resolver);
  },
);

const row = (url: string, expect: Case['expect'], more: Partial<Case> = {}): Case => ({
  id: url,
  class: 'own',
  url,
  expect,
  ...more,
});

t.test('our additional table', async (t) => {
  const redirect = (path: string, location: string, expect: Case['expect']): Case =>
    row(`http://plain.test/${path}`, expect, { serve: { status: 302, location } });
  await checkAll(
    t,
    [
      ...['http://127.3.2.1/', 'http://10.255.255.255/', 'http://172.16.0.1/', 'http://192.168.255.1:8443/'].map(
        (url) => row(url, 'block'),
      ),
      ...['http://169.254.1.1/', 'http://100.64.0.1/', 'http://192.0.0.8/', 'http://198.18.0.1/'].map((url) =>
        row(url, 'block'),
      ),
      ...['http://203.0.113.9/', 'http://255.255.255.255/', 'http://168.63.129.16/', 'http://0x7f000001/'].map((url) =>
        row(url, 'block'),
      ),
      ...['http://[fe80::1]/', 'http://[fc00::1]/', 'http://[::ffff:10.0.0.1]/', 'http://[2001:db8::1]/'].map((url) =>
        row(url, 'block'),
      ),
      ...['http://[64:ff9b:1::1]/', 'http://[5f00::1]/', 'http://[::ffff:7f00:1]/', 'http://[2001::1]/'].map((url) =>
        row(url, 'block'),
      ),
      ...[
        'http://printer/',
        'http://a.local/',
        'http://b.LAN./',
        'http://x.localhost/',
        'http://kubernetes.default.svc/',
        'http://api.svc.cluster.local/',
        'http://vault.service.consul/',
        'http://host.docker.internal/',
        'http://db.docker/',
        'http://1.0.0.127.in-addr.arpa/',
      ].map((url) => row(url, 'block')),
      ...[
        'http://plain.test:22/',
        'http://plain.test:3306/',
        'http://plain.test:7999/',
        'https://plain.test:9000/',
      ].map((url) => row(url, 'block')),
      ...['http://me:pw@plain.test/', 'http://me@plain.test/'].map((url) => row(url, 'block')),
      ...['http://inside.test/', 'http://both.test/', 'http://link6.test/'].map((url) => row(url, 'block')),
      ...['javascript:alert(1)', 'about:blank', 'blob:http://plain.test/x', 'mailto:a@b.test', 'http://', 'x'].map(
        (url) => row(url, 'invalid'),
      ),
      ...[
        'http://plain.test/',
        'http://plain.test:8000/',
        'http://plain.test:8999/',
        'http://9.9.9.9/',
        'http://[2620:fe::fe]/',
      ].map((url) => row(url, 'allow')),
      row('http://mapped.test/', 'allow'),
      redirect('a', 'http://192.168.0.1/', 'block'),
      redirect('b', '//localhost/', 'block'),
      redirect('c', 'http://both.test/', 'block'),
      redirect('d', '/there', 'ok'),
    ],
    {
      'plain.test': ['93.184.215.20'],
      'inside.test': ['172.20.0.4'],
      'both.test': ['93.184.215.20', '::1'],
      'link6.test': ['fe80::2'],
      'mapped.test': ['::ffff:93.184.215.20'],
    },
  );
});
