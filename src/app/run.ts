import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import { ignoreFileLimitSignal } from '../lib/file-limit.ts';
import { serve } from './serve.ts';
import type { Shell } from './shell.ts';

/**
 * Runs the service until SIGTERM or SIGINT. Rejects if the service cannot start, or if its disk fails. In the second
 * case the process must exit with an error and without further disk access.
 */
export async function runService(config: Config, print: (text: string) => void, shell: Shell): Promise<void> {
  // The listener is registered before the start, so that a signal during the start also leads to an orderly shutdown.
  const stopSignal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  // A second signal is ignored, because a terminal signals the whole process group, and npm forwards the signal as
  // well.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  ignoreFileLimitSignal();
  // Standard output may be closed, or its disk may be full. Losing log lines must not stop the service.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const running = await serve(config, print, {}, shell);
  const failed = running.failed.then((sentence) => {
    throw new Error(sentence);
  });
  await Promise.race([stopSignal, failed]);
  await Promise.race([running.stop(), failed]);
}
