import { readdirSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** With this increase of its nice value, a thread gets about a tenth of a busy processor. */
const STEPS = 10;
const LOWEST = 19;

/**
 * Lowers the priority of the calling thread and of processes that it starts later, so that work on untrusted text does
 * not delay callers. Has no effect on systems other than Linux.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isSafeInteger(thread)) setPriority(thread, Math.min(LOWEST, getPriority(thread) + STEPS));
  } catch {
    // The system is not Linux, or the change is not permitted: the priority stays as it is.
  }
}

/** Lowers the priority of all threads of the process, including those of the garbage collector. */
export function lowerProcessPriority(steps = STEPS): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      setPriority(Number(thread), Math.min(LOWEST, getPriority(Number(thread)) + steps));
    }
  } catch {
    // The system is not Linux, the change is not permitted, or a thread has just ended: the other threads keep their
    // priority.
  }
}
