import type { Logger } from 'pino';
import { componentLogger } from './logger.ts';
import type { Service } from './service.ts';

const MAINTENANCE_MS = 15 * 60_000;
const SWEEP_MS = 60_000;

/** Purges and sweeps now, and then again and again, and looks after the sources; what fails is logged. Resolves, after the first time, with what stops it. */
export async function startBackgroundJobs(service: Service): Promise<() => void> {
  await sweepOrphans(service);
  await maintain(service);
  const timers = [
    setInterval(() => void maintain(service), MAINTENANCE_MS).unref(),
    setInterval(() => void sweepOrphans(service), SWEEP_MS).unref(),
  ];
  const stopDoctor = service.health.start();
  return () => {
    stopDoctor();
    for (const timer of timers) clearInterval(timer);
  };
}

function logOf({ logger, config }: Service): Logger {
  return componentLogger(logger, config, 'background');
}

async function maintain(service: Service): Promise<void> {
  try {
    await service.maintain();
  } catch (error) {
    logOf(service).error({ err: error }, 'maintenance failed');
  }
}

/** Of a process that died, and of calls that could not be settled, say because the disk was full: what they held is given back. */
async function sweepOrphans(service: Service): Promise<void> {
  const { store, clock } = service;
  try {
    const released = await store.ledger.releaseOrphans(clock.now());
    if (released > 0) logOf(service).warn({ released }, 'released reservations that nobody settled');
  } catch (error) {
    logOf(service).error({ err: error }, 'reservations could not be released');
  }
}
