import { setImmediate as breathe } from 'node:timers/promises';
import type { CallFilter, LedgerEntry, UsageStore } from '../store/types.ts';

const PAGE = 1_000;

/** Yields calls page by page, newest first, so that other requests are served in between. */
export async function* allCalls(usage: UsageStore, filter: CallFilter): AsyncGenerator<LedgerEntry[]> {
  let page = await usage.calls(filter, PAGE);
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield page;
    if (page.length < PAGE) return;
    await breathe();
    page = await usage.calls(filter, PAGE, { after: last });
  }
}
