import { Type, type Static } from 'typebox';
import { Nullable, StringEnum } from './primitives.ts';

export const COUNTRIES = ['GB', 'FR'] as const;
export type Country = (typeof COUNTRIES)[number];

export const WORK_MODES = ['remote', 'hybrid', 'on-site', 'unknown'] as const;
export type WorkMode = (typeof WORK_MODES)[number];

export const CONTRACTS = [
  'permanent',
  'fixed_term',
  'temporary',
  'freelance',
  'apprenticeship',
  'internship',
  'unknown',
] as const;
export type Contract = (typeof CONTRACTS)[number];

export const HOURS = ['full_time', 'part_time', 'unknown'] as const;
export type Hours = (typeof HOURS)[number];

export const JOB_ORDERS = ['relevance', 'date', 'salary'] as const;
export type JobOrder = (typeof JOB_ORDERS)[number];

export type Known<Value extends string> = Exclude<Value, 'unknown'>;
export const known = <Value extends string>(values: readonly Value[]): Known<Value>[] =>
  values.filter((value): value is Known<Value> => value !== 'unknown');

export const SALARY_PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type SalaryPeriod = (typeof SALARY_PERIODS)[number];

export const PLATFORM_STATUSES = [
  'ok',
  'empty',
  'blocked',
  'rate_limited',
  'timeout',
  'busy',
  'changed',
  'not_configured',
  'error',
] as const;
export type PlatformStatus = (typeof PLATFORM_STATUSES)[number];

export const MAXIMUM_RADIUS_KM = 100;

/** The arguments of `scrape_jobs` (SPEC §3). */
export const ScrapeJobsArguments = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Search term, e.g. "data analyst"; each platform matches its words in its own way.',
    }),
    platforms: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: 50,
      description: 'Platform codes of the country asked, as ping lists them.',
    }),
    country: Type.Optional(StringEnum(COUNTRIES, { default: 'GB', description: 'Country to search; GB when absent.' })),
    location: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'City, region, département or postcode, or several: "Leeds or York", "Île-de-France"; the whole country when absent.',
      }),
    ),
    min_salary: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,12}([.][0-9]{1,6})?$',
        description:
          'Least yearly gross salary as digits, in pounds (GB) or euros (FR); the top of a range must reach it, jobs without a stated salary are left out. Hourly pay counts × 1950 (FR: 1820), daily × 260 (FR: 218), monthly × 12. "0" means no limit.',
      }),
    ),
    dedup_hashes: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 5000,
        description: 'dedup_hash values of jobs seen before; those jobs are left out.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 50, description: 'Most jobs to return; 50 when absent.' }),
    ),
    description_length: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30_000,
        default: 300,
        description: 'Characters of each description; 300 when absent.',
      }),
    ),
    radius_km: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAXIMUM_RADIUS_KM,
        default: 10,
        description: 'How far around a town or postcode, in kilometres; 10 when absent, 0 for the place alone.',
      }),
    ),
    posted_within_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, description: 'Only jobs posted today or up to so many days ago.' }),
    ),
    work_mode: Type.Optional(
      Type.Array(StringEnum(known(WORK_MODES)), {
        minItems: 1,
        maxItems: 3,
        description: 'Only jobs that surely have one of these; remote is wholly at home, hybrid partly.',
      }),
    ),
    contract: Type.Optional(
      Type.Array(StringEnum(known(CONTRACTS)), {
        minItems: 1,
        maxItems: 6,
        description:
          'Only jobs that surely have one of these; to rule one out, name the others. fixed_term: CDD, saisonnier, maternity cover; temporary: temping (intérim), bank, casual; freelance: contractors, IR35, indépendants; apprenticeship: alternance too.',
      }),
    ),
    hours: Type.Optional(
      Type.Array(StringEnum(known(HOURS)), {
        minItems: 1,
        maxItems: 2,
        description: 'Only jobs that surely have one of these.',
      }),
    ),
    exclude: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 50,
        description:
          'Whole words or phrases, e.g. "senior", whatever their case and accents; jobs whose title or company (not description) holds one are left out.',
      }),
    ),
    agencies: Type.Optional(
      Type.Boolean({
        description:
          'false leaves out adverts of recruitment and temping agencies (not unknown ones), true keeps these alone.',
      }),
    ),
    sort: Type.Optional(
      StringEnum(JOB_ORDERS, {
        default: 'relevance',
        description: 'Order of the list: relevance when absent, date newest first, salary highest first (made yearly).',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000,
        default: 0,
        description:
          'Jobs of the list to pass over: next_offset of an answer, with its other arguments unchanged, gives its next page; with another filter begin at 0.',
      }),
    ),
    evidence: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Each job quotes the words that its pay, work mode, contract, hours and dates were read from.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ScrapeJobsArguments = Static<typeof ScrapeJobsArguments>;

export const JobReference = Type.Object({
  platform: Type.String(),
  url: Type.String(),
  company: Type.String(),
  location: Type.String(),
});
export type JobReference = Static<typeof JobReference>;

/** For each value, the words of the advert that state it, at most 200 characters (SPEC §3). */
export const JobEvidence = Type.Object({
  salary: Type.Optional(Type.String()),
  work_mode: Type.Optional(Type.String()),
  contract: Type.Optional(Type.String()),
  hours: Type.Optional(Type.String()),
  posted_date: Type.Optional(Type.String()),
  closing_date: Type.Optional(Type.String()),
});
export type JobEvidence = Static<typeof JobEvidence>;

/** One job in the result of `scrape_jobs` (SPEC §3). */
export const Job = Type.Object({
  title: Type.String(),
  company: Type.String(),
  location: Type.String(),
  salary_min: Nullable(Type.Number(), { description: 'Yearly gross, pounds (GB) or euros (FR).' }),
  salary_max: Nullable(Type.Number(), { description: 'Yearly gross, pounds (GB) or euros (FR).' }),
  salary_unlisted: Type.Boolean(),
  work_mode: StringEnum(WORK_MODES),
  description: Type.String(),
  url: Type.String({ description: 'Direct link.' }),
  platform: Type.String(),
  posted_date: Type.String({ description: 'YYYY-MM-DD, or "" when the source states none.' }),
  dedup_hash: Type.String(),
  salary_text: Type.String({ description: 'Pay as the source wrote it.' }),
  salary_currency: Nullable(Type.String(), { description: 'ISO 4217.' }),
  salary_period: Nullable(StringEnum(SALARY_PERIODS), { description: 'The period that the source states.' }),
  contract: StringEnum(CONTRACTS),
  hours: StringEnum(HOURS),
  closing_date: Type.String({ description: 'YYYY-MM-DD, or "" when the source states none.' }),
  agency: Nullable(Type.Boolean(), {
    description: 'Posted by a recruitment agency; null when the source does not say.',
  }),
  also_on: Type.Array(JobReference),
  evidence: Type.Optional(JobEvidence),
});
export type Job = Static<typeof Job>;

/** An argument that the tool does not have, or that has no effect in this call (SPEC §2). */
export const IgnoredArgument = Type.Object({
  name: Type.String(),
  did_you_mean: Type.Optional(Type.String()),
});
export type IgnoredArgument = Static<typeof IgnoredArgument>;

/** What one of the requested platforms answered: one row of `platforms` (SPEC §3). */
export const PlatformRow = Type.Object({
  platform: Type.String(),
  status: StringEnum(PLATFORM_STATUSES),
  jobs: Type.Integer({ description: 'Its jobs in the answer, those in also_on included.' }),
  cached: Type.Boolean(),
  ms: Type.Integer(),
  reason: Type.Optional(Type.String()),
  retry_after_seconds: Type.Optional(Type.Integer({ description: 'Of busy: when to try again.' })),
  attribution: Type.Optional(Type.String()),
  site_total: Type.Optional(Type.Integer({ description: 'Results that the site itself states.' })),
  age_seconds: Type.Optional(Type.Integer({ description: 'Age of a cached row.' })),
  read: Type.Optional(Type.Integer({ description: 'Adverts read.' })),
  left_out: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), { description: 'Adverts that each filter left out.' }),
  ),
});
export type PlatformRow = Static<typeof PlatformRow>;

/** The result of `scrape_jobs` (SPEC §3). */
export const ScrapeJobsResult = Type.Object({
  query: Type.String(),
  country: StringEnum(COUNTRIES),
  total_jobs: Type.Integer({ description: 'Jobs returned.' }),
  total_found: Type.Integer({ description: 'Jobs found, before limit and offset.' }),
  next_offset: Type.Optional(Type.Integer({ description: 'offset of the next page; absent at the end.' })),
  source: StringEnum(['scrape', 'cache']),
  ignored: Type.Optional(
    Type.Array(IgnoredArgument, { description: 'Arguments that are not ours, or have no effect in this call.' }),
  ),
  platforms: Type.Array(PlatformRow),
  jobs: Type.Array(Job),
});
export type ScrapeJobsResult = Static<typeof ScrapeJobsResult>;
