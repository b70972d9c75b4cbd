/** A line of a benchmark that has targets: which of the nine points of acceptance it is of, its figure, and what was wanted. */
export function sayPoint(point: number, figure: string, target: string): void {
  process.stdout.write(`  ${point}  ${figure}  [${target}]\n`);
}
