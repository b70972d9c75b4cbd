import { readdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Browser } from 'playwright-core';

const LOOK_EVERY_MS = 250;
/** The priority of a page is lowered when it has used this much processor time. Most pages need less. */
const TURN_SECONDS = 0.5;
/** A page with this nice value gets about a seventh of the processor time of a page with the nice value 10. */
const LAST_NICE = 19;

/**
 * On Linux, lowers the priority of pages that have used much processor time, so that an endless script does not slow
 * down other pages. Runs until the browser ends. The browser must be on this machine.
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

async function holdBack(pid: number): Promise<void> {
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    try {
      setPriority(Number(thread), LAST_NICE);
    } catch {
      // The process has ended, or the system refuses the change. The priority then stays as it was.
    }
  }
}
