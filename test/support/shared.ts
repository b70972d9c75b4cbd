import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * On some machines, this folder beside the checkout contains labelled cases and recordings. Tests that need them are
 * skipped elsewhere.
 */
const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url));

export function sharedFile(path: string): string | undefined {
  return existsSync(SHARED + path) ? SHARED + path : undefined;
}

export function sharedJson<T>(path: string): T | undefined {
  const file = sharedFile(path);
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as T);
}
