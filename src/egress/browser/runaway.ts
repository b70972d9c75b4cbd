import { readdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Browser } from 'playwright-core';

const LOOK_EVERY_MS = 250;
/** Processor time, in seconds, that most pages never need in all. */
const TURN_SECONDS = 0.5;
/** A fifteenth of what a page that is still in its turn gets. */
const LAST_NICE = 19;

/**
 * Lets pages that have had their turn of the processor stand back behind the
 * others of their browser: a script without end then takes what nobody else
 * wants. Ends with the browser; for one of this machine alone.
 */
export async function watchRunaways(browser: Browser): Promise<void> {
  if (process.platform !== 'linux') return;
  const session = await browser.newBrowserCDPSession();
  const heldBack = new Set<number>();
  const look = async (): Promise<void> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    for (const id of heldBack) if (!renderers.some((renderer) => renderer.id === id)) heldBack.delete(id);
    for (const { id, cpuTime } of renderers) {
      if (cpuTime < TURN_SECONDS || heldBack.has(id)) continue;
      heldBack.add(id);
      await holdBack(id);
    }
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking || browser.contexts().length === 0) return;
    looking = true;
    look()
      .catch(() => undefined)
      .finally(() => {
        looking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  browser.once('disconnected', () => clearInterval(timer));
}

/** Every thread of a process: those that they start inherit it. */
async function holdBack(pid: number): Promise<void> {
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    try {
      setPriority(Number(thread), LAST_NICE);
    } catch {
      // The process has ended, or the system does not allow it: nothing changes for the page.
    }
  }
}
