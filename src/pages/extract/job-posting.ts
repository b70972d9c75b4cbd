import { decodeHTML } from 'entities';
import { squeeze } from '../../lib/text.ts';
import { absoluteAddress } from '../markdown/address.ts';
import { escapeInline } from '../markdown/escape.ts';
import { htmlToText } from '../../reading/entities.ts';
import { hasType, own, type LinkedData } from '../../reading/json-ld.ts';

export interface JobPosting {
  title: string;
  /** A markdown list; empty when the advert states nothing. */
  facts: string;
  /** HTML. */
  description: string;
}

const MAXIMUM_FACT = 300;
const MAXIMUM_PLACES = 10;

/** The page's one advert. undefined where there is none, or several: that is a list of adverts. */
export function findJobPosting(data: readonly LinkedData[], baseUrl: string): JobPosting | undefined {
  const postings = new Map<string, LinkedData>();
  for (const candidate of data)
    if (hasType(candidate, 'JobPosting')) {
      const key = `${plain(own(candidate, 'title'))}|${plain(own(candidate, 'description')).slice(0, 500)}`;
      if (!postings.has(key)) postings.set(key, candidate);
    }
  const [posting] = postings.values();
  if (!posting || postings.size > 1) return undefined;
  const rows: [string, string][] = [
    ['Company', names(own(posting, 'hiringOrganization')).join(', ')],
    ['Place', places(posting)],
    ['Work mode', workMode(posting)],
    ['Salary', salary(own(posting, 'baseSalary') ?? own(posting, 'estimatedSalary'))],
    ['Type', list(own(posting, 'employmentType')).map(employmentType).join(', ')],
    ['Posted', date(own(posting, 'datePosted'))],
    ['Valid through', date(own(posting, 'validThrough'))],
  ];
  const facts = rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- ${name}: ${escapeInline(value.slice(0, MAXIMUM_FACT))}`);
  const apply = applyAddress(posting, baseUrl);
  if (apply !== undefined) facts.push(`- Apply: <${apply}>`);
  return {
    title: plain(own(posting, 'title')) || plain(own(posting, 'name')),
    facts: facts.join('\n'),
    description: unescapeTwice(own(posting, 'description')),
  };
}

function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, 50) : [value];
}

/** Text without markup. */
function plain(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  // Some are escaped once more.
  return squeeze(htmlToText(htmlToText(value.slice(0, 5_000))));
}

function names(value: unknown): string[] {
  return list(value)
    .map((item) => plain(item) || plain(own(item, 'name')) || plain(own(item, 'legalName')))
    .filter((name, index, all) => name !== '' && all.indexOf(name) === index);
}

function places(posting: LinkedData): string {
  return list(own(posting, 'jobLocation'))
    .slice(0, MAXIMUM_PLACES)
    .map(place)
    .filter((name, index, all) => name !== '' && all.indexOf(name) === index)
    .join('; ');
}

function place(value: unknown): string {
  if (typeof value === 'string') return plain(value);
  const address = own(value, 'address') ?? value;
  if (typeof address === 'string') return plain(address);
  const parts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'].map((key) => {
    const part = own(address, key);
    return names(part)[0] ?? '';
  });
  const stated = parts.filter((part, index) => part !== '' && parts.indexOf(part) === index).join(', ');
  return stated || plain(own(value, 'name'));
}

function workMode(posting: LinkedData): string {
  const remote = list(own(posting, 'jobLocationType')).some((type) => /telecommute|remote/i.test(plain(type)));
  if (!remote) return '';
  const within = names(own(posting, 'applicantLocationRequirements')).slice(0, MAXIMUM_PLACES).join(', ');
  return within === '' ? 'Remote' : `Remote (${within})`;
}

const PERIODS: Readonly<Record<string, string>> = {
  HOUR: 'an hour',
  HOURLY: 'an hour',
  DAY: 'a day',
  DAILY: 'a day',
  WEEK: 'a week',
  WEEKLY: 'a week',
  MONTH: 'a month',
  MONTHLY: 'a month',
  YEAR: 'a year',
  YEARLY: 'a year',
  ANNUAL: 'a year',
  ANNUALLY: 'a year',
};

function salary(value: unknown): string {
  const [stated] = list(value);
  if (typeof stated !== 'object' || stated === null) return plain(stated);
  const inner = own(stated, 'value');
  const source = typeof inner === 'object' && inner !== null ? inner : stated;
  const low = amount(own(source, 'minValue') ?? own(stated, 'minValue'));
  const high = amount(own(source, 'maxValue') ?? own(stated, 'maxValue'));
  const single = amount(typeof inner === 'object' ? own(source, 'value') : inner);
  const range = low !== '' && high !== '' ? (low === high ? low : `${low}–${high}`) : single || oneSided(low, high);
  if (range === '') return '';
  const currency = plain(own(stated, 'currency') ?? own(stated, 'salaryCurrency') ?? own(source, 'currency'));
  const unit = plain(own(source, 'unitText') ?? own(stated, 'unitText')).toUpperCase();
  const period = Object.hasOwn(PERIODS, unit) ? PERIODS[unit] : '';
  return [range, currency, period].filter((part) => part).join(' ');
}

function oneSided(low: string, high: string): string {
  return low !== '' ? `from ${low}` : high !== '' ? `up to ${high}` : '';
}

/** "30,000", "30.000" and "30 000" are one sum; "12,50" and "12.50" another. */
function amount(value: unknown): string {
  const text = plain(value);
  const bare = text.replace(/(?<=\d)[ ’'](?=\d{3}\b)/g, '');
  const european = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d+,\d{1,2}$/.test(bare) && typeof value === 'string';
  const number = Number(european ? bare.replaceAll('.', '').replace(',', '.') : bare.replace(/,(?=\d{3}\b)/g, ''));
  if (text === '' || number === 0) return '';
  return Number.isFinite(number) ? number.toLocaleString('en-GB', { maximumFractionDigits: 2 }) : text;
}

const TYPES: Readonly<Record<string, string>> = {
  FULL_TIME: 'Full-time',
  PART_TIME: 'Part-time',
  CONTRACTOR: 'Contract',
  TEMPORARY: 'Temporary',
  INTERN: 'Internship',
  VOLUNTEER: 'Volunteer',
  PER_DIEM: 'Per diem',
  OTHER: 'Other',
};

function employmentType(value: unknown): string {
  const text = plain(value);
  const key = text.toUpperCase().replace(/[\s-]+/g, '_');
  return Object.hasOwn(TYPES, key) ? (TYPES[key] as string) : text;
}

/** The day alone where the rest says nothing. */
function date(value: unknown): string {
  return plain(value).replace(/^(\d{4}-\d\d-\d\d)[T ].*$/, '$1');
}

function applyAddress(posting: LinkedData, baseUrl: string): string | undefined {
  const contact = list(own(posting, 'applicationContact'))[0];
  for (const candidate of [own(posting, 'applyUrl'), own(contact, 'url'), own(posting, 'url')]) {
    const address = typeof candidate === 'string' ? absoluteAddress(decodeHTML(candidate), baseUrl) : undefined;
    if (address?.startsWith('http')) return address;
  }
  return undefined;
}

/** Descriptions are HTML, or HTML escaped once more. */
function unescapeTwice(value: unknown): string {
  if (typeof value !== 'string') return '';
  return /<[a-z/]/i.test(value) ? value : decodeHTML(value);
}
