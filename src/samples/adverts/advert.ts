import type { Contract, Country, Hours, SalaryPeriod, WorkMode } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { SAMPLE_NOW } from '../sample-clock.ts';

/**
 * A row of a country's table of adverts. Pay is `y 41000-46000`, `h 12.6-13.1`, `d 450`, `w 600`, `m 2200-2600`,
 * `~y 40000` for a platform's estimate, any other text as it is, or '' for none. A place in France ends with the
 * department's number.
 */
export type AdvertRow = readonly [
  title: string,
  company: string,
  place: string,
  pay: string,
  mode: Exclude<WorkMode, 'unknown'> | '',
  daysAgo: number,
  platforms: string,
  text: string,
];

export interface AdvertPay {
  min: number;
  max: number;
  period: SalaryPeriod;
  predicted: boolean;
}

export interface SampleAdvert {
  number: number;
  country: Country;
  title: string;
  company: string;
  town: string;
  /** The department's number; "" in Great Britain. */
  department: string;
  pay: AdvertPay | undefined;
  /** Pay as text, such as "Competitive"; "" if the advert states an amount or nothing. */
  payWords: string;
  mode: WorkMode;
  contract: Extract<Contract, 'permanent' | 'fixed_term' | 'freelance'>;
  hours: Exclude<Hours, 'unknown'>;
  postedAt: number;
  platforms: readonly string[];
  text: string;
}

const PERIODS: Readonly<Record<string, SalaryPeriod>> = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' };

/** These sentences are added to the advert's text, because real adverts describe where the work is done. */
const MODE_SENTENCES: Readonly<Record<Country, Readonly<Record<WorkMode, string>>>> = {
  GB: {
    remote: ' You work remotely, from home, anywhere in the UK.',
    hybrid: ' Hybrid working: two days a week in the office, the rest from home.',
    'on-site': ' There is no remote working in this role.',
    unknown: '',
  },
  FR: {
    remote: ' Poste en télétravail complet.',
    hybrid: ' Télétravail partiel : deux jours par semaine.',
    'on-site': ' Poste en présentiel, sans télétravail.',
    unknown: '',
  },
};

/**
 * The table has no columns for contract and hours. A job with daily pay is for a freelancer. Any other job is for a
 * fixed term if its text says so in English or if it is one of every six jobs, and otherwise permanent. A job is
 * part-time if its text says so in English or if it is one of every five jobs.
 */
function termsOf(number: number, pay: string, text: string): Pick<SampleAdvert, 'contract' | 'hours'> {
  const isForTime = /\bof six months|\byear of contract/.test(text) || number % 6 === 4;
  return {
    contract: pay.startsWith('d ') ? 'freelance' : isForTime ? 'fixed_term' : 'permanent',
    hours: /\b24 hours a week/.test(text) || number % 5 === 3 ? 'part_time' : 'full_time',
  };
}

export function readAdverts(country: Country, rows: readonly AdvertRow[]): SampleAdvert[] {
  return rows.map(([title, company, place, pay, mode, daysAgo, platforms, text], index) => {
    const amounts = /^(~?)([hdwmy]) (\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(pay);
    const department = country === 'FR' ? place.slice(-2) : '';
    const min = Number(amounts?.[3]);
    return {
      number: index + 1,
      country,
      title,
      company,
      town: department === '' ? place : place.slice(0, -3),
      department,
      pay: amounts
        ? {
            min,
            max: amounts[4] === undefined ? min : Number(amounts[4]),
            period: PERIODS[amounts[2] as string] as SalaryPeriod,
            predicted: amounts[1] === '~',
          }
        : undefined,
      payWords: amounts ? '' : pay,
      mode: mode === '' ? 'unknown' : mode,
      ...termsOf(index + 1, pay, text),
      postedAt: SAMPLE_NOW - daysAgo * DAY_MS,
      platforms: platforms.split(' '),
      text: text + MODE_SENTENCES[country][mode === '' ? 'unknown' : mode],
    };
  });
}
