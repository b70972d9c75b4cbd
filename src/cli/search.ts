import {
  CONTRACTS,
  type Country,
  HOURS,
  type Job,
  type JobOrder,
  known,
  type PlatformRow,
  type ScrapeJobsResult,
  WORK_MODES,
} from '../../schemas/index.ts';
import { createSearch, type SearchService } from '../app/parts/search.ts';
import { ServiceError, UsageError } from '../errors.ts';
import type { PlatformCatalog } from '../jobs/catalog.ts';
import type { Clock } from '../lib/clock.ts';
import { findPlatform } from '../sources/platforms/index.ts';
import type { Platform } from '../sources/platforms/platform.ts';
import {
  choice,
  configOf,
  formatTable,
  items,
  output,
  requirePositional,
  text,
  withAppContext,
  type Command,
  type CommandArguments,
} from './command.ts';
import { requireSearchScenario, withSamples } from './sample.ts';

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
  details: `Without --platforms, the command searches all enabled platforms in the country (GB by default). Filters keep only jobs known to match; separate the items of a list with commas. --work-mode: ${known(WORK_MODES).join(', ')}. --contract: ${known(CONTRACTS).join(', ')}. --hours: ${known(HOURS).join(', ')}.
Prints a table and, on a terminal, a line on standard error for each platform as it answers. --json prints the whole result; with --evidence, the result includes the words from which values were read.
--sample answers offline, from the test-key sample data; QUERY can be a sample-data keyword, such as test:blocked.`,
  run: (args) =>
    args.values['sample'] === true
      ? withSamples(args, (samples) => ask(args, samples))
      : withAppContext(args, async (context) => {
          const service = createSearch(context, args.terminal.overrides);
          try {
            await ask(args, { ...service, clock: context.clock });
          } finally {
            await service.close();
          }
        }),
};

async function ask(args: CommandArguments, { search, catalog, clock }: Searching): Promise<void> {
  const query = (requirePositional(args, 0, 'QUERY') && args.positionals.join(' ')).trim();
  if (query === '') throw new UsageError('QUERY is blank.');
  const country = choice<Country>(args, 'country') ?? 'GB';
  const floor = number(args, 'min-salary') ?? 0;
  const agencies = choice<'yes' | 'no'>(args, 'agencies');
  const filters = {
    limit: number(args, 'limit'),
    radiusKm: number(args, 'radius'),
    postedWithinDays: number(args, 'posted-within'),
    workModes: valuesOf(args, 'work-mode', known(WORK_MODES)),
    contracts: valuesOf(args, 'contract', known(CONTRACTS)),
    hours: valuesOf(args, 'hours', known(HOURS)),
    exclude: items(args, 'exclude') ?? [],
    agencies: agencies === undefined ? undefined : agencies === 'yes',
    sort: choice<JobOrder>(args, 'sort'),
    offset: number(args, 'offset'),
    evidence: args.values['evidence'] === true,
  };
  if (filters.radiusKm !== undefined && !text(args, 'location')?.trim())
    throw new UsageError('--radius needs --location, as in --location Leeds.');
  refuseStrayCodes(args);
  const platforms = platformsOf(args, catalog, country);
  if (args.values['sample'] === true) await requireSearchScenario(query, platforms);
  const { callDeadlineMs } = await configOf(args);
  const live = !args.values['json'] && args.terminal.interactive;
  const startedAt = clock.now();
  const prepared = await search.prepare({
    query,
    country,
    platforms,
    location: text(args, 'location')?.trim() ?? '',
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
      args.terminal.stderr(progress === 0 ? `${message} …\n` : `  ${progress}/${total}  ${seconds} s  ${message}\n`);
    },
  });
  const result = JSON.parse(answer.json) as ScrapeJobsResult;
  output(args, result, show);
  if (args.values['sample'] === true && result.total_found === 0 && args.values['json'] !== true)
    args.terminal.stderr(
      'The sample data has a few dozen adverts in each country. Try: search nurse --sample, or: search infirmier --country FR --sample\n',
    );
}

/**
 * Throws UsageError if the list of platform codes contains a space, because the codes after it would become a part of
 * the query.
 */
function refuseStrayCodes({ positionals, values }: CommandArguments): void {
  if (values['platforms'] === undefined || positionals.length < 2) return;
  const stray = positionals.find((word) => findPlatform(word.replace(/,$/, '').toLowerCase()));
  if (stray !== undefined)
    throw new UsageError(
      `"${stray}" is a platform code: write the codes of --platforms with commas and without spaces, as in --platforms reed,totaljobs.`,
    );
}

function number(args: CommandArguments, name: string): number | undefined {
  const value = text(args, name);
  return value === undefined ? undefined : Number(value);
}

function valuesOf<Value extends string>(
  args: CommandArguments,
  name: string,
  all: readonly Value[],
): Value[] | undefined {
  const values = items(args, name)?.map((item) => all.find((one) => one === item));
  if (values === undefined) return undefined;
  if (values.length === 0 || values.includes(undefined)) throw new UsageError(`--${name} takes ${all.join(', ')}.`);
  return values as Value[];
}

/** Searches from the command line may use every enabled platform. */
const OPERATOR = { name: 'operator', trial: false, platforms: null };

function platformsOf(args: CommandArguments, catalog: PlatformCatalog, country: Country): readonly Platform[] {
  const codes = items(args, 'platforms');
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

/** Maximum widths of columns, in characters. */
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
    [row.reason, leftOut(row), row.attribution].filter(Boolean).join(' · '),
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

/** "filters left out: location 5, work_mode 1"; "" if they left out nothing. */
function leftOut({ left_out = {} }: PlatformRow): string {
  const counts = Object.entries(left_out).map(([filter, count]) => `${filter} ${count}`);
  return counts.length === 0 ? '' : `filters left out: ${counts.join(', ')}`;
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

/** Formats pay as in "£30k–35k", "£41,500–49,000", "from £30,500" or "up to €60k"; "–" if no pay is stated. */
function formatPay({ salary_min: min, salary_max: max }: Job, symbol: string): string {
  const inThousands = [min, max].every((value) => value === null || (value % 1_000 === 0 && value > 0));
  const figure = (value: number): string => (inThousands ? `${value / 1_000}k` : value.toLocaleString('en-GB'));
  if (min === null && max === null) return '–';
  if (min === null) return `up to ${symbol}${figure(max as number)}`;
  if (max === null) return `from ${symbol}${figure(min)}`;
  return min === max ? `${symbol}${figure(min)}` : `${symbol}${figure(min)}–${figure(max)}`;
}
