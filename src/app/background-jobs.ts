import type { Logger } from 'pino';
import { MINUTE_MS } from '../lib/clock.ts';
import { componentLogger } from './logger.ts';
import type { Service } from './service.ts';

const PURGE_MS = 15 * MINUTE_MS;
const SWEEP_MS = MINUTE_MS;

/**
 * Runs purges and sweeps now and at intervals, and starts the timers of the source checks and saved searches. Resolves
 * after the first purge and sweep with a function that stops all of these timers.
 */
export async function startBackgroundJobs(service: Service): Promise<() => void> {
  await sweepOrphans(service);
  await purge(service);
  const timers = [
    setInterval(() => void purge(service), PURGE_MS).unref(),
    setInterval(() => void sweepOrphans(service), SWEEP_MS).unref(),
  ];
  const stopDoctor = service.health.start();
  const stopSavedSearches = service.savedSearches.start();
  return () => {
    stopDoctor();
    stopSavedSearches();
    for (const timer of timers) clearInterval(timer);
  };
}

function logOf({ logger, config }: Service): Logger {
  return componentLogger(logger, config, 'background');
}

async function purge(service: Service): Promise<void> {
  try {
    await service.purge();
  } catch (error) {
    logOf(service).error({ err: error }, 'purge failed');
  }
}

async function sweepOrphans(service: Service): Promise<void> {
  const { store, clock } = service;
  try {
    const released = await store.ledger.releaseOrphans(clock.now());
    if (released > 0) logOf(service).warn({ released }, 'released reservations that nobody settled');
  } catch (error) {
    logOf(service).error({ err: error }, 'reservations could not be released');
  }
}
