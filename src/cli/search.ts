import {
  CONTRACTS,
  type Country,
  HOURS,
  type Job,
  type JobOrder,
  known,
  type ScrapeJobsResult,
  WORK_MODES,
} from '../../schemas/index.ts';
import { createSearch, type SearchService } from '../app/search.ts';
import { ServiceError, UsageError } from '../errors.ts';
import type { PlatformCatalog } from '../jobs/catalog.ts';
import type { Clock } from '../lib/clock.ts';
import { findSearchScenario, SEARCH_SCENARIOS } from '../samples/scenarios.ts';
import type { Platform } from '../sources/platforms/platform.ts';
import {
  choice,
  configOf,
  formatTable,
  items,
  output,
  requirePositional,
  text,
  withCore,
  type Command,
  type Given,
} from './command.ts';
import { withSamples } from './sample.ts';

/** The job search and its platforms: live, or on sample data. */
interface Searching {
  search: Pick<SearchService['search'], 'prepare'>;
  catalog: PlatformCatalog;
  clock: Clock;
}

export const search: Command = {
  name: 'search',
  summary: 'Search jobs (not metered).',
  usage:
    'QUERY [--platforms a,b] [--country GB|FR] [--location L] [--radius KM] [--min-salary AMOUNT] [--posted-within DAYS] [--work-mode remote,hybrid] [--contract permanent,…] [--hours full_time] [--exclude a,b] [--agencies yes|no] [--sort relevance|date|salary] [--limit COUNT] [--offset SKIP] [--evidence] [--sample] [--json]',
  examples: [
    '"software engineer" --sample',
    'nurse --platforms nhs_jobs --location Leeds --radius 20',
    '"software engineer" --work-mode remote,hybrid --min-salary 40000 --sort date',
    'comptable --country FR --posted-within 7 --json',
  ],
  words: Number.POSITIVE_INFINITY,
  details: `Without --platforms, the command searches all enabled platforms in the country (GB by default). Filters keep only jobs that certainly match; separate the items of a list with commas. --work-mode: ${known(WORK_MODES).join(', ')}. --contract: ${known(CONTRACTS).join(', ')}. --hours: ${known(HOURS).join(', ')}.
Prints a table and, on a terminal, a line on standard error for each platform as it answers. --json prints the whole result; with --evidence, the result includes the words from which values were read.
--sample answers offline, from the sample data of test keys; QUERY can be a keyword of the sample data, such as test:blocked.`,
  run: (given) =>
    given.values['sample'] === true
      ? withSamples(given, (samples) => ask(given, samples))
      : withCore(given, async (core) => {
          const service = createSearch(core, given.terminal.overrides);
          try {
            await ask(given, { ...service, clock: core.clock });
          } finally {
            await service.close();
          }
        }),
};

async function ask(given: Given, { search, catalog, clock }: Searching): Promise<void> {
  const query = (requirePositional(given, 0, 'QUERY') && given.positionals.join(' ')).trim();
  if (query === '') throw new UsageError('QUERY is blank.');
  if (given.values['sample'] === true && query.startsWith('test:') && !findSearchScenario(query, ''))
    throw new UsageError(
      `There is no scenario "${query}". Scenarios: ${SEARCH_SCENARIOS.map(({ word }) => `test:${word}`).join(', ')}.`,
    );
  const country = choice<Country>(given, 'country') ?? 'GB';
  const floor = number(given, 'min-salary') ?? 0;
  const agencies = choice<'yes' | 'no'>(given, 'agencies');
  const filters = {
    limit: number(given, 'limit'),
    radiusKm: number(given, 'radius'),
    postedWithinDays: number(given, 'posted-within'),
    workModes: valuesOf(given, 'work-mode', known(WORK_MODES)),
    contracts: valuesOf(given, 'contract', known(CONTRACTS)),
    hours: valuesOf(given, 'hours', known(HOURS)),
    exclude: items(given, 'exclude') ?? [],
    agencies: agencies === undefined ? undefined : agencies === 'yes',
    sort: choice<JobOrder>(given, 'sort'),
    offset: number(given, 'offset'),
    evidence: given.values['evidence'] === true,
  };
  const platforms = platformsOf(given, catalog, country);
  const { callDeadlineMs } = configOf(given);
  const live = !given.values['json'] && given.terminal.interactive;
  const startedAt = clock.now();
  const prepared = await search.prepare({
    query,
    country,
    platforms,
    location: text(given, 'location')?.trim() ?? '',
    minSalary: floor > 0 ? floor : null,
    seen: [],
    descriptionLength: undefined,
    ...filters,
  });
  const answer = await prepared.run({
    signal: AbortSignal.timeout(callDeadlineMs),
    deadlineAt: clock.now() + callDeadlineMs,
    onProgress: ({ progress, total, message }) => {
      if (!live) return;
      const seconds = ((clock.now() - startedAt) / 1000).toFixed(1);
      given.terminal.stderr(progress === 0 ? `${message} …\n` : `  ${progress}/${total}  ${seconds} s  ${message}\n`);
    },
  });
  const result = JSON.parse(answer.json) as ScrapeJobsResult;
  output(given, result, show);
}

function number(given: Given, name: string): number | undefined {
  const value = text(given, name);
  return value === undefined ? undefined : Number(value);
}

function valuesOf<Value extends string>(given: Given, name: string, all: readonly Value[]): Value[] | undefined {
  const values = items(given, name)?.map((item) => all.find((one) => one === item));
  if (values === undefined) return undefined;
  if (values.length === 0 || values.includes(undefined)) throw new UsageError(`--${name} takes ${all.join(', ')}.`);
  return values as Value[];
}

/** Searches from the command line may use every enabled platform. */
const OPERATOR = { name: 'operator', trial: false, platforms: null };

/** The platforms that --platforms names, or all enabled platforms of the country. */
function platformsOf(given: Given, catalog: PlatformCatalog, country: Country): readonly Platform[] {
  const codes = items(given, 'platforms');
  if (codes === undefined) {
    const all = catalog.enabled.filter((platform) => platform.country === country);
    if (all.length === 0) throw new UsageError(`No platform for ${country} is switched on.`);
    return all;
  }
  if (codes.length === 0) throw new UsageError('--platforms names no platform.');
  try {
    return catalog.require(codes, country, OPERATOR);
  } catch (error) {
    throw error instanceof ServiceError ? new UsageError(error.message) : error;
  }
}

/** Column widths at which a row fits a wide terminal together with the job's link. */
const WIDTHS = { title: 44, company: 26, place: 24 };

function show(result: ScrapeJobsResult): string {
  const symbol = result.country === 'GB' ? '£' : '€';
  const jobs = result.jobs.map((job, index) => [
    String(index + 1),
    cut(job.title, WIDTHS.title),
    cut(job.company || '–', WIDTHS.company),
    cut(job.location || '–', WIDTHS.place),
    formatPay(job, symbol),
    job.work_mode === 'unknown' ? '–' : job.work_mode,
    job.posted_date || '–',
    [job.platform, ...job.also_on.map(({ platform }) => platform)].join('+'),
    job.url,
  ]);
  const rows = result.platforms.map((row) => [
    row.platform,
    row.status,
    String(row.jobs),
    row.cached ? 'cache' : `${(row.ms / 1000).toFixed(1)} s`,
    [row.reason, row.attribution].filter(Boolean).join(' · '),
  ]);
  const found =
    result.total_jobs === result.total_found
      ? `${result.total_jobs} jobs`
      : `${result.total_jobs} of ${result.total_found} jobs`;
  return [
    ...(jobs.length > 0
      ? [formatTable(['#', 'TITLE', 'COMPANY', 'PLACE', 'PAY A YEAR', 'MODE', 'POSTED', 'ON', 'LINK'], jobs), '']
      : []),
    formatTable(['PLATFORM', 'STATUS', 'JOBS', 'TOOK', ''], rows),
    '',
    `${found} for "${result.query}"${result.source === 'cache' ? ', from the cache' : ''}${result.next_offset === undefined ? '' : `; --limit shows more, --offset ${result.next_offset} the next page`}`,
  ].join('\n');
}

function cut(value: string, width: number): string {
  const characters = [...value];
  return characters.length > width
    ? `${characters
        .slice(0, width - 1)
        .join('')
        .trimEnd()}…`
    : value;
}

/** `"£30k–35k"`, `"from £30,500"`, `"up to €60k"`; `"–"` if no pay is stated. */
function formatPay({ salary_min: min, salary_max: max }: Job, symbol: string): string {
  const figure = (value: number): string =>
    value % 1_000 === 0 && value > 0 ? `${value / 1_000}k` : value.toLocaleString('en-GB');
  if (min === null && max === null) return '–';
  if (min === null) return `up to ${symbol}${figure(max as number)}`;
  if (max === null) return `from ${symbol}${figure(min)}`;
  return min === max ? `${symbol}${figure(min)}` : `${symbol}${figure(min)}–${figure(max)}`;
}
