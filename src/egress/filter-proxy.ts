import { randomBytes } from 'node:crypto';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { Agent, type ClientRequest } from 'node:http';
import { isIP } from 'node:net';
import { RequestError, Server } from 'proxy-chain';
import { portOf, RefusedTarget, type AddressGuard, type Refusal } from './address-guard.ts';

export interface FilterProxyOptions {
  guard: AddressGuard;
  /** Upstream proxy for a geo code in upper case, or for "" (no geo). */
  upstreamFor(geo: string): string | undefined;
}

/** Why a connection to a host was not made, or broke, as the proxy itself saw it. */
export type Verdict = 'refused' | 'unresolved' | 'unreachable';

/** The way out of one request or one browser context. */
export interface Passage {
  /** Address of the proxy with the credentials of this passage. */
  proxyUrl: string;
  /**
   * What became of the connection to the host and port of a URL, when it was
   * not the site that answered. What the client got then is our proxy's own
   * text and never to be taken for the site's.
   */
  verdict(url: string): Verdict | undefined;
  /** The rule that the first refused target of this passage broke. */
  refusal(): Refusal | undefined;
  /** Bytes received for this passage so far, as they were on the wire. */
  receivedBytes(): number;
  /** Ends its connections too. */
  close(): void;
}

interface Ticket {
  geo: string;
  refusal: Refusal | undefined;
  verdicts: Map<string, Verdict>;
  connections: Set<number>;
  /** Of connections that have ended. */
  endedBytes: number;
}

interface Listener {
  server: Server;
  ready: Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Far sides resolve for themselves: a local resolver that hangs must not hold them up. */
const UPSTREAM_LOOKUP_MS = 3_000;
/** Some sites set cookies by the thousand. */
export const MAXIMUM_HEADER_BYTES = 256 * 1024;
const MAXIMUM_VERDICTS = 1_000;

/**
 * The one way out for HTTP clients and browsers alike: a proxy on loopback
 * that checks every name and address when a connection is made, and pins what
 * it checked. A password of its own keeps other local processes out.
 */
export class FilterProxy {
  readonly #options: FilterProxyOptions;
  readonly #password = randomBytes(18).toString('hex');
  readonly #tickets = new Map<string, Ticket>();
  readonly #listeners = new Map<string, Listener>();

  constructor(options: FilterProxyOptions) {
    this.#options = options;
  }

  /**
   * A passage for one request or one browser context; close it afterwards.
   * `host` is an address of this machine to listen on other than loopback, for
   * a remote browser that the operator's settings name.
   */
  async open(geo = '', host = LOOPBACK): Promise<Passage> {
    const { server, ready } = this.#listen(host);
    await ready;
    const name = randomBytes(9).toString('hex');
    const ticket: Ticket = {
      geo,
      refusal: undefined,
      verdicts: new Map(),
      connections: new Set(),
      endedBytes: 0,
    };
    this.#tickets.set(name, ticket);
    const shownHost = host.includes(':') ? `[${host}]` : host;
    return {
      proxyUrl: `http://${name}:${this.#password}@${shownHost}:${server.port}`,
      verdict: (url) => ticket.verdicts.get(targetOf(new URL(url))),
      refusal: () => ticket.refusal,
      receivedBytes: () => {
        let bytes = ticket.endedBytes;
        for (const id of ticket.connections) bytes += server.getConnectionStats(id)?.srcTxBytes ?? 0;
        return bytes;
      },
      close: () => {
        this.#tickets.delete(name);
        for (const id of ticket.connections) server.closeConnection(id);
      },
    };
  }

  async close(): Promise<void> {
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
      prepareRequestFunction: async ({ request, username, password, hostname, port, connectionId }) => {
        const ticket = this.#tickets.get(username);
        if (!ticket || password !== this.#password) return { requestAuthentication: true };
        ticket.connections.add(connectionId as number);
        dropProxyHeaders(request.rawHeaders);
        return this.#admit(ticket, hostname, port);
      },
    });
    // Faults of single connections reach the client as such; without a listener nothing is lost.
    server.on('requestFailed', () => {});
    server.on('tunnelConnectFailed', () => {});
    server.on('connectionClosed', ({ connectionId, stats }) => {
      for (const ticket of this.#tickets.values()) {
        if (ticket.connections.delete(connectionId as number)) ticket.endedBytes += stats?.srcTxBytes ?? 0;
      }
    });
    const listener = { server, ready: server.listen() };
    this.#listeners.set(host, listener);
    return listener;
  }

  async #admit(ticket: Ticket, hostname: string, port: number) {
    const target = targetName(hostname, port);
    const note = (verdict: Verdict): void => {
      if (ticket.verdicts.size < MAXIMUM_VERDICTS) ticket.verdicts.set(target, verdict);
    };
    ticket.verdicts.delete(target);
    const upstreamProxyUrl = this.#options.upstreamFor(ticket.geo);
    try {
      const way = upstreamProxyUrl
        ? await passUpstream(this.#options.guard, hostname, port, upstreamProxyUrl)
        : await passDirectly(this.#options.guard, hostname, port);
      return { ...way, httpAgent: new WitnessAgent(() => note('unreachable')) };
    } catch (error) {
      if (error instanceof RefusedTarget) {
        ticket.refusal ??= error.refusal;
        note('refused');
      } else {
        note('unresolved');
      }
      throw new RequestError('The target is not reachable from here.', error instanceof RefusedTarget ? 403 : 502);
    }
  }
}

/**
 * Tells of plain-http requests that failed: the proxy turns those into answers
 * with a status of its own, which would look like the site's.
 */
class WitnessAgent extends Agent {
  readonly #onFault: () => void;
  constructor(onFault: () => void) {
    super({ keepAlive: false });
    this.#onFault = onFault;
  }
  addRequest(request: ClientRequest, options: object): void {
    request.once('error', this.#onFault);
    // The proxy library asks for a lenient parser, and for Node's small room for headers.
    Object.assign(request, { insecureHTTPParser: false, maxHeaderSize: MAXIMUM_HEADER_BYTES });
    (Agent.prototype as unknown as { addRequest(request: ClientRequest, options: object): void }).addRequest.call(
      this,
      request,
      options,
    );
  }
}

/** What clients say to proxies is no site's business; names and values alternate. */
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

async function passDirectly(guard: AddressGuard, hostname: string, port: number) {
  const addresses = await guard.resolve(hostname, port);
  return { dnsLookup: pinnedLookup(addresses) };
}

/**
 * The far side resolves. What is refused by literal or name is refused here,
 * and so are names that resolve to private addresses here; names that do not
 * resolve here are passed on (SPEC §11).
 */
async function passUpstream(guard: AddressGuard, hostname: string, port: number, upstreamProxyUrl: string) {
  guard.checkHost(hostname, port);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, UPSTREAM_LOOKUP_MS);
  });
  try {
    await Promise.race([guard.resolve(hostname, port), patience]);
  } catch (error) {
    if (error instanceof RefusedTarget) throw error;
  } finally {
    clearTimeout(timer);
  }
  return { upstreamProxyUrl };
}

/** Answers with the checked addresses alone, whatever DNS would say by now. */
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
