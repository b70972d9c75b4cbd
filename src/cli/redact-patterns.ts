const GAP = '(?:[ .\\u00a0\\u2009\\u202f-]|&nbsp;|&#160;|%20)?';
const ALONE = '(?<![\\w.,/=-])';
const ENDS = '(?![\\w-])';

/** A run of digits that is longer than any phone number does not match. */
export const PHONES = {
  FR: new RegExp(`${ALONE}(?:(?:\\+|00)33${GAP}(?:\\(0\\)${GAP})?|0)[1-9](${GAP})\\d{2}(?:\\1\\d{2}){3}${ENDS}`, 'g'),
  GB: new RegExp(
    `${ALONE}(?:(?:\\+|00)44${GAP}(?:\\(0\\)${GAP})?\\d{2,4}|\\(?0\\d{2,4}\\)?)${GAP}\\d{3,4}${GAP}\\d{3,4}${ENDS}`,
    'g',
  ),
  other: new RegExp(`${ALONE}\\+\\d{1,3}${GAP}(?:\\(\\d{1,4}\\)${GAP})?\\d{1,4}(?:${GAP}\\d{2,4}){2,4}${ENDS}`, 'g'),
} as const;
/** A phone number after a label such as `tel:`. Without the label, the digits could be anything. */
export const NAMED_PHONE =
  /((?<![\w-])(?:tel|telephone|phone|mobile|fax|whatsapp)(?:[_-]?(?:number|no))?\\?["']?\s?[:=]\s?\\?["']?)\+?\d[\d ().-]{7,20}\d(?![\w-])/gi;

/** The @ of a mail address, also as escaped in HTML, JSON and URLs. */
export const MAIL_SIGN = /@|%(?:25)?40|&#0{0,4}64;|&#x0{0,4}40;|&commat;|\\u0040/i;
export const MAIL = new RegExp(
  `(?<![\\p{L}\\p{N}_.+-])[\\p{L}\\p{N}_.+-]{1,64}(?:['’][\\p{L}\\p{N}_.+-]{1,64})?(?:${MAIL_SIGN.source})(?:[\\p{L}\\p{N}-]{1,63}\\.){1,6}\\p{L}{2,24}`,
  'giu',
);
/** Mail addresses that Cloudflare has obfuscated. Anyone can decode them. */
export const HIDDEN_MAIL = /((?:data-cfemail\s?=\s?["']?|\/cdn-cgi\/l\/email-protection#))[0-9a-f]{8,512}/gi;

export const ADDRESS_4 = /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.])/g;
export const ADDRESS_6 = /(?<![\w:.])(?:[23][0-9a-f]{3}|f[cde][0-9a-f]{2}):[0-9a-f:]{2,35}(?![\w:])/gi;

const SECRET_NAME =
  '(?<![\\w.-])[\\w.-]{0,40}(?:token|secret|passw(?:or)?d|passcode|passphrase|credential|(?:api|app|access|private|subscription|session)[_-]?key|jwt|bearer|csrf|xsrf|nonce|signature|sessid|cookie|authorization|fingerprint|(?:session|visitor|client|device|user|anonymous|distinct|tracking)[_-]?id)[\\w.-]{0,20}';
/** These names mean a secret only if they are a whole name, not if they are part of a longer name. */
const SHORT_NAME = '(?<![\\w-])(?:sid|sig|auth|otp)';
const ANY_NAME = `(?:${SECRET_NAME}|${SHORT_NAME})`;

/** Matches a named secret between quotes, without spaces, also in JSON that escapes slashes and other characters. */
function quoted(quote: string): RegExp {
  const value = `(?:\\\\{1,4}(?:/|u[0-9a-f]{4})|[^${quote}\\\\\\s<>]){6,4096}`;
  return new RegExp(
    `(${ANY_NAME}\\\\{0,3}["'\`]?\\s{0,4}[:=]\\s{0,4}\\\\{0,3}${quote})${value}(\\\\{0,3}${quote})`,
    'gi',
  );
}

const ATTRIBUTE = '[^"\'`\\s<>]{6,4096}(?=["\'`\\s<>])';

/**
 * Each pattern captures the text before and after the secret. Every repetition has an upper bound, so matching takes
 * linear time.
 */
export const NAMED: readonly RegExp[] = [
  // Values in JSON, also if the JSON is in a string and its quotes are escaped, and values that scripts assign.
  quoted('"'),
  quoted("'"),
  quoted('`'),
  new RegExp(`(${ANY_NAME}\\\\{0,3}["']?\\s{0,4}[:=]\\s{0,4})\\d{8,40}()(?![\\w.])`, 'gi'),
  // Form fields and meta elements, with attributes in any order, quoted or not.
  new RegExp(
    `((?<=[\\s"'])(?:name|id|property)\\s?=\\s?["']?${ANY_NAME}["'\\s][^<>]{0,200}?(?<=[\\s"'])(?:value|content)\\s?=\\s?["']?)${ATTRIBUTE}()`,
    'gi',
  ),
  new RegExp(
    `((?<=[\\s"'])(?:value|content)\\s?=\\s?["']?)${ATTRIBUTE}(["']?[^<>]{0,200}?(?<=[\\s"'])(?:name|id|property)\\s?=\\s?["']?${ANY_NAME}(?=["'\\s>]))`,
    'gi',
  ),
  new RegExp(`([?&;#](?:amp;)?(?:${SECRET_NAME}|sig|sid|auth|key)=)[^&"'<>\\s#\\\\]{4,4096}()`, 'gi'),
  /((?:set-cookie|cookie|authorization)\s{0,4}:\s{0,4})[^\r\n"'<>]{1,8192}()/gi,
  /(document\.cookie\s?=\s?["'`])[^"'`\r\n]{1,4096}(["'`])/gi,
  /(\b(?:bearer|basic)\s{1,4})[\w.~+/=-]{12,4096}()/gi,
];

export const KNOWN_LOOK =
  /(?<![\w-])eyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,4096})?|\b(?:sk-|[rsp]k_live_|[rsp]k_test_|gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA|ASIA|AIza|jdm_live_|jdm_test_|jdm_a[ct]_|jdm_rt_|whsec_)[\w+/-]{12,256}={0,2}/g;
/**
 * A quoted text that looks random: 40 or more characters of base64, with letters of both cases and digits. Slugs of
 * adverts have hyphens, so they do not match.
 */
export const OPAQUE =
  /(["'])(?=[^"'\s]{0,4096}?\d)(?=[^"'\s]{0,4096}?[a-z])(?=[^"'\s]{0,4096}?[A-Z])[A-Za-z0-9+/]{40,4096}={0,2}\1/g;
