import type { ReviewSite } from './site.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

/** Lists the national domains one by one, because other "glassdoor" domains do not belong to Glassdoor. */
const GLASSDOOR_HOST =
  /^(?:[a-z]{2,3}(?:-[a-z]{2})?\.)?glassdoor\.(?:com|co\.uk|fr|de|ca|ie|it|es|nl|be|at|ch|sg|co\.in|co\.nz|com\.(?:au|mx|br|ar|hk))$/;
const INDEED_HOST = /^(?:(?:[a-z0-9-]{1,20}\.){0,2}indeed\.com|(?:www\.)?indeed\.(?:co\.uk|fr|de|ca|nl|es|ch|ie|jp))$/;

/** Returns the review site to which an address belongs, on the site's host of any country; null for other addresses. */
export function siteOfUrl(url: string): ReviewSite | null {
  const address = readAddress(url);
  if (!address) return null;
  const host = address.hostname;
  return GLASSDOOR_HOST.test(host) ? 'glassdoor' : INDEED_HOST.test(host) ? 'indeed' : null;
}

function readAddress(url: string): URL | undefined {
  if (url.length > 2_000 || !canParseUrl(url)) return undefined;
  const address = new URL(url);
  const web = address.protocol === 'https:' || address.protocol === 'http:';
  return web && address.port === '' && address.username === '' && address.password === '' ? address : undefined;
}

export interface NamedPage {
  site: ReviewSite;
  name: string;
  /**
   * `name` without the number at its end ("8" in "Flink 8") by which Indeed distinguishes employers of the same name.
   * Equal to `name` if there is no such number, and for Glassdoor.
   */
  withoutNumber: string;
}

/**
 * Pages with these parameters show filtered reviews ("?fjobtitle=Driver"), so their figures are not the company's. The
 * host's own language is no such filter, because its pages show the reviews in this language anyway.
 */
const NARROWED = /(?:^|[?&])(?:filter\.(?!iso3Language=)|fjobtitle=|floc=|ftopic=|ftext=|jobTitle|locId)/i;

/**
 * Returns the company of a review or overview page by its address. Returns null for other pages: salaries, interviews,
 * jobs, single reviews, lists, and pages about a part of a company.
 */
export function readNamedPage(url: string): NamedPage | null {
  const site = siteOfUrl(url);
  if (site === null) return null;
  const path = pathOf(url);
  if (path === undefined || NARROWED.test(new URL(url).search) || isInOtherLanguage(new URL(url))) return null;
  return site === 'indeed' ? readIndeedPath(path) : readGlassdoorPath(path);
}

function isInOtherLanguage({ hostname, searchParams }: URL): boolean {
  const asked = searchParams.get('filter.iso3Language') ?? searchParams.get('lang');
  if (asked === null) return false;
  if (/^fr\.|\.fr$/.test(hostname)) return !/^fra?$/.test(asked);
  return !asked.startsWith('en') || !/^uk\.|^(?:www\.)?(?:glassdoor|indeed)\.(?:com|co\.uk)$/.test(hostname);
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).pathname).normalize('NFC');
  } catch {
    return undefined;
  }
}

function readIndeedPath(path: string): NamedPage | null {
  const slug = /^\/cmp\/([^/]{1,200})(?:\/(?:reviews|about))?\/?$/.exec(path)?.[1];
  if (slug === undefined) return null;
  return {
    site: 'indeed',
    name: slug.replaceAll('-', ' '),
    withoutNumber: slug.replace(/-\d{1,3}$/, '').replaceAll('-', ' '),
  };
}

/** "/Reviews/Tesco-Reviews-E10334.htm", "/Avis/Tesco-Avis-E10334.htm" */
const REVIEWS_PATH =
  /^\/(Reviews|Avis|Bewertungen|Evaluaciones|Recensioni|Avaliações|Opiniones)\/(.{1,200})-\1-E(?:I_IE)?\d{1,12}(?:_P\d{1,4})?\.htm$/i;
/**
 * An older form, in which two numbers are the start and end of the name: "/Reviews/Tesco-Reviews-EI_IE10334.0,5.htm",
 * "/Overview/Working-at-Tesco-EI_IE10334.11,16.htm".
 */
const SLICED_PATH =
  /^\/(?:Reviews|Avis|Bewertungen|Evaluaciones|Recensioni|Avaliações|Opiniones|Overview|Présentation|Presentation|Überblick|Resumen|Panoramica|Overzicht|Visão-geral)\/(.{1,220})-EI_IE\d{1,12}\.(\d{1,3}),(\d{1,3})\.htm$/i;

function readGlassdoorPath(path: string): NamedPage | null {
  // Single reviews ("-RVW123"), pages about departments or places ("_DEPT", "_IL."), further pages and lists.
  if (/-RVW\d|_DEPT|_I[LMCNPS][._]|SRCH_/.test(path)) return null;
  const whole = REVIEWS_PATH.exec(path)?.[2];
  const sliced = SLICED_PATH.exec(path);
  const slug = whole ?? sliced?.[1]?.slice(Number(sliced[2]), Number(sliced[3]));
  if (!slug) return null;
  const name = slug.replaceAll('-', ' ').trim();
  return name === '' ? null : { site: 'glassdoor', name, withoutNumber: name };
}

/** "/Compare/Aviva-vs-AXA-EI_IE3542-E16240.htm" */
const COMPARISON_PATH = /^\/(?:Compare|Comparer)\/(.{1,300})-EI_IE\d{1,12}(?:-E\d{1,12}){1,4}\.htm$/i;

export function readComparedNames(url: string): string[] {
  if (siteOfUrl(url) !== 'glassdoor') return [];
  const slug = COMPARISON_PATH.exec(pathOf(url) ?? '')?.[1] ?? '';
  return slug
    .split(/-vs-/i)
    .map((name) => name.replaceAll('-', ' ').trim())
    .filter((name, _, all) => name !== '' && all.length > 1);
}

/**
 * Returns an employer's ID, which is the same on all hosts of a site: Glassdoor's number, or the name in Indeed's path.
 * For any other address, returns the path.
 */
export function employerIdOf(url: string): string {
  const path = canParseUrl(url) ? new URL(url).pathname : url;
  return (
    /-E(?:I_IE)?(\d{1,12})(?:[._]|$)/.exec(path)?.[1] ?? /\/cmp\/([^/]{1,300})/.exec(path)?.[1]?.toLowerCase() ?? path
  );
}
