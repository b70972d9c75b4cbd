/** A worker's module beside the one that starts it: `.ts`, or `.js` once compiled. */
export function workerEntry(besides: string, name: string): URL {
  return new URL(`./${name}${besides.endsWith('.ts') ? '.ts' : '.js'}`, besides);
}
