import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { LogComponent } from '../config/log-levels.ts';
import { LogOutput, type OutputFile } from '../lib/log-output.ts';

export function createLogger(config: Pick<Config, 'logLevel'>, file?: OutputFile): Logger {
  const output = new LogOutput(file);
  process.once('exit', () => output.end());
  return pino(
    {
      level: config.logLevel.all,
      base: null,
      // No code logs a secret on purpose, but a logged object could contain these members.
      redact: [
        'req.headers',
        'authorization',
        'password',
        'apiKey',
        'code',
        'code_verifier',
        'refresh_token',
        'access_token',
      ],
    },
    output,
  );
}

export function componentLogger(
  logger: Logger,
  { logLevel }: Pick<Config, 'logLevel'>,
  component: LogComponent,
): Logger {
  const level = logLevel.components[component];
  return logger.child({ component }, level === undefined ? {} : { level });
}
