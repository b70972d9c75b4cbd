import type { GrowingBytes } from './growing-bytes.ts';
import { FrameReader, frameHead } from './process-frames.ts';
import { standBackWholly } from './thread-priority.ts';
import type { WorkerMessage } from './worker-task.ts';

/** The whole of a worker process: does the tasks that it is given, one at a time, and ends with the one who gave them. */
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
  // Not before it has loaded: somebody waits for that.
  standBackWholly();
  // What came before it loaded waits in the pipe: its time begins now.
  say({ ready: true });
}
