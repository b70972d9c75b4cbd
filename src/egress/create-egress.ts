import type { Config } from '../config/config.ts';
import { KIB } from '../lib/byte-units.ts';
import type { Clock, Sleep } from '../lib/clock.ts';
import { freeBytes } from '../lib/growing-bytes.ts';
import { within } from '../lib/within.ts';
import { AddressGuard, portOf, RefusedTarget, type Resolver } from './address-guard.ts';
import {
  EgressError,
  FAULT_TEXTS,
  type Egress,
  type EgressAnswer,
  type EgressFault,
  type EgressPurpose,
  type EgressRequest,
} from './egress.ts';
import { FilterProxy, type ProxySession } from './filter-proxy.ts';
import { fetchHop } from './hop.ts';
import { HostQueue } from './host-queue.ts';
import { WITHOUT_ACCOUNT } from './host-turns.ts';
import { identitySource } from './identity.ts';
import { MemoryHostThrottle } from '../shared/memory/host-throttle.ts';
import type { HostThrottle } from '../shared/types.ts';
import { Robots } from './robots.ts';
import { SessionCookies } from './session-cookies.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

const MAXIMUM_REDIRECTS = 5;
const ROBOTS_TIMEOUT_MS = 10_000;
const ROBOTS_BYTES = 512 * KIB;
/**
 * A request that waits for its host is sent at least this long before the deadline, so that the site has time to
 * answer.
 */
const LEFT_FOR_ANSWER_MS = 1_000;
/** If a request for robots.txt fails with one of these faults, the site's pages would fail in the same way. */
const TELLING_FAULTS: ReadonlySet<EgressFault> = new Set(['unresolved', 'connection', 'certificate', 'timeout']);
const DISALLOW_ALL = 'User-agent: *\nDisallow: /';

export interface EgressSettings extends Pick<
  Config,
  'chromiumPath' | 'egressProxy' | 'egressProxies' | 'egressCaFile' | 'egressAllow' | 'searxngUrl'
> {
  openaiBaseUrl: string | null;
  alertWebhookUrl: string | null;
}

export interface EgressOptions {
  config: EgressSettings;
  clock: Clock;
  resolver: Resolver;
  lookupTimeoutMs?: number;
  sleep: Sleep;
  throttle?: boolean;
  hostThrottle?: HostThrottle;
}

export interface GuardedEgress extends Egress {
  close(): Promise<void>;
}

/** Fields of the same name mean the same as in EgressRequest. */
export interface Admission {
  url: string;
  purpose?: EgressPurpose;
  deadlineAt: number;
  minIntervalMs?: number;
  accounts?: ReadonlySet<string> | undefined;
  yields?: boolean;
  onQueue?(turnAt?: () => number): void;
  respectRobots?: boolean;
  signal?: AbortSignal;
}

export interface BrowserEgress extends GuardedEgress {
  /**
   * Checks a URL against the address guard and, with `respectRobots`, against robots.txt. With `minIntervalMs`, also
   * waits for the host throttle. Rejects with an EgressError.
   */
  admit(admission: Admission): Promise<void>;
  /**
   * Opens a session of the filter proxy, which the caller must close. `host` is the address at which the proxy listens.
   * A remote browser needs an address of this machine; the default is loopback.
   */
  openSession(geo?: string, host?: string): Promise<ProxySession>;
  now(): number;
  /**
   * The process that renders pages uses this throttle too, so that both processes together keep the interval between
   * requests to a host.
   */
  readonly hostThrottle: HostThrottle;
}

/**
 * Every request to an outside site goes through the egress. The address guard checks each redirect, and checks each
 * name again when the connection is made.
 */
export function createEgress(options: EgressOptions): BrowserEgress {
  const { config, clock } = options;
  const guardFor = (purpose: EgressPurpose): AddressGuard =>
    new AddressGuard(options.resolver, exemptions(config, purpose), options.lookupTimeoutMs);
  const guards: Record<EgressPurpose, AddressGuard> = {
    page: guardFor('page'),
    search_provider: guardFor('search_provider'),
    model: guardFor('model'),
    alert: guardFor('alert'),
  };
  const proxy = new FilterProxy({
    upstreamFor: (geo) => (geo ? config.egressProxies[geo] : undefined) ?? config.egressProxy ?? undefined,
  });
  const identity = identitySource(config.chromiumPath);
  const hostThrottle = options.hostThrottle ?? new MemoryHostThrottle(clock);
  const hostQueue = new HostQueue(hostThrottle, clock, options.sleep);
  const robots = new Robots(fetchRobots, clock);

  async function fetchRobots(url: string): Promise<string | undefined> {
    const request: EgressRequest = { method: 'GET', url, timeoutMs: ROBOTS_TIMEOUT_MS, maximumBytes: ROBOTS_BYTES };
    const answer = await follow(request).catch((error: unknown) => {
      if (error instanceof EgressError && error.fault === 'too_large') return undefined;
      throw error;
    });
    // The answer is too large to be a real robots.txt, so the rules count as unreadable.
    if (!answer) return undefined;
    if (answer.status >= 500 || answer.status === 429) return undefined;
    // The site, or a firewall in front of it, refuses the request for robots.txt, so there may be rules that cannot be
    // read.
    if (answer.status === 401 || answer.status === 403) return DISALLOW_ALL;
    return answer.status >= 400 ? '' : answer.body.toString('utf8');
  }

  async function assertRobotsAllow(url: string, leftMs: number): Promise<void> {
    const verdict = (await within(robots.verdictFor(url), leftMs).catch(robotsFault))?.value;
    if (verdict === undefined) throw new EgressError('timeout', FAULT_TEXTS.siteTimeout);
    if (verdict === 'disallowed') throw new EgressError('robots', "the site's robots.txt disallows this page");
    if (verdict === 'unknown') throw new EgressError('robots', "the site's robots.txt could not be read");
  }

  async function admit(admission: Admission): Promise<void> {
    const { url, purpose, deadlineAt, minIntervalMs, respectRobots } = admission;
    const parsed = new URL(url);
    try {
      guards[purpose ?? 'page'].checkUrl(parsed);
    } catch (error) {
      if (error instanceof RefusedTarget) throw new EgressError('refused', error.message, error);
      throw error;
    }
    if (deadlineAt <= clock.now()) throw new EgressError('timeout', FAULT_TEXTS.siteTimeout);
    if (respectRobots) await assertRobotsAllow(parsed.href, deadlineAt - clock.now());
    if (options.throttle === false || !minIntervalMs) return;
    await hostQueue.take({
      host: parsed.host,
      minIntervalMs,
      yields: admission.yields ?? false,
      accounts: admission.accounts ?? WITHOUT_ACCOUNT,
      latestAt: deadlineAt - LEFT_FOR_ANSWER_MS,
      signal: admission.signal,
      onQueue: admission.onQueue && ((turnAt) => admission.onQueue?.(turnAt)),
    });
  }

  async function fetchOnce(request: EgressRequest, cookies: SessionCookies): Promise<EgressAnswer> {
    const session = await proxy.open({
      guard: guards[request.purpose ?? 'page'],
      geo: request.geo,
      confidential: carriesSecrets(request),
    });
    try {
      return await fetchHop(request, session, {
        extraCertificate: config.egressCaFile,
        identity: request.browser ? await identity() : undefined,
        cookies,
      });
    } finally {
      session.close();
    }
  }

  async function fetchPatiently(
    request: EgressRequest,
    deadlineAt: number,
    cookies: SessionCookies,
  ): Promise<EgressAnswer> {
    const inTime = (): EgressRequest => ({ ...request, timeoutMs: Math.max(1, deadlineAt - clock.now()) });
    try {
      return await fetchOnce(inTime(), cookies);
    } catch (error) {
      if (!(error instanceof EgressError) || error.fault !== 'connection' || request.method !== 'GET') throw error;
      return fetchOnce(inTime(), cookies);
    }
  }

  async function follow(request: EgressRequest): Promise<EgressAnswer> {
    const deadlineAt = clock.now() + request.timeoutMs;
    const cookies = new SessionCookies();
    let current = request;
    for (let hops = 0; ; hops += 1) {
      const { href } = new URL(current.url);
      await admit({ ...current, url: href, deadlineAt });
      const answer = await fetchPatiently({ ...current, url: href }, deadlineAt, cookies);
      if (request.redirect === 'manual') return answer;
      const target = redirectTarget(answer);
      if (target === undefined) return answer;
      if (hops >= MAXIMUM_REDIRECTS)
        throw new EgressError('too_many_redirects', `the site redirects more than ${MAXIMUM_REDIRECTS} times`);
      freeBytes(answer.body);
      current = redirected(current, answer, target);
    }
  }

  return {
    admit,
    hostThrottle,
    openSession: (geo, host) => proxy.open({ guard: guards.page, geo, host }),
    now: () => clock.now(),
    fetch: follow,
    close: () => proxy.close(),
  };
}

function robotsFault(error: unknown): never {
  if (!(error instanceof EgressError) || TELLING_FAULTS.has(error.fault)) throw error;
  throw new EgressError('connection', "the site's robots.txt could not be reached", error);
}

function redirectTarget(answer: EgressAnswer): string | undefined {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const { location = '' } = answer.headers;
  if (location !== '' && canParseUrl(location, answer.url)) return new URL(location, answer.url).href;
  throw new EgressError('connection', FAULT_TEXTS.noRedirectTarget);
}

/**
 * Headers that are not listed here may contain secrets. They are not sent to another origin, nor without TLS through an
 * upstream proxy.
 */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'content-type',
  'pragma',
  'user-agent',
]);

function carriesSecrets({ headers = {} }: EgressRequest): boolean {
  return Object.keys(headers).some((name) => !PLAIN_HEADERS.has(name.toLowerCase()));
}

/**
 * Returns the request that follows a redirect. The statuses 301 to 303 turn a POST into a GET. If the redirect leads to
 * another origin, only PLAIN_HEADERS are kept of the request's headers, and the exemption of the request's purpose
 * ends. Throws an EgressError `refused` if a POST would be sent to another origin.
 */
function redirected(request: EgressRequest, answer: EgressAnswer, target: string): EgressRequest {
  const next: EgressRequest = { ...request, url: target };
  if (answer.status <= 303 && request.method === 'POST') {
    next.method = 'GET';
    delete next.body;
  }
  if (new URL(target).origin === new URL(answer.url).origin) return next;
  if (next.method === 'POST') throw new EgressError('refused', 'data that was sent is not passed on to another site');
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => PLAIN_HEADERS.has(name.toLowerCase()));
  return { ...next, purpose: 'page', headers: Object.fromEntries(headers) };
}

/**
 * Returns the hosts and ports that the operator's settings name for this purpose or for all purposes. They are exempt
 * from the address guard (SPEC §11).
 */
function exemptions(config: EgressSettings, purpose: EgressPurpose): string[] {
  const own = {
    page: null,
    search_provider: config.searxngUrl,
    model: config.openaiBaseUrl,
    alert: config.alertWebhookUrl,
  }[purpose];
  if (own === null) return [...config.egressAllow];
  const url = new URL(own);
  return [...config.egressAllow, `${url.hostname}:${portOf(url)}`];
}
