import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { loadProxyServer } from '../egress/filter-proxy.ts';
import { loadHttpClient } from '../egress/hop.ts';
import { explainListening } from './check-start.ts';
import { startWithOwner } from './first-start.ts';
import type { Overrides } from './app-context.ts';
import { describeHalfSet } from '../sources/platforms/half-set.ts';
import { createService, type Service } from './service.ts';
import { describeDegraded } from './parts/shared.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import type { Shell } from './shell.ts';

/**
 * Load balancers poll /readyz every few seconds, so a shutdown waits until they have noticed it. With SQLite in a
 * terminal there is no load balancer, so the shutdown does not wait.
 */
const DRAIN_WAIT_MS = 5_000;
const LAST_ANSWERS_MS = 5_000;
/**
 * The libraries for outbound requests are loaded this long after the start, so that the first search does not wait for
 * them.
 */
const LOAD_EGRESS_AFTER_MS = 2_000;

export interface Running {
  service: Service;
  address: string;
  stop(): Promise<void>;
  failed: Promise<string>;
}

export async function serve(
  config: Config,
  print: (text: string) => void,
  overrides: Overrides = {},
  shell: Shell = { commandLine: 'jobdata', hasJq: false },
): Promise<Running> {
  const service = await createService(config, { commandLine: shell.commandLine, ...overrides });
  const { app, store, logger } = service;
  try {
    // A full disk does not prevent the start: free calls are then answered, and paid calls are refused.
    const stopBackgroundJobs = await startBackgroundJobs(service);
    const listening = app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      throw explainListening(error, config.host, config.port);
    });
    const address = (await listening).replace('//[::]:', '//127.0.0.1:').replace('//0.0.0.0:', '//127.0.0.1:');
    const baseUrl = config.publicUrl ?? address;
    const url = `${baseUrl}/mcp`;
    // The check is not awaited, because a collector that hangs must not delay the start.
    void service.telemetry?.check().then((fault) => fault !== undefined && print(`${fault}\n`));
    // Several replicas may start on an empty database at once, and only one of them may create the owner's account.
    const firstStart = await store.withLock('welcome', () => startWithOwner(service, { baseUrl, ...shell }));
    if (firstStart !== undefined) print(firstStart);
    for (const fault of describeHalfSet(service.catalog.enabled, config.platformSettings)) print(`${fault}\n`);
    const noBrowser = await service.renderer.unavailable();
    if (noBrowser !== undefined) print(`scrape_url reads pages without running their scripts: ${noBrowser}\n`);
    const degraded = describeDegraded(service.shared);
    if (degraded !== undefined) print(`${degraded}\n`);
    print(`Job Data MCP is listening on ${url}\n`);
    const engine = setTimeout(() => {
      void loadHttpClient();
      void loadProxyServer();
    }, LOAD_EGRESS_AFTER_MS).unref();
    const drain = (): void => {
      clearTimeout(engine);
      stopBackgroundJobs();
      service.drain();
    };
    const failed = store.failed.then(async (fault) => {
      drain();
      logger.fatal({ err: fault }, 'the store failed');
      // Running calls get time to answer, but no call is charged any more.
      await Promise.race([app.close().catch(() => {}), delay(LAST_ANSWERS_MS)]);
      return fault.message;
    });
    return {
      failed,
      service,
      address,
      stop: async () => {
        drain();
        const isAlone = config.databaseUrl === null && process.stdout.isTTY;
        await delay(config.drainWaitMs ?? (isAlone ? 0 : DRAIN_WAIT_MS));
        await service.close();
      },
    };
  } catch (error) {
    await service.close().catch(() => {});
    throw error;
  }
}
