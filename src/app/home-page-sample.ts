import { randomUUID } from 'node:crypto';
import type { Country } from '../../schemas/index.ts';
import { TEST_KEY_PREFIX } from '../accounts/api-key.ts';
import type { Caller } from '../accounts/authenticate.ts';
import { TRIAL_PLAN, type Plan } from '../accounts/plans.ts';
import type { SampleAnswer, SampleQuestion } from '../dashboard/services.ts';
import type { PlatformCatalog } from '../jobs/catalog.ts';
import type { Clock } from '../lib/clock.ts';
import type { CallRunner } from '../tools/runner.ts';
import { writeToolAnswer } from '../tools/tool-answer.ts';
import type { SampleOptions } from './samples.ts';

type Call = Pick<SampleAnswer, 'tool' | 'arguments' | 'names'>;

/** What the made-up data of each country answers in an instructive way. */
const SUBJECTS: Readonly<Record<Country, { query: string; employer: string; page: string }>> = {
  GB: { query: 'software engineer', employer: 'Alderfinch Software', page: 'https://pages.example/article' },
  FR: { query: 'développeur', employer: 'Datacanopée', page: 'https://pages.example/fr/article' },
};
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
  show(country: Country, question: SampleQuestion): Promise<SampleAnswer | undefined>;
  /** Waits for what runs. */
  close(): Promise<void>;
}

/**
 * The home page's answers: each question is run once per country, when it is
 * first asked, so that visitors cannot cause more calls than that. Undefined if
 * there are no platforms or if it failed; it is then tried again.
 */
export function createHomePageSample(options: HomePageSampleOptions): HomePageSample {
  const answers = new Map<string, Promise<SampleAnswer | undefined>>();
  const show: HomePageSample['show'] = (country, question) => {
    const id = `${country} ${question}`;
    let answer = answers.get(id);
    if (!answer) {
      answer = run(callOf(country, question, options), options).catch((error: unknown) => {
        answers.delete(id);
        options.onFault(error);
        return undefined;
      });
      answers.set(id, answer);
    }
    return answer;
  };
  return { show, close: async () => void (await Promise.all(answers.values())) };
}

/** Undefined where no platform can be searched. */
function callOf(
  country: Country,
  question: SampleQuestion,
  { catalog, trial }: HomePageSampleOptions,
): Call | undefined {
  const { query, employer, page } = SUBJECTS[country];
  const names = new Map<string, string>();
  if (question === 'page') return { tool: 'scrape_url', arguments: { urls: [page] }, names };
  if (question === 'employer') {
    return { tool: 'get_reputation', arguments: { company_names: [employer], mode: 'deep', country }, names };
  }
  const platforms = catalog
    .forPlan(trial)
    .filter((platform) => platform.country === country)
    .slice(0, PLATFORMS_SHOWN);
  for (const { code, name } of platforms) names.set(code, name);
  const args = { query, country, platforms: [...names.keys()], limit: JOBS_SHOWN };
  return platforms.length > 0 ? { tool: 'scrape_jobs', arguments: args, names } : undefined;
}

async function run(
  call: Call | undefined,
  { trial, clock, loadRunner }: HomePageSampleOptions,
): Promise<SampleAnswer | undefined> {
  if (!call) return undefined;
  const runner = await loadRunner(NOBODY);
  const { answer } = await runner.run({
    tool: call.tool,
    arguments: call.arguments,
    caller: createVisitor(trial, clock.now()),
    requestId: `req_${randomUUID().replaceAll('-', '')}`,
    idempotencyKey: undefined,
    signal: undefined,
    onAccepted: () => {},
    onProgress: () => {},
  });
  return { ...call, json: writeToolAnswer(answer) };
}

/** A made-up account: it is in no store, and its key is valid nowhere. */
function createVisitor(plan: Plan, now: number): Caller {
  return {
    plan,
    account: {
      id: 'visitor',
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
      id: 'visitor',
      kind: 'key',
      accountId: 'visitor',
      name: 'visitor',
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
