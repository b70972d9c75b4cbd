import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { LogOutput, type OutputFile } from './log-output.ts';

/** The service's log: JSON lines on standard output, or in another file. */
export function createLogger(config: Pick<Config, 'logLevel'>, file?: OutputFile): Logger {
  const output = new LogOutput(file);
  process.once('exit', () => output.end());
  return pino(
    {
      level: config.logLevel,
      base: null,
      // Nothing secret is passed to the log; these stand guard over what a fault may carry along.
      redact: ['req.headers', 'authorization', 'password', 'apiKey'],
    },
    output,
  );
}
