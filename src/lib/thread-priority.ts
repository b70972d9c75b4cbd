import { readdirSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** A nice value: about a tenth of a busy processor. */
const STEPS = 10;
const LOWEST = 19;

/**
 * Lowers the priority of the calling thread and of the processes that it starts, so that reading outside text
 * does not keep callers waiting. Only Linux has priorities for threads; elsewhere nothing changes.
 */
export function standBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isSafeInteger(thread)) setPriority(thread, Math.min(LOWEST, getPriority(thread) + STEPS));
  } catch {
    // Not on Linux, or not permitted: the priority stays as it is.
  }
}

/** The same for the whole calling process, and settings for its garbage collection. */
export function standBackWholly(steps = STEPS): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      setPriority(Number(thread), Math.min(LOWEST, getPriority(Number(thread)) + steps));
    }
  } catch {
    // Not on Linux, or not permitted: the priority stays as it is.
  }
}
