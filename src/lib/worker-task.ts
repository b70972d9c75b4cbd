import { parentPort } from 'node:worker_threads';
import { standBack } from './thread-priority.ts';

/** Messages of a worker: one when it has loaded, then one answer a task. */
export type WorkerMessage = { ready: true } | { ok: true; value: unknown } | { ok: false; error: unknown };

/** The whole of a pool's worker: does the tasks that it is given, one at a time. */
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
  // What came before it loaded waits in the port: its time begins now.
  say({ ready: true });
}
