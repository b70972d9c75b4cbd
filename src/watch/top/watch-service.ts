import { intervalOf, type Interval } from './figures.ts';
import type { View } from './draw.ts';
import type { MetricsPage } from './parse-metrics.ts';

export interface WatchOptions {
  url: string;
  read(): Promise<MetricsPage>;
  show(view: View): void;
  /** One look at each; the watch ends with them. */
  ticks: AsyncIterable<unknown>;
  everySeconds: number | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Shows a service, look by look. One that does not answer is shown as it was,
 * with the time since when; one that comes back counts on, or from its new start.
 * Resolves with whether the last look had an answer.
 */
export async function watchService({ url, read, show, ticks, everySeconds, now }: WatchOptions): Promise<boolean> {
  let last: { page: MetricsPage; at: number } | undefined;
  let interval: Interval | undefined;
  let away: View['away'];
  const looks = ticks[Symbol.asyncIterator]();
  while (!(await looks.next()).done) {
    try {
      const page = await read();
      const seen = { page, at: now() };
      interval = intervalOf(last, seen);
      last = seen;
      away = undefined;
    } catch (error) {
      away = { since: away?.since ?? now(), why: (error as Error).message };
    }
    show({ url, interval, away, everySeconds, now: now() });
  }
  return interval !== undefined && away === undefined;
}
