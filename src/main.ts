import { ConfigError } from './config/config.ts';
import { loadConfig } from './app/load-config.ts';
import { runService } from './app/run.ts';

try {
  await runService(loadConfig(process.env), (text) => process.stdout.write(text), 'npm run -s jobdata --');
  process.exit(0);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
