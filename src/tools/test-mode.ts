import type {
  GetReputationArguments,
  PingArguments,
  ScrapeJobsArguments,
  ScrapeUrlArguments,
} from '../../schemas/index.ts';
import { ServiceError } from '../errors.ts';
import type { PlatformCatalog } from '../jobs/catalog.ts';
import { createMemoryReplays } from '../samples/memory-stores.ts';
import { createSampleServices, type SampleServiceOptions } from '../samples/sample-services.ts';
import type { LedgerStore } from '../store/types.ts';
import { createGetReputationTool } from './get-reputation.ts';
import type { MeteringStore } from './metered-call.ts';
import type { CallMode } from './runner.ts';
import { createScrapeJobsTool } from './scrape-jobs.ts';
import { createScrapeUrlTool, LASTING_IN_SAMPLES } from './scrape-url.ts';
import { testPing, testTool } from './test-tool.ts';
import { ToolTable, type Tool, type ToolCall } from './tool.ts';

export interface TestModeOptions extends SampleServiceOptions {
  catalog: PlatformCatalog;
  ledger: Pick<LedgerStore, 'balance'>;
  ping: Tool<PingArguments>;
  tools: ToolTable;
  geos: readonly string[];
}

export interface SampleTools {
  scrape_jobs: Tool<ScrapeJobsArguments, ToolCall>;
  get_reputation: Tool<GetReputationArguments, ToolCall>;
  scrape_url: Tool<ScrapeUrlArguments, ToolCall>;
}

/** The tools for calls with test keys: they make the usual checks and answer from sample data (SPEC §9). */
export interface TestMode extends CallMode {
  sampleTools: SampleTools;
}

export function createTestMode(options: TestModeOptions): TestMode {
  const { search, reputation, pages } = createSampleServices(options);
  const sampleTools: SampleTools = {
    scrape_jobs: testTool(createScrapeJobsTool(options.catalog, search)),
    get_reputation: testTool(createGetReputationTool(reputation)),
    scrape_url: testTool(createScrapeUrlTool(pages, options.geos, LASTING_IN_SAMPLES)),
  };
  const { scrape_jobs, get_reputation, scrape_url } = sampleTools;
  return {
    sampleTools,
    tools: new ToolTable([testPing(options.ping), scrape_jobs, get_reputation, scrape_url], options.tools),
    store: meterNothing(options.ledger),
  };
}

function meterNothing(ledger: TestModeOptions['ledger']): MeteringStore {
  const refuse = (): Promise<never> =>
    Promise.reject(new ServiceError('internal', 'A call with a test key has nothing to pay.'));
  return {
    ledger: {
      balance: (accountId, now) => ledger.balance(accountId, now),
      note: async () => {},
      noteSum: async () => {},
      reserve: refuse,
      settle: refuse,
      release: refuse,
      charge: refuse,
    },
    replays: createMemoryReplays(),
  };
}
