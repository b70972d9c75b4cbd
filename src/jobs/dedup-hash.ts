import { createHash } from 'node:crypto';
import { fold, foldWords } from '../lib/text.ts';

/** "(H/F)", "F/H/X", "m/w/d", "(all genders)" */
const GENDERS =
  /\(?(?<![\p{L}\d])(?:[hfmwdxn]\s*[/|.-]\s*){1,3}(?:nb|[hfmwdxn])(?![\p{L}\d])\)?|\(?\ball genders\b\)?|\(?\b(?:homme|femme)s?\s*\/\s*(?:homme|femme)s?\b\)?/gu;
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'limited ltd plc llp lp llc inc incorporated corp corporation co company sas sasu sarl sa se sca scs snc scop eurl ei gie gmbh ag bv nv spa srl'.split(
    ' ',
  ),
);

/**
 * Names of towns that several British counties or several French departments have (in France, communes of 2,000
 * inhabitants or more), in the form of `placeKey`. They are part of `dedup_hash` "v1", so the list must not change.
 */
const SHARED_TOWN_NAMES: ReadonlySet<string> = new Set(
  'allonnes|andilly|ashford|attleborough|bangor|bassens|beaumont|beaurepaire|boreham|bramley|brampton|brandon|brax|breteuil|breuillet|broughton|calmont|change|chatillon|chessy|claydon|crumlin|ennery|farnborough|featherstone|gillingham|greenhill|hadleigh|hale|hinton|hook|hythe|kennington|kingston|la motte|la trinite|le pont de beauvoisin|marly|merville|nelson|newcastle|newport|nozay|perigny|plouhinec|port louis|richmond|royston|saint alban|saint andre|saint benoit|saint claude|saint cyprien|saint denis|saint didier|saint etienne du bois|saint gilles|saint joseph|saint julien|saint louis|saint marcel|saint michel|saint nazaire|saint pierre|saint sauveur|saint savin|saint vallier|sainte anne|sainte marie|sainte rose|stone|stonehouse|stratford|sutton|torcy|valence|vernouillet|vouille|wellington|westhill|whitburn|whitchurch|willingham|wootton'.split(
    '|',
  ),
);

/** "S.A.S.", "P.L.C." */
const INITIALS = /(?<![\p{L}\d])(?:\p{L}\.){2,6}\p{L}?(?![\p{L}\d])/gu;

function words(text: string): string {
  return fold(text)
    .replace(/&/gu, ' and ')
    .replace(/'/gu, '')
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();
}

/** Returns a title as folded words, without gender markers. */
export function titleKey(title: string): string {
  return words(fold(title).replace(GENDERS, ' '));
}

/** Folded names that sources give for an unknown employer. Only a whole name counts. */
const NO_COMPANY: ReadonlySet<string> = new Set(
  'na|n a|none|null|nil|tbc|tba|undefined|unknown|not known|undisclosed|not specified|not disclosed|not available|not stated|not provided|not given|not applicable|anonymous|anonymous employer|confidential|confidential company|confidential client|confidential employer|client confidential|company confidential|company name confidential|company hidden|company name hidden|company undisclosed|employer undisclosed|undisclosed company|undisclosed employer|undisclosed client|private advertiser|private company|private employer|hidden|our client|my client|client|a client|the client|client of ours|on behalf of our client|on behalf of a client|confidentiel|confidentielle|entreprise confidentielle|societe confidentielle|employeur confidentiel|recruteur confidentiel|client confidentiel|anonyme|entreprise anonyme|societe anonyme|recruteur anonyme|employeur anonyme|non precise|non precisee|non renseigne|non renseignee|non communique|non communiquee|entreprise non communiquee|societe non communiquee|nc|notre client|mon client|un client|pour notre client|pour un client|pour le compte d un client'.split(
    '|',
  ),
);

export function isNoCompany(name: string): boolean {
  const words = foldWords(name);
  return words === '' || NO_COMPANY.has(words);
}

/**
 * Returns a company's name as folded words, without legal forms at its end. "UK" and "France" are dropped too, unless
 * they may be part of the name. Returns "" if the company is unknown.
 */
export function companyKey(company: string): string {
  if (isNoCompany(company)) return '';
  const initials = company.replace(INITIALS, (match) => match.replaceAll('.', ''));
  const kept = words(initials.replace(/\(\s*(?:uk|france)\s*\)/giu, ' ')).split(' ');
  let formEnded = false;
  for (;;) {
    const last = kept.at(-1) ?? '';
    if (kept.length > 1 && LEGAL_FORMS.has(last)) formEnded = true;
    else if (!isCountryOf(kept, last, formEnded)) return kept.join(' ');
    kept.pop();
  }
}

/**
 * True if the last word is a country that can be dropped. False in "Air France" and "Electricité de France", where the
 * country is part of the name, and in "Acme UK", where it may be part of the name.
 */
function isCountryOf(kept: readonly string[], last: string, formEnded: boolean): boolean {
  if (last !== 'uk' && last !== 'france') return false;
  if (kept.length > 2) return !['de', 'of', 'en', 'in', 'for'].includes(kept.at(-2) as string);
  return kept.length === 2 && last === 'uk' && formEnded;
}

const NO_PLACE =
  /\b(?:arrondissement|arr|cedex|(?:fully |full )?remote|hybrid|teletravail|united kingdom|uk|france)\b/gu;

/**
 * Returns the folded town, such as "paris" for "Paris 11e – 75" and "75 - PARIS 05". If several towns have the name,
 * adds the county or department: "richmond north yorkshire". For a location without a town, returns its postcode or
 * words: "ls14ap", "remote".
 */
export function placeKey(location: string): string {
  const folded = fold(location);
  const [town, ...others] = folded
    .replace(/\([^)]*\)/gu, ' ')
    .split(/[,|;/]|\s-\s/u)
    .map((part) => placeWords(part.replace(NO_PLACE, ' ')))
    .filter(Boolean);
  if (town === undefined) return bareKey(folded);
  if (!SHARED_TOWN_NAMES.has(town)) return town;
  const code = departmentOf(folded);
  const beside = code ?? others[0] ?? placeWords(/\(([^)]*)\)/u.exec(folded)?.[1]?.replace(NO_PLACE, ' ') ?? '');
  return beside === '' || beside === town ? town : `${town} ${beside}`;
}

function placeWords(part: string): string {
  return part
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/\d/u.test(word))
    .map((word) => (word === 'st' ? 'saint' : word === 'ste' ? 'sainte' : word))
    .join(' ');
}

function departmentOf(folded: string): string | undefined {
  const [, alone, postcode] = /(?<![\p{L}\d])(?:(\d{2}|2[ab]|97\d)|(\d{5}))(?![\p{L}\d])/u.exec(folded) ?? [];
  return alone ?? (postcode?.startsWith('97') ? postcode.slice(0, 3) : postcode?.slice(0, 2));
}

function bareKey(folded: string): string {
  const tokens = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const codes = tokens.filter((token) => /\d/u.test(token));
  return codes.length > 0
    ? codes.join('')
    : tokens
        .join(' ')
        .replace(/\bunited kingdom\b/u, 'uk')
        .replace(/\bfull(?:y)? (?=remote\b)/u, '');
}

/**
 * Returns the first 32 hex digits of the SHA-256 of "v1" and the title, company and place keys, joined by line feeds
 * (src/docs/en/reading.md).
 */
export function dedupHash(title: string, company: string, location: string): string {
  const text = ['v1', titleKey(title), companyKey(company), placeKey(location)].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
