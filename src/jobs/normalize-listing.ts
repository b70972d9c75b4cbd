import { decodeHTML } from 'entities';
import type { Contract, Country, Hours, SalaryPeriod, WorkMode } from '../../schemas/index.ts';
import { dedupHash } from './dedup-hash.ts';
import { isNoCompany } from './no-company.ts';
import { readClosingDate } from './readers/closing-date.ts';
import { readPostedDate } from './readers/posted-date.ts';
import { readSalary } from './readers/salary.ts';
import { readWorkMode } from './readers/work-mode.ts';
import { HOME, readStated, type SalaryReading } from './readers/yearly-pay.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { foldWords, shorten, squeeze } from '../lib/text.ts';
import { findPlatform } from '../sources/platforms/index.ts';
import { isListedHost, type Listing, type Platform } from '../sources/platforms/platform.ts';

/** A listing read to the rules of SPEC §3: what the cache keeps. The description is whole. */
export interface NormalizedJob {
  title: string;
  company: string;
  location: string;
  salary_min: number | null;
  salary_max: number | null;
  salary_unlisted: boolean;
  work_mode: WorkMode;
  description: string;
  url: string;
  platform: string;
  posted_date: string;
  dedup_hash: string;
  salary_text: string;
  salary_currency: string | null;
  salary_period: SalaryPeriod | null;
  closing_date: string;
  /** Posted by a recruitment agency; null where the source does not say. */
  agency: boolean | null;
  /** The source's own words behind fields that are read from them. */
  words?: SourceWords;
  /** What the source's codes and flags say of contract and hours, in words of ours. */
  codes?: string;
  /** What the platform was asked for alone: of an advert whose words say nothing of it. */
  implied?: { contract?: Contract; hours?: Hours };
  /** Hours and term by the source's own field. */
  terms?: ContractTerms;
  /** Offered anywhere in the country. */
  nationwide?: boolean;
  /** When the source last changed it, where its terms ask to say so: YYYY-MM-DD. */
  updated_date?: string;
}

/** Words as a source's own fields have them; absent where it has none. */
export interface SourceWords {
  /** Where spelling and signs of it were tidied. */
  title?: string;
  /** On contract and hours. */
  terms?: string;
  work_mode?: string;
  posted?: string;
  closing?: string;
}

/** Longest values of a platform's fields: longer ones are no names. */
const MAXIMUM = {
  title: 200,
  company: 150,
  location: 150,
  salaryText: 200,
  words: 200,
  url: 1_500,
  description: 30_000,
};

/** A platform's listing → a job; undefined when it has no title or no link. */
export function normalizeListing(
  listing: Listing,
  platform: string,
  country: Country,
  now: number,
): NormalizedJob | undefined {
  const title = cleanTitle(listing.title, MAXIMUM.title);
  const url = directLink(listing.url, findPlatform(platform));
  if (title === '' || url === undefined) return undefined;
  const company = cleanCompany(listing.company, MAXIMUM.company);
  const location = cleanLine(listing.location, MAXIMUM.location);
  const description = shorten(stripInvisible(listing.description ?? '').trim(), MAXIMUM.description);
  const salary = readPay(listing, country);
  return {
    title,
    company,
    location,
    salary_min: salary.min,
    salary_max: salary.max,
    salary_unlisted: salary.unlisted,
    work_mode: workModeOf(listing, title, location, description),
    description: listing.teaser ? withEllipsis(description) : description,
    url,
    platform,
    posted_date: listing.postedText ? readPostedDate(listing.postedText, country, now) : '',
    dedup_hash: dedupHash(title, company, location),
    salary_text: cleanLine(listing.salaryText ?? '', MAXIMUM.salaryText),
    salary_currency: salary.currency,
    salary_period: salary.period,
    closing_date: listing.closingText ? readClosingDate(listing.closingText, country, now) : '',
    agency: listing.agency ?? (AGENCY_NAME.test(company) ? true : null),
    ...wordsOf(listing),
    ...termsOf(listing),
    ...(listing.nationwide ? { nationwide: true } : {}),
    ...(listing.updatedText ? { updated_date: readPostedDate(listing.updatedText, country, now) } : {}),
  };
}

/** Names by which agencies call themselves what they are. */
const AGENCY_NAME =
  /\b(?:recruitment|recruiting|recruiters?|resourcing|staffing|personnel services|headhunters?|recrutement|int[eé]rim|travail temporaire)\b/iu;

function wordsOf(listing: Listing): Pick<NormalizedJob, 'words'> {
  const { termsText, workModeText, postedText, closingText } = listing;
  const isTidied = listing.title !== cleanTitle(listing.title, MAXIMUM.title);
  const given = {
    ...(isTidied ? { title: listing.title } : {}),
    terms: termsText,
    work_mode: workModeText,
    posted: postedText,
    closing: closingText,
  };
  const words = Object.fromEntries(
    Object.entries(given)
      .map(([name, text = '']) => [name, cutWhole(stripInvisible(text).trim(), MAXIMUM.words)])
      .filter(([, text]) => text !== ''),
  ) as SourceWords;
  return Object.keys(words).length > 0 ? { words } : {};
}

/** At most so many units, and no half of a character. */
function cutWhole(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

function termsOf({
  termsText = '',
  termsOfCodes = '',
  isForTime = false,
}: Listing): Pick<NormalizedJob, 'terms' | 'codes'> {
  const read = readContractTerms(`${termsText} ${termsOfCodes}`, { isTitle: true });
  const terms = isForTime ? { lasts: 'temporary' as const, ...read } : read;
  const codes = termsOfCodes.trim();
  return { ...(Object.keys(terms).length > 0 ? { terms } : {}), ...(codes === '' ? {} : { codes }) };
}

/** A teaser says that it is one, however its source ends it. */
function withEllipsis(text: string): string {
  if (text === '') return '';
  let end = text.length;
  while (end > 0 && ' .…\n'.includes(text[end - 1] as string)) end -= 1;
  // A full stop is no ellipsis.
  return shorten(`${text.slice(0, end)}${/^\.(?!\.)/.test(text.slice(end)) ? '. …' : '…'}`, MAXIMUM.description);
}

function readPay(listing: Listing, country: Country): SalaryReading {
  if (listing.salaryPredicted) return { min: null, max: null, unlisted: true, period: null, currency: null };
  const stated = listing.salary && readStated(listing.salary, country);
  if (stated && !stated.unlisted) return stated;
  const text = listing.salaryText ? readSalary(listing.salaryText, country) : undefined;
  // Figures in another currency stay unlisted whatever the text seems to say.
  if (stated && ((stated.currency !== null && stated.currency !== HOME[country]) || !text)) return stated;
  return text ?? { min: null, max: null, unlisted: true, period: null, currency: null };
}

/**
 * The platform's field, then its own words, then title, place and description
 * read as one text: what the text says in full beats a bare word of the title
 * (SPEC §12).
 */
function workModeOf(listing: Listing, title: string, location: string, description: string): WorkMode {
  if (listing.workMode && listing.workMode !== 'unknown') return listing.workMode;
  if (listing.telecommute)
    return [title, listing.workModeText ?? '', description].some((text) => readWorkMode(text) === 'hybrid')
      ? 'hybrid'
      : 'remote';
  const own = listing.workModeText ? readWorkMode(listing.workModeText) : 'unknown';
  if (own !== 'unknown') return own;
  return readWorkMode(`${title} ; ${location}\n${description}`);
}

/** An advert's address on its platform's own site or a declared partner's, without what tracks a visit. */
function directLink(address: string, platform: Platform | undefined): string | undefined {
  if (address.length > MAXIMUM.url || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  // With a name before its host a link shows another site than it leads to.
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (platform && !isListedHost([...platform.hosts, ...(platform.advertHosts ?? [])], url.host)) return undefined;
  if (platform && !platform.keepsLinks) {
    url.search = '';
    url.hash = '';
  }
  return url.href;
}

/** More than any title that means something. */
const MAXIMUM_INPUT = 2_000;

/** Elements of pages, and whatever has an attribute; "List<String>" is a title. */
const TAG =
  /<\/?(?:a|abbr|b|br|button|div|em|font|form|h[1-6]|hr|i|iframe|img|input|li|link|mark|meta|object|ol|p|script|small|span|strong|style|sub|sup|svg|table|td|tr|u|ul|video)(?:[\s/][^<>]{0,200})?>|<[a-z][a-z0-9-]{0,30}\s[^<>]{0,100}=[^<>]{0,200}>/giu;

/** Text of one line: no tags, no entities (some sites write them twice), no control characters. */
function cleanLine(text: string, maximum: number): string {
  const decoded = decodeHTML(decodeHTML(text.slice(0, MAXIMUM_INPUT)));
  return shorten(squeeze(stripInvisible(decoded.replace(TAG, ' '))), maximum);
}

/** A title as the employer wrote it, without ornaments around it and marks of the list that it stood in. */
function cleanTitle(text: string, maximum: number): string {
  const line = cleanLine(text, maximum)
    .replace(/^(?:new|nouveau)\s*[!:]\s+/iu, '')
    .replace(/^[\s*•·~_|>!-]+|[\s*•·~_|<–—-]+$/gu, '');
  return withoutQuotes(line)
    .replace(/([!?*])\1+/gu, '$1')
    .trim();
}

/** Without marks around the whole, and one that has no other; those around a word of it stay in pairs. */
function withoutQuotes(line: string): string {
  return line.replace(/^["«“]([^"«»“”]*)["»”]?$|^([^"«»“”]*)["»”]$/u, '$1$2').trim();
}

/** A company's name; "" where the source has words for "none" only. */
function cleanCompany(text: string, maximum: number): string {
  const line = withoutQuotes(cleanLine(text, maximum).replace(/[\s,;|]+$/u, ''));
  return isNoCompany(line) ? '' : line;
}

export type ContractKind = 'permanent' | 'temporary' | 'freelance' | 'apprenticeship' | 'internship';

/** Words of adverts on hours and on the kind of contract. */
const TERMS: readonly { hours?: 'full' | 'part'; lasts?: ContractKind; inTitleOnly?: boolean; words: string }[] = [
  { hours: 'full', words: 'full time|fulltime|temps plein|temps complet|plein temps' },
  { hours: 'part', words: 'part time|parttime|temps partiel|mi temps' },
  { lasts: 'permanent', words: 'permanent|perm|cdi|duree indeterminee' },
  {
    lasts: 'temporary',
    words: 'temporary|temp|fixed term|ftc|maternity cover|interim|interimaire|cdd|duree determinee|seasonal|saisonnier',
  },
  { lasts: 'freelance', inTitleOnly: true, words: 'freelance|freelancer|independant|independante|portage salarial' },
  {
    lasts: 'apprenticeship',
    inTitleOnly: true,
    words:
      'apprenticeship|apprentice|apprenti|apprentie|apprentissage|alternance|alternant|alternante|contrat pro|professionnalisation',
  },
  { lasts: 'internship', inTitleOnly: true, words: 'internship|intern|stagiaire|offre de stage|en stage|stage de' },
];

/** "Stage – Data Analyst", "Data Analyst (stage)"; not "Stage Manager" or "Key Stage 2". */
const INTERNSHIP_TITLE =
  /^stage(?! (?:manager|management|technician|hand|crew|electrician|door|director|carpenter|supervisor|school|\d))\b|(?<!key |early |late |mid )\bstage$/u;

/** The phrases of all rows, indexed by their first word. */
const BY_FIRST_WORD = new Map<string, { rest: string; row: (typeof TERMS)[number] }[]>();
for (const row of TERMS) {
  for (const phrase of row.words.split('|')) {
    const [first = '', ...rest] = phrase.split(' ');
    const phrases = BY_FIRST_WORD.get(first) ?? [];
    phrases.push({ rest: rest.map((word) => ` ${word}`).join(''), row });
    BY_FIRST_WORD.set(first, phrases);
  }
}
/** Terms stand at the beginning of an advert or nowhere that counts. */
const LOOKED_AT = 2_000;

export interface ContractTerms {
  hours?: 'full' | 'part';
  lasts?: ContractKind;
}

/** What a text says of hours and term; nothing where it says both ("full or part time"). */
export function readContractTerms(text: string, { isTitle = false } = {}): ContractTerms {
  const folded = foldWords(text.slice(0, LOOKED_AT));
  const words = `${folded} `;
  const hours = new Set<'full' | 'part'>();
  const lasts = new Set<ContractKind>(isTitle && INTERNSHIP_TITLE.test(folded) ? ['internship'] : []);
  for (let at = 0; at < words.length;) {
    const end = words.indexOf(' ', at);
    for (const { rest, row } of BY_FIRST_WORD.get(words.slice(at, end)) ?? []) {
      if ((row.inTitleOnly && !isTitle) || !words.startsWith(`${rest} `, end)) continue;
      if (row.hours) hours.add(row.hours);
      if (row.lasts) lasts.add(row.lasts);
    }
    at = end + 1;
  }
  // "CDD en alternance", "Stage or CDI": the narrower kind is what the job is.
  for (const kind of ['internship', 'apprenticeship'] as const)
    if (lasts.has(kind)) return { ...onlyOne('hours', hours), lasts: kind };
  return { ...onlyOne('hours', hours), ...onlyOne('lasts', lasts) };
}

function onlyOne<Key extends string, Value>(key: Key, said: ReadonlySet<Value>): Partial<Record<Key, Value>> {
  return said.size === 1 ? ({ [key]: [...said][0] } as Record<Key, Value>) : {};
}

/** Kinds that an advert always states: one that does not is another job. */
const ALWAYS_STATED: ReadonlySet<ContractKind | undefined> = new Set(['internship', 'apprenticeship', 'freelance']);

/** Whether hours or kinds of contract differ. */
export function termsContradict(a: ContractTerms, b: ContractTerms): boolean {
  return (
    (a.hours !== undefined && b.hours !== undefined && a.hours !== b.hours) ||
    (a.lasts !== b.lasts &&
      ((a.lasts !== undefined && b.lasts !== undefined) || ALWAYS_STATED.has(a.lasts) || ALWAYS_STATED.has(b.lasts)))
  );
}
