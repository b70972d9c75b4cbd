import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyCalls } from '../../credits/refusals.ts';
import { ServiceError } from '../../errors.ts';
import { toCredits } from '../../lib/credits.ts';
import type { ProgressUpdate } from '../../tools/tool.ts';
import type { PlaygroundOutcome } from '../tool-calls/answers.ts';
import type { PlaygroundForm } from '../tool-calls/form.ts';
import { callerOf } from '../tool-calls/mode.ts';
import type { DashboardServices } from '../services.ts';
import { writeToolAnswer } from '../../tools/tool-answer.ts';
import { accountOf } from '../page-context.ts';

/**
 * Runs the call through the metered runner and never rejects. Aborting `signal` ends the call without a charge, unless
 * it already has a result.
 */
export async function runPlayground(
  app: FastifyInstance,
  services: DashboardServices,
  request: FastifyRequest,
  form: PlaygroundForm,
  signal: AbortSignal,
  onProgress: (update: ProgressUpdate) => void,
): Promise<PlaygroundOutcome> {
  try {
    const caller = await callerOf(services, accountOf(request), form.mode);
    const rate = await app.countCall(caller);
    if (rate.exceeded) throw tooManyCalls(rate.limit, rate.resetSeconds, form.mode === 'sample' ? 'test key' : 'plan');
    const { answer, cost } = await services.runner.run({
      tool: form.tool,
      arguments: form.arguments,
      caller,
      requestId: request.id,
      idempotencyKey: undefined,
      signal,
      onAccepted: () => {},
      onProgress,
    });
    return {
      kind: 'result',
      json: writeToolAnswer(answer),
      receiptId: answer.receipt.id,
      cost: toCredits(cost),
      balance: answer.receipt.balance,
    };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    return refusedBy(error, request, form);
  }
}

function refusedBy(error: unknown, request: FastifyRequest, { mode }: PlaygroundForm): PlaygroundOutcome {
  const requestId = request.id;
  if (error instanceof ServiceError && error.reason !== 'internal') {
    const { reason, message, details } = error;
    return { kind: 'refused', reason, message, details, requestId };
  }
  // Sample data fails on purpose, so its failures are not logged as errors.
  if (mode === 'sample') request.log.info({ test: true, requestId }, 'call failed');
  else request.log.error({ err: error, requestId }, 'call failed');
  const details = error instanceof ServiceError ? error.details : {};
  return { kind: 'refused', reason: 'internal', message: '', details, requestId };
}

export class RunningCalls {
  readonly #running = new Map<string, AbortController>();

  /**
   * Registers a call until `done` is called. If a call with the same ID (`run`) is already registered, `cancel` does
   * not end the new one.
   */
  begin(accountId: string, run: string, gone: AbortSignal): { signal: AbortSignal; done(): void } {
    const controller = new AbortController();
    const end = (): void => controller.abort();
    if (gone.aborted) end();
    gone.addEventListener('abort', end, { once: true });
    const id = `${accountId} ${run}`;
    const isFirst = !this.#running.has(id);
    if (isFirst) this.#running.set(id, controller);
    return {
      signal: controller.signal,
      done: () => {
        gone.removeEventListener('abort', end);
        if (isFirst) this.#running.delete(id);
      },
    };
  }

  cancel(accountId: string, run: string): boolean {
    const controller = this.#running.get(`${accountId} ${run}`);
    controller?.abort();
    return controller !== undefined;
  }
}
