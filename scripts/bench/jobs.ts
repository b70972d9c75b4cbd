// Measures how much time a call adds to the slowest site, how fast pages are parsed, and how fast listings become a
// list of jobs.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/app/service.ts';
import type { GuardedEgress } from '../../src/egress/create-egress.ts';
import type { EgressRequest } from '../../src/egress/egress.ts';
import { type Filters, noFilters } from '../../src/jobs/filters.ts';
import { withoutStoredOrder } from '../../src/jobs/list-order.ts';
import { renderAnswer, writeAnswer } from '../../src/jobs/render-answer.ts';
import { mergeJobs } from '../../src/jobs/merge-jobs.ts';
import { normalizeListing } from '../../src/jobs/normalize-listing.ts';
import { parseAnswer, savedListTask } from '../../src/jobs/parser.ts';
import { resolvePlace } from '../../src/jobs/places/resolve-place.ts';
import { PLATFORM_SETTINGS, PLATFORMS } from '../../src/sources/platforms/index.ts';
import type { Platform } from '../../src/sources/platforms/platform.ts';

const SITE_MS = 200;
const CALLS = 25;
const KEYS: Readonly<Record<string, string>> = { ADZUNA_APP_ID: 'app', ADZUNA_APP_KEY: 'k3y' };

interface Fixture {
  accessMethod: number;
  file: string;
  body: string;
}

function fixturesOf({ code }: Platform): Fixture[] {
  const folder = join('test', 'sources', 'platforms', code);
  return readdirSync(folder)
    .filter((file) => /^\d\./.test(file) && !/\.expected\.json$|^\d\.(?:empty|changed)/.test(file))
    .map((file) => ({ accessMethod: Number(file[0]), file, body: readFileSync(join(folder, file), 'utf8') }));
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Returns the processor time of this process, which other work on the machine hardly changes. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function print(name: string, figure: string): void {
  process.stdout.write(`${name.padEnd(58)} ${figure}\n`);
}

export async function run(): Promise<void> {
  await timeOverTheSlowestSite();
  readPages();
  makeLists();
}

/**
 * Times whole calls, from the request's bytes to the answer's. Pages are parsed in threads, and every site takes 200
 * ms.
 */
async function timeOverTheSlowestSite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-bench-'));
  const platforms = PLATFORMS.filter(({ country, byDefault }) => country === 'GB' && byDefault).slice(0, 7);
  const bodies = new Map(
    platforms.map((platform) => {
      const accessMethod = platform.accessMethods.findIndex(({ needs }) => (needs ?? []).every((name) => KEYS[name]));
      return [
        platform,
        fixturesOf(platform).find((fixture) => fixture.accessMethod === accessMethod)?.body ?? '',
      ] as const;
    }),
  );
  const egress = {
    fetch: async ({ url }: EgressRequest) => {
      const { hostname } = new URL(url);
      const platform = platforms.find(({ hosts }) => hosts.includes(hostname));
      await delay(SITE_MS);
      return { status: 200, url, headers: {}, body: Buffer.from((platform && bodies.get(platform)) ?? '') };
    },
    close: async () => {},
  } as unknown as GuardedEgress;
  const context = await createService(
    readConfig({ ...KEYS, DATA_DIR: folder, LOG_LEVEL: 'silent' }, PLATFORM_SETTINGS),
    { egress },
  );
  try {
    const account = await context.accounts.create({ email: 'bench@example.com', plan: 'power' });
    const { apiKey } = await context.apiKeys.create(account.id);
    const call = async (query: string): Promise<number> => {
      const startedAt = performance.now();
      const response = await context.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        payload: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'scrape_jobs', arguments: { query, platforms: platforms.map(({ code }) => code), limit: 1 } },
        },
      });
      const ms = performance.now() - startedAt;
      if (!response.payload.includes('"structuredContent"')) throw new Error(response.payload.slice(0, 300));
      return ms;
    };
    await call('warm');
    const over: number[] = [];
    for (let index = 0; index < CALLS; index += 1) over.push((await call(`query ${index}`)) - SITE_MS);
    print(
      `scrape_jobs, ${platforms.length} platforms of ${SITE_MS} ms: over the slowest`,
      `${median(over).toFixed(1)} ms (first call of a process more)`,
    );
    const cached: number[] = [];
    for (let index = 0; index < CALLS * 3; index += 1) cached.push(await call('query 0'));
    print('scrape_jobs, all from the cache', `${median(cached).toFixed(2)} ms`);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readPages(): void {
  for (const platform of PLATFORMS) {
    for (const { accessMethod, file, body } of fixturesOf(platform)) {
      const task = savedListTask(platform, accessMethod, body, { search: { query: 'data' } });
      const startedAt = cpuMs();
      let pages = 0;
      for (; cpuMs() - startedAt < 200; pages += 1) {
        if ('fault' in parseAnswer(task)) throw new Error(`${platform.code}: ${file} is not read`);
      }
      const perSecond = (pages * 1_000) / (cpuMs() - startedAt);
      print(
        `pages read: ${platform.code}, ${file} (${(body.length / 1024).toFixed(1)} KB)`,
        `${Math.round(perSecond)} a second`,
      );
    }
  }
}

const WORDS =
  'you will build reports with sql and python in our team near the canal for a retailer that grows every year and needs people who ask questions about figures hybrid working two days a week in the office pension salary training manager'.split(
    ' ',
  );

const QUERY = { query: 'data', country: 'GB', limit: 50, descriptionLength: undefined } as const;

/** Turns 1,000 listings of seven platforms, some of them duplicates, into one list of jobs. */
function makeLists(): void {
  let seed = 7;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % below;
  };
  const towns = ['Leeds', 'London', 'Manchester, M1 1AA', 'York, North Yorkshire', 'Hackney, London'];
  const texts = Array.from({ length: 400 }, () =>
    Array.from({ length: 60 }, () => WORDS[next(WORDS.length)]).join(' '),
  );
  const listings = Array.from({ length: 1_000 }, (_, index) => ({
    title: `Data Analyst ${index % 150} (H/F)`,
    company: `Acme ${index % 200} Ltd`,
    location: towns[index % towns.length] as string,
    url: `https://a.example/${index}`,
    description: texts[index % texts.length] as string,
    salaryText: index % 3 === 0 ? 'Competitive' : '£30,000 - £40,000 per annum',
    postedText: `2026-11-1${index % 9}`,
  }));
  const none = noFilters('GB');
  const place = resolvePlace('Yorkshire', 'GB');
  const some = { ...none, minSalary: 20_000, places: place ? [place] : [] };
  const all: Filters = {
    ...some,
    radiusKm: 20,
    postedSince: '2026-11-01',
    workModes: ['hybrid', 'remote'],
    contracts: ['permanent', 'fixed_term'],
    hours: ['full_time'],
    exclude: ['senior manager', 'acme 7 ltd'],
    agencies: false,
  };
  const rows = Array.from({ length: 7 }, (_, index) => ({
    platform: `p${index}`,
    status: 'ok' as const,
    cached: false,
    ms: 0,
  }));
  const measure = (what: string, filters: readonly Filters[], evidence?: boolean): void => {
    const times: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const startedAt = cpuMs();
      const yields = rows.map(({ platform }, index) => ({
        code: platform,
        jobs: listings
          .filter((_, number) => number % 7 === index)
          .map((listing) => normalizeListing(listing, platform, 'GB', Date.parse('2026-11-20T10:00:00Z')))
          .filter((job) => job !== undefined),
      }));
      for (const filter of filters) {
        const merged = mergeJobs(yields, filter);
        const list = { ...merged, ...withoutStoredOrder(merged, []), mayGoOn: false };
        if (evidence !== undefined) writeAnswer(renderAnswer(list, rows, 'scrape', { ...QUERY, evidence }));
      }
      times.push(cpuMs() - startedAt);
    }
    print(
      `1,000 listings ${what}, of one core`,
      `${median(times).toFixed(0)} ms (${Math.round(1_000_000 / median(times))} a second)`,
    );
  };
  measure('normalised, deduplicated, filtered', [none, some]);
  measure('as one answer of 50 jobs', [none], false);
  measure('as one answer with all filters', [all], false);
  measure('as one answer with the filter on contracts alone', [{ ...none, contracts: ['permanent'] }], false);
  measure('as one answer with evidence', [none], true);
}
