import type { AccountRecord } from '../../store/types.ts';
import type { DashboardServices } from '../services.ts';

/** The longest valid e-mail address. A longer search text is cut off. */
const LONGEST_SEARCH = 254;

/**
 * Finds accounts by part of their e-mail address, account ID, subscription ID or name of a key or app. Ignores case.
 */
export async function findAccounts(
  text: string,
  { accounts, store }: Pick<DashboardServices, 'accounts' | 'store'>,
): Promise<AccountRecord[]> {
  const part = text.trim().slice(0, LONGEST_SEARCH);
  const all = await accounts.list();
  if (part === '') return all;
  const named = new Set(await store.keys.accountsByName(part));
  const lower = part.toLowerCase();
  return all.filter(
    ({ id, email, subscriptionId }) =>
      named.has(id) || [id, email, subscriptionId ?? ''].some((value) => value.toLowerCase().includes(lower)),
  );
}
