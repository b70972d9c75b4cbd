import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import { figureAt, isEllipsis } from './figure.ts';
import type { Role } from './kinds.ts';
import { BESIDE_FIGURES, endOf, INDUSTRY } from './vocabularies.ts';

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
const SECTORS = ['industry', 'secteur'];
/** How profiles begin what kind of company it is: "Company - Public (TSCO)", "Subsidiary or Business Segment". */
const TYPES =
  'company public private privately subsidiary government nonprofit non charity school college university hospital franchise partnership self entreprise societe publique privee filiale association'.split(
    ' ',
  );
const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '„': '“' };
const IN = compileVocabulary([{ means: 'in', phrases: ['in|from|dans|de|by'] }]);
const FIGURES: readonly Role[] = [
  'label',
  'overall',
  'aspect',
  'category',
  'recommended',
  'customers',
  'reviews',
  'sector',
  'stars',
  'tab',
];
const LEAST_CUT = 2;
const LONGEST_FACT = 16;
const LONGEST_QUOTE = 24;
/** A bracket about the whole sector is no longer. */
const LONGEST_BRACKET = 12;

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
  if (!isMarked && !isValue(tokens, at, behind)) return undefined;
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
  // "Headquarters X Market. 1.5 from 900 reviews of X Market": what is told of further on is no fact of the employer's.
  const word = tokens[from];
  if (word?.kind === 'word' && word.capital && tokens.slice(end).some(({ text }) => text === word.text))
    return undefined;
  const isWhole = tokens[end] === undefined || tokens[end]?.kind === 'break' || tokens[end]?.text === '.';
  return isMarked || (end > from && isWhole) ? end : undefined;
}

/** Whether what stands behind a fact's name without a colon is such a fact's value. */
function isValue(tokens: readonly Token[], at: number, behind: number): boolean {
  const token = tokens[behind];
  if (token === undefined) return false;
  const heads = tokens.slice(at, behind).map(({ text }) => text);
  if (heads.includes('website') || heads.includes('site'))
    return token.text === 'www' || tokens[behind + 1]?.text === '.';
  if (heads.includes('type')) return TYPES.includes(token.text);
  if (heads.some((head) => SECTORS.includes(head))) return endOf(tokens, behind, INDUSTRY) !== undefined;
  return token.capital || token.kind === 'number' || '£€$'.includes(token.text);
}

const VERDICT = compileVocabulary([
  {
    means: 'verdict',
    phrases: ['very? good', 'excellent|superb|great|fair|okay|poor', 'tres? bien', 'superbe|bon|moyen|correct'],
  },
]);

/** Behind the word that engines put to a rating, before its number of reviews: "4.0 Superb (1,204)". */
export function verdictEnd(tokens: readonly Token[], at: number): number | undefined {
  const end = endOf(tokens, at, VERDICT);
  return end !== undefined && tokens[end]?.text === '(' && tokens[end + 1]?.kind === 'number' ? end : undefined;
}

/** What the sites' own sentence says behind its figures: "…, which indicates that most employees have …". */
const CLAUSES = ['which indicates', 'ce qui indique'].map((clause) => clause.split(' '));

/** Behind such a clause's first words, where the text breaks off in them: "on Glassdoor which ind…". */
export function cutClauseEnd(tokens: readonly Token[], at: number): number | undefined {
  const first = tokens[at]?.text ?? '';
  const length =
    CLAUSES.find((clause) => clause[0]?.startsWith(first) === true && first.length >= LEAST_CUT)?.length ?? 0;
  for (let end = at + 1; end <= at + length; end += 1) {
    if (!isEllipsis(tokens, end)) continue;
    const words = tokens.slice(at, end).map(({ text }) => text);
    return CLAUSES.some((clause) => isBeginning(words, clause)) ? end : undefined;
  }
  return undefined;
}

/** All words whole but the last. */
function isBeginning(words: readonly string[], clause: readonly string[]): boolean {
  return words.every((word, index) =>
    index === words.length - 1 ? clause[index]?.startsWith(word) === true : clause[index] === word,
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

/** Behind a bracket that speaks of the whole sector: "(industry average: 3.6)". */
export function sectorBracketEnd(tokens: readonly Token[], at: number): number | undefined {
  if (endOf(tokens, at, BESIDE_FIGURES.sector) === undefined) return undefined;
  const length = tokens.slice(at, at + LONGEST_BRACKET).findIndex(({ text }) => text === ')');
  return length === -1 ? undefined : at + length + 1;
}

function isEnd(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] as Token;
  if (kind === 'break' && text !== '') return true;
  if (text === ';' || text === '…' || text === '!' || text === '?') return true;
  return text === '.' && (tokens[at + 1]?.spaced ?? true);
}
