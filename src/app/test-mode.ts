import { isTestKey } from '../accounts/api-key.ts';
import type { CallRunner, ToolRunner } from '../tools/runner.ts';

/** The one switch between live calls and sample data. */
export interface TestMode extends CallRunner {
  /** Closes what test keys use, if any was used. */
  close(): Promise<void>;
}

/** `loadTest` is asked when the first test key is used: what answers it, its code and its data, is made then. */
export function createTestMode(live: CallRunner, loadTest: () => Promise<ToolRunner>): TestMode {
  let test: Promise<ToolRunner> | undefined;
  const retryLater = (error: unknown): never => {
    test = undefined;
    throw error;
  };
  return {
    run: async (request) => {
      if (!isTestKey(request.caller.key)) return live.run(request);
      return (await (test ??= loadTest().catch(retryLater))).run(request);
    },
    balance: (caller) => live.balance(caller),
    close: async () => (await test)?.close(),
  };
}
