import type { Country } from '../../../schemas/index.ts';
import { isForeign } from './abroad.ts';
import { gazetteerOf } from './gazetteer.ts';
import { AROUND_WORDS, NATIONWIDE_PARTS, NATIONWIDE_PHRASES, NOISE, WHOLE_COUNTRY } from './place-words.ts';
import { partsOf, readPart, type Part } from './read-name.ts';
import { ARRONDISSEMENTS, placeName, type Area, type Gazetteer, type PostcodeFinding, type Town } from './table.ts';

export interface NamedPlace {
  town?: Town;
  arrondissement?: number;
  /** The areas that contain the place, starting with the place itself if it is an area. */
  areas: readonly Area[];
  /** Centre of the postcode district, in degrees; absent in France and without a postcode. */
  centre?: { latitude: number; longitude: number };
}

export interface Located {
  nationwide: boolean;
  abroad: boolean;
  places: readonly NamedPlace[];
}

const MAXIMUM_TEXT = 300;
const REMEMBERED = 10_000;

const remembered: Record<Country, Map<string, Located>> = { GB: new Map(), FR: new Map() };

export function locate(location: string, country: Country): Located {
  const memory = remembered[country];
  let located = memory.get(location);
  if (!located) {
    located = read(location.slice(0, MAXIMUM_TEXT), country);
    if (memory.size >= REMEMBERED) memory.clear();
    memory.set(location, located);
  }
  return located;
}

function read(location: string, country: Country): Located {
  const table = gazetteerOf(country);
  const segments = location.split(/[;|\n]|\s\/\s/u).filter((segment) => segment.trim() !== '');
  const foreign = segments.filter((segment) => isForeign(segment, country, table));
  const home = segments.filter((segment) => !foreign.includes(segment));
  return {
    nationwide: home.some((segment) => isNationwide(segment, country)),
    abroad: foreign.length > 0 && home.length === 0,
    places: home.flatMap((segment) => namedPlaces(segment, country)),
  };
}

/**
 * "National" and "various locations" mean anywhere in the country, unless other words make a name ("National Museum")
 * or an area other than England is named too.
 */
function isNationwide(segment: string, country: Country): boolean {
  if (isWholeCountry(segment, country)) return true;
  const parts = partsOf(segment);
  const isAnywhere = (part: string): boolean => NATIONWIDE_PARTS.has(placeName(part).replace(NOISE, ' ').trim());
  if (parts.some((part) => !isAnywhere(part) && NATIONWIDE_PHRASES.test(placeName(part)))) return true;
  const areas = gazetteerOf(country).areas;
  return (
    parts.some(isAnywhere) && !parts.some((part) => areas.has(placeName(part)) && !WHOLE_NATIONS.has(placeName(part)))
  );
}

const WHOLE_NATIONS: ReadonlySet<string> = new Set(['england']);

/** True for "UK", "France" and "Remote, UK", which name no smaller place. */
export function isWholeCountry(text: string, country: Country): boolean {
  const bare = placeName(text).replace(/\b(?:remote|teletravail|hybrid|hybride|home based)\b/gu, ' ');
  return WHOLE_COUNTRY[country].test(bare.replace(/\s+/gu, ' ').trim());
}

export function namedPlaces(segment: string, country: Country): NamedPlace[] {
  const table = gazetteerOf(country);
  const { rest, findings, hints } = takeCodes(segment, table, country);
  const parts = partsOf(rest).flatMap((part) => readPart(part, table, AROUND_WORDS[country]));
  const named = parts.filter(
    (part, index) => part.area !== undefined && (index > 0 || part.towns.length === 0 || isArea(part)),
  );
  const areas = [...hints, ...named.map(({ area }) => area as Area)];
  // An area that is also a town may be a second place: "London" in "Leeds, London" does not say which Leeds is meant.
  const decisive = areas.filter(({ town }) => town === undefined || hints.length > 0);

  const places: NamedPlace[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.towns.length === 0) continue;
    const others = areas.filter((area) => area !== part.area);
    const consistent = part.towns.find((town) => others.some((area) => holds(area, { town, areas: town.areas })));
    if (isArea(part) && (!consistent || index > 0)) continue;
    const against = decisive.filter((area) => area !== part.area);
    const town = consistent ?? (against.length > 0 ? byPostalCounty(part.towns, against) : part.towns[0]);
    if (!town) continue;
    const finding = findings.find((one) => one.town === town) ?? findings.find((one) => liesIn(one.town, town));
    const arrondissement = isDivided(town, part.arrondissement) ? part.arrondissement : finding?.arrondissement;
    places.push({ town, areas: town.areas, ...(arrondissement ? { arrondissement } : {}), ...centreOf(finding) });
  }
  for (const finding of places.some(({ town }) => town) ? [] : findings) {
    const { town, areas: around, arrondissement } = finding;
    if (town || around.length > 0)
      places.push({
        ...(town ? { town } : {}),
        areas: around,
        ...(arrondissement ? { arrondissement } : {}),
        ...centreOf(finding),
      });
  }
  for (const area of areas) {
    if (!places.some((spot) => holds(area, spot))) places.push({ areas: [area, ...area.areas] });
  }
  return places;
}

function centreOf(finding: PostcodeFinding | undefined): Pick<NamedPlace, 'centre'> {
  const { latitude, longitude } = finding ?? {};
  return latitude === undefined || longitude === undefined ? {} : { centre: { latitude, longitude } };
}

const HOME_COUNTIES: ReadonlySet<string> = new Set(
  ['Berkshire', 'Buckinghamshire', 'Essex', 'Hertfordshire', 'Kent', 'Surrey'].map((name) => `c:${name}`),
);

/**
 * Adverts often give a town its historic county instead of the present one ("Sale, Cheshire", "Croydon, Surrey").
 * Returns a part of London beside a home county. Otherwise returns the town, if it is the only one of its name and the
 * county is in the same region.
 */
function byPostalCounty(towns: readonly Town[], named: readonly Area[]): Town | undefined {
  return towns.find((town) =>
    named.some(
      (area) =>
        (HOME_COUNTIES.has(area.id) && town.inside === 'London') ||
        (towns.length === 1 && area.kind === 'county' && town.areas[1] === area.areas[0]),
    ),
  );
}

export function holds(area: Area, spot: NamedPlace): boolean {
  return (
    spot.areas.includes(area) ||
    (area.town !== undefined && spot.town === area.town) ||
    (area.parts ?? []).some((part) => ('id' in part ? holds(part, spot) : liesIn(spot.town, part)))
  );
}

export function liesIn(town: Town | undefined, whole: Town): boolean {
  if (!town) return false;
  return (
    town === whole ||
    town.countedTo === whole ||
    (whole.members ?? []).some((member) => member === town || (town.members?.includes(member) ?? false)) ||
    (town.inside === whole.name && town.areas[0] === whole.areas[0])
  );
}

/** A name of both an area and a town means the area ("Vienne", "Wales"), unless the area is that town ("Paris"). */
function isArea({ area, towns }: Part): boolean {
  return area !== undefined && (towns.length === 0 || area.town === undefined || !towns.includes(area.town));
}

function isDivided(town: Town, arrondissement: number | undefined): arrondissement is number {
  return arrondissement !== undefined && arrondissement >= 1 && arrondissement <= (ARRONDISSEMENTS[town.name] ?? 0);
}

function takeCodes(
  segment: string,
  table: Gazetteer,
  country: Country,
): { rest: string; findings: PostcodeFinding[]; hints: Area[] } {
  const findings: PostcodeFinding[] = [];
  const hints: Area[] = [];
  const take = (code: string): string => {
    const finding = table.postcode(code.replace(/\s/gu, '').toUpperCase());
    if (!finding) return code;
    findings.push(finding);
    if (finding.areas[0]) hints.push(finding.areas[0]);
    return ' ';
  };
  if (country === 'GB')
    return { rest: segment.replace(/\b[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?\b/giu, take), findings, hints };
  const rest = segment
    .replace(/\b\d{5}\b/gu, take)
    .replace(
      /(^|[(,]|\s[-–—])\s*(\d{2}|2[ab]|97[1-46])(?=\s*(?:$|[),]|[-–—]\s))/giu,
      (whole, before: string, code: string) => {
        const area = table.areas.get(code.toLowerCase());
        if (!area) return whole;
        hints.push(area);
        return `${before} `;
      },
    );
  return { rest, findings, hints };
}
