import { LOGIN_WORDS, PAGE_CONTENT_WORDS, VIEW_VERBS } from '../../reading/block-page-words.ts';

const MAXIMUM_BETWEEN = 8;
const BARE =
  /(?:you (?:must|need to|have to) (?:be logged in|log in|sign in|be signed in)|please (?:log|sign) in|vous devez (?:etre connecte\w*|vous connecter|vous identifier)|veuillez vous (?:connecter|identifier))\s*(?:[.!]|$)/;
const BARE_WORDS = 40;

/**
 * True if the text says that the page can be seen only after a log-in, as in "Sign in to continue". False for "You must
 * be logged in to apply". The text must be folded.
 */
export function asksToLogIn(plain: string): boolean {
  const words = plain.match(/[\p{L}\p{N}']+|[.!?]/gu) ?? [];
  if (BARE.test(plain) && words.length <= BARE_WORDS) return true;
  return words.some((word, at) => LOGIN_WORDS.has(word) && leadsToView(words, at + 1));
}

function leadsToView(words: readonly string[], from: number): boolean {
  for (let at = from; at < Math.min(words.length - 1, from + MAXIMUM_BETWEEN); at += 1) {
    const word = words[at] as string;
    if (/^[.!?]$/.test(word)) return false;
    if (word !== 'to' && word !== 'pour' && word !== 'um') continue;
    const verb = words.slice(at + 1, at + 3).findIndex((next) => VIEW_VERBS.has(next));
    if (verb < 0) {
      if (word === 'to' && /^(?:join|register|sign|log|create)$/.test(words[at + 1] ?? '')) continue;
      return false;
    }
    return isOfThisPage(words.slice(at + 2 + verb, at + 6 + verb));
  }
  return false;
}

/** True if the words after the verb refer to this page or end the sentence, as "the full article" does after "read". */
function isOfThisPage(rest: readonly string[]): boolean {
  const [first, second] = rest;
  if (first === undefined || /^[.!?]$/.test(first)) return true;
  if (PAGE_CONTENT_WORDS.has(first)) return true;
  if (/^(?:the|full|a|la|le|l'article|to|with)$/.test(first))
    return (
      first === 'to' ||
      first === 'with' ||
      first === "l'article" ||
      PAGE_CONTENT_WORDS.has(second ?? '') ||
      (second === 'full' && PAGE_CONTENT_WORDS.has(rest[2] ?? ''))
    );
  return false;
}
