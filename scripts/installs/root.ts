import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout, seen from the sources and from what is compiled of them. */
export function root(folder = dirname(fileURLToPath(import.meta.url))): string {
  return folder.includes(`${join('dist', 'scripts')}`) ? join(folder, '..', '..', '..') : join(folder, '..', '..');
}
