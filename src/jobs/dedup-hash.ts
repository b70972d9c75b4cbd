import { createHash } from 'node:crypto';
import { fold } from '../lib/text.ts';

/** "(H/F)", "F/H/X", "m/w/d", "(all genders)": who may apply is no part of what the job is. */
const GENDERS =
  /\(?(?<![\p{L}\d])(?:[hfmwdxn]\s*[/|.-]\s*){1,3}[hfmwdxn](?![\p{L}\d])\)?|\(?\ball genders\b\)?|\(?\b(?:homme|femme)s?\s*\/\s*(?:homme|femme)s?\b\)?/gu;
const LEGAL_FORMS =
  /\s(?:limited|ltd|plc|llp|lp|llc|inc|incorporated|corp|corporation|co|company|sas|sasu|sarl|sa|se|sca|scs|snc|scop|eurl|ei|gie|gmbh|ag|bv|nv|spa|srl|uk|france)$/u;

/** "S.A.S.", "P.L.C." */
const INITIALS = /(?<![\p{L}\d])(?:\p{L}\.){2,6}\p{L}?(?![\p{L}\d])/gu;

function words(text: string): string {
  return fold(text)
    .replace(/&/gu, ' and ')
    .replace(/'/gu, '')
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();
}

/** A title without gender markers, as folded words. */
export function titleKey(title: string): string {
  return words(fold(title).replace(GENDERS, ' '));
}

/** A company without legal form and country, as folded words; "" when unknown. */
export function companyKey(company: string): string {
  let key = words(company.replace(INITIALS, (initials) => initials.replaceAll('.', '')));
  for (let shorter = key.replace(LEGAL_FORMS, ''); shorter !== key; shorter = key.replace(LEGAL_FORMS, ''))
    key = shorter;
  return key;
}

/** The town of a location: "Paris 11e – 75", "75 - PARIS 05" and "Paris, Île-de-France" are all "paris". */
export function placeKey(location: string): string {
  const folded = fold(location).replace(/\([^)]*\)/gu, ' ');
  const parts = folded
    .split(/[,|;/]|\s-\s/u)
    .map((part) =>
      part
        .replace(/\b(?:arrondissement|arr|cedex|remote|hybrid|teletravail|united kingdom|uk|france)\b/gu, ' ')
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== '' && !/\d/u.test(word))
        .map((word) => (word === 'st' ? 'saint' : word === 'ste' ? 'sainte' : word))
        .join(' '),
    )
    .filter(Boolean);
  return parts[0] ?? '';
}

/**
 * The published identity of a job: the first 32 hex digits of the SHA-256 of
 * "v1", title, company and place keys, joined by line feeds (README).
 */
export function dedupHash(title: string, company: string, location: string): string {
  const text = ['v1', titleKey(title), companyKey(company), placeKey(location)].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
