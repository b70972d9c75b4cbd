import type { SavedSearchChange, SavedSearchRecord } from '../store/types.ts';
import { newWebhookSecret } from './deliver/secret-links.ts';
import type { ReadSearch } from './read-input.ts';
import { isZone, nextRun, spreadMs } from './schedule.ts';
import { argumentsKey, type SearchArguments } from './search-arguments.ts';

export const NO_FAILURES = { failingSince: null, failures: 0 } as const;
/** What a search is whose owner lets it run again. */
const RUNNING = { state: 'active', pauseReason: null, pauseDetail: null, ...NO_FAILURES } as const;

/** What an owner's edit changes. */
export interface SearchEdit {
  change: SavedSearchChange;
  isNewWebhook: boolean;
  /** Of a new address: whoever has the old one cannot sign for it. */
  webhookSecret: string | undefined;
}

/** What waited for a change of this kind runs again. `isAllowed`: the plan lets the search run as it is then. */
export function editOf(before: SavedSearchRecord, read: ReadSearch, now: number, isAllowed: boolean): SearchEdit {
  const asksAnother = !isSameQuestion(read.arguments, before.arguments);
  const isNewWebhook = read.webhookUrl !== '' && read.webhookUrl !== before.webhookUrl;
  const webhookSecret = isNewWebhook ? newWebhookSecret() : undefined;
  const runsAgain = before.state !== 'active' && isMended(before, read, { asksAnother, isNewWebhook, isAllowed });
  const { mail, webhook, ...rest } = read;
  const change: SavedSearchChange = {
    ...rest,
    // A channel that stays on is left as it is: a sender may pause it at this moment. One that was paused is switched
    // on by another address, or by `resume`.
    ...(mail === 'off' || before.mail === 'off' ? { mail } : {}),
    ...(webhook === 'off' || before.webhook === 'off' || isNewWebhook ? { webhook } : {}),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(runsAgain
      ? { nextRunAt: plannedAgain(before, read, now) }
      : isPlannedAnew(before, read, now, asksAnother)
        ? { nextRunAt: nextRun(read, now, spreadMs(before.accountId)) }
        : {}),
    // The first answer of another question is like that of a new search. The same one in other words is no change, so
    // that a run which asks it at this moment answers it.
    ...(asksAnother ? { hasRun: false } : { arguments: before.arguments }),
    ...(runsAgain ? RUNNING : asksAnother ? NO_FAILURES : {}),
  };
  return { change, isNewWebhook, webhookSecret };
}

/** What a search changes to that its owner resumes. One that only sends no more keeps its next time. */
export function resumed(search: SavedSearchRecord, now: number): SavedSearchChange {
  return search.state === 'active' ? {} : { ...RUNNING, nextRunAt: plannedAgain(search, search, now) };
}

/** What a search changes to that its owner resumes and the plan does not let run: it resumes when the plan does. */
export function waitingForPlan(search: SavedSearchRecord, now: number): SavedSearchChange {
  if (search.state !== 'paused') return {};
  const nextRunAt = nextRun(search, now, spreadMs(search.accountId));
  return { state: 'paused', pauseReason: 'plan', pauseDetail: null, ...NO_FAILURES, nextRunAt };
}

/**
 * When a search runs that was stopped: as planned, or when a failed run was to be tried again, if that is sooner. What
 * was due while it was stopped is over.
 */
function plannedAgain(before: SavedSearchRecord, read: Schedule, now: number): number {
  const planned = nextRun(read, now, spreadMs(before.accountId));
  const isOwnTime = KEEP_THEIR_TIME.has(before.pauseReason ?? '') && before.nextRunAt > now;
  return isOwnTime && !isRescheduled(before, read) ? Math.min(before.nextRunAt, planned) : planned;
}

/** Pauses that say nothing of the next run. */
const KEEP_THEIR_TIME: ReadonlySet<string> = new Set(['owner', 'webhook', 'mailbox']);

/** Of a search that is not stopped, or stays stopped. What is due or asked for now still runs. */
function isPlannedAnew(before: SavedSearchRecord, read: ReadSearch, now: number, asksAnother: boolean): boolean {
  if (before.state === 'limit') return false;
  // A run that is under way does not decide by the limit that it had, and one of another question does not fail this.
  if (before.runDueAt !== null)
    return asksAnother || isRescheduled(before, read) || read.monthlyLimit !== before.monthlyLimit;
  return before.nextRunAt > now && (asksAnother || isRescheduled(before, read));
}

type Schedule = Pick<SavedSearchRecord, 'frequency' | 'hour' | 'weekday' | 'zone'>;

function isRescheduled(before: Schedule, read: Schedule): boolean {
  return (['frequency', 'hour', 'weekday', 'zone'] as const).some((name) => before[name] !== read[name]);
}

/** Whether the edit takes away why the search does not run. */
function isMended(
  before: SavedSearchRecord,
  read: ReadSearch,
  { asksAnother, isNewWebhook, isAllowed }: { asksAnother: boolean; isNewWebhook: boolean; isAllowed: boolean },
): boolean {
  const { monthlyLimit: limit } = read;
  switch (before.pauseReason) {
    case 'limit':
      return limit === null || (before.monthlyLimit !== null && limit > before.monthlyLimit);
    case 'plan':
      return isAllowed;
    case 'zone':
      return isZone(read.zone);
    case 'arguments':
    case 'failing':
      return asksAnother;
    // Another way, or the owner no longer wants the one that takes nothing.
    case 'webhook':
      return isNewWebhook || read.webhookUrl === '' || (read.mail === 'on' && before.mail === 'off');
    case 'mailbox':
      return isNewWebhook || read.mail === 'off';
    default:
      return false;
  }
}

/** Whether the edit changes anything. */
export function isEdit(before: SavedSearchRecord, change: SavedSearchChange): boolean {
  return (Object.keys(change) as (keyof SavedSearchChange)[]).some((name) => before[name] !== change[name]);
}

/** Of arguments as they are stored. */
export function isSameQuestion(one: string, other: string): boolean {
  return argumentsKey(JSON.parse(one) as SearchArguments) === argumentsKey(JSON.parse(other) as SearchArguments);
}
