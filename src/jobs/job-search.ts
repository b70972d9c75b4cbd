import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { wellFormed } from '../lib/text.ts';
import { AnswerCache } from './answer-cache.ts';
import { mergeJobs, type Filters } from './merge-jobs.ts';
import type { JobAnswer, JobQuery, SearchCall } from './job-query.ts';
import { PageSource, type PageSourceOptions } from './page-source.ts';
import { Paging, type PageFetchReport } from './paging.ts';
import { resolvePlace } from './places/resolve-place.ts';
import { createRun, toRow, yieldsOf, type PlatformRun } from './platform-run.ts';
import { renderAnswer, writeAnswer } from './render-answer.ts';

/** All that a search needs may be in the cache: then it costs less and is there at once. */
export interface PreparedSearch {
  fromCache: boolean;
  run(call: SearchCall): Promise<JobAnswer>;
}

export interface JobSearchOptions extends PageSourceOptions {
  clock: Clock;
  /** Values of platforms' settings by name of the environment. */
  settings: Readonly<Record<string, string>>;
  onFetch?: (report: PageFetchReport) => void;
}

/** The search over platforms (SPEC §3). */
export class JobSearch {
  readonly #options: JobSearchOptions;
  readonly #pages: PageSource;
  readonly #answers: AnswerCache;

  constructor(options: JobSearchOptions) {
    this.#options = options;
    this.#pages = new PageSource(options);
    this.#answers = new AnswerCache(options.cache);
  }

  async prepare(asked: JobQuery): Promise<PreparedSearch> {
    const query = { ...asked, query: wellFormed(asked.query), location: wellFormed(asked.location) };
    const { country, minSalary, location } = query;
    const place = location === '' ? null : resolvePlace(location, country);
    const search = { query: query.query, country, locationText: location, place, minSalary };
    const runs = query.platforms.map((platform) => createRun(platform, search, this.#options.settings));
    const remembered = await this.#answers.recall(query, runs, this.#options.clock.now());
    if (remembered) return { fromCache: true, run: async () => ({ ...remembered, cached: true }) };

    const filters: Filters = { country, minSalary, place, seen: new Set(query.seen) };
    const paging = new Paging({ ...this.#options, pages: this.#pages }, runs, filters, query);
    const answer = (): JobAnswer => this.#answer(runs, filters, query);
    if (await paging.fillFromCache()) return { fromCache: true, run: async () => answer() };
    return { fromCache: false, run: (call) => paging.fill(call).then(answer) };
  }

  /** Throws when no platform delivered: nothing is charged then. */
  #answer(runs: readonly PlatformRun[], filters: Filters, query: JobQuery): JobAnswer {
    const now = this.#options.clock.now();
    const rows = runs.map((run) => toRow(run, now));
    const delivered = runs.filter(({ status }) => status === 'ok' || status === 'empty');
    if (delivered.length === 0) {
      const waits = rows.flatMap(({ retry_after_seconds: seconds }) => seconds ?? []);
      const list = rows
        .map(({ platform, status, reason }) => `${platform}: ${status}${reason ? ` (${reason})` : ''}`)
        .join('; ');
      throw new ServiceError(
        'upstream_failed',
        `No platform delivered: ${list}. Nothing was charged; try again later or name other platforms.`,
        {
          details: {
            ...(waits.length > 0 ? { retry_after_seconds: Math.min(...waits) } : {}),
            platforms: rows.map((row) => ({ ...row, jobs: 0 })),
          },
        },
      );
    }
    const cached = delivered.every((run) => run.cached);
    const merged = mergeJobs(yieldsOf(runs), filters);
    const rendered = renderAnswer(merged, rows, cached ? 'cache' : 'scrape', query);
    if (!cached || runs.length !== delivered.length) return { json: writeAnswer(rendered), cached };
    return { ...this.#answers.keep(query, runs, rendered), cached };
  }
}
