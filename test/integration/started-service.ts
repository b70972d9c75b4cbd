import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { runCommand } from '../support/fleet.ts';
import { FR, GB } from '../support/test-caller.ts';

const BUILT = fileURLToPath(new URL('../../dist/src/', import.meta.url));
/** Calls a minute of a test key, whatever the plan. */
export const TEST_CALLS = 600;
const PLANS = {
  free_trial: { monthly_credits: 100, rpm_limit: 10_000, platforms: [...GB, ...FR] },
  power: { monthly_credits: 10_000, overage_rate: 0.01, rpm_limit: 10_000, platforms: [...GB, ...FR] },
  small: { monthly_credits: 10, overage_rate: 0.02, rpm_limit: 3 },
};

/** What a caller gets: an address and keys. */
export interface StartedService {
  /** Without a path. */
  base: string;
  testKey: string;
  /** What the first start printed. */
  printed: string;
  /** The test key of a new account. */
  testKeyOf(email: string, plan: string): Promise<string>;
}

/** The built service in a separate process, as its first start leaves it. No packet leaves the machine. */
export async function startService(t: Test): Promise<StartedService> {
  const folder = t.testdir({});
  writeFileSync(join(folder, 'plans.json'), JSON.stringify(PLANS));
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(folder, 'data'),
    PLANS_FILE: join(folder, 'plans.json'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DRAIN_WAIT_MS: '0',
  };
  const child = spawn(process.execPath, [join(BUILT, 'main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stdout.resume();
  for (;;) {
    const base = /listening on (\S+)\/mcp/.exec(printed)?.[1];
    if (base !== undefined) {
      const run = async (...args: string[]): Promise<any> =>
        JSON.parse((await runCommand(env, [...args, '--json'])).out);
      return {
        base,
        printed,
        testKey: /jdm_test_\w+/.exec(printed)?.[0] ?? '',
        testKeyOf: async (email, plan) => {
          await run('account', 'create', '--email', email, '--plan', plan);
          return (await run('key', 'test', '--account', email)).test_key;
        },
      };
    }
    await Promise.race([
      once(child.stderr, 'data'),
      exit.then(() => {
        throw new Error(`It ended: ${printed}`);
      }),
    ]);
  }
}
