import { isoTime } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import { toSnakeCase } from '../../lib/snake-case.ts';
import { listApps } from '../../oauth/connected-apps.ts';
import { shownResult } from '../../saved-searches/run-result.ts';
import type { AccountRecord, LedgerEntry } from '../../store/types.ts';
import { allCalls } from '../all-calls.ts';
import type { DashboardServices } from '../services.ts';

/** The calls, and the hashes of keys and passwords, are left out. */
async function exportAccount(accountId: string, services: DashboardServices): Promise<Record<string, unknown>> {
  const account = await services.accounts.require(accountId);
  const refused = await services.store.logIns.refusals(account.id, 0);
  const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
  return {
    account: {
      account_id: account.id,
      email: account.email,
      plan: account.plan,
      subscription_id: account.subscriptionId,
      created_at: isoTime(account.createdAt),
      trial_ends_at: time(account.trialEndsAt),
      resets_at: isoTime(account.periodEndsAt),
      monthly_credits: toCredits(account.allowance),
      credits_remaining: toCredits(account.balance),
      overage_used: toCredits(account.overageUsed),
      overage_limit: account.overageLimit === null ? null : toCredits(account.overageLimit),
      operator: account.operator,
      email_confirmation: await services.registration.confirmation(account.id),
    },
    keys: (await services.apiKeys.list(account.id)).map((key) => ({
      key_id: key.id,
      kind: key.kind,
      name: key.name,
      key: `${key.prefix}…${key.lastFour}`,
      created_at: isoTime(key.createdAt),
      last_used_at: time(key.lastUsedAt),
      expires_at: time(key.expiresAt),
      revoked_at: time(key.revokedAt),
      allowed_tools: key.allowedTools,
      daily_cap: key.dailyCap === null ? null : toCredits(key.dailyCap),
    })),
    apps: (await listApps(services.store, account.id)).map(({ key, grant }) => ({
      key_id: key.id,
      client_id: grant.clientId,
      host: grant.clientHost,
      answers_go_to: grant.redirectHost,
      connected_at: isoTime(grant.createdAt),
    })),
    saved_searches: await savedSearches(account, services),
    second_factor: (await services.factors.state(account.id)) === 'on',
    sessions: (await services.sessions.list(account.id)).map((session) => ({
      device: session.device,
      created_at: isoTime(session.createdAt),
      last_seen_at: isoTime(session.lastSeenAt),
      expires_at: isoTime(session.expiresAt),
    })),
    refused_log_ins: { count: refused.count, last_at: time(refused.lastAt) },
    changes: (await services.store.audit.list(account.id, 100_000)).map((entry) => ({
      action: entry.action,
      detail: entry.detail,
      at: isoTime(entry.at),
      times: entry.times,
      first_at: isoTime(entry.firstAt),
    })),
  };
}

/** The secrets of webhooks are left out. */
async function savedSearches(account: AccountRecord, services: DashboardServices): Promise<unknown[]> {
  const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
  const found = await services.savedSearches.list(account);
  return Promise.all(
    found.map(async ({ search, arguments: args, spent, lastResult }) => ({
      id: search.id,
      name: search.name,
      language: search.language,
      arguments: args,
      frequency: search.frequency,
      hour: search.hour,
      weekday: search.weekday,
      zone: search.zone,
      monthly_limit: search.monthlyLimit === null ? null : toCredits(search.monthlyLimit),
      credits_this_month: spent,
      state: search.state,
      pause_reason: search.pauseReason,
      mail: search.mail,
      webhook: search.webhook,
      webhook_url: search.webhookUrl,
      created_at: isoTime(search.createdAt),
      next_run_at: isoTime(search.nextRunAt),
      last_run_at: time(search.lastRunAt),
      last_result: lastResult ? toSnakeCase(shownResult(lastResult)) : null,
      attempts: (await services.savedSearches.attempts(search.id)).map(({ deliveryId, way, state, tries, fault }) => ({
        id: deliveryId,
        way,
        state,
        tries,
        fault,
      })),
      deliveries: (await services.savedSearches.delivered(search.id)).map((delivery) => ({
        ...toSnakeCase(delivery),
        at: isoTime(delivery.at),
      })),
    })),
  );
}

/** Streams one JSON object. The calls come last, page by page, because there can be many. */
export async function* exportJson(accountId: string, services: DashboardServices): AsyncGenerator<string> {
  const head = JSON.stringify(await exportAccount(accountId, services), null, 1);
  yield `${head.slice(0, head.lastIndexOf('}')).trimEnd()},\n "calls": [`;
  let separator = '\n';
  for await (const calls of allCalls(services.store.usage, { accountId })) {
    yield separator + calls.map((entry) => `  ${JSON.stringify(callJson(entry))}`).join(',\n');
    separator = ',\n';
  }
  yield '\n ]\n}\n';
}

function callJson(entry: LedgerEntry): Record<string, unknown> {
  return {
    receipt_id: entry.receiptId,
    tool: entry.tool,
    outcome: entry.outcome,
    cost: toCredits(entry.amount),
    cached: entry.cached,
    key_id: entry.keyId,
    at: isoTime(entry.createdAt),
    duration_ms: entry.durationMs,
  };
}
