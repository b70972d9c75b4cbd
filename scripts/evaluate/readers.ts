import { readFileSync } from 'node:fs';
import type { Country } from '../../schemas/index.ts';
import { readPlace } from '../../src/cli/read-place.ts';
import { readContract } from '../../src/jobs/readers/contract.ts';
import { readHours } from '../../src/jobs/readers/hours.ts';
import { readPostedDate } from '../../src/jobs/readers/posted-date.ts';
import { readSalary } from '../../src/jobs/readers/salary.ts';
import { readAdvertMode, readWorkMode } from '../../src/jobs/readers/work-mode.ts';
import { readClaims } from '../../src/reputation/insights/claims.ts';
import { isSameCompany } from '../../src/reputation/match/match.ts';
import { readSnippetFigures } from '../../src/reputation/snippet/read-snippet.ts';
import { readThemes } from '../../src/reputation/themes/extract-themes.ts';
import type { Review } from '../../src/sources/review-sites/site.ts';
import { parseTable, scoreRows, type Read, type Row, type Score } from './score.ts';

/** The tables of dates take this time as “today”. */
const NOW = Date.parse('2026-11-20T10:00:00Z');

interface Reader {
  /** Name of the tables `<table>-open.tsv` and `<table>-kept.tsv`. */
  table: string;
  subject: string;
  /** The answer for “unknown”. A miss with this answer misleads no caller. */
  unknownAnswer: string;
  read: Read;
}

const BLANK_REVIEW: Review = {
  id: '',
  rating: null,
  title: '',
  pros: '',
  cons: '',
  text: '',
  date: '',
  language: 'en',
};

const countryOf = ({ country }: Row['input']): Country => country as Country;
const cell = (value: string | number | null | undefined): string => String(value ?? '-');

export const READERS: readonly Reader[] = [
  {
    table: 'pay',
    subject: 'pay',
    unknownAnswer: 'unlisted',
    read: (input) => {
      const { min, max, unlisted } = readSalary(input['text'] ?? '', countryOf(input));
      return unlisted ? 'unlisted' : `${cell(min)} ${cell(max)}`;
    },
  },
  {
    table: 'work-mode',
    subject: 'work mode',
    unknownAnswer: 'unknown',
    read: ({ text = '', location = '' }) => {
      const [title = '', ...description] = text.split('\n');
      return location === '' ? readWorkMode(text) : readAdvertMode(title, location, description.join('\n'));
    },
  },
  {
    table: 'place',
    subject: 'place',
    unknownAnswer: 'out',
    read: (input) => {
      const { text = '', asked = '', radius } = input;
      const { abroad, kept } = readPlace(text, countryOf(input), asked, Number(radius));
      // A search returns remote jobs from anywhere in the country.
      return kept || (!abroad && readWorkMode(text) === 'remote') ? 'in' : 'out';
    },
  },
  {
    table: 'posted-date',
    subject: 'posting date',
    unknownAnswer: '-',
    read: (input) => readPostedDate(input['text'] ?? '', countryOf(input), NOW) || '-',
  },
  {
    table: 'contract',
    subject: 'contract',
    unknownAnswer: 'unknown',
    read: ({ field: stated = '', title = '', description = '' }) => readContract({ stated, title, description }).value,
  },
  {
    table: 'hours',
    subject: 'hours',
    unknownAnswer: 'unknown',
    read: ({ field: stated = '', title = '', description = '' }) => readHours({ stated, title, description }).value,
  },
  {
    table: 'advert-terms',
    subject: 'contract and hours in whole adverts',
    unknownAnswer: 'unknown unknown',
    read: ({ field: stated = '', title = '', description = '' }) => {
      const sources = { stated, title, description };
      return `${readContract(sources).value} ${readHours(sources).value}`;
    },
  },
  {
    table: 'company-name',
    subject: 'company name',
    unknownAnswer: 'different',
    read: (input) => {
      const { asked = '', candidate = '' } = input;
      return isSameCompany(asked, candidate, { country: countryOf(input) }) ? 'same' : 'different';
    },
  },
  {
    table: 'snippet',
    subject: 'rating and number of reviews in a search result',
    unknownAnswer: '- -',
    read: (input) => {
      const { url = '', title = '', text = '', company = '' } = input;
      const figures = readSnippetFigures({ url, title, text }, company, { country: countryOf(input), now: NOW });
      return `${figures?.rating?.toFixed(1) ?? '-'} ${cell(figures?.reviewCount)}`;
    },
  },
  {
    table: 'theme',
    subject: 'review themes',
    unknownAnswer: '-',
    read: (input) => {
      const { text = '', country, side } = input;
      return (
        readThemes(text, country === 'FR' ? 'fr' : 'en', side === 'pro' ? 'positive' : 'negative')
          .toSorted()
          .join(' ') || '-'
      );
    },
  },
  {
    // `side` is `pro`, `con`, or the number of stars of a free text.
    table: 'claim',
    subject: 'review claims',
    unknownAnswer: '-',
    read: ({ text = '', country, side }) => {
      const language = country === 'FR' ? 'fr' : 'en';
      const fields = { pro: { pros: text }, con: { cons: text } }[side ?? ''] ?? { rating: Number(side), text };
      const claims = readClaims({ ...BLANK_REVIEW, ...fields, language }, 0);
      return [...new Set(claims.map(({ theme }) => theme))].toSorted().join(' ') || '-';
    },
  },
];

export const HALVES = ['open', 'kept'] as const;

export type Half = (typeof HALVES)[number];

export interface Evaluation extends Reader {
  readonly halves: Readonly<Record<Half, Score>>;
}

export function evaluate(folder: URL): Evaluation[] {
  return READERS.map((reader) => {
    const scoreHalf = (half: Half): Score =>
      scoreRows(parseTable(readFileSync(new URL(`${reader.table}-${half}.tsv`, folder), 'utf8')), reader.read);
    return { ...reader, halves: { open: scoreHalf('open'), kept: scoreHalf('kept') } };
  });
}
