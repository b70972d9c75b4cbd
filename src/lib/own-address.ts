import { canParseUrl } from './can-parse-url.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export interface AskedAddress {
  protocol: string;
  host: string;
}

export function isHost(host: string): boolean {
  // `HOST` also matches invalid hosts, such as `1.2.3.999`, `xn--a` and every host with the port 99999.
  return HOST.test(host) && canParseUrl(`http://${host}`);
}

/**
 * Returns PUBLIC_URL, or else a URL with the request's host, which a client can forge. An invalid host becomes
 * `localhost`.
 */
export function ownAddress(publicUrl: string | null, { protocol, host }: AskedAddress): string {
  if (publicUrl !== null) return publicUrl;
  return `${protocol === 'https' ? 'https' : 'http'}://${isHost(host) ? host : 'localhost'}`;
}

/**
 * Returns the `cache-control` of a public document that contains the service's URL. Without PUBLIC_URL, a client may
 * have forged this URL, so the document must not reach other clients from a cache.
 */
export function cachingOf(publicUrl: string | null): string {
  return publicUrl === null ? 'private, no-cache' : 'public, max-age=3600';
}
