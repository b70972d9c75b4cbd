import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the folder of the checkout. This file runs both from the sources and from dist/. */
export function root(folder = dirname(fileURLToPath(import.meta.url))): string {
  return folder.includes(`${join('dist', 'scripts')}`) ? join(folder, '..', '..', '..') : join(folder, '..', '..');
}
