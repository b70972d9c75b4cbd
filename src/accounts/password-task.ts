import { scryptSync } from 'node:crypto';
import { MIB } from '../lib/byte-units.ts';

export interface DeriveTask {
  password: string;
  salt: Uint8Array;
  N: number;
  r: number;
  p: number;
}

const KEY_BYTES = 32;
const MAXIMUM_MEMORY = 128 * MIB;

export function deriveKey({ password, salt, N, r, p }: DeriveTask): Uint8Array {
  return scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: MAXIMUM_MEMORY });
}
