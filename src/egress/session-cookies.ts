interface Cookie {
  name: string;
  value: string;
  host: string;
  below: boolean;
  path: string;
  secure: boolean;
}

const MAXIMUM_COOKIES = 50;
const MAXIMUM_LENGTH = 4_096;

/**
 * Holds the cookies of one request and its redirects, for sites that set a cookie and redirect. A cookie is sent only
 * to the host that set it and, if the cookie allows it, to the host's subdomains.
 */
export class SessionCookies {
  #cookies: Cookie[] = [];

  note(url: string, headers: readonly string[]): void {
    for (const header of headers) {
      const cookie = header.length > MAXIMUM_LENGTH ? undefined : parseCookie(header, new URL(url));
      if (!cookie) continue;
      const same = (other: Cookie): boolean =>
        other.name === cookie.name && other.host === cookie.host && other.path === cookie.path;
      this.#cookies = this.#cookies.filter((other) => !same(other));
      if (!cookie.gone && this.#cookies.length < MAXIMUM_COOKIES) this.#cookies.push(cookie);
    }
  }

  header(url: string): string | undefined {
    const { hostname, pathname, protocol } = new URL(url);
    const sent = this.#cookies.filter(
      ({ host, below, path, secure }) =>
        (hostname === host || (below && hostname.endsWith(`.${host}`))) &&
        (!secure || protocol === 'https:') &&
        (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
    );
    // Cookies with longer paths come first (RFC 6265 §5.4).
    sent.sort((a, b) => b.path.length - a.path.length);
    return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
}

function parseCookie(header: string, url: URL): (Cookie & { gone: boolean }) | undefined {
  const [pair = '', ...rest] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  // Control characters could start another header.
  if (equals < 0 || name === '' || /[^\t\x20-\x7e\x80-\xff]/.test(pair)) return undefined;
  const attributes = new Map<string, string>();
  for (const attribute of rest) {
    const [key = '', value = ''] = attribute.split(/=(.*)/s);
    attributes.set(key.trim().toLowerCase(), value.trim());
  }
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  const host = url.hostname;
  if (domain !== '' && domain !== host && !host.endsWith(`.${domain}`)) return undefined;
  const secure = attributes.has('secure');
  if (secure && url.protocol !== 'https:') return undefined;
  const path = attributes.get('path') ?? '';
  if (/^__secure-/i.test(name) && !secure) return undefined;
  if (/^__host-/i.test(name) && (!secure || domain !== '' || path !== '/')) return undefined;
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    host,
    below: domain !== '',
    path: path.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    secure,
    gone: isGone(attributes),
  };
}

function isGone(attributes: ReadonlyMap<string, string>): boolean {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  // Sites delete a cookie with a date far in the past. Other expiry dates do not matter within one request and its
  // redirects.
  return /\b19[67]\d\b/.test(attributes.get('expires') ?? '');
}
