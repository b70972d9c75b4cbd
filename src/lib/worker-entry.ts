/** URL of a worker's module beside the module that starts it: `.ts`, or `.js` once compiled. */
export function workerEntry(besides: string, name: string): URL {
  return new URL(`./${name}${besides.endsWith('.ts') ? '.ts' : '.js'}`, besides);
}
