import { ServiceError } from '../errors.ts';
import { toCredits } from '../lib/credits.ts';
import type { Tracer } from '../telemetry/tracer.ts';
import type { RunOutcome, RunRequest } from '../tools/metered-call.ts';
import type { CallRunner } from '../tools/runner.ts';

/** Longest request id in a span: callers choose their ids. */
const LONGEST_ID = 64;

/**
 * A runner that records each call as a span, named by OpenTelemetry's conventions
 * for MCP. `knows` tells the service's tools from names that a caller made up.
 */
export function traceCalls(runner: CallRunner, tracer: Tracer, knows: (tool: string) => boolean): CallRunner {
  return {
    balance: (caller) => runner.balance(caller),
    run: (request) => {
      const tool = knows(request.tool) ? request.tool : undefined;
      return tracer.span(
        tool === undefined ? 'tools/call' : `tools/call ${tool}`,
        {
          kind: 'server',
          parent: request.trace?.(),
          attributes: {
            'mcp.method.name': 'tools/call',
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': tool,
            'jsonrpc.request.id': idOf(request),
            'jobdata.request_id': request.requestId,
            'jobdata.plan': request.caller.account.plan,
          },
        },
        async (span): Promise<RunOutcome> => {
          try {
            const outcome = await runner.run(request);
            const { id, cached, replayed, test } = outcome.answer.receipt;
            span.set({
              'jobdata.receipt_id': id,
              'jobdata.cost': toCredits(outcome.cost),
              'jobdata.cached': cached,
              'jobdata.replayed': replayed,
              'jobdata.test': test,
            });
            return { ...outcome, answer: { ...outcome.answer, traceparent: span.traceparent } };
          } catch (error) {
            span.fail(error instanceof ServiceError ? error.reason : 'internal');
            throw error;
          }
        },
      );
    },
  };
}

function idOf({ rpcId }: RunRequest): string | undefined {
  return rpcId === undefined ? undefined : String(rpcId).slice(0, LONGEST_ID);
}
