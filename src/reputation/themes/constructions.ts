import type { Token } from '../../reading/tokens.ts';
import { longestTermsAt } from '../../reading/vocabulary.ts';
import type { Lexicon } from './lexicon.ts';
import type { Theme } from './theme.ts';

/** Words and marks that separate the parts of a clause. Each part can be about a different subject. */
const JOINTS = new Set(
  'and or but with plus nor although though while et ou mais avec ni sans donc because since so & + /'.split(' '),
);

/**
 * Returns the themes of the words and phrases in a text. At each position, the longest phrase counts. Of several
 * equally long phrases ("free parking"), all count for `mentions`, but only the first for `sentences` and `claims`. For
 * `claims`, only the first phrase with a theme counts in each part of a clause ("pay" in "pay for nights"). Words that
 * mean a theme only beside another word (`beside`) count if both are in the same clause.
 */
export function readConstructions(tokens: readonly Token[], { use, constructions, beside }: Lexicon): Set<Theme> {
  const themes = new Set<Theme>();
  let clause: string[] = [];
  let hasClaim = false;
  const endClause = (): void => {
    hasClaim = false;
    for (const { theme, words, companions } of beside)
      if (clause.some((word) => words.has(word)) && clause.some((word) => companions.has(word))) themes.add(theme);
    clause = [];
  };
  for (let at = 0; at < tokens.length;) {
    const { kind, text } = tokens[at] as Token;
    if (kind === 'break' || (kind === 'mark' && !JOINTS.has(text))) {
      endClause();
      at += 1;
      continue;
    }
    const terms = longestTermsAt(tokens, at, constructions);
    const to = terms[0]?.to ?? at + 1;
    if (terms.length === 0 && JOINTS.has(text)) hasClaim = false;
    const found = (use === 'mentions' ? terms : terms.slice(0, 1)).flatMap(({ means }) => means);
    if (use !== 'claims' || !hasClaim) for (const theme of found) themes.add(theme);
    hasClaim ||= found.length > 0;
    if (terms.every(({ means }) => means.length > 0))
      clause.push(...tokens.slice(at, to).map(({ text: word }) => word));
    at = to;
  }
  endClause();
  return themes;
}
