import { keyCapReached, quotaExceeded, toolNotAllowed, tooManyCalls, trialExpired } from '../credits/refusals.ts';
import { DAY_MS } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import { SAMPLE_NOW } from '../samples/sample-clock.ts';
import { findSamplePlatform } from '../samples/sample-listings.ts';
import {
  addressScenarioFault,
  findCallFault,
  nameScenarioFault,
  searchScenarioFault,
  type CallFaultWord,
} from '../samples/scenarios.ts';
import type { Plan } from '../accounts/plans.ts';
import type { FieldError } from '../errors.ts';
import { platformCodes } from '../jobs/catalog.ts';
import { invalidParams } from './read-arguments.ts';
import type { Tool, ToolCall, ToolResult } from './tool.ts';

const WAIT_SECONDS = 30;

/**
 * Wraps a tool that reads sample data, so that its calls are free. The arguments can also request an error by name
 * (src/samples/scenarios.ts).
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

export function testPing<Arguments>(ping: Tool<Arguments>): Tool<Arguments> {
  return {
    ...ping,
    prepare: async (args, call) => {
      const prepared = await ping.prepare(args, call);
      return {
        ...prepared,
        run: async (): Promise<ToolResult> => {
          const { jsonLiteral: _, ...result } = await prepared.run();
          // Test keys may be public, so the answer must not show the account's subscription.
          const { subscription_id: _id, ...said } = JSON.parse(result.json) as Record<string, unknown>;
          return { ...result, json: JSON.stringify({ ...said, resting: [], test: true }) };
        },
      };
    },
  };
}

/** Throws for a misspelt scenario, which would otherwise be taken for an ordinary query, name or address. */
function refuseUnknownScenarios(args: Record<string, unknown>): void {
  const platforms = platformCodes(listOf(args['platforms'])).filter((code) => findSamplePlatform(code) !== undefined);
  const { query } = args;
  const fields = [
    typeof query === 'string' && fieldError('/query', searchScenarioFault(query, platforms)),
    ...listOf(args['company_names']).map((name, index) =>
      fieldError(`/company_names/${index}`, nameScenarioFault(name)),
    ),
    ...listOf(args['urls']).map((url, index) => fieldError(`/urls/${index}`, addressScenarioFault(url))),
  ].filter((field) => field !== undefined && field !== false);
  if (fields.length > 0) throw invalidParams(fields);
}

function fieldError(path: string, message: string | undefined): FieldError | undefined {
  return message === undefined ? undefined : { path, message };
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function textsOf(args: unknown): string[] {
  return Object.values(args as Record<string, unknown>)
    .flat()
    .filter((value) => typeof value === 'string');
}

/**
 * Creates the error that a live call would get. Its figures are fixed or come from the plan and the price of the call,
 * and not from the account's balance or use.
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
