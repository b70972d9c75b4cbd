import { ServiceError } from '../errors.ts';
import { toCredits } from '../lib/credits.ts';
import type { Tracer } from '../telemetry/tracer.ts';
import type { RunOutcome, RunRequest } from './metered-call.ts';

const LONGEST_ID = 64;

/**
 * Runs a call inside a span that is named after OpenTelemetry's conventions for MCP. `tool` is undefined for an unknown
 * tool, so that callers cannot invent span names.
 */
export function traceCall(
  tracer: Tracer,
  request: RunRequest,
  tool: string | undefined,
  run: () => Promise<RunOutcome>,
): Promise<RunOutcome> {
  return tracer.span(
    tool === undefined ? 'tools/call' : `tools/call ${tool}`,
    {
      kind: 'server',
      parent: request.trace?.(),
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'jsonrpc.request.id': request.rpcId === undefined ? undefined : String(request.rpcId).slice(0, LONGEST_ID),
        'jobdata.request_id': request.requestId,
        'jobdata.plan': request.caller.account.plan,
      },
    },
    async (span): Promise<RunOutcome> => {
      try {
        const outcome = await run();
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
}
