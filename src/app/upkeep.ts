import type { Service } from './service.ts';

const MAINTENANCE_MS = 15 * 60_000;
const SWEEP_MS = 60_000;

/** Purges and sweeps now, and then again and again; what fails is logged. Resolves, after the first time, with what stops it. */
export async function keepUp(service: Service): Promise<() => void> {
  await sweepOrphans(service);
  await maintain(service);
  const timers = [
    setInterval(() => void maintain(service), MAINTENANCE_MS).unref(),
    setInterval(() => void sweepOrphans(service), SWEEP_MS).unref(),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

async function maintain(service: Service): Promise<void> {
  try {
    await service.maintain();
  } catch (error) {
    service.logger.error({ err: error }, 'maintenance failed');
  }
}

/** Of a process that died, and of calls that could not be settled, say because the disk was full: what they held is given back. */
async function sweepOrphans({ store, clock, logger }: Service): Promise<void> {
  try {
    const released = await store.ledger.releaseOrphans(clock.now());
    if (released > 0) logger.warn({ released }, 'released reservations that nobody settled');
  } catch (error) {
    logger.error({ err: error }, 'reservations could not be released');
  }
}
