import { setTimeout as delay } from 'node:timers/promises';
import { systemResolver } from '../../egress/address-guard.ts';
import { createEgress } from '../../egress/create-egress.ts';
import type { Clock } from '../../lib/clock.ts';
import { closeAll } from '../../lib/close-all.ts';
import { ProcessCalls } from '../../lib/process-calls.ts';
import { FrameReader, frameHead } from '../../lib/process-frames.ts';
import { lowerProcessPriority } from '../../lib/thread-priority.ts';
import { createPages, type Pages } from '../create-pages.ts';
import {
  readFault,
  writeFault,
  type BeatAnswer,
  type ClockOrder,
  type OpenOrder,
  type ThrottleAnswer,
  type PageProcessSettings,
  type RenderAnswer,
  type RenderOrder,
  type ScrapeAnswer,
  type ScrapeOrder,
  type ScrapeUpdate,
} from './orders.ts';

/**
 * This is added to the nice value of the process, so that it runs after the service but before the processes that read
 * pages.
 */
const STEPS = 5;

let pages: Pages | undefined;
/** How far the service's clock is ahead of the machine's. */
let aheadMs = 0;
const clock: Clock = { now: () => Date.now() + aheadMs };
/** An order may arrive this late, so the clock is not set back by a smaller difference. */
const LATE_MS = 500;

function follow({ now }: ClockOrder): void {
  const leastMs = now - Date.now();
  if (aheadMs < leastMs || aheadMs > leastMs + LATE_MS) aheadMs = leastMs;
}

function open(settings: PageProcessSettings): void {
  const egress = createEgress({
    config: settings,
    clock,
    resolver: systemResolver,
    sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : undefined),
    throttle: settings.throttle,
    hostThrottle: {
      take: async (host, minIntervalMs, latestAt) => {
        const { value } = await calls.call('throttle', { host, minIntervalMs, latestAt });
        return value as ThrottleAnswer;
      },
    },
  });
  const { respectRobots, urlsPerAccount } = settings;
  const parts = createPages({ egress, browser: settings, clock, respectRobots, urlsPerAccount });
  pages = {
    ...parts,
    close: () => closeAll([() => parts.close(), () => egress.close()]),
  };
}

function opened(): Pages {
  if (!pages) throw new Error('The process was told no settings.');
  return pages;
}

const calls = new ProcessCalls({
  send: (message, body) => {
    process.stdout.write(frameHead(message, body.length));
    if (body.length > 0) process.stdout.write(body);
  },
  handlers: {
    open: async (order) => {
      const { settings, ...time } = order as OpenOrder;
      follow(time);
      open(settings);
      // The priority is lowered only now, because a call waits until the process has loaded.
      lowerProcessPriority(STEPS);
      return { value: null };
    },
    scrape: async (order, { signal, onProgress }) => {
      const { request, account, deadlineAt } = order as ScrapeOrder;
      const scraped = await opened().scraper.scrape(request, {
        account,
        deadlineAt,
        signal,
        onProgress: (update) => onProgress(update satisfies ScrapeUpdate),
        onPage: (page) => onProgress({ page } satisfies ScrapeUpdate),
      });
      return { value: [...scraped] satisfies ScrapeAnswer };
    },
    render: async (order, { signal }) => {
      const { html, ...page } = await opened().renderer.render({ ...(order as RenderOrder), signal });
      return { value: page satisfies RenderAnswer, body: html };
    },
    beat: async (order) => {
      follow(order as ClockOrder);
      return { value: { ...pages?.load(), rssBytes: process.memoryUsage.rss() } satisfies BeatAnswer };
    },
    close: async () => {
      await pages?.close();
      return { value: null };
    },
  },
  writeError: writeFault,
  readError: readFault,
});
const frames = new FrameReader((message, body) => calls.receive(message, body));
process.stdin.on('data', (piece: Buffer) => frames.push(piece));
// The process ends when its standard input ends, together with the service. It ignores signals that a terminal or an
// init system sends to all processes.
process.stdin.on('end', () => void Promise.resolve(pages?.close()).finally(() => process.exit(0)));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
