import { isObject } from '../../../lib/json-object.ts';
import { listOf, membersOf, numberOf, textOf, type Unknown } from '../message.ts';

export interface ReviewSiteFigures {
  site: string;
  url: string;
  matchedName: string;
  rating: number | null;
  reviews: number;
  readAt: string;
}

/** `share` is from 0 to 1. It is absent if the line does not say how many of the reviews it concerns. */
export interface InsightLine {
  text: string;
  share?: number;
  tone?: 'good' | 'bad' | 'mixed';
}

export interface EmployerFigures {
  name: string;
  rating: number | null;
  reviews: number;
  parts: { name: string; rating: number; site: string }[];
  lines: InsightLine[];
  /** Empty if the client did not pass on `_meta`. */
  status: string;
  ageDays: number | null;
  /** ISO date of the oldest figures if they are known to be more than a year old, or else "". */
  asOf: string;
  reason: string;
  sites: ReviewSiteFigures[];
}

const MOST_EMPLOYERS = 30;
const MOST_LINES = 40;

/** Reads a result that may be incomplete. Returns undefined if the object is not a result of get_reputation. */
export function readReputation(data: Unknown, meta: Unknown): EmployerFigures[] | undefined {
  const provenance = membersOf(meta['io.jobdata/provenance']);
  const entries = Object.entries(data).filter(([, value]) => isObject(value) && 'rating' in value);
  if (entries.length === 0) return undefined;
  return entries
    .slice(0, MOST_EMPLOYERS)
    .map(([name, value]) => readEmployer(name, membersOf(value), membersOf(provenance[name])));
}

function readEmployer(name: string, value: Unknown, row: Unknown): EmployerFigures {
  const rating = numberOf(value['rating']);
  const parts: EmployerFigures['parts'] = [];
  const lines: InsightLine[] = [];
  for (const insight of listOf(value['insights']).slice(0, MOST_LINES)) {
    const text = textOf(insight);
    const found = readParts(text);
    if (found.length > 0) parts.push(...found);
    else if (text !== '') lines.push(readLine(text));
  }
  return {
    name,
    rating: rating !== null && rating >= 0 && rating <= 5 ? rating : null,
    reviews: numberOf(value['review_count']) ?? 0,
    parts,
    lines,
    status: textOf(row['status']),
    ageDays: numberOf(row['age_days']),
    asOf: textOf(row['as_of']).slice(0, 10),
    reason: textOf(row['reason']),
    sites: listOf(row['sources']).map((source) => readSite(membersOf(source))),
  };
}

function readSite(source: Unknown): ReviewSiteFigures {
  return {
    site: textOf(source['site']),
    url: textOf(source['url']),
    matchedName: textOf(source['matched_name']),
    rating: numberOf(source['rating']),
    reviews: numberOf(source['review_count']) ?? 0,
    readAt: textOf(source['fetched_at']).slice(0, 10),
  };
}

/**
 * Reads the sub-ratings of a line such as "Work-life balance 4.3/5, culture 4.1/5 (Indeed)". Returns an empty list for
 * any other line.
 */
function readParts(line: string): EmployerFigures['parts'] {
  const whole = /^(.{1,400}\/5)(?: \((\w{1,20})\))?$/.exec(line);
  if (!whole) return [];
  const parts = (whole[1] ?? '').split(/, (?=\D)/).map((part) => /^(\D{1,60}?) ([0-5](?:[.,]\d)?)\/5$/.exec(part));
  if (parts.some((part) => part === null)) return [];
  return parts.flatMap((part) => {
    const [, name = '', rating = ''] = part ?? [];
    return [{ name, rating: Number(rating.replace(',', '.')), site: whole[2] ?? '' }];
  });
}

const TONES = { praised: 'good', 'point fort': 'good', criticised: 'bad', 'point faible': 'bad' } as const;

function readLine(text: string): InsightLine {
  const counts = /\((\d{1,6}) (?:avis )?(?:of|sur) (\d{1,6})(?: reviews)?\)/.exec(text);
  const percent = /^(\d{1,3}) ?%/.exec(text);
  const tone = Object.entries(TONES).find(([word]) => text.includes(word))?.[1];
  const share = counts ? Number(counts[1]) / Number(counts[2]) : percent ? Number(percent[1]) / 100 : undefined;
  return {
    text,
    ...(share !== undefined && share >= 0 && share <= 1 ? { share } : {}),
    ...(tone === undefined ? {} : { tone }),
  };
}
