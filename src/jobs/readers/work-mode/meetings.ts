import type { Token } from '../../../reading/tokens.ts';
import { dayCounts } from './day-counts.ts';

const OFTEN = new Set(
  'monthly weekly fortnightly mensuel mensuelle mensuels mensuelles hebdomadaire hebdomadaires'.split(' '),
);
const EACH = new Set('every each chaque other'.split(' '));
const TIME = /^(?:weeks?|months?|fortnights?|mois|semaines?|quinzaines?|(?:mon|tues|wednes|thurs|fri)days?)$/;
const COMING =
  /^(?:travel(?:l?ing)?|meet(?:s|ing|ings)?|meetups?|visit(?:s|ing)?|trips?|gather(?:s|ing|ings)?|together|attend(?:ing|ance)?|days?|sessions?|reunions?|rencontres?|seminaires?|journees?|retrouv\w{1,3}|reuni\w{1,6}|voit|voyons|voient)$/;
const INTO = new Set(['in', 'at', 'to', 'a', 'au', 'aux', 'dans', 'en']);
const OURS = new Set(['our', 'nos', 'notre', 'siege', 'bureau']);
const NOT_IN_A_ROOM = new Set(
  'used longer plus call calls online virtual virtually zoom teams video visio visioconference distance customer customers client clients'.split(
    ' ',
  ),
);

/**
 * True if colleagues meet in a town or an office at least once a month, so that the job is not wholly remote: "monthly
 * team meetings in Slough", "you'll travel to Leeds twice a month".
 */
export function meetsInPerson(tokens: readonly Token[]): boolean {
  // `comesTogether` is checked first, because it is fast and false for most sentences.
  return comesTogether(tokens) && !tokens.some(({ text }) => NOT_IN_A_ROOM.has(text)) && isOften(tokens);
}

function comesTogether(tokens: readonly Token[]): boolean {
  const isInto = ({ text }: Token, at: number, near: readonly Token[]): boolean =>
    INTO.has(text) && (near[at + 1]?.capital === true || OURS.has(near[at + 1]?.text ?? ''));
  if (!tokens.some(isInto)) return false;
  const coming = tokens.findIndex(({ text }) => COMING.test(text));
  if (coming >= 0 && tokens.slice(coming + 1, coming + 9).some(isInto)) return true;
  return tokens.some(
    (token, at) => isInto(token, at, tokens) && tokens.slice(at + 1, at + 5).some(({ text }) => text === 'office'),
  );
}

function isOften(tokens: readonly Token[]): boolean {
  return (
    tokens.some(
      ({ text }, at) =>
        OFTEN.has(text) ||
        (EACH.has(text) && TIME.test(tokens[at + 1]?.text ?? '')) ||
        (text === 'sur' && tokens[at + 1]?.text === 'deux'),
    ) || dayCounts(tokens).some(({ days, from, to }) => days > 0 && to - from > 1)
  );
}
