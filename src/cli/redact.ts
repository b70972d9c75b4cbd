import { isIPv6 } from 'node:net';
import {
  ADDRESS_4,
  ADDRESS_6,
  HIDDEN_MAIL,
  KNOWN_LOOK,
  MAIL,
  MAIL_SIGN,
  NAMED,
  NAMED_PHONE,
  OPAQUE,
  PHONES,
} from './redact-patterns.ts';

export interface Redacted {
  text: string;
  counts: Readonly<Record<'mails' | 'phones' | 'tokens' | 'addresses', number>>;
}

/** Numbers that Ofcom and ARCEP reserve for fiction. */
const PLACEHOLDER_PHONE = { GB: '020 7946 0000', FR: '01 99 00 00 00', other: '020 7946 0000' } as const;
/** Addresses that RFC 5737 and RFC 3849 reserve for documentation. */
const PLACEHOLDER_ADDRESS = '192.0.2.1';
const PLACEHOLDER_ADDRESS_6 = '2001:db8::1';
/** "name@example.com" as Cloudflare obfuscates it, with the key 0. */
const PLACEHOLDER_HIDDEN_MAIL = '006e616d65406578616d706c652e636f6d';
const OUT = 'REDACTED';
/** Minimum length of a secret that is redacted. A shorter one could occur in ordinary text. */
const LEAST_SECRET = 6;
/** `curl -i` saves headers before the body, once for each redirect. */
const HEADERS = /^HTTP\/[\d.]+ \d{3}[\s\S]{0,65536}?\r?\n\r?\n/;

/**
 * Replaces mail addresses, phone numbers, tokens, cookies, keys, network addresses and each of `secrets`. The redacted
 * answer can still be parsed.
 */
export function redact(saved: string, secrets: readonly string[] = []): Redacted {
  const counts = { mails: 0, phones: 0, tokens: 0, addresses: 0 };
  let text = saved;
  while (HEADERS.test(text)) text = text.replace(HEADERS, '');
  for (const secret of secrets.flatMap(spellings)) {
    const parts = text.split(secret);
    counts.tokens += parts.length - 1;
    text = parts.join(OUT);
  }
  const replace = (pattern: RegExp, kind: keyof typeof counts, by: (whole: string, ...parts: string[]) => string) => {
    text = text.replace(pattern, (whole: string, ...parts: string[]) => {
      const other = by(whole, ...parts);
      if (other !== whole) counts[kind] += 1;
      return other;
    });
  };
  for (const pattern of NAMED) replace(pattern, 'tokens', (_whole, before, after) => `${before}${OUT}${after}`);
  replace(KNOWN_LOOK, 'tokens', () => OUT);
  const opaque = numbered();
  replace(OPAQUE, 'tokens', (whole, quote) => `${quote}${OUT}-${opaque(whole)}${quote}`);
  replace(HIDDEN_MAIL, 'mails', (_whole, before) => `${before}${PLACEHOLDER_HIDDEN_MAIL}`);
  const mail = numbered();
  replace(MAIL, 'mails', (whole) => {
    const [sign = '@'] = MAIL_SIGN.exec(whole) ?? [];
    return whole.toLowerCase().endsWith(`${sign}example.com`.toLowerCase())
      ? whole
      : `name${mail(whole.toLowerCase())}${sign}example.com`;
  });
  for (const kind of ['FR', 'GB', 'other'] as const) {
    replace(PHONES[kind], 'phones', (whole) => (isPhone(whole) ? PLACEHOLDER_PHONE[kind] : whole));
  }
  replace(NAMED_PHONE, 'phones', (whole, before = '') =>
    isPhone(whole.slice(before.length)) ? `${before}${PLACEHOLDER_PHONE.GB}` : whole,
  );
  replace(ADDRESS_4, 'addresses', () => PLACEHOLDER_ADDRESS);
  replace(ADDRESS_6, 'addresses', (whole) => (isIPv6(whole) ? PLACEHOLDER_ADDRESS_6 : whole));
  return { text, counts };
}

function spellings(secret: string): string[] {
  if (secret.length < LEAST_SECRET) return [];
  const json = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, encodeURIComponent(secret), json, json.replaceAll('/', '\\/')])];
}

/** True for 9 to 15 digits, except for the reserved numbers that replace real ones. */
function isPhone(text: string): boolean {
  const digits = text.replace(/&#160;|%20/g, '').replace(/\D/g, '').length;
  return digits >= 9 && digits <= 15 && !Object.values<string>(PLACEHOLDER_PHONE).includes(text);
}

function numbered(): (text: string) => number {
  const seen = new Map<string, number>();
  return (text) => {
    if (!seen.has(text)) seen.set(text, seen.size + 1);
    return seen.get(text) as number;
  };
}
