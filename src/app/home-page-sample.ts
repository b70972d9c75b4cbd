import { randomUUID } from 'node:crypto';
import type { Country } from '../../schemas/index.ts';
import { TEST_KEY_PREFIX } from '../accounts/api-key.ts';
import type { Caller } from '../accounts/authenticate.ts';
import { TRIAL_PLAN, type Plan } from '../accounts/plans.ts';
import type { SampleSearch } from '../dashboard/services.ts';
import type { PlatformCatalog } from '../jobs/catalog.ts';
import type { Clock } from '../lib/clock.ts';
import type { CallRunner } from '../tools/runner.ts';
import type { SampleOptions } from './samples.ts';

/** Per country, a search that shows several outcomes on sample data. */
const QUERIES: Readonly<Record<Country, string>> = { GB: 'software engineer', FR: 'développeur' };
const JOBS_SHOWN = 3;
const PLATFORMS_SHOWN = 4;

/** A sample call without an account: nothing is metered or counted. */
const NOBODY: Partial<SampleOptions> = {
  store: { ledger: { balance: async () => ({ balance: 0, resetsAt: 0 }) } },
  report: () => {},
  sleep: async () => {},
};

interface HomePageSampleOptions {
  /** Creates the runner for calls on sample data. */
  loadRunner(changes: Partial<SampleOptions>): Promise<Pick<CallRunner, 'run'>>;
  catalog: PlatformCatalog;
  trial: Plan;
  clock: Clock;
  onFault(error: unknown): void;
}

interface HomePageSample {
  show(country: Country): Promise<SampleSearch | undefined>;
  /** Waits for what runs. */
  close(): Promise<void>;
}

/**
 * The home page's example: one search of the sample data per country, on the
 * trial's platforms, run when it is first asked for. Undefined if there are no
 * platforms or if it failed; it is then tried again.
 */
export function createHomePageSample(options: HomePageSampleOptions): HomePageSample {
  const searches = new Map<Country, Promise<SampleSearch | undefined>>();
  const show: HomePageSample['show'] = (country) => {
    let search = searches.get(country);
    if (!search) {
      search = runSearch(country, options).catch((error: unknown) => {
        searches.delete(country);
        options.onFault(error);
        return undefined;
      });
      searches.set(country, search);
    }
    return search;
  };
  return { show, close: async () => void (await Promise.all(searches.values())) };
}

async function runSearch(country: Country, options: HomePageSampleOptions): Promise<SampleSearch | undefined> {
  const { catalog, trial, clock, loadRunner } = options;
  const platforms = catalog
    .forPlan(trial)
    .filter((platform) => platform.country === country)
    .slice(0, PLATFORMS_SHOWN)
    .map(({ code, name }) => ({ code, name }));
  if (platforms.length === 0) return undefined;
  const args = {
    query: QUERIES[country],
    country,
    platforms: platforms.map(({ code }) => code),
    limit: JOBS_SHOWN,
  };
  const runner = await loadRunner(NOBODY);
  const { answer } = await runner.run({
    tool: 'scrape_jobs',
    arguments: args,
    caller: createVisitor(trial, clock.now()),
    requestId: `req_${randomUUID().replaceAll('-', '')}`,
    idempotencyKey: undefined,
    signal: undefined,
    onAccepted: () => {},
    onProgress: () => {},
  });
  return {
    arguments: args,
    result: JSON.parse(answer.structured) as SampleSearch['result'],
    names: new Map(platforms.map(({ code, name }) => [code, name])),
  };
}

/** A made-up account: it is in no store, and its key is valid nowhere. */
function createVisitor(plan: Plan, now: number): Caller {
  return {
    plan,
    account: {
      id: 'showcase',
      email: '',
      plan: TRIAL_PLAN,
      subscriptionId: null,
      createdAt: now,
      trialEndsAt: null,
      operator: false,
      passwordHash: null,
      anchorAt: now,
      period: 0,
      periodEndsAt: now,
      allowance: plan.allowance,
      balance: plan.allowance,
      overageUsed: 0,
      overageLimit: null,
    },
    key: {
      id: 'showcase',
      kind: 'key',
      accountId: 'showcase',
      name: 'showcase',
      hash: '',
      prefix: TEST_KEY_PREFIX,
      lastFour: '',
      createdAt: now,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      allowedTools: null,
      dailyCap: null,
    },
  };
}
