import { randomBytes } from 'node:crypto';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { RequestError, Server } from 'proxy-chain';
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
  /**
   * URL of the upstream proxy for a geo code in upper case, or "" for no geo; undefined if there is no upstream
   * proxy.
   */
  upstreamFor(geo: string): string | undefined;
}

/** Why a connection could not be made, or why it broke. */
export type RefusalKind = 'refused' | 'unresolved' | 'unreachable';

export interface SessionOptions {
  guard: AddressGuard;
  /** A geo code in upper case. */
  geo?: string | undefined;
  /** True if the request carries secrets, so that it must not be sent unencrypted through an upstream proxy. */
  confidential?: boolean;
  /** Address of this machine to listen on; default loopback. */
  host?: string | undefined;
}

/** A proxy session for one request or one browser context. */
export interface ProxySession {
  /** URL of the proxy, with this session's credentials. */
  proxyUrl: string;
  /**
   * Why the connection to a URL's host and port failed; undefined if the site itself answered. After a failure, the
   * client has received a text of the proxy, which must not be mistaken for the site's.
   */
  verdict(url: string): RefusalKind | undefined;
  /**
   * True if the answer from the URL's host and port was a 407, which the proxy library replaces with a status of its
   * own.
   */
  asksLogin(url: string): boolean;
  /** The rule that the first refused target of this session broke; undefined if no target was refused. */
  refusal(): Refusal | undefined;
  /** Bytes received so far, as on the wire. */
  receivedBytes(): number;
  /** Ends the session and its connections. */
  close(): void;
}

interface SessionState extends Pick<SessionOptions, 'guard' | 'confidential'> {
  geo: string;
  refusal: Refusal | undefined;
  verdicts: Map<string, RefusalKind>;
  loginAsked: Set<string>;
  connections: Set<number>;
  /** Bytes of closed connections. */
  endedBytes: number;
}

interface Listener {
  server: Server;
  ready: Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const MAXIMUM_VERDICTS = 1_000;

/**
 * A proxy on loopback, for all HTTP clients and browsers, that checks every name and address when connecting and
 * connects to the checked address. Random credentials keep other local processes out.
 */
export class FilterProxy {
  readonly #options: FilterProxyOptions;
  readonly #password = randomBytes(18).toString('hex');
  readonly #sessions = new Map<string, SessionState>();
  readonly #listeners = new Map<string, Listener>();
  #closed = false;

  constructor(options: FilterProxyOptions) {
    this.#options = options;
  }

  /** The caller must close the session. */
  async open({ guard, geo = '', confidential = false, host = LOOPBACK }: SessionOptions): Promise<ProxySession> {
    // A retry after the shutdown would start listening again and keep the process alive.
    if (this.#closed) throw new EgressError('aborted', FAULT_TEXTS.closing);
    const { server, ready } = this.#listen(host);
    await ready;
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
    await Promise.all(listeners.map(({ server }) => server.close(true)));
  }

  #listen(host: string): Listener {
    const known = this.#listeners.get(host);
    if (known) return known;
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
    // Each client gets the fault of its own connection, so these events need no handling.
    server.on('requestFailed', () => {});
    server.on('tunnelConnectFailed', () => {});
    server.on('connectionClosed', ({ connectionId, stats }) => {
      for (const session of this.#sessions.values()) {
        if (session.connections.delete(connectionId as number)) session.endedBytes += stats?.srcTxBytes ?? 0;
      }
    });
    const listener = { server, ready: server.listen() };
    this.#listeners.set(host, listener);
    return listener;
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
      throw new RequestError('The target is not reachable from here.', error instanceof RefusedTarget ? 403 : 502);
    }
  }

  /**
   * Checks a target and decides how to reach it; exempt local targets never go through the upstream proxy. That proxy
   * resolves names itself, so names that do not resolve here are passed on to it (SPEC §11).
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

/** Removes `Proxy-Connection`. Names and values alternate in the list. */
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

/** A DNS look-up that returns only the checked addresses, even if DNS has changed since. */
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
