import type { SavedSearchChange, SavedSearchRecord } from '../store/types.ts';
import { newWebhookSecret } from './deliver/secret-links.ts';
import type { ParsedSearch } from './read-input.ts';
import { lastResultOf, madeRuns } from './run-result.ts';
import { isZone, latestOf, nextRun, spreadMs } from './schedule.ts';
import { argumentsKey, type SearchArguments } from './search-arguments.ts';

export const NO_FAILURES = { failingSince: null, failures: 0 } as const;
const RUNNING = { state: 'active', pauseReason: null, pauseDetail: null, ...NO_FAILURES } as const;

export interface SearchEdit {
  change: SavedSearchChange;
  isNewWebhook: boolean;
  /**
   * A new secret if the webhook's address is new, because the receiver at the old address must not be able to sign
   * deliveries for the new one.
   */
  webhookSecret: string | undefined;
}

/**
 * Returns what an edit changes. A stopped search runs again if the edit removes the reason. `isAllowed`: the plan
 * allows the search as edited; `monthEndsAt`: end of the account's present month.
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
  const nextRunAt = nextRunAfter(before, read, { now, runsAgain, asksAnother, monthEndsAt });
  // A channel that stays on is not written, because the sender may pause it at this moment. A new address switches a
  // paused webhook on.
  const channels = {
    ...(mail === 'off' || before.mail === 'off' ? { mail } : {}),
    ...(webhook === 'off' || before.webhook === 'off' || isNewWebhook ? { webhook } : {}),
  };
  const change: SavedSearchChange = {
    ...rest,
    ...channels,
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(nextRunAt === undefined ? {} : { nextRunAt }),
    ...(asksAnother ? { hasRun: false } : {}),
    ...(runsAgain ? runningFor({ ...before, ...channels }) : asksAnother ? NO_FAILURES : {}),
  };
  return { change, isNewWebhook, webhookSecret };
}

/**
 * Returns the change that ends a pause. If a channel is paused and none is on, the search waits until its owner resumes
 * a channel.
 */
function runningFor({ mail, webhook }: Pick<SavedSearchRecord, 'mail' | 'webhook'>): SavedSearchChange {
  const states = [mail, webhook];
  if (states.includes('on') || !states.includes('paused')) return RUNNING;
  return { ...RUNNING, state: 'paused', pauseReason: webhook === 'paused' ? 'webhook' : 'mailbox' };
}

/**
 * Returns what changes when the owner resumes a search: nothing if the search itself was active and only a channel was
 * paused.
 */
export function resumed(search: SavedSearchRecord, now: number): SavedSearchChange {
  if (search.state === 'active') return {};
  const nextRunAt = nextRunAfter(search, search, { now, runsAgain: true });
  return { ...RUNNING, ...(nextRunAt === undefined ? {} : { nextRunAt }) };
}

/**
 * Returns what else changes when the mail of a search is switched off: if the search was paused because the mailbox
 * refuses mail, it runs again, unless its webhook is paused too.
 */
export function withoutMail(search: SavedSearchRecord, now: number): SavedSearchChange {
  if (search.state !== 'paused' || search.pauseReason !== 'mailbox') return {};
  // With an unknown time zone, the search runs at once, and that run reports the zone.
  return { ...(isZone(search.zone) ? resumed(search, now) : {}), ...runningFor({ ...search, mail: 'off' }) };
}

export function waitingForPlan(search: SavedSearchRecord, now: number): SavedSearchChange {
  if (search.state !== 'paused') return {};
  const nextRunAt = nextPlannedRun(search, search, now);
  return { state: 'paused', pauseReason: 'plan', pauseDetail: null, ...NO_FAILURES, nextRunAt };
}

interface Edit {
  now: number;
  /** The edit ends a pause. */
  runsAgain: boolean;
  asksAnother?: boolean;
  monthEndsAt?: number;
}

/**
 * Returns the next planned run. Planned runs up to the last run count as made, even if the clock was set back since.
 */
function nextPlannedRun(
  search: SavedSearchRecord,
  { frequency, hour, weekday, zone }: Schedule,
  after: number,
): number {
  const { accountId, runDueAt } = search;
  const schedule = { accountId, frequency, hour, weekday, zone };
  return nextRun(schedule, latestOf(schedule, after, [runDueAt, ...madeRuns(search)]), spreadMs(accountId));
}

/**
 * Decides which run is next after an edit. Returns its time, or undefined if the edit does not move it. A run that the
 * owner requested is still made, and so is a due retry, unless the search was stopped for a reason that is not in
 * KEEPS_RETRY_TIME. Planned runs that were due while the search was paused are skipped.
 */
function nextRunAfter(
  before: SavedSearchRecord,
  read: Schedule,
  { now, runsAgain, asksAnother = false, monthEndsAt }: Edit,
): number | undefined {
  const { state, nextRunAt, runDueAt, askedAt } = before;
  const planned = (after: number): number => nextPlannedRun(before, read, after);
  const isEdited = asksAnother || isRescheduled(before, read);
  const isDue = nextRunAt <= now;
  const isToBeMade = askedAt !== null || isRetry(before);
  if (runsAgain) {
    if (runDueAt !== null) {
      // The run in progress also counts as the run that the owner requested. If the search waited for its plan, the
      // time of the run is changed, so that the run cannot end with the same pause.
      const isKept = !isEdited && nextRunAt === runDueAt && before.pauseReason !== 'plan';
      return isKept ? undefined : planned(now);
    }
    if (askedAt !== null) return Math.min(askedAt, now);
    const isKept =
      KEEPS_RETRY_TIME.has(before.pauseReason ?? '') && (isDue ? isToBeMade : !isRescheduled(before, read));
    return isKept ? Math.min(nextRunAt, planned(now)) : planned(now);
  }
  if (!isEdited) return undefined;
  // A run in progress would otherwise plan the next run by the old schedule, or count a failure of the old arguments.
  if (runDueAt !== null) return planned(limitedUntil(before, monthEndsAt) ?? now);
  if (state === 'limit')
    return isDue || !isRescheduled(before, read) ? undefined : planned(limitedUntil(before, monthEndsAt) ?? now);
  const isSkipped = state === 'paused' && !isToBeMade;
  return isDue && !isSkipped ? undefined : planned(now);
}

/** True if the next run repeats a failed one: runs have failed, and its time is not in the schedule. */
function isRetry({ accountId, nextRunAt, failures, ...schedule }: SavedSearchRecord): boolean {
  return failures > 0 && isZone(schedule.zone) && nextRun(schedule, nextRunAt - 1, spreadMs(accountId)) !== nextRunAt;
}

/** Reasons for a pause after which the time of a retry stays valid. */
const KEEPS_RETRY_TIME: ReadonlySet<string> = new Set(['owner', 'webhook', 'mailbox']);

function limitedUntil(search: SavedSearchRecord, monthEndsAt: number | undefined): number | undefined {
  if (search.state !== 'limit') return undefined;
  const said = lastResultOf(search)?.memory?.limitSaid;
  return said && said.monthEndsAt !== monthEndsAt ? undefined : monthEndsAt;
}

type Schedule = Pick<SavedSearchRecord, 'frequency' | 'hour' | 'weekday' | 'zone'>;

function isRescheduled(before: Schedule, read: Schedule): boolean {
  return (['frequency', 'hour', 'weekday', 'zone'] as const).some((name) => before[name] !== read[name]);
}

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
    // The edit sets another address or channel, or removes the channel whose receiver accepts nothing.
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

export function isSameQuestion(one: string, other: string): boolean {
  return argumentsKey(JSON.parse(one) as SearchArguments) === argumentsKey(JSON.parse(other) as SearchArguments);
}
