import { DAY_MS } from '../../lib/clock.ts';
import type { AccountRecord, KeyRecord } from '../../store/types.ts';
import type { DashboardServices } from '../services.ts';

export const STEPS = ['key', 'client', 'call', 'search', 'rating'] as const;
export type FirstStep = (typeof STEPS)[number];

/**
 * Returns undefined if all steps are done, or if an account with a used key is so old that its first calls may no longer
 * be stored.
 */
export async function firstSteps(
  { id, createdAt }: Pick<AccountRecord, 'id' | 'createdAt'>,
  keys: readonly KeyRecord[],
  { store, clock, retentionDays }: Pick<DashboardServices, 'store' | 'clock' | 'retentionDays'>,
): Promise<ReadonlySet<FirstStep> | undefined> {
  const hasClient = keys.some(({ lastUsedAt }) => lastUsedAt !== null);
  if (hasClient && clock.now() - createdAt > retentionDays * DAY_MS) return undefined;
  const answered = async (tool?: string): Promise<boolean> =>
    (await store.usage.count({ accountId: id, outcome: 'ok', ...(tool === undefined ? {} : { tool }) })).calls > 0;
  const [called, searched, rated] = await Promise.all([
    answered(),
    answered('scrape_jobs'),
    answered('get_reputation'),
  ]);
  const facts: Readonly<Record<FirstStep, boolean>> = {
    key: keys.length > 0,
    client: hasClient,
    call: called,
    search: searched,
    rating: rated,
  };
  const done = STEPS.filter((step) => facts[step]);
  return done.length === STEPS.length ? undefined : new Set(done);
}
