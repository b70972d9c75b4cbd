import { stripInvisible } from '../../lib/hidden-text.ts';
import { cutAt, squeeze, wellFormed } from '../../lib/text.ts';
import type { ProviderQuery } from '../../sources/search-providers/provider.ts';
import type { Employer } from '../lookup.ts';
import { companyCacheKey } from '../match/match.ts';
import { requireReviewSite } from '../../sources/review-sites/index.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';

const NAME_CHARACTERS = 200;

export interface SiteQuery {
  /** `"Tesco" reviews site:glassdoor.co.uk`. Without a requested country, the sites of GB and FR are joined with OR. */
  text: string;
  /** The query without operators, for providers that refuse operators: `Tesco reviews glassdoor.co.uk`. */
  plainText: string;
  country: ProviderQuery['country'];
}

/** Returns a search with the requested name and, if the name has a legal form, a second search without it. */
export function writeQueries({ name, scope }: Pick<Employer, 'name' | 'scope'>, site: ReviewSite): SiteQuery[] {
  const asked = searchWords(name);
  const names = [...new Set([asked, withoutLegalForm(asked)])];
  const { searchedAt } = requireReviewSite(site);
  const hosts = scope === '*' ? [searchedAt.GB, searchedAt.FR] : [searchedAt[scope]];
  const subject = scope === 'FR' ? 'avis' : 'reviews';
  return names.map((words) => ({
    text: `"${words}" ${subject} ${hosts.map((host) => `site:${host}`).join(' OR ')}`,
    plainText: `${words} ${subject} ${hosts[0]}`,
    country: scope === 'FR' ? 'FR' : 'GB',
  }));
}

/** Removes quotation marks and backslashes, because the name is put between quotation marks, and shortens it. */
function searchWords(name: string): string {
  return cutAt(squeeze(stripInvisible(wellFormed(name)).replace(/["“”«»\\]/g, ' ')), NAME_CHARACTERS);
}

/** Returns the shortest beginning of the name that means the same company: "Tesco" for "Tesco PLC". */
function withoutLegalForm(name: string): string {
  const key = companyCacheKey(name);
  const words = name.split(' ');
  for (let count = 1; count < words.length; count += 1) {
    const shorter = words.slice(0, count).join(' ').replace(/,$/, '');
    if (companyCacheKey(shorter) === key) return shorter;
  }
  return name;
}
