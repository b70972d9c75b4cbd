import { COUNTRIES, type Country } from '../../schemas/index.ts';
import { UsageError } from '../errors.ts';
import { readPostedDate } from '../jobs/readers/posted-date.ts';
import { readSalary } from '../jobs/readers/salary.ts';
import { readWorkMode } from '../jobs/readers/work-mode.ts';
import { requireOneOf, requirePositional, text, output, type Command } from './command.ts';
import { answerLines, lineText } from './lines.ts';
import { countryOfPlace, countryOfText } from './read-country.ts';
import { readPlace } from './read-place.ts';

interface Input {
  text: string;
  country: Country;
  now: number;
  asked: string;
  radiusKm: number;
}

const READERS: Readonly<Record<string, (input: Input) => unknown>> = {
  salary: (input) => {
    const { min, max, unlisted } = readSalary(input.text, input.country);
    return { salary_min: min, salary_max: max, salary_unlisted: unlisted };
  },
  'work-mode': (input) => ({ work_mode: readWorkMode(input.text) }),
  'posted-date': (input) => ({ posted_date: readPostedDate(input.text, input.country, input.now) }),
  place: (input) => readPlace(input.text, input.country, input.asked, input.radiusKm),
};

export const read: Command = {
  name: 'read',
  summary: 'Read a salary, work mode, posting date or place from a text.',
  usage: 'salary|work-mode|posted-date|place [--country GB|FR] TEXT [--now ISO] [--asked PLACE [--radius KM]]',
  examples: [
    'salary "£12.60 an hour"',
    'salary "42 - 48 k€ brut annuel"',
    'posted-date "il y a 3 jours" --now 2026-11-20T10:00:00Z',
    'place Headingley --asked Leeds --radius 20',
  ],
  words: Number.POSITIVE_INFINITY,
  hidden: '--json',
  details:
    'Without --country, the country is derived from the text: from its currency sign or else its language, or, for a place, from where the place is. If in doubt, it is GB. The output is always JSON. With "-" instead of TEXT, the command reads one {"country", "text", "now", "asked", "radius"} per line from standard input. --asked shows whether a job at TEXT would stay in a search for that place, or within --radius kilometres of it (0 to 100, 0 by default).',
  run: async (args) => {
    const kind = requireOneOf(requirePositional(args, 0, 'What to read'), Object.keys(READERS), 'What to read');
    const reader = READERS[kind] as (input: Input) => unknown;
    const source = requirePositional(args, 1, 'TEXT');
    if (source === '-') {
      return answerLines(args, (line) =>
        reader({
          text: lineText(line, 'text'),
          country: countryOf(kind, lineText(line, 'text'), lineText(line, 'country', text(args, 'country') ?? '')),
          now: readTime(lineText(line, 'now', text(args, 'now') ?? '')),
          asked: lineText(line, 'asked', text(args, 'asked') ?? ''),
          radiusKm: radius(line['radius'] ?? text(args, 'radius')),
        }),
      );
    }
    const words = args.positionals.slice(1).join(' ');
    output(
      args,
      reader({
        text: words,
        country: countryOf(kind, words, text(args, 'country') ?? ''),
        now: readTime(text(args, 'now') ?? ''),
        asked: text(args, 'asked') ?? '',
        radiusKm: radius(text(args, 'radius')),
      }),
    );
  },
};

function countryOf(kind: string, source: string, named: string): Country {
  if (named !== '') return country(named);
  return kind === 'place' ? countryOfPlace(source) : countryOfText(source);
}

export function country(value: string): Country {
  const found = COUNTRIES.find((code) => code === value.toUpperCase());
  if (!found) throw new UsageError(`country must be one of: ${COUNTRIES.join(', ')}.`);
  return found;
}

const LARGEST_RADIUS_KM = 100;

function radius(value: unknown): number {
  const km = value === undefined || value === null ? 0 : Number(value);
  if (!Number.isInteger(km) || km < 0 || km > LARGEST_RADIUS_KM)
    throw new UsageError(`radius must be a whole number of kilometres, 0 to ${LARGEST_RADIUS_KM}.`);
  return km;
}

/** Returns milliseconds since the epoch. "" means now. */
export function readTime(value: string): number {
  const ms = value === '' ? Date.now() : Date.parse(value);
  if (Number.isNaN(ms)) throw new UsageError('now must be an ISO 8601 time.');
  return ms;
}
