import { readFileSync } from 'node:fs';

/** The environment with the contents of secret files, and a sentence for each file that cannot be read. */
export interface ReadSecrets {
  env: NodeJS.ProcessEnv;
  faults: string[];
}

/** Control characters, such as line breaks, which no header, address or password contains. */
const MORE_LINES = /\p{Cc}/u;

/**
 * Reads secrets from the files that NAME_FILE variables name, as containers provide them. White space around the text
 * is dropped.
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
