import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import { outliveFileLimit } from '../lib/file-limit.ts';
import { serve } from './serve.ts';

/**
 * The service as a process, until SIGTERM or SIGINT. Rejects with a sentence
 * when it could not start, or when its disk failed: then nothing more is asked
 * of the disk, and the process must end as it stands, not with 0.
 */
export async function runService(config: Config, print: (text: string) => void, commandLine: string): Promise<void> {
  // From the first moment on: a start that is told to stop still ends in order.
  const told = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  // Terminals tell the whole group, and npm passes on what it hears: one signal may come twice.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  outliveFileLimit();
  // Whoever read the output is gone, or its disk is full: that is no reason to answer nobody.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const running = await serve(config, print, {}, commandLine);
  const failed = running.failed.then((sentence) => {
    throw new Error(sentence);
  });
  await Promise.race([told, failed]);
  await Promise.race([running.stop(), failed]);
}
