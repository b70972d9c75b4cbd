import {
  CHALLENGE_SENTENCES,
  PROOF_VERBS,
  PUZZLES,
  SOLVE_VERBS,
  TRAFFIC,
  UNUSUAL_ADJECTIVES,
  WHAT_VISITORS_ARE,
  NETWORK_DETERMINERS,
} from './block-page-words.ts';

/** Maximum number of words from the verb to "human" or "robot", as in "verify that you are a human". */
const MAXIMUM_BETWEEN = 7;

/**
 * True if a folded text has one of CHALLENGE_SENTENCES, asks for proof that the visitor is human, asks to solve a
 * puzzle, or reports unusual traffic from the visitor's network.
 */
export function isBotChallenge(plain: string): boolean {
  if (CHALLENGE_SENTENCES.some((sentence) => plain.includes(sentence))) return true;
  const words = plain.match(/[\p{L}\p{N}']+|[.!?]/gu) ?? [];
  return words.some(
    (word, at) => asksForProof(words, word, at) || asksToSolve(words, word, at) || blames(words, word, at),
  );
}

/** "Make sure that you are a human", "prouver que vous n'êtes pas un robot" */
function asksForProof(words: readonly string[], word: string, at: number): boolean {
  if (!PROOF_VERBS.has(word)) return false;
  const clause = clauseAfter(words, at, MAXIMUM_BETWEEN);
  const visitor = clause.findIndex((next) => /^(?:you|you're|vous|sie)$/.test(next));
  return visitor >= 0 && clause.slice(visitor + 1).some((next) => WHAT_VISITORS_ARE.has(next));
}

/** "Please complete the captcha", "Résolvez ce captcha", but not "How to solve the captcha" */
function asksToSolve(words: readonly string[], word: string, at: number): boolean {
  if (!SOLVE_VERBS.has(word) || /^(?:we|they|who|nous)$/.test(words[at - 1] ?? '')) return false;
  if (words[at - 1] === 'to' && /^(?:how|ways?|tools?|programs?|able)$/.test(words[at - 2] ?? '')) return false;
  const [article, puzzle] = words.slice(at + 1, at + 3);
  return /^(?:the|this|le|ce|das)$/.test(article ?? '') && PUZZLES.has(puzzle ?? '');
}

/** "Unusual activity from your network", "une activité inhabituelle depuis votre réseau" */
function blames(words: readonly string[], word: string, at: number): boolean {
  if (!UNUSUAL_ADJECTIVES.has(word)) return false;
  if (!TRAFFIC.has(words[at + 1] ?? '') && !TRAFFIC.has(words[at - 1] ?? '')) return false;
  const [from, whose, ...rest] = clauseAfter(words, TRAFFIC.has(words[at + 1] ?? '') ? at + 1 : at, 3);
  return (
    /^(?:from|on|in|depuis|sur|de|provenant|aus)$/.test(from ?? '') &&
    [whose, ...rest].some((next) => NETWORK_DETERMINERS.has(next ?? ''))
  );
}

function clauseAfter(words: readonly string[], at: number, most: number): readonly string[] {
  const clause = words.slice(at + 1, at + 1 + most);
  const end = clause.findIndex((word) => /^[.!?]$/.test(word));
  return end < 0 ? clause : clause.slice(0, end);
}
