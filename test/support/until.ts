import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when `holds` returns true. The test's own time limit ends a wait in vain. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(5);
}
