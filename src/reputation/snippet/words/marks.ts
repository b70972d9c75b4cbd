import type { Kind } from '../kinds.ts';

/** Marks, and words that part what is said as a comma does. */
export const MARKS: Readonly<Record<string, Kind>> = {
  ',': 'comma',
  '&': 'comma',
  and: 'comma',
  et: 'comma',
  but: 'comma',
  mais: 'comma',
  while: 'comma',
  whereas: 'comma',
  tandis: 'comma',
  ':': 'colon',
  '=': 'colon',
  '(': 'open',
  ')': 'close',
};
