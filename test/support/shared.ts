import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Labelled cases and recordings that lie beside a checkout on some machines; tests of them skip where they do not. */
const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url));

export function sharedFile(path: string): string | undefined {
  return existsSync(SHARED + path) ? SHARED + path : undefined;
}

export function sharedJson<T>(path: string): T | undefined {
  const file = sharedFile(path);
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as T);
}
