import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/clock.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

/** The message follows the name of the setting, as in "PORT must be …". */
export class BadSetting extends Error {}

export const text = (value: string): string => value;
export const optional = (value: string): string | null => value || null;

export function integer(minimum: number, maximum: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum) {
      throw new BadSetting(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return number;
  };
}

/** Parses an unset setting to null, for settings whose default the caller determines. */
export function orNull<T>(parse: (value: string) => T): (value: string) => T | null {
  return (value) => (value ? parse(value) : null);
}

export function oneOf<const T extends string>(...values: T[]): (value: string) => T {
  return (value) => {
    if (!values.includes(value as T)) throw new BadSetting(`must be one of: ${values.join(', ')}`);
    return value as T;
  };
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

function readDuration(value: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6}) ?([smhd])$/.exec(value.trim().toLowerCase()) ?? [];
  const unitMs = UNITS_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

export function duration(minimumMs: number, maximumMs: number): (value: string) => number | null {
  return (value) => {
    if (value.toLowerCase() === 'off') return null;
    const ms = readDuration(value);
    if (ms === undefined || ms < minimumMs || ms > maximumMs) {
      throw new BadSetting(
        `must be off or a time from ${minimumMs / MINUTE_MS}m to ${maximumMs / HOUR_MS}h, such as 15m, not "${value}"`,
      );
    }
    return ms;
  };
}

export function mailboxes(value: string): string[] {
  return list(value).map((address) => {
    if (!/^[^\s@,<>"]{1,64}@[^\s@,<>"]{1,255}$/u.test(address)) {
      throw new BadSetting(`must be a comma-separated list of mail addresses; "${address}" is not a mail address`);
    }
    return address;
  });
}

export function list(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

export function webAddress(...protocols: string[]): (value: string) => string | null {
  return (value) => {
    if (!value) return null;
    const url = canParseUrl(value) ? new URL(value) : undefined;
    if (!url || !protocols.includes(url.protocol)) {
      throw new BadSetting(`must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    if (decoded(url.username) === undefined || decoded(url.password) === undefined)
      throw new BadSetting('must have characters such as % written as %25 in its user name and password');
    return value.replace(/\/+$/, '');
  };
}

/** The query may set only `family`, because the Redis client would read its other options from the query too. */
export function redisAddress(value: string): string | null {
  const address = webAddress('redis:', 'rediss:')(value);
  if (address === null) return null;
  const { hostname, pathname, search, hash } = new URL(address);
  if (hostname === '' || !/^(?:\/\d{0,6})?$/.test(pathname) || !/^(?:\?family=[046])?$/.test(search) || hash !== '') {
    throw new BadSetting(
      'must be redis:// or rediss:// and a host, with an optional port and database number, such as redis://:password@host:6379/0',
    );
  }
  return address;
}

export function webOrigin(value: string): string | null {
  if (!value) return null;
  const url = canParseUrl(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || `${url.origin}/` !== url.href) {
    throw new BadSetting(
      'must be http:// or https:// and a host, with an optional port and nothing else, such as https://jobs.example.com',
    );
  }
  return url.origin;
}

/** Keeps the address exactly as written, while `webAddress` removes slashes at the end. */
export function endpoint(value: string): string | null {
  if (!value) return null;
  const url = canParseUrl(value) ? new URL(value) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new BadSetting('must be an address that starts with http:// or https://, without a user name');
  }
  return value;
}

export function origins(value: string): string[] {
  return list(value).map((origin) => {
    if (!canParseUrl(origin) || new URL(origin).origin !== origin) {
      throw new BadSetting(
        `must be a comma-separated list of origins such as https://app.example.com; "${origin}" is not an origin`,
      );
    }
    return origin;
  });
}

export function hostPorts(value: string): string[] {
  return list(value).map((item) => {
    const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(item);
    if (!match || Number(match[2]) > 65_535) {
      throw new BadSetting(`must be a comma-separated list of host:port; "${item}" is not host:port`);
    }
    return item.toLowerCase();
  });
}

/**
 * Accepts addresses and networks, or `false` for none. A network with a prefix of 0 bits is refused, because it would
 * trust the whole internet.
 */
export function proxies(value: string): string[] {
  if (value === 'false') return [];
  return list(value).map((item) => {
    const [address = '', bits, ...rest] = item.split('/');
    const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
    const most = address.includes(':') ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
    if (!isAddress || !isNetwork || rest.length > 0) {
      throw new BadSetting(
        `must be a comma-separated list of addresses and networks of proxies, such as 127.0.0.1, 10.0.0.0/8, not "${item}"`,
      );
    }
    return item;
  });
}

export function registration(value: string): 'open' | 'closed' | string[] {
  if (value === 'open' || value === 'closed') return value;
  const domains = list(value.toLowerCase());
  for (const domain of domains) {
    if (!/^[a-z0-9.-]+\.[a-z]{2,}$/.test(domain)) {
      throw new BadSetting(`must be "open", "closed" or a list of e-mail domains; "${domain}" is not a domain`);
    }
  }
  return domains;
}

export function contactLink(value: string): string | null {
  if (!value) return null;
  const url = canParseUrl(value) ? new URL(value) : undefined;
  if (!url || !['https:', 'http:', 'mailto:'].includes(url.protocol)) {
    throw new BadSetting('must be a web address or mailto:address');
  }
  return value;
}

/** Invisible characters could break the header of a mail or hide text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export function title(maximum: number): (value: string) => string {
  return (value) => {
    if ([...value].length > maximum || INVISIBLE.test(value)) {
      throw new BadSetting(`must be text of at most ${maximum} visible characters`);
    }
    return value;
  };
}

export function currency(value: string): string {
  const code = value.toUpperCase();
  if (!Intl.supportedValuesOf('currency').includes(code)) {
    throw new BadSetting(`must be a currency's code of three letters, such as EUR, not "${value}"`);
  }
  return code;
}

export interface TitledLink {
  title: { en: string; fr: string };
  url: string;
}

/**
 * Parses items such as `Terms|Conditions=https://…`: a title, an optional French title after the bar, and a web
 * address.
 */
export function titledLinks(value: string): TitledLink[] {
  return list(value).map((item) => {
    const [, titles = '', url = ''] = /^([^=]+)=(.+)$/.exec(item) ?? [];
    const [en = '', fr = en, ...rest] = titles.split('|').map((part) => part.trim());
    const fits = [en, fr].every((part) => part !== '' && part.length <= 40 && !INVISIBLE.test(part));
    const isAddress = canParseUrl(url) && ['https:', 'http:'].includes(new URL(url).protocol);
    if (!fits || rest.length > 0 || !isAddress) {
      throw new BadSetting(
        `must be a comma-separated list such as Terms|Conditions=https://example.com/terms; "${item}" does not have this form`,
      );
    }
    return { title: { en, fr }, url };
  });
}

export function file(value: string): string | null {
  if (!value) return null;
  try {
    return readFileSync(value, 'utf8');
  } catch {
    throw new BadSetting(`names the file ${value}, which cannot be read`);
  }
}

/** Credentials belong in OTEL_EXPORTER_OTLP_HEADERS, not in the address. */
export function collector(value: string): string | null {
  const address = webAddress('http:', 'https:')(value);
  if (address === null) return null;
  const { username, password, hash } = new URL(address);
  if (username || password || hash)
    throw new BadSetting(
      'must be an address without a name, password or #; put what the collector needs in OTEL_EXPORTER_OTLP_HEADERS',
    );
  return address;
}

export function otlpProtocol(value: string): 'http/json' {
  if (value === 'http/json') return value;
  throw new BadSetting(
    `must be http/json or unset: collectors accept OTLP as JSON over HTTP on the same port as http/protobuf (4318), and "${value}" is not supported`,
  );
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\u0020-\u007e]*$/;
const OWN_HEADERS = new Set(['content-type', 'content-length', 'transfer-encoding', 'host', 'connection']);

/** Parses `name=value,name=value` with percent-encoded values, which is OpenTelemetry's format. */
export function headers(value: string): Readonly<Record<string, string>> {
  const pairs = list(value).map((item): [string, string] => {
    const at = item.indexOf('=');
    const name = item.slice(0, Math.max(0, at)).trim().toLowerCase();
    const text = decoded(item.slice(at + 1).trim());
    if (!HEADER_NAME.test(name) || text === undefined || !HEADER_VALUE.test(text) || OWN_HEADERS.has(name)) {
      // The message does not quote the item, because it may be a secret.
      throw new BadSetting('must be a comma-separated list of name=value, with commas in values written %2C');
    }
    return [name, text];
  });
  return Object.freeze(Object.fromEntries(pairs));
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function share(value: string): number {
  const number = Number(value);
  if (!/^(?:0|1|0?\.\d+|1\.0+)$/.test(value) || !(number >= 0 && number <= 1))
    throw new BadSetting('must be a number from 0 to 1, such as 0.1');
  return number;
}
