import { ConfigError } from './config/config.ts';
import { loadConfig } from './app/load-config.ts';
import { serve } from './app/serve.ts';

/** The service as a process: settings from the environment, an end at SIGTERM. */
async function main(): Promise<void> {
  const running = await serve(loadConfig(process.env), (text) => process.stdout.write(text));
  // A disk that failed is asked for nothing more: the process ends as it stands.
  void running.failed.then((sentence) => {
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  });
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The service did not stop cleanly: ${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

try {
  await main();
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
}
