import type { Country } from '../../../schemas/index.ts';
import { readJobPostings } from './jsonld.ts';
import { pageRequest } from './page-access.ts';
import type { AdvertPage, Listing } from './platform.ts';
import { AdapterFault, type Answer } from '../../reading/answer.ts';

/** The page of one advert on the platform's own site, read by its JSON-LD. */
export function jsonLdDetail(site: string, path: RegExp, country: Country, minIntervalMs: number): AdvertPage {
  return {
    request: (url) => ownPage(url, site, path, country),
    parse: (answer: Answer): Partial<Listing> => {
      const [posting] = readJobPostings(answer.body, answer.url);
      if (!posting) throw new AdapterFault('changed', 'the page holds no JobPosting');
      return posting;
    },
    minIntervalMs,
  };
}

/** A link is followed only within the platform's own site. */
export function ownPage(url: string, site: string, path: RegExp, country: Country): ReturnType<AdvertPage['request']> {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  if (origin !== site || !path.test(pathname)) return null;
  return pageRequest(site + pathname, country);
}
