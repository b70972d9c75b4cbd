import { ServiceError } from '../errors.ts';
import { isoTime } from '../lib/clock.ts';
import { toCredits, type Millicredits } from '../lib/credits.ts';
import type { AccountState, Hold, KeyState } from './types.ts';

export function quotaExceeded(
  account: Pick<AccountState, 'balance' | 'periodEndsAt' | 'overageLimit' | 'overageUsed'>,
  amount: Millicredits,
): ServiceError {
  const remaining = toCredits(account.balance);
  const resetsAt = isoTime(account.periodEndsAt);
  const { overageLimit: limit } = account;
  const overage =
    limit === null
      ? ' Overage is off for this account.'
      : ` The overage limit of ${toCredits(limit)} credits leaves ${toCredits(Math.max(0, limit - account.overageUsed))}.`;
  return new ServiceError(
    'quota_exceeded',
    `The monthly quota is exceeded: this call needs up to ${toCredits(amount)} credits and ${remaining} are left until ${resetsAt}.${overage} Wait for the reset, switch overage on, or change the plan.`,
    { details: { credits_required: toCredits(amount), credits_remaining: remaining, resets_at: resetsAt } },
  );
}

/** The message for an app says where to change its cap, because an app cannot use another key. */
export function keyCapReached(
  cap: Millicredits,
  spent: Millicredits,
  hold: Pick<Hold, 'amount' | 'at'>,
  dayEndsAt: number,
  kind: KeyState['kind'] = 'key',
): ServiceError {
  const left = `${toCredits(cap)} credits a day and has ${toCredits(Math.max(0, cap - spent))} left; the call needs up to ${toCredits(hold.amount)}`;
  return new ServiceError(
    'key_cap_reached',
    kind === 'app'
      ? `This app may spend ${left}. Wait until midnight UTC, or change its cap under API Keys, Connected apps.`
      : `This API key may spend ${left}. Wait until midnight UTC or use another key.`,
    {
      details: {
        credits_required: toCredits(hold.amount),
        retry_after_seconds: Math.ceil((dayEndsAt - hold.at) / 1000),
      },
    },
  );
}

export function tooManyCalls(limit: number, waitSeconds: number, whose: 'plan' | 'test key' = 'plan'): ServiceError {
  return new ServiceError(
    'rate_limited',
    `The ${whose} allows ${limit} tool calls per minute. Try again in ${waitSeconds} seconds.`,
    { details: { retry_after_seconds: waitSeconds } },
  );
}

export function trialExpired(endedAt: number): ServiceError {
  return new ServiceError(
    'trial_expired',
    `The trial ended at ${isoTime(endedAt)}. Ask the operator for a plan; ping still answers.`,
  );
}

export function toolNotAllowed(tool: string, allowed: readonly string[], kind: KeyState['kind'] = 'key'): ServiceError {
  const may = `may not call ${tool}. It may call: ${allowed.join(', ') || 'nothing'}.`;
  return new ServiceError(
    'tool_not_allowed',
    kind === 'app' ? `This app ${may} Its owner allows it more under API Keys, Connected apps.` : `This API key ${may}`,
    { details: { allowed: [...allowed] } },
  );
}

export function keyEnded(status: 'revoked' | 'expired'): ServiceError {
  return new ServiceError(
    'invalid_key',
    `The API key has ${status === 'revoked' ? 'been revoked' : 'expired'}. Use another one, or generate a new key.`,
  );
}

export function accountGone(): ServiceError {
  return new ServiceError('invalid_key', 'The account of this key has been deleted.');
}
