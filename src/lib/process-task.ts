import type { GrowingBytes } from './growing-bytes.ts';
import { FrameReader, frameHead } from './process-frames.ts';
import { lowerProcessPriority } from './thread-priority.ts';
import type { WorkerMessage } from './worker-task.ts';

/**
 * Runs the tasks of a worker process one at a time. The process ends when its standard input closes, because then its
 * parent has ended.
 */
export function doProcessTasks<T>(run: (value: T, body: GrowingBytes) => unknown): void {
  const say = (message: WorkerMessage): void => void process.stdout.write(frameHead(message, 0));
  const reader = new FrameReader((value, body) => {
    try {
      say({ ok: true, value: run(value as T, body) });
    } catch (error) {
      say({ ok: false, error: String(error) });
    } finally {
      body.free();
    }
  });
  process.stdin.on('data', (piece: Buffer) => reader.push(piece));
  process.stdin.on('end', () => process.exit(0));
  // The priority is lowered only after the module has loaded, because the parent waits for the loading.
  lowerProcessPriority();
  // This message starts the time limit of a task that arrived during loading and waits in the pipe.
  say({ ready: true });
}
