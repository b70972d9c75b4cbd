import { randomFillSync } from 'node:crypto';

/** Random bytes are drawn for many ids at once, because the system call takes most of the time. */
const POOL_BYTES = 4_096;

const pool = Buffer.allocUnsafe(POOL_BYTES);
let text = '';
let at = 0;

/** `digits` random hexadecimal digits, at most 8,192; each has four bits of randomness. */
export function randomHex(digits: number): string {
  if (at + digits > text.length) {
    text = randomFillSync(pool).toString('hex');
    at = 0;
  }
  at += digits;
  return text.slice(at - digits, at);
}
