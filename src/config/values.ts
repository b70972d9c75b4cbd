import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';

/** A value that cannot be used; the message completes "NAME …". */
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

/** Null when unset: the default depends on more than the environment. */
export function orNull<T>(parse: (value: string) => T): (value: string) => T | null {
  return (value) => (value ? parse(value) : null);
}

export function oneOf<const T extends string>(...values: T[]): (value: string) => T {
  return (value) => {
    if (!values.includes(value as T)) throw new BadSetting(`must be one of: ${values.join(', ')}`);
    return value as T;
  };
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
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (!url || !protocols.includes(url.protocol)) {
      throw new BadSetting(`must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value.replace(/\/+$/, '');
  };
}

export function origins(value: string): string[] {
  return list(value).map((origin) => {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new BadSetting(
        `must be a comma-separated list of origins such as https://app.example.com; "${origin}" is none`,
      );
    }
    return origin;
  });
}

export function hostPorts(value: string): string[] {
  return list(value).map((item) => {
    const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(item);
    if (!match || Number(match[2]) > 65_535) {
      throw new BadSetting(`must be a comma-separated list of host:port; "${item}" is none`);
    }
    return item.toLowerCase();
  });
}

/** Proxies whose X-Forwarded-For is believed: addresses, and networks that leave someone out. */
export function proxies(value: string): string[] {
  if (value === 'false') return [];
  return list(value).map((item) => {
    const [address = '', bits, ...rest] = item.split('/');
    const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
    const most = address.includes(':') ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
    if (!isAddress || !isNetwork || rest.length > 0) {
      throw new BadSetting(
        `must be a comma-separated list of addresses and networks of proxies, such as 127.0.0.1, 10.0.0.0/8; "${item}" is none`,
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
      throw new BadSetting(`must be "open", "closed" or a list of e-mail domains; "${domain}" is none`);
    }
  }
  return domains;
}

export function contactLink(value: string): string | null {
  if (!value) return null;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['https:', 'http:', 'mailto:'].includes(url.protocol)) {
    throw new BadSetting('must be a web address or mailto:address');
  }
  return value;
}

/** Control, format and other invisible characters: they would break a mail's header, or say what nobody sees. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Words that people read in titles, mails and on the pages. */
export function title(maximum: number): (value: string) => string {
  return (value) => {
    if ([...value].length > maximum || INVISIBLE.test(value)) {
      throw new BadSetting(`must be a text of at most ${maximum} visible characters`);
    }
    return value;
  };
}

export function currency(value: string): string {
  const code = value.toUpperCase();
  if (!Intl.supportedValuesOf('currency').includes(code)) {
    throw new BadSetting(`must be a currency's code of three letters, such as EUR; "${value}" is none`);
  }
  return code;
}

/** A link of the footer, by the language of the page. */
export interface TitledLink {
  title: { en: string; fr: string };
  url: string;
}

/** `Terms|Conditions=https://…`: a title, one for French after a bar, and a web address. */
export function titledLinks(value: string): TitledLink[] {
  return list(value).map((item) => {
    const [, titles = '', url = ''] = /^([^=]+)=(.+)$/.exec(item) ?? [];
    const [en = '', fr = en, ...rest] = titles.split('|').map((part) => part.trim());
    const fits = [en, fr].every((part) => part !== '' && part.length <= 40 && !INVISIBLE.test(part));
    const isAddress = URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
    if (!fits || rest.length > 0 || !isAddress) {
      throw new BadSetting(
        `must be a comma-separated list such as Terms|Conditions=https://example.com/terms; "${item}" is none`,
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
