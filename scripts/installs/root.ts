import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, whether this file runs from the sources or from dist/. */
export function root(folder = dirname(fileURLToPath(import.meta.url))): string {
  return folder.includes(`${join('dist', 'scripts')}`) ? join(folder, '..', '..', '..') : join(folder, '..', '..');
}
