import { keyCapReached, quotaExceeded, toolNotAllowed, tooManyCalls, trialExpired } from '../credits/refusals.ts';
import { DAY_MS } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import { SAMPLE_NOW } from '../samples/sample-clock.ts';
import { findCallFault, isUnknownScenario, scenarioNames, type CallFaultWord } from '../samples/scenarios.ts';
import type { Plan } from '../accounts/plans.ts';
import { invalidParams, type Tool, type ToolCall, type ToolResult } from './tool.ts';

/** The wait that a rate limit error for a test key reports. */
const WAIT_SECONDS = 30;

/**
 * A tool for callers with test keys: the same checks and the same work as the live tool, on sample data and free of
 * charge. A call can also ask for an error by name (src/samples/scenarios.ts).
 */
export function testTool<Arguments>(tool: Tool<Arguments, ToolCall>): Tool<Arguments, ToolCall> {
  return {
    ...tool,
    prepare: async (args, call) => {
      refuseUnknownScenarios(args as Record<string, unknown>);
      const prepared = await tool.prepare(args, call);
      const fault = findCallFault(textsOf(args));
      if (fault) throw toError(fault, tool.definition.name, prepared.maximum, call.plan);
      return { maximum: 0, immediate: true, run: async () => ({ ...(await prepared.run()), cost: 0 }) };
    },
  };
}

/** `ping` for test keys, whose answer has `test: true`. */
export function testPing<Arguments>(ping: Tool<Arguments>): Tool<Arguments> {
  return {
    ...ping,
    prepare: async (args, call) => {
      const prepared = await ping.prepare(args, call);
      return {
        ...prepared,
        run: async (): Promise<ToolResult> => {
          const { jsonLiteral: _, ...result } = await prepared.run();
          // Test keys may be public, so the answer must not name the account.
          const { subscription_id: _id, ...said } = JSON.parse(result.json) as Record<string, unknown>;
          return { ...result, json: JSON.stringify({ ...said, resting: [], test: true }) };
        },
      };
    },
  };
}

/** Refuses a misspelt scenario, which would otherwise be searched for without results. */
function refuseUnknownScenarios({ query, company_names: names }: Record<string, unknown>): void {
  const texts = [
    ...(typeof query === 'string' ? [{ path: '/query', text: query, isSearch: true }] : []),
    ...(Array.isArray(names) ? names : []).map((text, index) => ({
      path: `/company_names/${index}`,
      text: String(text),
      isSearch: false,
    })),
  ];
  const wrong = texts.filter(({ text }) => isUnknownScenario(text));
  if (wrong.length === 0) return;
  throw invalidParams(
    wrong.map(({ path, isSearch }) => ({
      path,
      message: `must be a known scenario: ${scenarioNames(isSearch).join(', ')}`,
    })),
  );
}

/** All strings in a call's arguments, including those in lists. */
function textsOf(args: unknown): string[] {
  return Object.values(args as Record<string, unknown>)
    .flat()
    .filter((value) => typeof value === 'string');
}

/**
 * The error with which a live call would end, created by the same code. Its figures are sample figures, the same for
 * every call and account.
 */
function toError(fault: CallFaultWord, tool: string, maximum: Millicredits, plan: Plan): Error {
  const now = SAMPLE_NOW;
  const dayEndsAt = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  switch (fault) {
    case 'quota_exceeded':
      return quotaExceeded(
        { balance: 0, overageLimit: null, overageUsed: 0, periodEndsAt: now + 30 * DAY_MS },
        maximum,
      );
    case 'rate_limited':
      return tooManyCalls(plan.rpmLimit, WAIT_SECONDS);
    case 'trial_expired':
      return trialExpired(now - DAY_MS);
    case 'key_cap_reached':
      return keyCapReached(maximum, maximum, { amount: maximum, at: now }, dayEndsAt);
    case 'tool_not_allowed':
      return toolNotAllowed(tool, ['ping']);
    case 'internal':
      return new Error('A call with a test key asked for this fault.');
  }
}
