import { PingArguments, PingResult } from '../../schemas/index.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import type { Standing } from '../store/types.ts';
import type { Tool } from './tool.ts';

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

export function createPingTool(sources: PingSources): Tool<PingArguments> {
  let probedAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<boolean> = Promise.resolve(true);

  function cacheAvailable(now: number): Promise<boolean> {
    if (now - probedAt >= PROBE_KEPT_MS || now < probedAt) {
      probedAt = now;
      probe = sources.probeCache();
    }
    return probe;
  }

  return {
    always: true,
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
    prepare: async (_args, { caller }) => ({
      maximum: 0,
      immediate: true,
      run: async () => {
        const now = sources.clock.now();
        const { account, plan } = caller;
        const { balance, resetsAt } = await sources.standing(account.id, now);
        const result: PingResult = {
          status: 'OK',
          message: 'Job Data MCP service is running.',
          plan: account.plan,
          ...(plan.trial || account.subscriptionId === null ? {} : { subscription_id: account.subscriptionId }),
          monthly_credits: toCredits(account.allowance),
          ...(plan.trial
            ? {}
            : { ...(plan.overageRate === null ? {} : { overage_rate: plan.overageRate }), rpm_limit: plan.rpmLimit }),
          cache_available: await cacheAvailable(now),
          platforms: sources.platformCodes(plan),
          credits_remaining: toCredits(balance),
          resets_at: isoTime(resetsAt),
          ...(plan.trial && account.trialEndsAt !== null ? { trial_ends_at: isoTime(account.trialEndsAt) } : {}),
          resting: sources.resting(),
        };
        return { json: JSON.stringify(result), cost: 0, cached: false };
      },
    }),
  };
}
