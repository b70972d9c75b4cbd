import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import { AddressGuard, portOf, RefusedTarget, type Resolver } from './address-guard.ts';
import { EgressError, type Egress, type EgressAnswer, type EgressRequest } from './egress.ts';
import { FilterProxy } from './filter-proxy.ts';
import { fetchHop } from './hop.ts';
import { Pacing, type Sleep } from './pacing.ts';
import { Robots } from './robots.ts';

const MAXIMUM_REDIRECTS = 5;
const ROBOTS_TIMEOUT_MS = 10_000;
const ROBOTS_BYTES = 512 * 1024;

export interface EgressOptions {
  config: Pick<
    Config,
    | 'egressProxy'
    | 'egressProxies'
    | 'egressCaFile'
    | 'egressAllow'
    | 'robotsTxt'
    | 'searxngUrl'
    | 'openaiBaseUrl'
    | 'browserWsEndpoint'
  >;
  clock: Clock;
  resolver: Resolver;
  sleep: Sleep;
  /** Keep distances between requests to one host; off in tests against local servers. */
  pace?: boolean;
}

export interface EgressDoor extends Egress {
  guard: AddressGuard;
  proxy: FilterProxy;
  close(): Promise<void>;
}

/** The one door out: every hop passes the guard, on names at connect time too. */
export function createEgress(options: EgressOptions): EgressDoor {
  const { config, clock } = options;
  const guard = new AddressGuard(options.resolver, exemptions(config));
  const proxy = new FilterProxy({
    guard,
    upstreamFor: (geo) => (geo ? config.egressProxies[geo] : undefined) ?? config.egressProxy ?? undefined,
  });
  const pacing = new Pacing(clock, options.sleep);
  const robots = new Robots(fetchRobots, clock);

  async function fetchRobots(url: string): Promise<string | undefined> {
    const answer = await follow({ method: 'GET', url, timeoutMs: ROBOTS_TIMEOUT_MS, maximumBytes: ROBOTS_BYTES });
    if (answer.status >= 500 || answer.status === 429) return undefined;
    return answer.status >= 400 ? '' : answer.body.toString('utf8');
  }

  async function assertRobotsAllow(url: string): Promise<void> {
    const verdict = await robots.judge(url);
    if (verdict === 'disallowed') throw new EgressError('robots', "the site's robots.txt disallows this page");
    if (verdict === 'unknown') throw new EgressError('connection', "the site's robots.txt could not be read");
  }

  async function fetchOnce(request: EgressRequest): Promise<EgressAnswer> {
    const passage = await proxy.open(request.geo);
    try {
      return await fetchHop(request, passage, { extraCertificate: config.egressCaFile });
    } finally {
      passage.close();
    }
  }

  /** Only a connection that broke is tried again, and only what may be repeated. */
  async function fetchPatiently(request: EgressRequest): Promise<EgressAnswer> {
    try {
      return await fetchOnce(request);
    } catch (error) {
      if (!(error instanceof EgressError) || error.fault !== 'connection' || request.method !== 'GET') throw error;
      return fetchOnce(request);
    }
  }

  async function follow(request: EgressRequest): Promise<EgressAnswer> {
    const deadlineAt = clock.now() + request.timeoutMs;
    let current = request;
    for (let hops = 0; ; hops += 1) {
      const url = new URL(current.url);
      try {
        guard.checkUrl(url);
      } catch (error) {
        if (error instanceof RefusedTarget) throw new EgressError('refused', error.message, error);
        throw error;
      }
      const left = deadlineAt - clock.now();
      if (left <= 0) throw new EgressError('timeout', 'the site did not answer in time');
      if (current.respectRobots) await assertRobotsAllow(url.href);
      if (
        options.pace !== false &&
        current.paceMs &&
        !(await pacing.wait(url.host, current.paceMs, deadlineAt - 1_000, request.signal))
      ) {
        throw new EgressError('timeout', 'too many requests to this site are waiting');
      }
      const answer = await fetchPatiently({
        ...current,
        url: url.href,
        timeoutMs: Math.max(1, deadlineAt - clock.now()),
      });
      const target = redirectTarget(answer);
      if (target === undefined) return answer;
      if (hops >= MAXIMUM_REDIRECTS)
        throw new EgressError('too_many_redirects', `the site redirects more than ${MAXIMUM_REDIRECTS} times`);
      current = redirected(current, answer, target);
    }
  }

  return {
    guard,
    proxy,
    fetch: follow,
    close: () => proxy.close(),
  };
}

function redirectTarget(answer: EgressAnswer): string | undefined {
  const { location } = answer.headers;
  if (![301, 302, 303, 307, 308].includes(answer.status) || !location) return undefined;
  return URL.canParse(location, answer.url) ? new URL(location, answer.url).href : undefined;
}

/** Credentials and cookies never follow to another origin; 301 to 303 turn a POST into a GET. */
function redirected(request: EgressRequest, answer: EgressAnswer, target: string): EgressRequest {
  const next: EgressRequest = { ...request, url: target };
  if (answer.status <= 303 && request.method === 'POST') {
    next.method = 'GET';
    delete next.body;
  }
  if (new URL(target).origin !== new URL(answer.url).origin && request.headers) {
    next.headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !/^(?:authorization|cookie|x-.*key.*|x-algolia.*)$/i.test(name),
      ),
    );
  }
  return next;
}

/** Exactly the hosts and ports that the operator's settings name (SPEC §11). */
function exemptions(config: EgressOptions['config']): string[] {
  const named = [config.searxngUrl, config.openaiBaseUrl, config.browserWsEndpoint].filter((value) => value !== null);
  return [
    ...config.egressAllow,
    ...named.map((address) => {
      const url = new URL(address.replace(/^ws/, 'http'));
      return `${url.hostname}:${portOf(url)}`;
    }),
  ];
}
