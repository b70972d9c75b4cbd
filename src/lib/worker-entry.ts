/**
 * Returns the URL of a worker's module, which is next to the module that starts the worker and has the same extension:
 * `.ts` in the sources, `.js` once compiled.
 */
export function workerEntry(besides: string, name: string): URL {
  return new URL(`./${name}${besides.endsWith('.ts') ? '.ts' : '.js'}`, besides);
}
