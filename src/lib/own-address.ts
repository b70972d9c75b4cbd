/** A host as browsers write it: letters, digits, dots and hyphens, or an IPv6 address, and a port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The parts of a request that show where it was sent. */
export interface AskedAddress {
  protocol: string;
  host: string;
}

/** Whether the requested host is a valid one. */
export function isHost(host: string): boolean {
  // Some have the right form but are invalid: 1.2.3.999, port 99999, xn--a.
  return HOST.test(host) && URL.canParse(`http://${host}`);
}

/**
 * The service's address without a path, e.g. `https://jobs.example.com`: PUBLIC_URL, else the request's host,
 * which a client can forge. So answers that show it may be cached publicly only if PUBLIC_URL is set
 * (`cachingOf`). An invalid host becomes `localhost`.
 */
export function ownAddress(publicUrl: string | null, { protocol, host }: AskedAddress): string {
  if (publicUrl !== null) return publicUrl;
  return `${protocol === 'https' ? 'https' : 'http'}://${isHost(host) ? host : 'localhost'}`;
}

/** `cache-control` of a public document that contains the service's address. */
export function cachingOf(publicUrl: string | null): string {
  return publicUrl === null ? 'private, no-cache' : 'public, max-age=3600';
}
