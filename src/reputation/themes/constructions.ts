import type { Token } from '../../reading/tokens.ts';
import { longestTermsAt } from '../../reading/vocabulary.ts';
import type { Lexicon } from './lexicon.ts';
import type { Theme } from './theme.ts';

/**
 * Returns the themes of the constructions in a text. At each position the longest construction counts; of several
 * equally long ones ("free parking"), all count for mentions, but only the first for claims. Words that need a
 * companion are looked for clause by clause.
 */
export function readConstructions(tokens: readonly Token[], { use, constructions, beside }: Lexicon): Set<Theme> {
  const themes = new Set<Theme>();
  let clause: string[] = [];
  const endClause = (): void => {
    for (const { theme, words, companions } of clause.length < 2 ? [] : beside) {
      const at = clause.findIndex((word) => words.has(word));
      if (at >= 0 && clause.some((word, index) => index !== at && companions.has(word))) themes.add(theme);
    }
    clause = [];
  };
  for (let at = 0; at < tokens.length;) {
    const { kind } = tokens[at] as Token;
    if (kind === 'mark' || kind === 'break') {
      endClause();
      at += 1;
      continue;
    }
    const terms = longestTermsAt(tokens, at, constructions);
    const to = terms[0]?.to ?? at + 1;
    for (const { means } of use === 'mentions' ? terms : terms.slice(0, 1)) for (const theme of means) themes.add(theme);
    if (terms.every(({ means }) => means.length > 0)) clause.push(...tokens.slice(at, to).map(({ text }) => text));
    at = to;
  }
  endClause();
  return themes;
}
