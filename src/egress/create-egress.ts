import type { Config } from '../config/config.ts';
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
const DISALLOW_ALL = 'User-agent: *\nDisallow: /';

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

/** What must hold before a page is asked for, by whichever client. */
export interface Admission {
  url: string;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  paceMs?: number;
  respectRobots?: boolean;
  signal?: AbortSignal;
}

/** The door with what a browser needs of it. */
export interface BrowserDoor extends EgressDoor {
  /** Checks a URL by rule and robots.txt and waits for its host's turn; rejects with EgressError. */
  admit(admission: Admission): Promise<void>;
  /** Milliseconds since the epoch, by the clock that deadlines are told in. */
  now(): number;
}

/** The one door out: every hop passes the guard, on names at connect time too. */
export function createEgress(options: EgressOptions): BrowserDoor {
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
    // A firewall in front of the rules: they may be there, and are not for us to read.
    if (answer.status === 401 || answer.status === 403) return DISALLOW_ALL;
    return answer.status >= 400 ? '' : answer.body.toString('utf8');
  }

  async function assertRobotsAllow(url: string, leftMs: number): Promise<void> {
    const verdict = await within(robots.judge(url), leftMs);
    if (verdict === 'disallowed') throw new EgressError('robots', "the site's robots.txt disallows this page");
    if (verdict === 'unknown') throw new EgressError('connection', "the site's robots.txt could not be read");
  }

  async function admit({ url, deadlineAt, paceMs, respectRobots, signal }: Admission): Promise<void> {
    const parsed = new URL(url);
    try {
      guard.checkUrl(parsed);
    } catch (error) {
      if (error instanceof RefusedTarget) throw new EgressError('refused', error.message, error);
      throw error;
    }
    if (deadlineAt <= clock.now()) throw new EgressError('timeout', 'the site did not answer in time');
    if (respectRobots) await assertRobotsAllow(parsed.href, deadlineAt - clock.now());
    if (options.pace !== false && paceMs && !(await pacing.wait(parsed.host, paceMs, deadlineAt - 1_000, signal))) {
      throw new EgressError('queued', 'too many requests to this site wait here; try again in a moment');
    }
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
  async function fetchPatiently(request: EgressRequest, deadlineAt: number): Promise<EgressAnswer> {
    const inTime = (): EgressRequest => ({ ...request, timeoutMs: Math.max(1, deadlineAt - clock.now()) });
    try {
      return await fetchOnce(inTime());
    } catch (error) {
      if (!(error instanceof EgressError) || error.fault !== 'connection' || request.method !== 'GET') throw error;
      return fetchOnce(inTime());
    }
  }

  async function follow(request: EgressRequest): Promise<EgressAnswer> {
    const deadlineAt = clock.now() + request.timeoutMs;
    let current = request;
    for (let hops = 0; ; hops += 1) {
      const { href } = new URL(current.url);
      await admit({ ...current, url: href, deadlineAt });
      const answer = await fetchPatiently({ ...current, url: href }, deadlineAt);
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
    admit,
    now: () => clock.now(),
    fetch: follow,
    close: () => proxy.close(),
  };
}

/** Fails with a time-out when something takes longer than is left. */
async function within<T>(work: Promise<T>, leftMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EgressError('timeout', 'the site did not answer in time')), leftMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
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
