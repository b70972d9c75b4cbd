import type { Token } from '../../../reading/tokens.ts';
import { dayCounts } from './day-counts.ts';

const OFTEN = new Set('monthly weekly fortnightly'.split(' '));
const COMING =
  /^(?:travel(?:l?ing)?|meet(?:s|ing|ings)?|meetups?|visit(?:s|ing)?|trips?|gather(?:s|ing|ings)?|together|attend(?:ing|ance)?|days?|sessions?)$/;
const INTO = new Set(['in', 'at', 'to']);
const NOT_IN_A_ROOM = new Set(
  'call calls online virtual virtually zoom teams video customer customers client clients'.split(' '),
);

/**
 * "There will be monthly team meetings in Slough", "you'll travel to Leeds
 * twice a month": colleagues meet in a town or an office, once a month or more
 * often, so the job is not wholly remote.
 */
export function meetsInPerson(tokens: readonly Token[]): boolean {
  const isOften =
    tokens.some(({ text }) => OFTEN.has(text)) ||
    dayCounts(tokens).some(({ days, from, to }) => days > 0 && to - from > 1);
  if (!isOften || tokens.some(({ text }) => NOT_IN_A_ROOM.has(text))) return false;
  const coming = tokens.findIndex(({ text }) => COMING.test(text));
  if (coming < 0) return false;
  return tokens
    .slice(coming + 1, coming + 6)
    .some(({ text }, at, near) => INTO.has(text) && (near[at + 1]?.capital || near[at + 1]?.text === 'our'));
}
