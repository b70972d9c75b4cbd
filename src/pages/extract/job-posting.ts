import { decodeHTML } from 'entities';
import { squeeze } from '../../lib/text.ts';
import { absoluteAddress } from '../markdown/address.ts';
import { escapeInline } from '../markdown/escape.ts';
import { htmlToText } from '../../reading/entities.ts';
import { hasType, own, type LinkedData } from '../../reading/json-ld.ts';
import { readPostingPay } from '../../reading/posting-pay.ts';

export interface JobPosting {
  title: string;
  company: string;
  /** `posted` and `validThrough` are as the page states them, or "". */
  posted: string;
  validThrough: string;
  /** A markdown list, or "" if the advert states nothing. */
  facts: string;
  description: string;
}

const MAXIMUM_FACT = 300;
const MAXIMUM_PLACES = 10;

/** Returns undefined if the page has no JobPosting or, as on a list of adverts, several. */
export function findJobPosting(data: readonly LinkedData[], baseUrl: string): JobPosting | undefined {
  const postings = new Map<string, LinkedData>();
  for (const candidate of data)
    if (hasType(candidate, 'JobPosting')) {
      const key = `${plain(own(candidate, 'title'))}|${plain(own(candidate, 'description')).slice(0, 500)}`;
      if (!postings.has(key)) postings.set(key, candidate);
    }
  const [posting] = postings.values();
  if (!posting || postings.size > 1) return undefined;
  const company = names(own(posting, 'hiringOrganization')).join(', ');
  const rows: [string, string][] = [
    ['Company', company],
    ['Place', places(posting)],
    ['Work mode', workMode(posting)],
    ['Salary', salary(posting)],
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
    company,
    posted: plain(own(posting, 'datePosted')),
    validThrough: plain(own(posting, 'validThrough')),
    facts: facts.join('\n'),
    description: unescapeHtml(own(posting, 'description')),
  };
}

function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, 50) : [value];
}

/** Returns "" if the value is neither text nor a number. */
function plain(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  // Some sites escape these texts twice.
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

function salary(posting: LinkedData): string {
  const pay = readPostingPay(posting);
  if (pay === undefined) return '';
  const { words, min, max, currency, period } = pay;
  const figures = [min, max].map((figure) => figure?.toLocaleString('en-GB', { maximumFractionDigits: 2 }) ?? '');
  return [words || range(figures), currency, period && `${period === 'hour' ? 'an' : 'a'} ${period}`]
    .filter((part) => part)
    .join(' ');
}

function range([low = '', high = '']: string[]): string {
  if (low !== '' && high !== '') return low === high ? low : `${low}–${high}`;
  return low !== '' ? `from ${low}` : `up to ${high}`;
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

/** Decodes a description whose HTML the site has escaped. */
function unescapeHtml(value: unknown): string {
  if (typeof value !== 'string') return '';
  return /<[a-z/]/i.test(value) ? value : decodeHTML(value);
}
