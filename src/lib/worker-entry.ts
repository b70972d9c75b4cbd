/** A worker's module beside the one that starts it; compiled, it lies there under its other name. */
export function workerEntry(besides: string, name: string): URL {
  return new URL(`./${name}${besides.endsWith('.ts') ? '.ts' : '.js'}`, besides);
}
