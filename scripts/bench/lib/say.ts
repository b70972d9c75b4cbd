/**
 * Prints one line of a benchmark with targets. `point`: which of the nine points of acceptance the figure belongs to.
 */
export function printTarget(point: number, figure: string, target: string): void {
  process.stdout.write(`  ${point}  ${figure}  [${target}]\n`);
}
