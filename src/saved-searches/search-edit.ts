import type { SavedSearchChange, SavedSearchRecord } from '../store/types.ts';
import { newWebhookSecret } from './deliver/secret-links.ts';
import type { ParsedSearch } from './read-input.ts';
import type { RunResult } from './run-result.ts';
import { isZone, nextRun, spreadMs } from './schedule.ts';
import { argumentsKey, type SearchArguments } from './search-arguments.ts';

export const NO_FAILURES = { failingSince: null, failures: 0 } as const;
const RUNNING = { state: 'active', pauseReason: null, pauseDetail: null, ...NO_FAILURES } as const;

export interface SearchEdit {
  change: SavedSearchChange;
  isNewWebhook: boolean;
  /**
   * A new secret if the webhook's address is new, so that the receiver at the old address cannot sign deliveries for
   * the new one; undefined otherwise.
   */
  webhookSecret: string | undefined;
}

/**
 * What an edit of a search changes. A stopped search runs again if the edit removes the reason; `isAllowed`: the plan
 * allows the search as edited; `monthEndsAt`: the end of the account's present month.
 */
export function editOf(
  before: SavedSearchRecord,
  read: ParsedSearch,
  { now, isAllowed, monthEndsAt }: { now: number; isAllowed: boolean; monthEndsAt: number },
): SearchEdit {
  const asksAnother = !isSameQuestion(read.arguments, before.arguments);
  const isNewWebhook = read.webhookUrl !== '' && read.webhookUrl !== before.webhookUrl;
  const webhookSecret = isNewWebhook ? newWebhookSecret() : undefined;
  const runsAgain = before.state !== 'active' && isMended(before, read, { asksAnother, isNewWebhook, isAllowed });
  const { mail, webhook, ...rest } = read;
  const change: SavedSearchChange = {
    ...rest,
    // A channel that stays on is not written, because the sender may pause it at this moment. A paused channel is
    // switched on by another address or by `resume`.
    ...(mail === 'off' || before.mail === 'off' ? { mail } : {}),
    ...(webhook === 'off' || before.webhook === 'off' || isNewWebhook ? { webhook } : {}),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(runsAgain
      ? { nextRunAt: plannedAgain(before, read, now) }
      : isPlannedAnew(before, read, now, asksAnother)
        ? { nextRunAt: nextRun(read, limitedUntil(before, monthEndsAt) ?? now, spreadMs(before.accountId)) }
        : {}),
    // Another question counts as not run yet.
    ...(asksAnother ? { hasRun: false } : {}),
    ...(runsAgain ? RUNNING : asksAnother ? NO_FAILURES : {}),
  };
  return { change, isNewWebhook, webhookSecret };
}

/** What resuming a search changes. A search of which only a channel was paused keeps its next run. */
export function resumed(search: SavedSearchRecord, now: number): SavedSearchChange {
  return search.state === 'active' ? {} : { ...RUNNING, nextRunAt: plannedAgain(search, search, now) };
}

/** What switching mail off changes: a search that was paused because its mailbox refuses mail runs again. */
export function withoutMail(search: SavedSearchRecord, now: number): SavedSearchChange {
  if (search.state !== 'paused' || search.pauseReason !== 'mailbox') return {};
  // With an unknown time zone, the search runs at once, and that run reports the zone.
  return isZone(search.zone) ? resumed(search, now) : RUNNING;
}

/** What resuming a search changes while the plan does not allow it to run: the search resumes when the plan does. */
export function waitingForPlan(search: SavedSearchRecord, now: number): SavedSearchChange {
  if (search.state !== 'paused') return {};
  const nextRunAt = nextRun(search, now, spreadMs(search.accountId));
  return { state: 'paused', pauseReason: 'plan', pauseDetail: null, ...NO_FAILURES, nextRunAt };
}

/**
 * The next run of a search that runs again: as planned, or at the time of a retry if that is sooner. A run that the
 * owner asked for, or a retry, is still made; planned runs that were due while the search was stopped are skipped.
 */
function plannedAgain(before: SavedSearchRecord, read: Schedule, now: number): number {
  const planned = nextRun(read, now, spreadMs(before.accountId));
  if (!KEEPS_RETRY_TIME.has(before.pauseReason ?? '')) return planned;
  const isKept = before.nextRunAt > now ? !isRescheduled(before, read) : isStillToBeMade(before);
  return isKept ? Math.min(before.nextRunAt, planned) : planned;
}

/** True if the time of the next run is not one of the schedule, so that it was asked for, and no run was made since. */
function isStillToBeMade({ accountId, nextRunAt, lastRunAt, ...schedule }: SavedSearchRecord): boolean {
  const isMade = lastRunAt !== null && lastRunAt >= nextRunAt;
  return !isMade && isZone(schedule.zone) && nextRun(schedule, nextRunAt - 1, spreadMs(accountId)) !== nextRunAt;
}

/** Reasons for a pause that leave the time of a retry valid. */
const KEEPS_RETRY_TIME: ReadonlySet<string> = new Set(['owner', 'webhook', 'mailbox']);

/**
 * True if the edit requires a new time for the next run. A run that is due now is still made, unless it was planned for
 * a time at which the search was stopped.
 */
function isPlannedAnew(before: SavedSearchRecord, read: ParsedSearch, now: number, asksAnother: boolean): boolean {
  if (before.state === 'limit') return before.nextRunAt > now && isRescheduled(before, read);
  // A run under way would otherwise plan by the old limit, or count a failure of the old question.
  if (before.runDueAt !== null)
    return asksAnother || isRescheduled(before, read) || read.monthlyLimit !== before.monthlyLimit;
  const isSkipped = before.state === 'paused' && !isStillToBeMade(before);
  return (before.nextRunAt > now || isSkipped) && (asksAnother || isRescheduled(before, read));
}

/** The end of the month for which the search has reached its limit; undefined if there is none or it is over. */
function limitedUntil({ state, lastResult }: SavedSearchRecord, monthEndsAt: number): number | undefined {
  if (state !== 'limit') return undefined;
  const said = (JSON.parse(lastResult ?? '{}') as Partial<RunResult>).memory?.limitSaid;
  return said && said.monthEndsAt !== monthEndsAt ? undefined : monthEndsAt;
}

type Schedule = Pick<SavedSearchRecord, 'frequency' | 'hour' | 'weekday' | 'zone'>;

function isRescheduled(before: Schedule, read: Schedule): boolean {
  return (['frequency', 'hour', 'weekday', 'zone'] as const).some((name) => before[name] !== read[name]);
}

/** True if the edit removes the reason why the search does not run. */
function isMended(
  before: SavedSearchRecord,
  read: ParsedSearch,
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
    // The search has another address or channel, or the owner has removed the one that accepts nothing.
    case 'webhook':
      return isNewWebhook || read.webhookUrl === '' || (read.mail === 'on' && before.mail === 'off');
    case 'mailbox':
      return isNewWebhook || read.mail === 'off';
    default:
      return false;
  }
}

export function isEdit(before: SavedSearchRecord, change: SavedSearchChange): boolean {
  return (Object.keys(change) as (keyof SavedSearchChange)[]).some((name) => before[name] !== change[name]);
}

/** True if two stored texts of arguments ask the same. */
export function isSameQuestion(one: string, other: string): boolean {
  return argumentsKey(JSON.parse(one) as SearchArguments) === argumentsKey(JSON.parse(other) as SearchArguments);
}
