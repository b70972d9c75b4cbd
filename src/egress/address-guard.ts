import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { within } from '../lib/within.ts';

/** Resolves a name to all its addresses; rejects when it has none. */
export type Resolver = (hostname: string) => Promise<string[]>;

export const systemResolver: Resolver = async (hostname) =>
  (await systemLookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/** Ranges that ipaddr.js counts as public although they are not. */
const DENIED = [
  '168.63.129.16/32', // Azure's platform address
  '192.88.99.0/24', // 6to4 relays
  '::/96', // IPv4-compatible: an IPv4 address in IPv6 notation
  '64:ff9b::/96', // NAT64: leads to any IPv4 address
  '64:ff9b:1::/48',
  '100::/64',
  'fec0::/10',
  '2001:10::/28',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
].map((cidr) => ipaddr.parseCIDR(cidr));

/** True if the address is public. An IPv4 address inside IPv6 is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  return !DENIED.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits));
}

/** Endings of names that never belong to the public internet. */
const RESERVED_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  // Names inside clusters and container networks.
  'svc',
  'cluster',
  'consul',
  'docker',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'onion',
  'invalid',
  'alt',
  'arpa',
];

const PORTS_ALLOWED = (port: number): boolean => port === 80 || port === 443 || (port >= 8000 && port <= 8999);

export type Refusal = 'scheme' | 'credentials' | 'port' | 'name' | 'address' | 'clear';

/** Thrown for a target that the address rule refuses. The message never names a resolved address. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(REFUSALS[refusal]);
    this.refusal = refusal;
  }
}

const REFUSALS: Record<Refusal, string> = {
  scheme: 'only http and https addresses are fetched',
  credentials: 'addresses with a user name or password are not fetched',
  port: 'only the ports 80, 443 and 8000 to 8999 are fetched from',
  name: 'the name is reserved or has a single label',
  address: 'the address is private, reserved or not on the public internet',
  clear: 'a key is not sent unencrypted through a proxy; use an https address',
};

/** Thrown if DNS does not answer in time: the name might resolve to a private address. */
export class LookupTimeout extends Error {
  override readonly name = 'LookupTimeout';
}

const LOOKUP_TIMEOUT_MS = 5_000;

/** The reason for callers; a general one if `refusal` is undefined. */
export function refusalText(refusal: Refusal | undefined): string {
  return refusal ? REFUSALS[refusal] : 'the address may not be fetched';
}

/**
 * Decides by address and by name which targets are allowed (SPEC §5). `exempt` holds `host:port` pairs from the
 * operator's settings, for which any name, address and port is allowed.
 */
export class AddressGuard {
  readonly #resolve: Resolver;
  readonly #exempt: ReadonlySet<string>;

  readonly #timeoutMs: number;

  /** A name that is not resolved within `timeoutMs` is rejected with LookupTimeout. */
  constructor(resolve: Resolver, exempt: Iterable<string>, timeoutMs = LOOKUP_TIMEOUT_MS) {
    this.#resolve = resolve;
    this.#timeoutMs = timeoutMs;
    this.#exempt = new Set(exempt);
  }

  /** The checks that need no DNS; throws RefusedTarget. */
  checkUrl(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RefusedTarget('scheme');
    if (url.username !== '' || url.password !== '') throw new RefusedTarget('credentials');
    this.checkHost(url.hostname, portOf(url));
  }

  /** Checks a host and port as a proxy receives them; throws RefusedTarget. */
  checkHost(hostname: string, port: number): void {
    const host = bareHost(hostname);
    if (this.isExempt(host, port)) return;
    if (isIP(host) !== 0) {
      if (!isPublicAddress(host)) throw new RefusedTarget('address');
    } else {
      const labels = host.split('.').filter(Boolean);
      const reserved = RESERVED_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
      if (labels.length < 2 || reserved) throw new RefusedTarget('name');
    }
    if (!PORTS_ALLOWED(port)) throw new RefusedTarget('port');
  }

  isExempt(hostname: string, port: number): boolean {
    const host = bareHost(hostname);
    return this.#exempt.has(`${host.includes(':') ? `[${host}]` : host}:${port}`);
  }

  /**
   * The addresses to connect to; rejects with RefusedTarget if one of them is not public. The caller must connect to
   * one of these addresses without resolving the name again.
   */
  async resolve(hostname: string, port: number): Promise<string[]> {
    const host = bareHost(hostname);
    this.checkHost(host, port);
    if (isIP(host) !== 0) return [host];
    const answer = await within(this.#resolve(host), this.#timeoutMs);
    if (!answer) throw new LookupTimeout('The name was not resolved in time.');
    const addresses = answer.value;
    if (addresses.length === 0) throw new Error('The name has no address.');
    if (!this.isExempt(host, port) && !addresses.every(isPublicAddress)) throw new RefusedTarget('address');
    return addresses;
  }
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();
}
