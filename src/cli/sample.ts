import { messageOf } from '../lib/error-message.ts';
import type { SampleServices } from '../samples/sample-services.ts';
import { PlatformCatalog } from '../jobs/catalog.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { closeAll } from '../lib/close-all.ts';
import { createProcessPageReader } from '../pages/page-reader.ts';
import { createThreadReputationParser } from '../reputation/parser.ts';
import { configOf, type CommandArguments } from './command.ts';

/** Runs a command with --sample on the services of test keys, without network and database. */
export async function withSamples<T>(
  args: CommandArguments,
  run: (samples: SampleServices & { catalog: PlatformCatalog; clock: Clock }) => Promise<T>,
): Promise<T> {
  // Imported on demand: other commands start faster without the sample data.
  const { createSampleServices } = await import('../samples/sample-services.ts');
  const { overrides, stderr } = args.terminal;
  const { platforms, scrapeUrlsPerAccount, callDeadlineMs } = configOf(args);
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
