import { foldWords } from '../lib/text.ts';
import type { Listing, ListingPage, PlatformSearch } from '../sources/platforms/platform.ts';
import { whereText } from '../sources/platforms/where.ts';
import type { SampleAdvert } from './adverts/advert.ts';
import { ADVERTS_FR } from './adverts/fr.ts';
import { ADVERTS_GB } from './adverts/gb.ts';
import { ADZUNA } from './platforms/adzuna.ts';
import { PLATFORMS_GB } from './platforms/britain.ts';
import { PLATFORMS_FR } from './platforms/france.ts';
import type { SamplePlatform } from './platforms/sample-platform.ts';
import { BLOCKED_SEARCHES, findSearchScenario, type PlatformOutcome } from './scenarios.ts';

export const SAMPLE_PLATFORMS: readonly SamplePlatform[] = [...PLATFORMS_GB, ...PLATFORMS_FR, ...ADZUNA];
export const ADVERTS: readonly SampleAdvert[] = [...ADVERTS_GB, ...ADVERTS_FR];

const FILLERS = new Set('a an and the of for in job jobs h f de des du la le les en et emploi emplois'.split(' '));

export function findSamplePlatform(code: string): SamplePlatform | undefined {
  return SAMPLE_PLATFORMS.find((platform) => platform.code === code);
}

/** Returns the platform's position among the sample platforms of its country, counted from 0. */
export function placeOf({ code, country }: SamplePlatform): number {
  return SAMPLE_PLATFORMS.filter((one) => one.country === country).findIndex((one) => one.code === code);
}

/**
 * Returns the outcome of the scenario that the query requests, or `blocked` for a query that BLOCKED_SEARCHES blocks on
 * the platform; undefined for a normal answer.
 */
export function outcomeOf(query: string, code: string): PlatformOutcome | undefined {
  const scenario = findSearchScenario(query, code);
  if (scenario) return scenario.outcome;
  const words = foldWords(query).split(' ');
  const isBlocked = BLOCKED_SEARCHES.some(
    (search) => search.platform === code && search.words.some((word) => words.includes(foldWords(word))),
  );
  return isBlocked ? 'blocked' : undefined;
}

export function listSamples(platform: SamplePlatform, search: PlatformSearch, isEmpty: boolean): ListingPage {
  const listings = isEmpty ? [] : findAdverts(platform, search).map((advert) => listingOf(platform, advert));
  const { statesTotal } = platform;
  const hasTotal = statesTotal === 'always' || (statesTotal === 'of some' && listings.length > 0);
  return { listings, hasMore: false, ...(hasTotal ? { siteTotal: listings.length } : {}) };
}

function listingOf({ link, toListing }: SamplePlatform, advert: SampleAdvert): Listing {
  const { title, company } = advert;
  return { title, company, url: link(advert), ...toListing(advert) };
}

/**
 * Finds the platform's adverts in which each word of the query, except fillers, is the beginning of a word. If the
 * platform `searchesPlace`, the words of the place count too. A query that names a scenario (`test:…`) finds all
 * adverts of the platform.
 */
function findAdverts({ code, searchesPlace }: SamplePlatform, search: PlatformSearch): SampleAdvert[] {
  const own = ADVERTS.filter(({ platforms }) => platforms.includes(code));
  if (findSearchScenario(search.query, code)) return own;
  const words = foldWords(searchesPlace ? `${search.query} ${whereText(search)}` : search.query)
    .split(' ')
    .filter((word) => word !== '' && !FILLERS.has(word));
  return own.filter(({ title, company, town, text }) => {
    const content = ` ${foldWords(`${title} ${company} ${town} ${text}`)}`;
    return words.every((word) => content.includes(` ${word}`));
  });
}

export function findLinkedAdvert(url: string): SampleAdvert | undefined {
  for (const { code, link } of SAMPLE_PLATFORMS) {
    const advert = ADVERTS.find((one) => one.platforms.includes(code) && link(one) === url);
    if (advert) return advert;
  }
  return undefined;
}
