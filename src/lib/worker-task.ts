import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from './thread-priority.ts';

/** A worker sends `ready` after it has loaded, and then one answer to each task. */
export type WorkerMessage = { ready: true } | { ok: true; value: unknown } | { ok: false; error: unknown };

export function doTasks<T>(run: (task: T) => unknown): void {
  const say = (message: WorkerMessage): void => parentPort?.postMessage(message);
  lowerThreadPriority();
  parentPort?.on('message', (task: T) => {
    void (async () => {
      try {
        say({ ok: true, value: await run(task) });
      } catch (error) {
        say({ ok: false, error });
      }
    })();
  });
  // This message starts the time limit of a task that arrived during loading and waits in the port.
  say({ ready: true });
}
