import { fold } from '../../lib/text.ts';

export interface Town {
  name: string;
  areas: readonly Area[];
  /** The name of the city that contains the town: "London" for Croydon. */
  inside?: string;
  code?: string;
  /** The communes that contain this business district, airport or other place that is not a commune. */
  members?: readonly Town[];
  /** The city of which the town counts as a part, although it lies outside the city. */
  countedTo?: Town;
  postcode?: string;
  latitude?: number;
  longitude?: number;
  /** Rank by population; the largest town has 0. */
  rank: number;
}

export interface Area {
  id: string;
  name: string;
  kind: 'county' | 'department' | 'region' | 'nation';
  /** INSEE code of a department or region; a group of departments has the code of its region. */
  code?: string | undefined;
  /** Areas and towns in this area that do not list it in their own `areas`. */
  parts?: readonly (Area | Town)[] | undefined;
  areas: readonly Area[];
  town?: Town | undefined;
}

export interface PostcodeFinding {
  town?: Town;
  areas: readonly Area[];
  arrondissement?: number;
  latitude?: number;
  longitude?: number;
}

export const ARRONDISSEMENTS: Readonly<Record<string, number>> = { Paris: 20, Lyon: 9, Marseille: 16 };

interface Lookup<Value> {
  has(name: string): boolean;
  get(name: string): Value | undefined;
}

export interface Gazetteer {
  towns: Lookup<readonly Town[]>;
  areas: Lookup<Area>;
  allAreas(): readonly Area[];
  allTowns(): readonly Town[];
  /** `code` is in upper case without white space. */
  postcode(code: string): PostcodeFinding | undefined;
}

/**
 * Returns a place's name in the form of the tables: folded words, with "St", "Ste" and "Gt" written out and "King's" as
 * "kings".
 */
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
