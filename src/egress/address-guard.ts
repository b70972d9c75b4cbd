import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { within } from '../lib/within.ts';

export type Resolver = (hostname: string) => Promise<string[]>;

export const systemResolver: Resolver = async (hostname) =>
  (await systemLookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/** These ranges are refused even where ipaddr.js counts them as public. */
const DENIED = [
  '168.63.129.16/32', // Azure's platform address
  '192.88.99.0/24', // 6to4 relays
  '::/96', // IPv4-compatible addresses: an IPv4 address in IPv6 notation
  '64:ff9b::/96', // NAT64, which leads to any IPv4 address
  '64:ff9b:1::/48',
  '100::/64',
  'fec0::/10',
  '2001:10::/28',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
].map((cidr) => ipaddr.parseCIDR(cidr));

/** An IPv4-mapped IPv6 address (`::ffff:…`) is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  return !DENIED.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits));
}

const RESERVED_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
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

/** Thrown for a target that the address guard or the filter proxy refuses. The message never names an address. */
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
  name: 'only public names are fetched, and this one is reserved or has a single label',
  address: 'the address is private, reserved or not on the public internet',
  clear: 'a key is not sent unencrypted through a proxy; use an https address',
};

/**
 * Thrown if DNS does not answer in time. No connection is then made, not even through an upstream proxy, because the
 * name might resolve to a private address.
 */
export class LookupTimeout extends Error {
  override readonly name = 'LookupTimeout';
}

const LOOKUP_TIMEOUT_MS = 5_000;

export function refusalText(refusal: Refusal | undefined): string {
  return refusal ? REFUSALS[refusal] : 'the address may not be fetched';
}

/**
 * Decides by the URL and the resolved addresses which targets are allowed (SPEC §5). For the `host:port` pairs in
 * `exempt`, which come from the operator's settings, the name, the addresses and the port are not checked.
 */
export class AddressGuard {
  readonly #resolve: Resolver;
  readonly #exempt: ReadonlySet<string>;

  readonly #timeoutMs: number;

  constructor(resolve: Resolver, exempt: Iterable<string>, timeoutMs = LOOKUP_TIMEOUT_MS) {
    this.#resolve = resolve;
    this.#timeoutMs = timeoutMs;
    this.#exempt = new Set(exempt);
  }

  /** Makes the checks that need no DNS. Throws RefusedTarget. */
  checkUrl(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RefusedTarget('scheme');
    if (url.username !== '' || url.password !== '') throw new RefusedTarget('credentials');
    this.checkHost(url.hostname, portOf(url));
  }

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
   * Returns the addresses of a host. The caller must connect to one of them without resolving the name again, because
   * DNS could then answer differently. Rejects with RefusedTarget if the name, the port or one of the addresses is
   * refused, with LookupTimeout if DNS does not answer in time, and with another error if the name cannot be resolved.
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
