import { fold } from '../../lib/text.ts';

export interface Town {
  name: string;
  /** Areas that contain the town, smallest first. */
  areas: readonly Area[];
  /** Name of the city that contains the town. */
  inside?: string;
  /** INSEE code, if the town is a commune. */
  code?: string;
  /** For a place that is not a commune (a business district, an airport): the communes that contain it. */
  members?: readonly Town[];
  /** The city with which the town is counted, although the town is not inside the city. */
  countedTo?: Town;
  /** The postcode for the whole commune. */
  postcode?: string;
  latitude?: number;
  longitude?: number;
  /** Rank by population, from 0 for the largest. */
  rank: number;
}

export interface Area {
  id: string;
  name: string;
  kind: 'county' | 'department' | 'region' | 'nation';
  /** Code of a French department or region; a group of departments has the code of its region. */
  code?: string | undefined;
  /** Areas and towns inside this area that do not list it in their own `areas`. */
  parts?: readonly (Area | Town)[] | undefined;
  /** Areas that contain this area. */
  areas: readonly Area[];
  /** The town that is the same place as the area: London, Bristol, Paris. */
  town?: Town | undefined;
}

/** The place of a postcode: a town, or only the areas around it. */
export interface PostcodeFinding {
  town?: Town;
  areas: readonly Area[];
  arrondissement?: number;
  /** Centre of the code's district, in degrees. */
  latitude?: number;
  longitude?: number;
}

export const ARRONDISSEMENTS: Readonly<Record<string, number>> = { Paris: 20, Lyon: 9, Marseille: 16 };

interface Lookup<Value> {
  has(name: string): boolean;
  get(name: string): Value | undefined;
}

/** The places of one country, by names as `placeName` writes them. */
export interface Gazetteer {
  /** The towns of one name, largest first. */
  towns: Lookup<readonly Town[]>;
  areas: Lookup<Area>;
  allAreas(): readonly Area[];
  allTowns(): readonly Town[];
  /** The place of a code in upper case without white space; undefined if the code is unknown. */
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
