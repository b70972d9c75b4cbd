import { PingArguments, PingResult } from '../../schemas/index.ts';
import type { Caller } from '../accounts/authenticate.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import type { Balance } from '../store/types.ts';
import type { Tool, ToolResult } from './tool.ts';
import { documentMeta } from '../widgets/documents.ts';

export interface PingSources {
  clock: Clock;
  balance(accountId: string, now: number): Promise<Balance>;
  platformCodes(plan: { name: string; trial: boolean; platforms: readonly string[] | null }): string[];
  openCircuits(): string[];
  probeCache(): Promise<boolean>;
}

const TITLE = 'Check the service and the key';

const PROBE_MS = 1_000;

interface LastAnswer {
  balance: Balance;
  cacheAvailable: boolean;
  openCircuits: string;
  result: ToolResult;
}

export function createPingTool(sources: PingSources): Tool<PingArguments> {
  let probedAt = Number.NEGATIVE_INFINITY;
  let probe: boolean | Promise<boolean> = true;
  // Keyed by Caller object, because the authenticator usually returns the same object until an account or key changes.
  const answers = new WeakMap<Caller, LastAnswer>();

  function cacheAvailable(now: number): boolean | Promise<boolean> {
    if (now - probedAt >= PROBE_MS || now < probedAt) {
      probedAt = now;
      probe = sources.probeCache().then((isAvailable) => (probe = isAvailable));
    }
    return probe;
  }

  async function answer(caller: Caller): Promise<ToolResult> {
    const now = sources.clock.now();
    const balance = await sources.balance(caller.account.id, now);
    const probed = cacheAvailable(now);
    const available = typeof probed === 'boolean' ? probed : await probed;
    const openCircuits = sources.openCircuits();
    const openText = openCircuits.join();
    const last = answers.get(caller);
    if (
      last !== undefined &&
      last.balance.balance === balance.balance &&
      last.balance.resetsAt === balance.resetsAt &&
      last.cacheAvailable === available &&
      last.openCircuits === openText
    ) {
      return last.result;
    }
    const json = JSON.stringify(describe(caller, balance, available, sources.platformCodes(caller.plan), openCircuits));
    const result: ToolResult = { json, jsonLiteral: JSON.stringify(json), cost: 0, cached: false, balance };
    answers.set(caller, { balance, cacheAvailable: available, openCircuits: openText, result });
    return result;
  }

  return {
    exemptFromAccountChecks: true,
    free: true,
    definition: {
      name: 'ping',
      title: TITLE,
      description:
        'Checks that the service runs and the API key is valid; tells the plan, the credits left and when they renew, and the platform codes that scrape_jobs takes. Free. No arguments. Call it first to learn the platform codes.',
      inputSchema: PingArguments,
      outputSchema: PingResult,
      annotations: {
        title: TITLE,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      _meta: documentMeta('ping', { aliases: false }),
    },
    prepare: (_args, { caller }) => ({ maximum: 0, immediate: true, run: () => answer(caller) }),
  };
}

function describe(
  { account, plan }: Caller,
  { balance, resetsAt }: Balance,
  cacheIsAvailable: boolean,
  platforms: string[],
  openCircuits: string[],
): PingResult {
  return {
    status: 'OK',
    message: 'Job Data MCP service is running.',
    plan: account.plan,
    ...(plan.trial || account.subscriptionId === null ? {} : { subscription_id: account.subscriptionId }),
    monthly_credits: toCredits(account.allowance),
    ...(plan.trial
      ? {}
      : { ...(plan.overageRate === null ? {} : { overage_rate: plan.overageRate }), rpm_limit: plan.rpmLimit }),
    cache_available: cacheIsAvailable,
    platforms,
    credits_remaining: toCredits(balance),
    resets_at: isoTime(resetsAt),
    ...(plan.trial && account.trialEndsAt !== null ? { trial_ends_at: isoTime(account.trialEndsAt) } : {}),
    resting: openCircuits,
  };
}
