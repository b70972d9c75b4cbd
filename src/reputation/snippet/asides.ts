import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import { figureAt } from './figure.ts';
import type { Role } from './kinds.ts';
import { BESIDE_FIGURES, endOf } from './vocabularies.ts';

/** What a company's profile tells behind a colon, and what reviewers are said to write. */
const FACTS = compileVocabulary([
  {
    means: 'fact',
    phrases: [
      'headquarters|hq|size|founded|industry|type|ownership|revenue|website|stock|locations?',
      'company size|type|industry|website',
      'head office',
      'number of employees',
      'pros|cons|advantages|disadvantages',
      'siege|taille|effectif|effectifs|creation|fondee|secteur|inconvenients|avantages|type',
      'siege social',
      "chiffre d' affaires",
      'site web|internet',
      "secteur d' activite",
      'points forts|faibles',
      "taille de l' entreprise",
    ],
  },
]);
const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '„': '“' };
const IN = compileVocabulary([{ means: 'in', phrases: ['in|from|dans|de|by'] }]);
const FIGURES: readonly Role[] = ['label', 'overall', 'aspect', 'recommended', 'reviews', 'sector', 'stars', 'tab'];
const LONGEST_FACT = 16;
const LONGEST_QUOTE = 24;

/**
 * Behind a fact of the profile and its value: "Headquarters: Welwyn Garden
 * City", "Pros: discount, team". No figure of ours is in it. `begins`: a
 * sentence begins here, so that the colon may be absent: "Headquarters Redditch."
 */
export function factEnd(
  tokens: readonly Token[],
  at: number,
  begins: boolean,
  words: Vocabulary<Role>,
): number | undefined {
  const behind = endOf(tokens, at, FACTS);
  if (behind === undefined) return undefined;
  const isMarked = tokens[behind]?.text === ':';
  if (!isMarked && !begins) return undefined;
  // "Size matters." is a sentence, "Size 10000+ Employees" is not.
  if (!isMarked && !isValue(tokens[behind])) return undefined;
  const from = isMarked ? behind + 1 : behind;
  let end = from;
  for (; end < tokens.length && !isEnd(tokens, end); end += 1) {
    const figure = figureAt(tokens, end);
    const isOurs =
      figure &&
      (/^\d[.,]\d{1,2}$/.test(figure.text) || endOf(tokens, figure.end, BESIDE_FIGURES.reviews) !== undefined);
    if (isOurs || end - behind > LONGEST_FACT) return undefined;
    // "Website rating. 3.9", "Industry average. 3.9": a heading of figures is no fact.
    const means = isMarked ? undefined : termAt(tokens, end, words)?.means;
    if (means !== undefined && FIGURES.includes(means)) return undefined;
  }
  const isWhole = tokens[end] === undefined || tokens[end]?.kind === 'break' || tokens[end]?.text === '.';
  return isMarked || (end > from && isWhole) ? end : undefined;
}

function isValue(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (token.capital || token.kind === 'number' || '£€$'.includes(token.text) || token.text === 'www')
  );
}

/** Behind words that reviews have in common: “"Great team" (in 812 reviews)”. */
export function quoteEnd(tokens: readonly Token[], at: number): number | undefined {
  const closing = QUOTES[tokens[at]?.text ?? ''];
  if (closing === undefined) return undefined;
  const length = tokens.slice(at + 1, at + LONGEST_QUOTE).findIndex(({ text }) => text === closing);
  const bracket = at + length + 2;
  if (length === -1 || tokens[bracket]?.text !== '(') return undefined;
  const figure = figureAt(tokens, endOf(tokens, bracket + 1, IN) ?? bracket + 1);
  const reviews = figure && endOf(tokens, figure.end, BESIDE_FIGURES.reviews);
  return reviews !== undefined && tokens[reviews]?.text === ')' ? reviews + 1 : undefined;
}

function isEnd(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] as Token;
  if (kind === 'break' && text !== '') return true;
  if (text === ';' || text === '…' || text === '!' || text === '?') return true;
  return text === '.' && (tokens[at + 1]?.spaced ?? true);
}
