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
 * Returns a signal that aborts after `ms` milliseconds or when one of `others` aborts. `AbortSignal.any()` is not used,
 * because its signal never aborts if an `AbortSignal.timeout()` in it is garbage-collected.
 */
export function deadlineSignal(ms: number, ...others: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  timer.unref();
  controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  abortWith(controller, ...others);
  return controller.signal;
}
