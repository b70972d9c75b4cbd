import { DEFAULT_ALIASES, NETWORKS, findRelation, hasNamesake, type Aliases } from './aliases.ts';
import type { Country } from '../../../schemas/index.ts';
import { once } from '../../lib/once.ts';
import { readName, type CompanyName } from './company-name.ts';

export { DEFAULT_ALIASES, otherNames, readAliases, type Aliases } from './aliases.ts';

interface Options {
  /** The requested country; undefined for any. With GB, "PwC France" is another company. */
  country?: Country;
  aliases?: Aliases;
  /** True if the candidate is from an Italian host, where "SpA" is a legal form. */
  italian?: boolean;
}

/**
 * True if a page about `candidate` is about the requested company (SPEC §12). The names must be aliases, or equal
 * except for case, accents, spelling ("J D" for "JD"), "the", final legal forms, connectors ("of"), group words and
 * names of countries. Similarity is never enough, because a wrong rating is worse than none.
 */
export function isSameCompany(asked: string, candidate: string, options: Options = {}): boolean {
  const one = readName(asked);
  const other = readName(options.italian ? candidate.replace(ITALIAN_FORM, '') : candidate);
  if (one.literal === '' || other.literal === '') return asked.trim() !== '' && asked.trim() === candidate.trim();
  if (one.literal === other.literal) return true;
  if (!agreeOnPlace(one, other, options.country)) return false;
  if (isMemberElsewhere(one, other, options.country)) return false;
  const relation = findRelation(one, other, options.aliases ?? DEFAULT_ALIASES);
  if (relation !== undefined) return relation === 'same';
  // "The Restaurant Group" keeps its "Group" in `core`, so `withGroup` lets it match "Restaurant Group".
  if (one.core === other.core || one.joined === other.joined || one.withGroup === other.withGroup) return true;
  return one.split === other.split;
}

/** "S.p.A." and "SpA" at the end of a name. */
const ITALIAN_FORM = /[\s-]s\.?p\.?a\.?$/iu;

/**
 * True if the places in two names are compatible. If both names have a place, the places must be equal. If only one has
 * a place, it must be the requested country or "*"; if no country is requested, it can be any.
 */
function agreeOnPlace(one: CompanyName, other: CompanyName, country: Country | undefined): boolean {
  if (one.place === other.place) return true;
  if (one.place !== '' && other.place !== '') return false;
  const place = one.place || other.place;
  return place === '*' || country === undefined || place === country;
}

const networkNames = once(() => new Set(NETWORKS.map((name) => readName(name).core)));

/**
 * True if the candidate is a network's member in one country ("PwC France") but another country was requested, by the
 * requested name or, if the name contains no country, by `country`. Also true if no country was requested.
 */
function isMemberElsewhere(asked: CompanyName, candidate: CompanyName, country: Country | undefined): boolean {
  const isNational = candidate.place === 'GB' || candidate.place === 'FR';
  if (!isNational || !networkNames().has(candidate.core)) return false;
  return candidate.place !== (asked.place || country);
}

/**
 * Returns the key under which the store keeps a company's records; never "" for a name that is not blank. Names with
 * the same key are the same company. Therefore a legal form stays in the key if the aliases contain two companies of
 * this name that differ only in legal form or place.
 */
export function companyCacheKey(name: string, aliases: Aliases = DEFAULT_ALIASES): string {
  const read = readName(name);
  return (hasNamesake(read, aliases) ? read.literal : read.key) || name.trim().toLowerCase();
}
