/** Node.js 24 and newer map the whole range of their compiled code as writable: it counts as data, used or not. */
const CODE_RANGE_MIB = Number(process.versions.node.split('.')[0]) >= 24 ? 512 : 0;

/** A line of shell after which a Node.js process may take this much memory (RLIMIT_DATA), and not start where it cannot be held to it. */
export function limitData(memoryMib: number): string {
  return `ulimit -d ${(memoryMib + CODE_RANGE_MIB) * 1024} || exit`;
}
