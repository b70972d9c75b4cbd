import { readFileSync } from 'node:fs';

export interface ReadSecrets {
  env: NodeJS.ProcessEnv;
  faults: string[];
}

/** No header, address or password contains control characters such as line breaks. */
const MORE_LINES = /\p{Cc}/u;

/**
 * Returns a copy of `env` in which each secret NAME has the content of the file that NAME_FILE names, because
 * containers often get their secrets as files. White space around a secret is removed. Each fault is a sentence.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv, secrets: readonly string[]): ReadSecrets {
  const read: NodeJS.ProcessEnv = { ...env };
  const faults: string[] = [];
  for (const name of secrets) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) {
      faults.push(`${name} and ${name}_FILE are both set: which of them holds?`);
      continue;
    }
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const advice =
        code === 'EACCES' ? ` Give it to the user of this process: chown ${process.getuid?.() ?? 'USER'} ${file}` : '';
      faults.push(`${name}_FILE names the file ${file}, which cannot be read (${code ?? 'unknown error'}).${advice}`);
      continue;
    }
    if (MORE_LINES.test(read[name]))
      faults.push(`${name}_FILE names the file ${file}, which holds more than the one line of a secret.`);
    if (read[name] === '') faults.push(`${name}_FILE names the file ${file}, which is empty.`);
  }
  return { env: read, faults };
}
