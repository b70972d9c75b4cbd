import { once } from 'node:events';
import { ConfigError } from './config/config.ts';
import { loadConfig } from './app/load-config.ts';
import { serve } from './app/serve.ts';

/** The service as a process: settings from the environment, an end at SIGTERM. */
async function main(): Promise<void> {
  // From the first moment on: a start that is told to stop still ends in order.
  const told = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  // Terminals tell the whole group, and npm passes on what it hears: one signal may come twice.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  const running = await serve(loadConfig(process.env), (text) => process.stdout.write(text));
  // A disk that failed is asked for nothing more: the process ends as it stands.
  const failed = running.failed.then((sentence) => {
    throw new Error(sentence);
  });
  await Promise.race([told, failed]);
  await Promise.race([running.stop(), failed]);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
