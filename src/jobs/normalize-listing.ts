import type { Country, SalaryPeriod, WorkMode } from '../../schemas/index.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten } from '../lib/text.ts';
import type { Listing } from '../sources/platforms/platform.ts';
import { cleanCompany, cleanLine, cleanTitle } from './clean-names.ts';
import { readContractTerms, type ContractTerms } from './contract-terms.ts';
import { dedupHash } from './dedup-hash.ts';
import { readPostedDate } from './readers/posted-date.ts';
import { readSalary } from './readers/salary.ts';
import { HOME, readStated, type SalaryReading } from './readers/yearly-pay.ts';
import { readWorkMode } from './readers/work-mode.ts';

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
  /** Hours and term by the source's own field. */
  terms?: ContractTerms;
  /** Offered anywhere in the country. */
  nationwide?: boolean;
  /** When the source last changed it, where its terms ask to say so: YYYY-MM-DD. */
  updated_date?: string;
}

/** Longest values of a platform's fields: longer ones are no names. */
const MAXIMUM = { title: 200, company: 150, location: 150, salaryText: 200, url: 1_500, description: 30_000 };

/** A platform's listing → a job; undefined when it has no title or no link. */
export function normalizeListing(
  listing: Listing,
  platform: string,
  country: Country,
  now: number,
): NormalizedJob | undefined {
  const title = cleanTitle(listing.title, MAXIMUM.title);
  const url = directLink(listing.url);
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
    ...termsOf(listing),
    ...(listing.nationwide ? { nationwide: true } : {}),
    ...(listing.updatedText ? { updated_date: readPostedDate(listing.updatedText, country, now) } : {}),
  };
}

function termsOf({ termsText = '' }: Listing): Pick<NormalizedJob, 'terms'> {
  const terms = readContractTerms(termsText, { isTitle: true });
  return Object.keys(terms).length > 0 ? { terms } : {};
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
    return [title, description].some((text) => readWorkMode(text) === 'hybrid') ? 'hybrid' : 'remote';
  const own = listing.workModeText ? readWorkMode(listing.workModeText) : 'unknown';
  if (own !== 'unknown') return own;
  return readWorkMode(`${title} ; ${location}\n${description}`);
}

function directLink(url: string): string | undefined {
  if (url.length > MAXIMUM.url || !URL.canParse(url)) return undefined;
  const { protocol, href, username, password } = new URL(url);
  // With a name before its host a link shows another site than it leads to.
  if (username !== '' || password !== '') return undefined;
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
