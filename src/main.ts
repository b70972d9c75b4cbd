import { loadForStart } from './app/check-start.ts';
import { CHECKOUT_COMMAND, shellOf } from './app/shell.ts';
import { ConfigError } from './config/config.ts';

try {
  // Wrong settings are reported before the service is loaded, because loading takes most of the start.
  const config = await loadForStart(process.env);
  const { runService } = await import('./app/run.ts');
  await runService(config, (text) => process.stderr.write(text), shellOf(process.env, CHECKOUT_COMMAND));
  process.exit(0);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
