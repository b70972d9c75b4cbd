/** `point` is the number of the target, from 1 to 9, to which the figure belongs. */
export function printTarget(point: number, figure: string, target: string): void {
  process.stdout.write(`  ${point}  ${figure}  [${target}]\n`);
}
