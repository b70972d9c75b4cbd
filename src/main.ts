import { CHECKOUT_COMMAND } from './app/checkout-command.ts';
import { loadForStart } from './app/check-start.ts';
import { ConfigError } from './config/config.ts';
import { runService } from './app/run.ts';

try {
  await runService(await loadForStart(process.env), (text) => process.stderr.write(text), CHECKOUT_COMMAND);
  process.exit(0);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
