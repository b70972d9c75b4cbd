import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What a person can type where the service was started. */
export interface Shell {
  /** How commands begin in this installation, such as `./jobdata`. */
  commandLine: string;
  /** True if jq is on the PATH (never on Windows). The first start then prints its example call with `| jq`. */
  hasJq: boolean;
}

export function shellOf(env: NodeJS.ProcessEnv, commandLine: string): Shell {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return {
    commandLine,
    hasJq: process.platform !== 'win32' && folders.some((folder) => existsSync(join(folder, 'jq'))),
  };
}

/** How commands begin in a checkout. Windows cannot run `./jobdata`, because it is a shell script. */
export const CHECKOUT_COMMAND = process.platform === 'win32' ? 'npm run -s jobdata --' : './jobdata';
