import type { Country, SalaryPeriod } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { Listing } from '../../sources/platforms/platform.ts';
import type { SampleAdvert } from '../adverts/advert.ts';

export interface SamplePlatform {
  code: string;
  country: Country;
  /** The listing that the platform's adapter would read, without title, company and URL. */
  toListing(advert: SampleAdvert): Partial<Listing> & Pick<Listing, 'id' | 'location'>;
  link(advert: SampleAdvert): string;
  /** The reason for a `changed` row, as the platform's adapter states it. */
  changed: string;
  /** Whether the pages state the number of results: always, only if there are results, or never (undefined). */
  statesTotal?: 'always' | 'of some';
  /** Set if the platform searches for the place as further words of the query. */
  searchesPlace?: true;
}

/**
 * The number is larger than any real one, because the advert's address is on the real site and must not be that of a
 * real advert.
 */
export function numberOf({ number }: SampleAdvert): number {
  return 99_000_000_000 + number;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Serialises a value as JSON that is safe inside a script element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** `2026-09-29`: the day of posting, or `daysLater` days after it. */
export function isoDay({ postedAt }: SampleAdvert, daysLater = 0): string {
  return new Date(postedAt + daysLater * DAY_MS).toISOString().slice(0, 10);
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** "29 September" */
export function dayAndMonth({ postedAt }: SampleAdvert): string {
  const date = new Date(postedAt);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

const PERIODS_EN: Readonly<Record<SalaryPeriod, string>> = {
  hour: 'an hour',
  day: 'a day',
  week: 'a week',
  month: 'a month',
  year: 'a year',
};
const PERIODS_FR: Readonly<Record<SalaryPeriod, string>> = {
  hour: 'par heure',
  day: 'par jour',
  week: 'par semaine',
  month: 'par mois',
  year: 'par an',
};

/** "£12.60 to £13.10 an hour"; `payWords` if there is no amount. */
export function payInEnglish({ pay, payWords }: SampleAdvert): string {
  if (!pay) return payWords;
  const digits = pay.period === 'hour' ? 2 : 0;
  const pounds = (amount: number): string =>
    `£${amount.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
  const range = pay.min === pay.max ? pounds(pay.min) : `${pounds(pay.min)} to ${pounds(pay.max)}`;
  return `${range} ${PERIODS_EN[pay.period]}`;
}

/** "27 000 € - 33 000 € par an"; `payWords` if there is no amount. */
export function payInFrench({ pay, payWords }: SampleAdvert): string {
  if (!pay) return payWords;
  const digits = pay.period === 'hour' ? 2 : 0;
  const euros = (amount: number): string =>
    `${amount
      .toFixed(digits)
      .replace('.', ',')
      .replace(/\B(?=(?:\d{3})+(?!\d))/, ' ')} €`;
  const range = pay.min === pay.max ? euros(pay.min) : `${euros(pay.min)} - ${euros(pay.max)}`;
  return `${range} ${PERIODS_FR[pay.period]}`;
}

/** "software-engineer" */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
