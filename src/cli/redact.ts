/** A text without what is somebody's own, and how much of each kind was taken out. */
export interface Redacted {
  text: string;
  counts: Readonly<Record<'mails' | 'phones' | 'tokens' | 'addresses', number>>;
}

/** Numbers that Ofcom and ARCEP keep for films and books: nobody is called by them. */
const NOBODYS_PHONE = { GB: '020 7946 0000', FR: '01 99 00 00 00' } as const;
/** Of the network that RFC 5737 keeps for documents. */
const NOBODYS_ADDRESS = '192.0.2.1';

/** The sign may be written for HTML, JSON and addresses. */
const MAIL = /(?<![\w.+-])[\w.+-]{1,64}(?:@|%40|&#64;|&#x40;|&commat;|\\u0040)(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}/gi;
const PHONES: Readonly<Record<keyof typeof NOBODYS_PHONE, RegExp>> = {
  GB: /(?<![\w.,/=-])(?:(?:\+|00)44[ -]?(?:\(0\)[ -]?)?\d{2,4}|\(?0\d{2,4}\)?)[ -]?\d{3,4}[ -]?\d{3,4}(?![\w-])/g,
  FR: /(?<![\w.,/=-])(?:(?:\+|00)33[ .-]?(?:\(0\)[ .-]?)?|0)[1-9](?:[ .-]?\d{2}){4}(?![\w-])/g,
};
const ADDRESS = /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.])/g;

/** What a value is called that opens something, or tells one visitor from another. */
const SECRET_NAME =
  '(?<![\\w.-])[\\w.-]{0,40}(?:token|secret|passw(?:or)?d|api[_-]?key|app[_-]?key|access[_-]?key|csrf|xsrf|nonce|signature|session[_-]?id|sessid|cookie|authorization|visitor[_-]?id|client[_-]?id|device[_-]?id)[\\w.-]{0,20}';
const VALUE = '[\\w.~+/=%:-]{6,4096}';
/** Each gives what stands before the value and after it. */
const NAMED: readonly RegExp[] = [
  // JSON, in a script that is a text itself too; what a script assigns.
  new RegExp(`(\\\\?["']?${SECRET_NAME}\\\\?["']?\\s{0,4}[:=]\\s{0,4}\\\\?["'])${VALUE}(\\\\?["'])`, 'gi'),
  // Fields and metas, whichever attribute comes first.
  new RegExp(
    `((?:name|id|property)\\s?=\\s?["']${SECRET_NAME}["'][^<>]{0,200}?(?:value|content)\\s?=\\s?["'])${VALUE}(["'])`,
    'gi',
  ),
  new RegExp(
    `((?:value|content)\\s?=\\s?["'])${VALUE}(["'][^<>]{0,200}?(?:name|id|property)\\s?=\\s?["']${SECRET_NAME}["'])`,
    'gi',
  ),
  // Addresses.
  new RegExp(`([?&;](?:amp;)?(?:${SECRET_NAME}|sig|sid|auth|key)=)[^&"'<>\\s#\\\\]{4,4096}()`, 'gi'),
  // Headers and cookies in scripts.
  /((?:set-cookie|cookie|authorization)\s{0,4}:\s{0,4})[^\r\n"'<>]{1,8192}()/gi,
  /(document\.cookie\s?=\s?["'])[^"'\r\n]{1,4096}(["'])/gi,
  /(\b(?:bearer|basic)\s{1,4})[\w.~+/=-]{12,4096}()/gi,
];
/** Keys and tokens that are known by their look alone. */
const KNOWN_LOOK =
  /\beyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,4096})?|\b(?:sk-|sk_live_|pk_live_|ghp_|gho_|xox[abp]-|AKIA|AIza|jdm_live_|jdm_test_|jdm_a[ct]_|jdm_rt_|whsec_)[\w-]{12,256}/g;
/** A whole text between quotes that nobody wrote or can read: long, of small and large letters and digits alone. Names of adverts have hyphens. */
const OPAQUE =
  /(["'])(?=[^"'\s]{0,4096}?\d)(?=[^"'\s]{0,4096}?[a-z])(?=[^"'\s]{0,4096}?[A-Z])[A-Za-z0-9+/]{40,4096}={0,2}\1/g;
const OUT = 'REDACTED';

/**
 * Takes mail addresses, phone numbers, tokens, cookies, keys and network
 * addresses out of a saved answer, and every one of `secrets`. What was equal
 * stays equal, and what reads an answer still can: nothing else is touched.
 */
export function redact(saved: string, secrets: readonly string[] = []): Redacted {
  const counts = { mails: 0, phones: 0, tokens: 0, addresses: 0 };
  // As `curl -i` saves it: the headers are no part of the answer.
  let text = /^HTTP\/[\d.]+ \d{3}/.test(saved) ? saved.replace(/^[\s\S]{0,65536}?\r?\n\r?\n/, '') : saved;
  for (const secret of secrets.filter(({ length }) => length >= 6)) {
    const parts = text.split(secret);
    counts.tokens += parts.length - 1;
    text = parts.join(OUT);
  }
  for (const pattern of NAMED) {
    text = text.replace(pattern, (whole, before: string, after: string) => {
      if (whole === `${before}${OUT}${after}`) return whole;
      counts.tokens += 1;
      return `${before}${OUT}${after}`;
    });
  }
  text = text.replace(KNOWN_LOOK, () => {
    counts.tokens += 1;
    return OUT;
  });
  const opaque = numbered();
  text = text.replace(OPAQUE, (whole, quote: string) => {
    counts.tokens += 1;
    return `${quote}${OUT}-${opaque(whole)}${quote}`;
  });
  const mail = numbered();
  text = text.replace(MAIL, (whole) => {
    if (/(?:@|%40|;|0040)example\.com$/i.test(whole)) return whole;
    counts.mails += 1;
    const sign = /@|%40|&#64;|&#x40;|&commat;|\\u0040/i.exec(whole)?.[0] ?? '@';
    return `name${mail(whole.toLowerCase())}${sign}example.com`;
  });
  for (const country of ['FR', 'GB'] as const) {
    text = text.replace(PHONES[country], (whole) => {
      const digits = whole.replace(/\D/g, '').length;
      if (digits < 10 || digits > 14 || whole === NOBODYS_PHONE[country]) return whole;
      counts.phones += 1;
      return NOBODYS_PHONE[country];
    });
  }
  text = text.replace(ADDRESS, (whole) => {
    if (whole === NOBODYS_ADDRESS) return whole;
    counts.addresses += 1;
    return NOBODYS_ADDRESS;
  });
  return { text, counts };
}

/** A number for each different text. */
function numbered(): (text: string) => number {
  const seen = new Map<string, number>();
  return (text) => {
    if (!seen.has(text)) seen.set(text, seen.size + 1);
    return seen.get(text) as number;
  };
}
