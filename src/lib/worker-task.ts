import { parentPort } from 'node:worker_threads';
import { standBack } from './thread-priority.ts';

/** Messages of a worker: one when it has loaded, then one answer per task. */
export type WorkerMessage = { ready: true } | { ok: true; value: unknown } | { ok: false; error: unknown };

/** The main loop of a pool's thread: runs its tasks one at a time. */
export function doTasks<T>(run: (task: T) => unknown): void {
  const say = (message: WorkerMessage): void => parentPort?.postMessage(message);
  standBack();
  parentPort?.on('message', (task: T) => {
    void (async () => {
      try {
        say({ ok: true, value: await run(task) });
      } catch (error) {
        say({ ok: false, error });
      }
    })();
  });
  // Messages that arrived during loading wait in the port; their time starts now.
  say({ ready: true });
}
