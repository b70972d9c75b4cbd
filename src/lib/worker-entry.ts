/** URL of a worker's module, which is beside the module that starts the worker: `.ts`, or `.js` once compiled. */
export function workerEntry(besides: string, name: string): URL {
  return new URL(`./${name}${besides.endsWith('.ts') ? '.ts' : '.js'}`, besides);
}
