import type { Country } from '../../../schemas/index.ts';
import type { Plan } from '../../accounts/plans.ts';
import { createReceipt } from '../../credits/receipt.ts';
import type { SampleAnswer, SampleQuestion } from '../../dashboard/services.ts';
import type { PlatformCatalog } from '../../jobs/catalog.ts';
import type { Clock } from '../../lib/clock.ts';
import { createReceiptId } from '../../tools/metered-call.ts';
import type { SampleTools } from '../../tools/test-mode.ts';
import { serialise, writeToolAnswer } from '../../tools/tool-answer.ts';

type Call = Pick<SampleAnswer, 'arguments' | 'names'> & { tool: keyof SampleTools };

const SUBJECTS: Readonly<Record<Country, { query: string; employer: string; page: string }>> = {
  GB: { query: 'software engineer', employer: 'Alderfinch Software', page: 'https://pages.example/article' },
  FR: { query: 'développeur', employer: 'Datacanopée', page: 'https://pages.example/fr/article' },
};
const JOBS_SHOWN = 3;
const PLATFORMS_SHOWN = 4;

interface HomePageSampleOptions {
  loadTools(): Promise<SampleTools>;
  catalog: PlatformCatalog;
  trial: Plan;
  clock: Clock;
  deadlineMs: number;
  onFault(error: unknown): void;
}

interface HomePageSample {
  show(country: Country, question: SampleQuestion): Promise<SampleAnswer | undefined>;
  close(): Promise<void>;
}

/**
 * Answers the home page's questions from sample data. Each question is run once per country, and again only if it
 * failed, so visitors cannot cause more calls.
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

/** Runs a call without metering or counting it. Its receipt says that it was a test. */
async function run(
  call: Call | undefined,
  { trial, clock, deadlineMs, loadTools }: HomePageSampleOptions,
): Promise<SampleAnswer | undefined> {
  if (!call) return undefined;
  const tool = (await loadTools())[call.tool];
  const prepared = await tool.prepare(call.arguments as never, {
    accountId: 'visitor',
    plan: trial,
    signal: AbortSignal.timeout(deadlineMs),
    deadlineAt: clock.now() + deadlineMs,
    ignored: [],
    onProgress: () => {},
  });
  const result = await prepared.run();
  const { cost, cached } = result;
  const receipt = createReceipt(
    { receiptId: createReceiptId(clock.now()), tool: call.tool, cost, cached, replayed: false, test: true },
    { balance: 0, resetsAt: 0 },
  );
  return { ...call, json: writeToolAnswer({ ...serialise(result), receipt }) };
}
