import { fold } from '../../lib/text.ts';

/** A town of the table. */
export interface Town {
  name: string;
  /** Areas that contain it, smallest first. */
  areas: readonly Area[];
  /** The city that contains it. */
  inside?: string;
  /** INSEE code of a commune. */
  code?: string;
  /** For a place that is not a commune (a business district, an airport): the communes that contain it. */
  members?: readonly Town[];
  /** A city to which the town belongs, although it is not inside it. */
  countedTo?: Town;
  /** The post office's code for the whole commune. */
  postcode?: string;
  latitude?: number;
  longitude?: number;
  /** Rank by population, from 0. */
  rank: number;
}

/** A county, department, region or nation of the table. */
export interface Area {
  id: string;
  name: string;
  kind: 'county' | 'department' | 'region' | 'nation';
  /** Code of a French department or region; for a group of departments, that of the region. */
  code?: string | undefined;
  /** Areas and towns inside this one, unless the towns themselves list it among their areas. */
  parts?: readonly (Area | Town)[] | undefined;
  /** Areas that contain it. */
  areas: readonly Area[];
  /** The town that is the same place: London, Bristol, Paris. */
  town?: Town | undefined;
}

/** What a postcode stands for: a town, or the area around it. */
export interface PostcodeFinding {
  town?: Town;
  areas: readonly Area[];
  arrondissement?: number;
  /** Centre of the code's district, in degrees. */
  latitude?: number;
  longitude?: number;
}

/** Cities that are divided into arrondissements, with their number. */
export const ARRONDISSEMENTS: Readonly<Record<string, number>> = { Paris: 20, Lyon: 9, Marseille: 16 };

interface Lookup<Value> {
  has(name: string): boolean;
  get(name: string): Value | undefined;
}

/** Everything known about one country, by folded name. */
export interface Gazetteer {
  /** Largest first. */
  towns: Lookup<readonly Town[]>;
  areas: Lookup<Area>;
  allAreas(): readonly Area[];
  allTowns(): readonly Town[];
  /** Without white space, in upper case. */
  postcode(code: string): PostcodeFinding | undefined;
}

/** A place's name as in the tables: folded words, with "St", "Ste" and "Gt" written out and "King's" as "kings". */
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
