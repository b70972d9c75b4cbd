import { domainToASCII } from 'node:url';
import { ServiceError } from '../errors.ts';

const LONGEST = 254;
const LONGEST_LOCAL = 64;
/** Words of letters, digits and the signs that RFC 5322 allows without quotes, separated by dots. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Returns the form in which addresses are stored and compared: NFKC, lower case, the domain in ASCII (RFC 5890).
 * Returns undefined if the text is not an address, or has invisible characters, which make different addresses look
 * alike.
 */
export function normalizeEmail(text: string): string | undefined {
  const typed = text.replace(/^[ \t\u00a0]+|[ \t\u00a0]+$/g, '');
  if (typed.length > LONGEST || INVISIBLE.test(typed)) return undefined;
  const folded = typed.normalize('NFKC').toLowerCase().normalize('NFKC');
  const at = folded.lastIndexOf('@');
  const local = folded.slice(0, Math.max(at, 0));
  const domain = folded.slice(at + 1);
  if (local.length > LONGEST_LOCAL || !LOCAL.test(local) || INVISIBLE.test(local) || !DOMAIN.test(domain)) {
    return undefined;
  }
  const labels = domainToASCII(domain).split('.');
  if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? '')) return undefined;
  const address = `${local}@${labels.join('.')}`;
  return address.length > LONGEST ? undefined : address;
}

export function requireEmail(text: string): string {
  const address = normalizeEmail(text);
  if (address === undefined) throw new ServiceError('validation', `"${text}" is not an e-mail address.`);
  return address;
}

/** Maps the domains of providers that ignore dots in the local part to the domain by which addresses are compared. */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * Returns the mailbox of a normalised address: without a plus tag (RFC 5233), and without dots if the provider ignores
 * them.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const dotless = Object.hasOwn(DOTLESS, domain) ? DOTLESS[domain] : undefined;
  return dotless === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${dotless}`;
}

/** Returns the forms in which an address may be stored, because earlier releases stored it as typed, in lower case. */
export function formsOfEmail(text: string): readonly string[] {
  const plain = text.trim().toLowerCase().slice(0, LONGEST);
  const normal = normalizeEmail(text);
  return normal === undefined || normal === plain ? [plain] : [normal, plain];
}
