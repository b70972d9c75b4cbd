import { canParseUrl } from './can-parse-url.ts';

/** A host as browsers write it: letters, digits, dots and hyphens, or an IPv6 address, and a port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The protocol and host to which a request was sent. */
export interface AskedAddress {
  protocol: string;
  host: string;
}

export function isHost(host: string): boolean {
  // `HOST` also matches invalid hosts: 1.2.3.999, port 99999, xn--a.
  return HOST.test(host) && canParseUrl(`http://${host}`);
}

/**
 * The service's URL without a path, `https://jobs.example.com`: PUBLIC_URL, or the request's host, which a client can
 * forge. An invalid host becomes `localhost`.
 */
export function ownAddress(publicUrl: string | null, { protocol, host }: AskedAddress): string {
  if (publicUrl !== null) return publicUrl;
  return `${protocol === 'https' ? 'https' : 'http'}://${isHost(host) ? host : 'localhost'}`;
}

/**
 * `cache-control` of a public document that contains the service's URL. Without PUBLIC_URL, the URL may be forged and
 * must not reach other clients from a cache.
 */
export function cachingOf(publicUrl: string | null): string {
  return publicUrl === null ? 'private, no-cache' : 'public, max-age=3600';
}
