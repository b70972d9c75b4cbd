import type { SalaryPeriod } from '../../schemas/index.ts';
import { absoluteUrl, asAmount, asObject, asText, type JsonObject } from '../reading/answer.ts';
import { htmlToText } from '../reading/entities.ts';
import type { Listing } from './platform.ts';

/** More blocks, or deeper graphs, than any real page has. */
const MAXIMUM_BLOCKS = 50;
const MAXIMUM_DEPTH = 6;
const MAXIMUM_POSTINGS = 200;

const PERIODS: Readonly<Record<string, SalaryPeriod>> = {
  HOUR: 'hour',
  HOURLY: 'hour',
  DAY: 'day',
  DAILY: 'day',
  WEEK: 'week',
  WEEKLY: 'week',
  MONTH: 'month',
  MONTHLY: 'month',
  YEAR: 'year',
  YEARLY: 'year',
  ANNUAL: 'year',
  ANNUALLY: 'year',
};

/** Every schema.org JobPosting of a page, whatever its publisher made of the format. */
export function readJobPostings(html: string, pageUrl: string): Listing[] {
  const postings: JsonObject[] = [];
  for (const block of jsonBlocks(html)) collect(parseTolerantly(block), postings, 0);
  return postings.slice(0, MAXIMUM_POSTINGS).map((posting) => toListing(posting, pageUrl));
}

function jsonBlocks(html: string): string[] {
  const blocks: string[] = [];
  const opening = /<script\b[^>]{0,500}\btype\s*=\s*["']?application\/ld\+json["']?[^>]{0,500}>/gi;
  for (let match = opening.exec(html); match && blocks.length < MAXIMUM_BLOCKS; match = opening.exec(html)) {
    const closing = /<\/script/gi;
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(html)?.index;
    if (end === undefined) break;
    blocks.push(html.slice(opening.lastIndex, end));
    opening.lastIndex = end;
  }
  return blocks;
}

/** JSON as real pages write it: line ends in strings, comments, commas at the end. undefined when it is past help. */
export function parseTolerantly(text: string): unknown {
  for (const attempt of [text, repair(text)]) {
    try {
      return JSON.parse(attempt);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** One pass: what stands in strings is kept (control characters escaped), comments and last commas outside go. */
function repair(text: string): string {
  const parts: string[] = [];
  let inString = false;
  // Written only once something other than a closing bracket follows.
  let comma = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index] as string;
    if (inString) {
      if (unit === '\\') {
        parts.push(unit, text[index + 1] ?? '');
        index += 1;
      } else if (unit < ' ') {
        parts.push(unit === '\n' ? '\\n' : unit === '\t' ? '\\t' : ' ');
      } else {
        if (unit === '"') inString = false;
        parts.push(unit);
      }
    } else if (unit === '/' && (text[index + 1] === '/' || text[index + 1] === '*')) {
      const close = text[index + 1] === '/' ? '\n' : '*/';
      const end = text.indexOf(close, index + 2);
      index = end < 0 ? text.length : end + close.length - 1;
    } else if (text.startsWith('<!--', index) || text.startsWith('-->', index)) {
      index += unit === '<' ? 3 : 2;
    } else if (unit === ',') {
      comma = ',';
    } else if (unit > ' ' && unit !== ';') {
      if (unit !== '}' && unit !== ']') parts.push(comma);
      comma = '';
      inString = unit === '"';
      parts.push(unit);
    }
  }
  return parts.join('');
}

/** JobPostings in an object, an array or a graph. */
function collect(value: unknown, into: JsonObject[], depth: number): void {
  if (depth > MAXIMUM_DEPTH || into.length >= MAXIMUM_POSTINGS) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 1_000)) collect(item, into, depth + 1);
    return;
  }
  const object = asObject(value);
  if (!object) return;
  if (list(object['@type']).some((type) => asText(type).replace(/^.*[/:#]/, '') === 'JobPosting')) into.push(object);
  else for (const key of ['@graph', 'mainEntity', 'itemListElement', 'item']) collect(object[key], into, depth + 1);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** What one JobPosting says. */
export function toListing(posting: JsonObject, pageUrl: string): Listing {
  // Often escaped twice.
  const description = htmlToText(htmlToText(asText(posting['description'])));
  const identifier = asObject(posting['identifier']);
  const link = asText(posting['url']);
  const remote = list(posting['jobLocationType']).some((type) => /telecommute/i.test(asText(type)));
  return {
    id: asText(identifier?.['value']) || asText(posting['identifier']),
    title: htmlToText(asText(posting['title']) || asText(posting['name'])),
    company: nameOf(posting['hiringOrganization']),
    location: [...new Set(list(posting['jobLocation']).map(placeOf).filter(Boolean))].slice(0, 5).join(' | '),
    url: (link && absoluteUrl(link, pageUrl)) || pageUrl,
    description,
    postedText: asText(posting['datePosted']),
    ...(remote ? { telecommute: true } : {}),
    ...payOf(posting),
  };
}

function nameOf(value: unknown): string {
  for (const item of list(value)) {
    const name = htmlToText(asText(asObject(item)?.['name']) || asText(item));
    if (name !== '') return name;
  }
  return '';
}

function placeOf(value: unknown): string {
  const place = asObject(value);
  if (!place) return htmlToText(asText(value));
  const address = asObject(place['address']);
  if (!address) return htmlToText(asText(place['address']) || asText(place['name']));
  const parts = [address['addressLocality'], address['addressRegion'], address['postalCode']]
    .map((part) => htmlToText(asText(part)))
    .filter(Boolean);
  // The country says nothing beside a town.
  return [...new Set(parts.length > 0 ? parts : [nameOf(address['addressCountry'])])].join(', ');
}

/** "", a number, or an object whose value is a number, a text or bounds with a unit. */
function payOf(posting: JsonObject): Pick<Listing, 'salary' | 'salaryText'> {
  const base = list(posting['baseSalary'])[0] ?? list(posting['estimatedSalary'])[0];
  if (typeof base === 'string') return base.trim() === '' ? {} : { salaryText: htmlToText(base) };
  const object = asObject(base);
  const value = object ? (object['value'] ?? object) : base;
  const inner = asObject(value);
  const currency =
    asText(object?.['currency']) || asText(inner?.['currency']) || asText(posting['salaryCurrency']) || null;
  const unit = asText(inner?.['unitText']) || asText(object?.['unitText']);
  const period = PERIODS[unit.toUpperCase()] ?? null;
  const words = typeof value === 'string' && asAmount(value) === null ? value : asText(inner?.['value']);
  if (asAmount(words) === null && words !== '') return { salaryText: htmlToText(`${words} ${unitWords(unit)}`.trim()) };
  const single = asAmount(inner ? inner['value'] : value);
  const min = asAmount(inner?.['minValue']) ?? single;
  const max = asAmount(inner?.['maxValue']) ?? single;
  return min === null && max === null ? {} : { salary: { min, max, period, currency } };
}

function unitWords(unit: string): string {
  const period = PERIODS[unit.toUpperCase()];
  return period ? `per ${period}` : '';
}
