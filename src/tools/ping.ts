import { PingArguments, PingResult } from '../../schemas/index.ts';
import type { Caller } from '../accounts/authenticate.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import { toCredits, type Millicredits } from '../lib/credits.ts';
import type { Standing } from '../store/types.ts';
import type { Tool, ToolResult } from './tool.ts';

/** What `ping` reports on beside the caller. */
export interface PingSources {
  clock: Clock;
  standing(accountId: string, now: number): Promise<Standing>;
  /** Codes that a plan may use, in their fixed order. */
  platformCodes(plan: { name: string; trial: boolean; platforms: readonly string[] | null }): string[];
  resting(): string[];
  /** Takes a write and a read of the cache's store. */
  probeCache(): Promise<boolean>;
}

/** How long one probe of the store speaks for. */
const PROBE_KEPT_MS = 1_000;

/** A caller's last answer, and what it was made of. */
interface Answered {
  balance: Millicredits;
  resetsAt: number;
  cacheAvailable: boolean;
  resting: string;
  result: ToolResult;
}

export function createPingTool(sources: PingSources): Tool<PingArguments> {
  let probedAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<boolean> = Promise.resolve(true);
  // A caller is an object of its own for as long as neither its account nor its key changes.
  const answers = new WeakMap<Caller, Answered>();

  function cacheAvailable(now: number): Promise<boolean> {
    if (now - probedAt >= PROBE_KEPT_MS || now < probedAt) {
      probedAt = now;
      probe = sources.probeCache();
    }
    return probe;
  }

  async function answer(caller: Caller): Promise<ToolResult> {
    const now = sources.clock.now();
    const standing = await sources.standing(caller.account.id, now);
    const { balance, resetsAt } = standing;
    const available = await cacheAvailable(now);
    const resting = sources.resting();
    const restingText = resting.join();
    const last = answers.get(caller);
    if (
      last !== undefined &&
      last.balance === balance &&
      last.resetsAt === resetsAt &&
      last.cacheAvailable === available &&
      last.resting === restingText
    ) {
      return last.result;
    }
    const json = JSON.stringify(describe(caller, standing, available, sources.platformCodes(caller.plan), resting));
    const result: ToolResult = { json, jsonLiteral: JSON.stringify(json), cost: 0, cached: false, standing };
    answers.set(caller, { balance, resetsAt, cacheAvailable: available, resting: restingText, result });
    return result;
  }

  return {
    always: true,
    free: true,
    definition: {
      name: 'ping',
      title: 'Check the service and the key',
      description:
        'Checks that the service runs and the API key is valid; tells the plan, the credits left and when they renew, and the platform codes that scrape_jobs takes. Free. No arguments. Call it first to learn the platform codes.',
      inputSchema: PingArguments,
      outputSchema: PingResult,
      annotations: {
        title: 'Check the service and the key',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    prepare: async (_args, { caller }) => ({ maximum: 0, immediate: true, run: () => answer(caller) }),
  };
}

function describe(
  { account, plan }: Caller,
  { balance, resetsAt }: Standing,
  cacheIsAvailable: boolean,
  platforms: string[],
  resting: string[],
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
    resting,
  };
}
