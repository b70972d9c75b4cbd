import { randomBytes } from 'node:crypto';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { RequestError, Server } from 'proxy-chain';
import { RefusedTarget, type AddressGuard, type Refusal } from './address-guard.ts';

export interface FilterProxyOptions {
  guard: AddressGuard;
  /** Upstream proxy for a geo code in upper case, or for "" (no geo). */
  upstreamFor(geo: string): string | undefined;
}

/** What became of the connections that one request asked for. */
export interface Passage {
  /** Address of the proxy with the credentials of this passage. */
  proxyUrl: string;
  /** Why our own filter refused, if it did: never to be taken for the site's answer. */
  refusal(): Refusal | undefined;
  /** The name could not be resolved. */
  unresolved(): boolean;
  close(): void;
}

interface Ticket {
  geo: string;
  refusal?: Refusal;
  unresolved?: boolean;
}

/**
 * The one way out for HTTP clients and browsers alike: a proxy on loopback
 * that checks every name and address when a connection is made, and pins what
 * it checked. A password of its own keeps other local processes out.
 */
export class FilterProxy {
  readonly #server: Server;
  readonly #password = randomBytes(18).toString('hex');
  readonly #tickets = new Map<string, Ticket>();
  #listening: Promise<void> | undefined;

  constructor(options: FilterProxyOptions) {
    this.#server = new Server({
      host: '127.0.0.1',
      port: 0,
      prepareRequestFunction: async ({ username, password, hostname, port }) => {
        const ticket = this.#tickets.get(username);
        if (!ticket || password !== this.#password) return { requestAuthentication: true };
        const upstreamProxyUrl = options.upstreamFor(ticket.geo);
        try {
          return upstreamProxyUrl
            ? await passUpstream(options.guard, hostname, port, upstreamProxyUrl)
            : await passDirectly(options.guard, hostname, port);
        } catch (error) {
          if (error instanceof RefusedTarget) ticket.refusal = error.refusal;
          else ticket.unresolved = true;
          throw new RequestError('The target is not reachable from here.', error instanceof RefusedTarget ? 403 : 502);
        }
      },
    });
    // Faults of single connections reach the client as such; without a listener nothing is lost.
    this.#server.on('requestFailed', () => {});
  }

  /** A passage for one request or one browser context; close it afterwards. */
  async open(geo = ''): Promise<Passage> {
    await (this.#listening ??= this.#server.listen());
    const name = randomBytes(9).toString('hex');
    const ticket: Ticket = { geo };
    this.#tickets.set(name, ticket);
    return {
      proxyUrl: `http://${name}:${this.#password}@127.0.0.1:${this.#server.port}`,
      refusal: () => ticket.refusal,
      unresolved: () => ticket.unresolved === true,
      close: () => {
        this.#tickets.delete(name);
      },
    };
  }

  async close(): Promise<void> {
    if (this.#listening) await this.#server.close(true);
  }
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
  try {
    await guard.resolve(hostname, port);
  } catch (error) {
    if (error instanceof RefusedTarget) throw error;
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
