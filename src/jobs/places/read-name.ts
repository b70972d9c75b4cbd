import { LEADING, NOISE } from './place-words.ts';
import { placeName, type Area, type Gazetteer, type Town } from './table.ts';

export interface Part {
  towns: readonly Town[];
  area?: Area;
  arrondissement?: number;
}

const LONGEST_NAME = 6;
const LARGE_TOWNS = 300;

export function partsOf(text: string): string[] {
  return text
    .split(/[,()]|\s[-–—]\s|\s[-–—]$|^[-–—]\s/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Reads a part that is a name ("Leeds"), several names ("Leeds and Bradford"), a name among words that do not change
 * the place ("Leeds city centre"), or else an airport or a station.
 */
export function readPart(text: string, table: Gazetteer, around: ReadonlySet<string>): Part[] {
  const whole = readName(text, table);
  if (whole) return [whole];
  const pieces = text.split(/\s(?:and|or|et|ou|to|&)\s|\/|&|\+/iu).filter((piece) => piece.trim() !== '');
  const found = pieces.flatMap((piece) => {
    const part = pieces.length > 1 ? readName(piece, table) : undefined;
    return part ? [part] : readWithAround(placeName(piece).replace(NOISE, ' '), table, around);
  });
  const stop = found.length > 0 ? undefined : readStop(placeName(text), table);
  return stop ? [stop] : found;
}

export function readName(text: string, table: Gazetteer): Part | undefined {
  const words = placeName(text);
  const exact = lookUp(words, table) ?? lookUp(inFull(words), table);
  if (exact) return exact;
  const [, before, inner] = /^(\d{1,2})(?:er|e|eme|nd)? (?:arrondissement|arr|arrdt)(?: de)? (.+)$/u.exec(words) ?? [];
  if (inner !== undefined) {
    const part = lookUp(inner, table);
    if (part) return { ...part, arrondissement: Number(before) };
  }
  const numbered = readNumbered(words, table);
  if (numbered) return numbered;
  const bare = words.replace(NOISE, ' ').replace(/\s+/gu, ' ').trim();
  const [, name = bare, number] = /^(.*?) (\d{1,2})(?:er|e|eme|ieme|nd)?$/u.exec(bare) ?? [];
  const part = lookUp(name, table) ?? lookUp(name.replace(LEADING, ''), table);
  const [, divided = '', roman = ''] = part
    ? []
    : (/^(paris|lyon|marseille) ([ivx]+?)(?:er|eme|e)?$/u.exec(bare) ?? []);
  const city = ROMAN.includes(roman) ? lookUp(divided, table) : undefined;
  if (city) return { ...city, arrondissement: ROMAN.indexOf(roman) + 1 };
  return part && number !== undefined ? { ...part, arrondissement: Number(number) } : part;
}

function readNumbered(words: string, table: Gazetteer): Part | undefined {
  const [, code = '', name = ''] = /^(?:(?:departement|dept|dpt|dep) )?(\d{2,3}|2[ab]) (.+)$/u.exec(words) ?? [];
  const area = name === '' ? undefined : table.areas.get(code);
  const part = area && lookUp(name, table);
  if (!part || !area) return undefined;
  const towns = part.towns.filter(({ areas }) => areas.includes(area));
  if (part.area === area) return { towns, area };
  return towns.length > 0 ? { towns } : undefined;
}

const TERMINAL = / (?:(?:north|south|east|west|main) )?terminale?(?: \w{1,2})?$/u;
const AIRPORT =
  /^(?:euro)?(?:aeroport|airport)(?: (?:international|de|du|d|des))* (.+)$|^(.+?)(?: international)? (?:airport|aeroport)$/u;
const STATION =
  /^gare(?: (?:sncf|tgv|routiere|de|du|d|des))* (.+)$|^(.+?) (?:(?:railway |train |rail |bus |coach )?station|gare(?: sncf| tgv| routiere)?)$/u;
const NO_STOP = /\b(?:road|lane|avenue|service|petrol|police|fire|power)\b/u;

/**
 * Finds an airport or a station by its whole name or by the first words of its name, and an airport also by the last
 * words ("London Stansted Airport").
 */
function readStop(words: string, table: Gazetteer): Part | undefined {
  const place = words.replace(TERMINAL, '');
  const airport = AIRPORT.exec(place);
  const stop = airport ?? STATION.exec(place);
  if (!stop) return place === words ? undefined : lookUp(place, table);
  const name = (stop[1] ?? stop[2] ?? '').split(' ');
  if (NO_STOP.test(name.join(' '))) return undefined;
  const begins = name.map((_, at) => name.slice(0, name.length - at).join(' '));
  const ends = airport ? name.map((_, at) => name.slice(at).join(' ')) : [];
  return (
    lookUp(place, table) ??
    lookUp(name.join(' '), table) ??
    ends.map((one) => lookUp(one, table)).find((part) => part && part.towns.length > 0) ??
    begins.map((one) => lookUp(one, table)).find((part) => part && !isSmall(part))
  );
}

const COMPASS: Readonly<Record<string, string>> = { n: 'north', s: 'south', e: 'east', w: 'west' };

function inFull(words: string): string {
  return words
    .replace(/^[nsew](?= \p{L}{3})/u, (letter) => COMPASS[letter] as string)
    .replace(/\byorks\b/u, 'yorkshire')
    .replace(/^co (?=\p{L})/u, 'county ')
    .replace(
      /^(?:agglo|agglomeration|metropole|banlieue|peripherie|couronne) (?=\p{L}+(?:ais|ois|in|ien|el)n?l?e$)/u,
      'region ',
    )
    .replace(/(?<=\p{L}{3}) city$/u, '');
}

const ROMAN = [
  'i',
  'ii',
  'iii',
  'iv',
  'v',
  'vi',
  'vii',
  'viii',
  'ix',
  'x',
  'xi',
  'xii',
  'xiii',
  'xiv',
  'xv',
  'xvi',
].concat(['xvii', 'xviii', 'xix', 'xx']);

function lookUp(name: string, table: Gazetteer): Part | undefined {
  const area = /^\d{1,2}$/u.test(name) ? undefined : table.areas.get(name);
  const towns = table.towns.get(name) ?? [];
  if (!area && towns.length === 0) return undefined;
  return { towns, ...(area ? { area } : {}) };
}

/**
 * Reads names among words that do not change the place ("Leeds Bradford Airport"). Returns an empty list if there is
 * any other word, because it may make a different name ("York Road"), or if a small town is named beside no other place
 * of its county or department (`isSmall`).
 */
function readWithAround(words: string, table: Gazetteer, around: ReadonlySet<string>): Part[] {
  const tokens = words.split(/\s+/u).filter(Boolean).slice(0, 30);
  const found: Part[] = [];
  for (let index = 0; index < tokens.length;) {
    const longest = Math.min(LONGEST_NAME, tokens.length - index);
    let step = 0;
    for (let length = longest; length >= 1 && step === 0; length -= 1) {
      const name = tokens.slice(index, index + length).join(' ');
      if (around.has(name)) step = length;
      const part = step > 0 ? undefined : lookUp(name, table);
      if (!part) continue;
      const number = /^(\d{1,2})(?:er|e|eme)?$/u.exec(tokens[index + length] ?? '')?.[1];
      found.push(number === undefined ? part : { ...part, arrondissement: Number(number) });
      step = length + (number === undefined ? 0 : 1);
    }
    if (step === 0) return [];
    index += step;
  }
  return found.every((part) => !isSmall(part) || found.some((other) => other !== part && share(part, other)))
    ? found
    : [];
}

/**
 * True for a town that is not among the LARGE_TOWNS largest. Among other words, it counts only beside its county or
 * department or another town there, because "Street" and "Battle" are also towns.
 */
function isSmall(part: Part): boolean {
  return part.area === undefined && (part.towns[0]?.rank ?? 0) >= LARGE_TOWNS;
}

function share(part: Part, other: Part): boolean {
  return part.towns.some(({ areas: [own] }) =>
    own === undefined ? false : other.area === own || other.towns.some(({ areas }) => areas.includes(own)),
  );
}
