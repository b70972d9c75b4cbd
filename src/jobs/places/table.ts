import { fold } from '../../lib/text.ts';

/** A town of the table. */
export interface Town {
  name: string;
  /** Areas that hold it, the smallest first. */
  areas: readonly Area[];
  /** The city that it lies in. */
  inside?: string;
  /** INSEE code of a commune. */
  code?: string;
  /** Of a site that is no commune (a business district, an airport): the communes that it lies in. */
  members?: readonly Town[];
  /** A city that it is counted to, without lying in it. */
  countedTo?: Town;
  /** The post office's code for the whole commune. */
  postcode?: string;
  latitude?: number;
  longitude?: number;
  /** Place in the table by population, from 0. */
  rank: number;
}

/** A county, department, region or nation of the table. */
export interface Area {
  id: string;
  name: string;
  kind: 'county' | 'department' | 'region' | 'nation';
  /** Code of a department or region of France; of a group of departments that of the region around them. */
  code?: string | undefined;
  /** Areas and towns that it is made of, where no town names it among its own. */
  parts?: readonly (Area | Town)[] | undefined;
  /** Areas that hold it. */
  areas: readonly Area[];
  /** The town that it is as well: London, Bristol, Paris. */
  town?: Town | undefined;
}

/** What a postcode says: a town, or the area around it. */
export interface PostcodeFinding {
  town?: Town;
  areas: readonly Area[];
  arrondissement?: number;
  /** Of the code's own centre, in degrees. */
  latitude?: number;
  longitude?: number;
}

/** Cities that are divided, and into how many. */
export const ARRONDISSEMENTS: Readonly<Record<string, number>> = { Paris: 20, Lyon: 9, Marseille: 16 };

interface Lookup<Value> {
  has(name: string): boolean;
  get(name: string): Value | undefined;
}

/** Everything known of one country, by folded name. */
export interface Gazetteer {
  /** The largest first. */
  towns: Lookup<readonly Town[]>;
  areas: Lookup<Area>;
  allAreas(): readonly Area[];
  allTowns(): readonly Town[];
  /** Written without white space, in upper case. */
  postcode(code: string): PostcodeFinding | undefined;
}

/** A place's name as the tables have it: folded words, "St", "Ste" and "Gt" written out, "King's" as "kings". */
export function placeName(text: string): string {
  return fold(text)
    .replace(/'s\b/gu, 's')
    .replace(/&/gu, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bgt\b/gu, 'great')
    .replace(/\bst\b/gu, 'saint')
    .replace(/\bste\b/gu, 'sainte')
    .trim();
}
