import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary } from '../../reading/vocabulary.ts';
import { figureAt } from './figure.ts';
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
const LONGEST_FACT = 16;
const LONGEST_QUOTE = 24;

/** Behind a fact of the profile and its value: "Headquarters: Welwyn Garden City", "Pros: discount, team". No figure of ours is in it. */
export function factEnd(tokens: readonly Token[], at: number): number | undefined {
  const colon = endOf(tokens, at, FACTS);
  if (colon === undefined || tokens[colon]?.text !== ':') return undefined;
  let end = colon + 1;
  for (; end < tokens.length && !isEnd(tokens, end); end += 1) {
    const figure = figureAt(tokens, end);
    const isOurs =
      figure &&
      (/^\d[.,]\d{1,2}$/.test(figure.text) || endOf(tokens, figure.end, BESIDE_FIGURES.reviews) !== undefined);
    if (isOurs || end - colon > LONGEST_FACT) return undefined;
  }
  return end;
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
