import { UsageError } from '../errors.ts';
import { messageOf } from '../lib/error-message.ts';
import type { SampleServices } from '../samples/sample-services.ts';
import { PlatformCatalog } from '../jobs/catalog.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { closeAll } from '../lib/close-all.ts';
import { searchScenarioFault } from '../samples/scenarios.ts';
import type { Platform } from '../sources/platforms/platform.ts';
import { createProcessPageReader } from '../pages/page-reader.ts';
import { createThreadReputationParser } from '../reputation/parser.ts';
import { configOf, type CommandArguments } from './command.ts';

/**
 * Throws UsageError for a query `test:…` that requests no scenario. Errors that only a call with a key can request,
 * such as `test:quota_exceeded`, are refused too.
 */
export async function requireSearchScenario(query: string, platforms: readonly Platform[]): Promise<void> {
  const { findSamplePlatform } = await import('../samples/sample-listings.ts');
  const codes = platforms.map(({ code }) => code).filter((code) => findSamplePlatform(code) !== undefined);
  const fault = searchScenarioFault(query, codes, []);
  if (fault !== undefined) throw new UsageError(`QUERY ${fault}.`);
}

export async function withSamples<T>(
  args: CommandArguments,
  run: (samples: SampleServices & { catalog: PlatformCatalog; clock: Clock }) => Promise<T>,
): Promise<T> {
  // The sample data is imported on demand, so that other commands start faster.
  const { createSampleServices } = await import('../samples/sample-services.ts');
  const { overrides, stderr } = args.terminal;
  const { platforms, scrapeUrlsPerAccount, callDeadlineMs } = await configOf(args);
  const clock = overrides?.clock ?? systemClock;
  const catalog = new PlatformCatalog(platforms);
  const reputationParser = overrides?.reputationParser ?? createThreadReputationParser();
  const pageReader = overrides?.pageReader ?? createProcessPageReader();
  const services = createSampleServices({
    clock,
    reputationParser,
    pageReader,
    urlsPerAccount: scrapeUrlsPerAccount,
    deadlineMs: callDeadlineMs,
    onFault: (error) => stderr(`${messageOf(error)}\n`),
    sleep: overrides?.sleep,
  });
  stderr('Sample data: invented, offline, the same answer every time.\n');
  try {
    return await run({ ...services, catalog, clock });
  } finally {
    await closeAll([() => reputationParser.close(), () => pageReader.close()]);
  }
}
