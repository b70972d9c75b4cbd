import { stripInvisible } from '../../lib/hidden-text.ts';
import { once } from '../../lib/once.ts';
import { squeeze, unaccent } from '../../lib/text.ts';
import { tokenize, type Token } from '../../reading/tokens.ts';
import { findTerms, type Vocabulary } from '../../reading/vocabulary.ts';
import { readConstructions } from './constructions.ts';
import { compileLexicon, readLexiconRows, type Lexicon, type LexiconUse, type Silence } from './lexicon.ts';
import { THEMES, type ReviewLanguage, type ReviewSide, type Theme } from './theme.ts';

const LONGEST_TEXT = 4_000;

const FILLER =
  "(?:to|say|complain|about|bad|benefit|concern|interest|value|wrong|negative|positive|good|report|mention|note|add|really|at|all|so|far|i|can|could|think|of|comes?|mind|special|particular|specific|major|much|for|now|anything|any|it|that|this|here|yet|the|moment|right|ne|me|vient|viens|a|l'esprit|la|tete|en|dire|signaler|redire|declarer|ajouter|reprocher|d'autre|de|special|particulier|negatif|positif|mauvais|pour|le|l'instant|vraiment|du|tout)";

/** Answers without content: "none", "nothing to complain about". */
const NOTHING = new RegExp(
  [
    String.raw`^(?:(?:none|n ?/ ?a|na|nil|no|ras|r\.a\.s\.?|neant|sans|aucune?s?)(?: (?:at all|really|so far|a ce jour|pour (?:le moment|l'instant)))?`,
    String.raw`(?:no|not (?:any|many)|zero|aucune?s?|pas d[e'] ?|pas beaucoup d[e'] ?) ?(?:real |major |big |vrais? |gros )?(?:cons?|pros?|downsides?|complaints?|negatives?|disadvantages?|inconvenients?|avantages?|points? negatifs?|defauts?)(?: (?:at all|really|so far|to (?:mention|report|note|speak of)|i can think of|a (?:signaler|declarer|mentionner)|pour (?:le moment|l'instant)))?`,
    String.raw`(?:there(?: is|'s| are|re)? |i (?:have|had|can think of|see) |je (?:ne |n'en |n')?(?:vois|trouve|ai) |je n'ai )?(?:nothing|not (?:a lot|much)|rien|pas grand[ -]chose)(?: ${FILLER}){0,8}`,
    String.raw`(?:i )?(?:can(?:'t|not)|could(?:n't| not)) think of(?: ${FILLER}){0,6}|je n'en vois pas(?: ${FILLER}){0,4})[\s.!,-]*$`,
  ].join('|'),
  'u',
);

/**
 * Questions ("How is the training?") and impressions of applicants ("As a candidate, I …"), which are not about working
 * at the employer.
 */
const NOT_OF_WORK =
  /(?<![^.!?\s])(?:(?:is|are|do|does|did|what|how|will|would|can|quel(?:le)?s?|combien|est-ce|comment)\s[^.!?]{8,300}\?|[^.!?]{0,300}\b(?:as an? candidate|as an? applicant|en tant que candidate?|candidate? ?:)[^.!?]{0,300})/giu;

const LEXICONS = { en: lexiconsOf('en'), fr: lexiconsOf('fr') };

function lexiconsOf(language: ReviewLanguage): Record<LexiconUse, () => Lexicon> {
  const rows = once(() => readLexiconRows(language));
  const compile = (use: LexiconUse): (() => Lexicon) => once(() => compileLexicon(rows(), use));
  return { mentions: compile('mentions'), sentences: compile('sentences'), claims: compile('claims') };
}

/**
 * Returns the themes of a review's text (SPEC §12), in the order of `THEMES`. `side` is the side of the field or of the
 * stars. It selects the idioms that have a meaning only in praise or only in complaints.
 */
export function readThemes(
  text: string,
  language: ReviewLanguage,
  side?: ReviewSide,
  use: LexiconUse = 'mentions',
): Theme[] {
  const plain = squeeze(unaccent(stripInvisible(text.slice(0, LONGEST_TEXT))))
    .slice(0, LONGEST_TEXT)
    .replace(NOT_OF_WORK, ' ');
  if (NOTHING.test(plain.toLowerCase())) return [];
  const lexicon = LEXICONS[language][use]();
  const { themes, rest } = readIdioms(plain, lexicon.idioms[side ?? 'any']);
  for (const theme of readConstructions(rest, lexicon)) themes.add(theme);
  const qualities = themes.size === 0 ? findTerms(rest, lexicon.qualities) : [];
  for (const theme of qualities.flatMap(({ means }) => means)) themes.add(theme);
  return THEMES.filter((theme) => themes.has(theme));
}

/** Returns what the phrases in the text rule out: claims in the clause, the sentence or the whole review, or praise. */
export function readSilence(text: string, language: ReviewLanguage): Set<Silence> {
  // "IT never answers" is about a department, not "it never answers".
  const plain = unaccent(text.slice(0, LONGEST_TEXT)).replace(/\bIT\b(?=.*\p{Ll})/gu, 'informatics');
  return new Set(findTerms(tokenize(plain), LEXICONS[language].claims().silent).map(({ means }) => means));
}

/** Returns the themes of the idioms, and the other tokens (`rest`) with an empty token in place of each idiom. */
function readIdioms(plain: string, idioms: Vocabulary<readonly Theme[]>): { themes: Set<Theme>; rest: Token[] } {
  const tokens = tokenize(plain);
  const themes = new Set<Theme>();
  const rest: Token[] = [];
  let from = 0;
  for (const { means, from: first, to } of findTerms(tokens, idioms)) {
    for (const theme of means) themes.add(theme);
    rest.push(...tokens.slice(from, first), { ...(tokens[first] as Token), text: '' });
    from = to;
  }
  rest.push(...tokens.slice(from));
  // "The manager's" is read as "the manager", and "it's" as "it".
  const read = rest
    .filter(({ text }) => text !== "'")
    .map((token) => ({ ...token, text: token.text.replace(/'s$/, '') }));
  return { themes, rest: read };
}
