import type { Plan } from '../accounts/plans.ts';
import { toCredits } from '../lib/credits.ts';
import type { AccountRecord, DeliveryProgress, DeliveryChannel, SavedSearchRecord, Store } from '../store/types.ts';
import { lastResultOf, type RunResult } from './run-result.ts';
import { isAllowed } from './run-search.ts';
import { storedArguments, type SearchArguments } from './search-arguments.ts';

export interface SavedSearchStatus {
  search: SavedSearchRecord;
  arguments: SearchArguments;
  lastResult: RunResult | undefined;
  /** Cost in the account's present month, in credits. */
  spent: number;
  isAllowed: boolean;
  progress: readonly DeliveryProgress[];
  givenUp: Partial<Record<DeliveryChannel, number>>;
}

const PROGRESS_SHOWN = 20;

export async function listStatuses(
  { savedSearches, usage }: Pick<Store, 'savedSearches' | 'usage'>,
  { id: accountId, period }: AccountRecord,
  plan: Plan,
): Promise<SavedSearchStatus[]> {
  const searches = await savedSearches.list(accountId);
  return Promise.all(
    searches.map(async (search) => {
      const [{ cost }, progress, givenUp] = await Promise.all([
        usage.count({ accountId, period, keyId: search.id }),
        savedSearches.progress(search.id, PROGRESS_SHOWN),
        savedSearches.givenUp(search.id),
      ]);
      return {
        search,
        arguments: storedArguments(search.arguments),
        lastResult: lastResultOf(search),
        spent: toCredits(cost),
        isAllowed: isAllowed(search, plan, searches),
        progress,
        givenUp,
      };
    }),
  );
}
