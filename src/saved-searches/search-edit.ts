import type { SavedSearchChange, SavedSearchRecord } from '../store/types.ts';
import { newWebhookSecret } from './deliver/secret-links.ts';
import type { ReadSearch } from './read-input.ts';
import { nextRun, spreadMs } from './schedule.ts';
import { argumentsKey, type SearchArguments } from './search-arguments.ts';

const NO_FAILURES = { failingSince: null, failures: 0 } as const;
/** What a search is whose owner lets it run again. */
export const RUNNING = { state: 'active', pauseReason: null, pauseDetail: null, ...NO_FAILURES } as const;

/** What an owner's edit changes. */
export interface SearchEdit {
  change: SavedSearchChange;
  isNewWebhook: boolean;
  /** Of a search that had none. */
  webhookSecret: string | undefined;
}

/** What waited for a change of this kind runs again. */
export function editOf(before: SavedSearchRecord, read: ReadSearch, now: number): SearchEdit {
  const asksAnother = !isSameQuestion(read.arguments, before.arguments);
  const isNewWebhook = read.webhookUrl !== '' && read.webhookUrl !== before.webhookUrl;
  const webhookSecret = read.webhookUrl !== '' && before.webhookSecret === '' ? newWebhookSecret() : undefined;
  const { mail, webhook, ...rest } = read;
  const change: SavedSearchChange = {
    ...rest,
    // A channel that stays on is left as it is: a sender may pause it at this moment. One that was paused is switched
    // on by another address, or by `resume`.
    ...(mail === 'off' || before.mail === 'off' ? { mail } : {}),
    ...(webhook === 'off' || before.webhook === 'off' || isNewWebhook ? { webhook } : {}),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    nextRunAt: nextRun(read, now, spreadMs(before.accountId)),
    // The first answer of another question is like that of a new search. The same one in other words is no change, so
    // that a run which asks it at this moment answers it.
    ...(asksAnother ? { hasRun: false } : { arguments: before.arguments }),
    ...(before.pauseReason === 'owner' ? {} : before.state === 'active' ? NO_FAILURES : RUNNING),
  };
  return { change, isNewWebhook, webhookSecret };
}

/** Whether the edit changes anything. */
export function isEdit(before: SavedSearchRecord, change: SavedSearchChange): boolean {
  return (Object.keys(change) as (keyof SavedSearchChange)[]).some((name) => before[name] !== change[name]);
}

/** Of arguments as they are stored. */
export function isSameQuestion(one: string, other: string): boolean {
  return argumentsKey(JSON.parse(one) as SearchArguments) === argumentsKey(JSON.parse(other) as SearchArguments);
}
