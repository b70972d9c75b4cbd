import { DAY_MS } from '../../lib/clock.ts';
import { isAdvertAddress, type AdvertReading } from './read-advert.ts';

/** Status of a job advert in `_meta` (SPEC §2). `open` means that the advert still takes applications. */
export interface AdvertState {
  status: 'open' | 'closed' | 'unknown';
  evidence: string;
  title: string | null;
  company: string | null;
  posted_date: string | null;
  closing_date: string | null;
}

export interface AdvertAnswer {
  askedUrl: string;
  finalUrl: string;
  httpStatus: number;
  now: number;
  reading: AdvertReading | undefined;
}

const UNREAD = { title: null, company: null, posted_date: null, closing_date: null };
const LIST_PATH =
  /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/?(?:(?:jobs?|vacanc(?:y|ies)|careers?|(?:nos-)?offres?(?:-(?:d-)?emplois?)?|emplois?|recherche(?:-emploi)?|search|job-search|stellen(?:angebote)?)(?:\/[^/]*|\.html?)?\/?)?$/i;

/**
 * Returns undefined if nothing shows that the page is an advert or that an advert was closed, or if the request failed
 * with a status other than 404 or 410.
 */
export function resolveAdvert(answer: AdvertAnswer): AdvertState | undefined {
  const { askedUrl, finalUrl, httpStatus, now, reading } = answer;
  if (httpStatus === 404 || httpStatus === 410)
    return isAdvertAddress(askedUrl) ? { status: 'closed', evidence: `http_${httpStatus}`, ...UNREAD } : undefined;
  if (httpStatus >= 400) return undefined;
  if (reading === undefined) {
    const gone = isAdvertAddress(askedUrl) && !isAdvertAddress(finalUrl) && isListOfSameSite(askedUrl, finalUrl);
    return gone ? { status: 'closed', evidence: `redirect: ${finalUrl}`, ...UNREAD } : undefined;
  }
  const { closedBy, applyControl, validThrough, ...facts } = reading;
  if (closedBy !== undefined) return { status: 'closed', evidence: `mark: ${closedBy}`, ...facts };
  if (hasPassed(validThrough, now)) return { status: 'closed', evidence: `valid_through: ${validThrough}`, ...facts };
  if (applyControl !== undefined) return { status: 'open', evidence: `apply_control: ${applyControl}`, ...facts };
  return { status: 'unknown', evidence: 'neither a control to apply nor a mark of closure', ...facts };
}

/** In hosts such as "example.co.uk", the last three labels name the site. In other hosts, the last two do. */
const TWO_LABEL_ENDING =
  /\.(?:(?:ac|co|gov|ltd|me|net|nhs|org|plc|police|sch)\.uk|(?:asso|com|gouv)\.fr|(?:ac|co|com|edu|gov|net|or|org)\.(?!uk$|fr$)[a-z]{2})$/;

/**
 * True if `finalUrl` is on the same site as `askedUrl`, and its path is a parent of the advert's path or one that is
 * usual for lists of adverts, such as "/jobs".
 */
function isListOfSameSite(askedUrl: string, finalUrl: string): boolean {
  const asked = new URL(askedUrl);
  const final = new URL(finalUrl);
  const site = ({ hostname }: URL): string => {
    const host = hostname.replace(/^www\.|\.$/g, '');
    return host
      .split('.')
      .slice(TWO_LABEL_ENDING.test(host) ? -3 : -2)
      .join('.');
  };
  if (site(asked) !== site(final) || asked.pathname === final.pathname) return false;
  return LIST_PATH.test(final.pathname) || asked.pathname.startsWith(final.pathname.replace(/\/?$/, '/'));
}

/**
 * True if `validThrough` has passed. Without a time zone, it has passed only when its day is over in every time zone.
 */
function hasPassed(validThrough: string, now: number): boolean {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T.*(?:Z|[+-]\d\d:?\d\d))?/.exec(validThrough.trim()) ?? [];
  if (day === undefined) return false;
  const end = time === undefined ? Date.parse(`${day}T12:00:00Z`) + DAY_MS : Date.parse(day + time);
  return end < now;
}
