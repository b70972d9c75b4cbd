import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { serve } from '../../src/app/serve.ts';
import type { Shell } from '../../src/app/shell.ts';
import type { Service } from '../../src/app/service.ts';
import { readConfig } from '../../src/config/config.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { MemoryPageCache } from '../../src/shared/memory/page-cache.ts';
import { cheapPasswords } from './api.ts';
import type { FakeClock } from './clock.ts';
import type { StorePlace } from './engines.ts';
import { FakeInternet } from './fake-internet.ts';

export interface ServiceStart {
  service: Service;
  address: string;
  printed: string;
  internet: FakeInternet;
  stop(): Promise<void>;
}

export interface ServiceStartOptions {
  clock?: FakeClock;
  plans?: object;
  env?: Record<string, string>;
  shell?: Shell;
}

/** The service has no network and ends with the test. */
export async function startOn(
  t: Test,
  place: StorePlace,
  { clock, plans, env = {}, shell }: ServiceStartOptions = {},
): Promise<ServiceStart> {
  const folder = t.testdir({});
  const plansFile = join(folder, 'plans.json');
  if (plans) writeFileSync(plansFile, JSON.stringify(plans));
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DRAIN_WAIT_MS: '0',
    ...(plans ? { PLANS_FILE: plansFile } : {}),
    ...env,
  });
  const internet = new FakeInternet();
  let printed = '';
  const overrides = {
    egress: internet,
    parser: inlineParser,
    reputationParser: inlineReputationParser,
    passwords: cheapPasswords,
    ...(clock ? { clock } : {}),
    store: await place.open({
      role: 'serve',
      ...(place.at.url === undefined ? {} : { jobsCache: new MemoryPageCache(), connections: 3 }),
    }),
  };
  const running = await serve(config, (text) => (printed += text), overrides, shell);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= running.stop());
  t.teardown(stop);
  return { service: running.service, address: running.address, printed, internet, stop };
}
