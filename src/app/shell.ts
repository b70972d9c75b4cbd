import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What a person can type where the service was started. */
export interface Shell {
  /** How commands begin in this installation, such as `./jobdata`. */
  commandLine: string;
  /** The README pipes answers to jq, which not every machine has. */
  hasJq: boolean;
}

export function shellOf(env: NodeJS.ProcessEnv, commandLine: string): Shell {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return {
    commandLine,
    hasJq: process.platform !== 'win32' && folders.some((folder) => existsSync(join(folder, 'jq'))),
  };
}
