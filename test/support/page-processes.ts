import { execFileSync } from 'node:child_process';

/** Processes that this one has started to load pages. */
export function pageProcesses(): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
  return rows
    .map((row) => /^\s*(\d+)\s+(\d+)\s.*page-process/.exec(row))
    .filter((found) => Number(found?.[2]) === process.pid)
    .map((found) => Number(found?.[1]));
}
