import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { createSearchHouse } from '../context.ts';
import { UsageError } from '../errors.ts';
import {
  configOf,
  formatTable,
  JSON_OPTION,
  printJson,
  requirePositional,
  requireText,
  text,
  withCore,
  type Command,
} from './command.ts';
import { countryOf } from './read.ts';

export const search: Command = {
  name: 'search',
  summary: 'Search jobs (not metered).',
  usage: 'QUERY --platforms a,b [--country GB] [--location L] [--min-salary N] [--limit N] [--json]',
  options: {
    ...JSON_OPTION,
    platforms: { type: 'string' },
    country: { type: 'string' },
    location: { type: 'string' },
    'min-salary': { type: 'string' },
    limit: { type: 'string' },
  },
  run: (given) =>
    withCore(given, async (core) => {
      const query = requirePositional(given, 0, 'QUERY');
      const country = countryOf(given);
      const floor = text(given, 'min-salary') ?? '0';
      const limit = text(given, 'limit');
      if (!/^\d+(?:\.\d+)?$/.test(floor)) throw new UsageError('--min-salary takes a number.');
      if (limit !== undefined && !/^[1-9]\d{0,2}$/.test(limit))
        throw new UsageError('--limit takes a whole number from 1 to 999.');
      const house = createSearchHouse(core);
      try {
        const codes = requireText(given, 'platforms')
          .split(',')
          .map((code) => code.trim())
          .filter(Boolean);
        const platforms = house.catalog.require(codes, country, { name: 'operator', trial: false, platforms: null });
        const { callDeadlineMs } = configOf(given);
        const live = given.terminal.interactive && !given.values['json'];
        const answer = await house.search
          .prepare({
            query,
            country,
            platforms,
            location: text(given, 'location') ?? '',
            minSalary: Number(floor) > 0 ? Number(floor) : null,
            seen: [],
            limit: limit === undefined ? undefined : Number(limit),
            descriptionLength: undefined,
          })
          .run({
            signal: AbortSignal.timeout(callDeadlineMs),
            deadlineAt: core.clock.now() + callDeadlineMs,
            onProgress: ({ message }) => {
              if (live) given.terminal.stderr(`  ${message}\n`);
            },
          });
        const result = JSON.parse(answer.json) as ScrapeJobsResult;
        if (given.values['json']) return printJson(given, result);
        given.terminal.stdout(`${show(result)}\n`);
      } finally {
        await house.close();
      }
    }),
};

function show(result: ScrapeJobsResult): string {
  const cut = (value: string, width: number): string =>
    [...value].length > width ? `${[...value].slice(0, width - 1).join('')}…` : value;
  const jobs = result.jobs.map((job) => [
    cut(job.title, 44),
    cut(job.company || '–', 28),
    cut(job.location || '–', 24),
    pay(job.salary_min, job.salary_max),
    job.work_mode === 'unknown' ? '–' : job.work_mode,
    job.posted_date || '–',
    job.url,
  ]);
  const rows = result.platforms.map((row) => [
    row.platform,
    row.status,
    String(row.jobs),
    row.cached ? 'cache' : `${row.ms} ms`,
    row.reason ?? '',
  ]);
  return [
    formatTable(['TITLE', 'COMPANY', 'PLACE', 'PAY A YEAR', 'MODE', 'POSTED', 'LINK'], jobs),
    '',
    formatTable(['PLATFORM', 'STATUS', 'JOBS', 'TOOK', 'REASON'], rows),
    '',
    `${result.total_jobs} of ${result.total_found} jobs`,
  ].join('\n');
}

function pay(min: number | null, max: number | null): string {
  const figure = (value: number): string => value.toLocaleString('en-GB');
  if (min === null && max === null) return '–';
  if (min === null) return `up to ${figure(max as number)}`;
  if (max === null) return `from ${figure(min)}`;
  return min === max ? figure(min) : `${figure(min)}–${figure(max)}`;
}
