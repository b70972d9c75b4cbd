import { randomBytes } from 'node:crypto';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { Server } from 'proxy-chain';
import {
  isPublicAddress,
  LookupTimeout,
  portOf,
  RefusedTarget,
  type AddressGuard,
  type Refusal,
} from './address-guard.ts';
import { EgressError, FAULT_TEXTS } from './egress.ts';
import { StrictAgent } from './strict-agent.ts';

export interface FilterProxyOptions {
  upstreamFor(geo: string): string | undefined;
}

export type RefusalKind = 'refused' | 'unresolved' | 'unreachable';

export interface SessionOptions {
  guard: AddressGuard;
  geo?: string | undefined;
  /** True if the request carries secrets, so that it must not be sent unencrypted through an upstream proxy. */
  confidential?: boolean;
  host?: string | undefined;
}

export interface ProxySession {
  proxyUrl: string;
  /**
   * Returns why the proxy did not reach the host and port of `url`, or undefined if it did or does not know. If a
   * reason is returned, an answer received for `url` is the proxy's, and must not be mistaken for the site's.
   */
  verdict(url: string): RefusalKind | undefined;
  /**
   * True if the site answered a request without TLS with status 407, which the proxy library replaces with another
   * status.
   */
  asksLogin(url: string): boolean;
  /** Returns the rule that the first refused target of this session broke, or undefined if no target was refused. */
  refusal(): Refusal | undefined;
  receivedBytes(): number;
  close(): void;
}

interface SessionState extends Pick<SessionOptions, 'guard' | 'confidential'> {
  geo: string;
  refusal: Refusal | undefined;
  verdicts: Map<string, RefusalKind>;
  loginAsked: Set<string>;
  connections: Set<number>;
  endedBytes: number;
}

/** The library is loaded on first use, because loading it would slow down every start. */
export const loadProxyServer = () => import('proxy-chain');

const LOOPBACK = '127.0.0.1';
const MAXIMUM_VERDICTS = 1_000;

/**
 * A proxy for all HTTP clients and browsers of the service. It checks every name and address when connecting, and
 * connects to the checked address unless an upstream proxy connects. Random credentials keep other programs out.
 */
export class FilterProxy {
  readonly #options: FilterProxyOptions;
  readonly #password = randomBytes(18).toString('hex');
  readonly #sessions = new Map<string, SessionState>();
  readonly #listeners = new Map<string, Promise<Server>>();
  #closed = false;

  constructor(options: FilterProxyOptions) {
    this.#options = options;
  }

  async open({ guard, geo = '', confidential = false, host = LOOPBACK }: SessionOptions): Promise<ProxySession> {
    // A retry after the shutdown would start listening again and keep the process alive.
    if (this.#closed) throw new EgressError('aborted', FAULT_TEXTS.closing);
    const server = await this.#listen(host);
    const name = randomBytes(9).toString('hex');
    const session: SessionState = {
      guard,
      confidential,
      geo,
      refusal: undefined,
      verdicts: new Map(),
      loginAsked: new Set(),
      connections: new Set(),
      endedBytes: 0,
    };
    this.#sessions.set(name, session);
    const shownHost = host.includes(':') ? `[${host}]` : host;
    return {
      proxyUrl: `http://${name}:${this.#password}@${shownHost}:${server.port}`,
      verdict: (url) => session.verdicts.get(targetOf(new URL(url))),
      asksLogin: (url) => session.loginAsked.has(targetOf(new URL(url))),
      refusal: () => session.refusal,
      receivedBytes: () => {
        let bytes = session.endedBytes;
        for (const id of session.connections) bytes += server.getConnectionStats(id)?.srcTxBytes ?? 0;
        return bytes;
      },
      close: () => {
        this.#sessions.delete(name);
        for (const id of session.connections) server.closeConnection(id);
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    await Promise.all(
      listeners.map(async (listening) => {
        const server = await listening.catch(() => undefined);
        await server?.close(true);
      }),
    );
  }

  #listen(host: string): Promise<Server> {
    const known = this.#listeners.get(host);
    if (known) return known;
    const listening = this.#startServer(host);
    this.#listeners.set(host, listening);
    return listening;
  }

  async #startServer(host: string): Promise<Server> {
    const { Server } = await loadProxyServer();
    const server = new Server({
      host,
      port: 0,
      prepareRequestFunction: async ({ request, username, password, hostname, port, isHttp, connectionId }) => {
        const session = this.#sessions.get(username);
        if (!session || password !== this.#password) return { requestAuthentication: true };
        session.connections.add(connectionId as number);
        dropProxyHeaders(request.rawHeaders);
        return this.#admit(session, hostname, port, isHttp);
      },
    });
    // Each client learns of the failure of its connection, so these events need no handling.
    server.on('requestFailed', () => {});
    server.on('tunnelConnectFailed', () => {});
    server.on('connectionClosed', ({ connectionId, stats }) => {
      for (const session of this.#sessions.values()) {
        if (session.connections.delete(connectionId as number)) session.endedBytes += stats?.srcTxBytes ?? 0;
      }
    });
    await server.listen();
    return server;
  }

  async #admit(session: SessionState, hostname: string, port: number, isHttp: boolean) {
    const target = targetName(hostname, port);
    const note = (verdict: RefusalKind): void => {
      if (session.verdicts.size < MAXIMUM_VERDICTS) session.verdicts.set(target, verdict);
    };
    session.verdicts.delete(target);
    try {
      const route = await this.#route(session, hostname, port, isHttp);
      const noteLogin = (): void => {
        if (session.loginAsked.size < MAXIMUM_VERDICTS) session.loginAsked.add(target);
      };
      return { ...route, httpAgent: new StrictAgent(() => note('unreachable'), noteLogin) };
    } catch (error) {
      if (error instanceof RefusedTarget) {
        session.refusal ??= error.refusal;
        note('refused');
      } else {
        note('unresolved');
      }
      const { RequestError } = await loadProxyServer();
      throw new RequestError('The target is not reachable from here.', error instanceof RefusedTarget ? 403 : 502);
    }
  }

  /**
   * Exempt local targets never go through the upstream proxy. The upstream proxy resolves names itself, so names that
   * cannot be resolved here are passed on to it (SPEC §11).
   */
  async #route({ guard, geo, confidential }: SessionState, hostname: string, port: number, isHttp: boolean) {
    const upstreamProxyUrl = this.#options.upstreamFor(geo);
    const addresses = await guard.resolve(hostname, port).catch((error: unknown) => {
      if (!upstreamProxyUrl || error instanceof RefusedTarget || error instanceof LookupTimeout) throw error;
      return [];
    });
    if (!upstreamProxyUrl || !addresses.every(isPublicAddress)) return { dnsLookup: pinnedLookup(addresses) };
    if (isHttp && confidential) throw new RefusedTarget('clear');
    return { upstreamProxyUrl };
  }
}

function dropProxyHeaders(rawHeaders: string[]): void {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (/^proxy-connection$/i.test(rawHeaders[at] as string)) rawHeaders.splice(at, 2);
  }
}

function targetOf(url: URL): string {
  return targetName(url.hostname, portOf(url));
}

function targetName(hostname: string, port: number): string {
  return `${hostname.replace(/^\[|\]$/g, '').toLowerCase()} ${port}`;
}

/** Returns a look-up function that answers only with the checked addresses, even if DNS has changed since the check. */
function pinnedLookup(addresses: readonly string[]): never {
  const answers: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup = (
    _hostname: string,
    options: LookupOptions,
    callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    const wanted =
      options.family === 4 || options.family === 6
        ? answers.filter(({ family }) => family === options.family)
        : answers;
    const [first] = wanted;
    if (!first) callback(new Error('no address of that family'), '');
    else if (options.all) callback(null, wanted);
    else callback(null, first.address, first.family);
  };
  return lookup as never;
}
