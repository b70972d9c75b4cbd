/** Ends what a controller stands for together with any of the signals. */
export function abortWith(controller: AbortController, ...signals: readonly (AbortSignal | undefined)[]): void {
  for (const signal of signals) {
    if (signal?.aborted) controller.abort(signal.reason);
    signal?.addEventListener('abort', () => controller.abort(signal.reason), {
      once: true,
      signal: controller.signal,
    });
  }
}

/**
 * A signal that aborts after `ms`, or with any of the others. Its timer holds
 * it: what AbortSignal.any() makes of an AbortSignal.timeout() that nobody else
 * holds is never aborted once that has been collected as garbage.
 */
export function deadlineSignal(ms: number, ...others: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  timer.unref();
  controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  abortWith(controller, ...others);
  return controller.signal;
}
