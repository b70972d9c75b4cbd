import { randomFillSync } from 'node:crypto';

/** Random bytes are drawn for many IDs at once, because the system call takes most of the time. */
const POOL_BYTES = 4_096;

const pool = Buffer.allocUnsafe(POOL_BYTES);
let text = '';
let at = 0;

/** `digits` must not be more than 8,192. */
export function randomHex(digits: number): string {
  if (at + digits > text.length) {
    text = randomFillSync(pool).toString('hex');
    at = 0;
  }
  at += digits;
  return text.slice(at - digits, at);
}
