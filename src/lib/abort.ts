/** Aborts the controller when any of the signals aborts. */
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
 * A signal that aborts after `ms`, or with any of the others. Its timer keeps it alive, while AbortSignal.any()
 * of an AbortSignal.timeout() never aborts once the latter is garbage-collected.
 */
export function deadlineSignal(ms: number, ...others: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  timer.unref();
  controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  abortWith(controller, ...others);
  return controller.signal;
}
