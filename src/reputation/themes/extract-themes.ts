import { stripInvisible } from '../../lib/hidden-text.ts';
import { fold, squeeze, unaccent } from '../../lib/text.ts';
import { tokenize, type Token } from '../../reading/tokens.ts';
import { compileVocabulary, findTerms, type Vocabulary } from '../../reading/vocabulary.ts';
import type { Review } from '../../sources/review-sites/site.ts';
import { Constructions } from './constructions.ts';
import type { Idiom } from './idiom.ts';
import { ENGLISH_IDIOMS } from './idioms-en.ts';
import { FRENCH_IDIOMS } from './idioms-fr.ts';
import { ENGLISH } from './lexicon-en.ts';
import { FRENCH } from './lexicon-fr.ts';
import { THEMES, type ReviewLanguage, type Polarity, type Theme } from './theme.ts';

export { THEMES, type Polarity, type Theme } from './theme.ts';

/** Longer texts are read to here. */
const LONGEST_TEXT = 4_000;

/** What may follow "nothing" without saying anything. */
const FILLER =
  "(?:to|say|complain|about|bad|benefit|concern|interest|value|wrong|negative|positive|good|report|mention|note|add|really|at|all|so|far|i|can|could|think|of|comes?|mind|special|particular|specific|major|much|for|now|anything|any|it|that|this|here|yet|the|moment|right|ne|me|vient|viens|a|l'esprit|la|tete|en|dire|signaler|redire|declarer|ajouter|reprocher|d'autre|de|special|particulier|negatif|positif|mauvais|pour|le|l'instant|vraiment|du|tout)";

/** An answer that says there is nothing to say. */
const NOTHING = new RegExp(
  [
    String.raw`^(?:(?:none|n ?/ ?a|na|nil|no|ras|r\.a\.s\.?|neant|sans|aucune?s?)(?: (?:at all|really|so far|a ce jour|pour (?:le moment|l'instant)))?`,
    String.raw`(?:no|not (?:any|many)|zero|aucune?s?|pas d[e'] ?|pas beaucoup d[e'] ?) ?(?:real |major |big |vrais? |gros )?(?:cons?|pros?|downsides?|complaints?|negatives?|disadvantages?|inconvenients?|avantages?|points? negatifs?|defauts?)(?: (?:at all|really|so far|to (?:mention|report|note|speak of)|i can think of|a (?:signaler|declarer|mentionner)|pour (?:le moment|l'instant)))?`,
    String.raw`(?:there(?: is|'s| are|re)? |i (?:have|had|can think of|see) |je (?:ne |n'en |n')?(?:vois|trouve|ai) |je n'ai )?(?:nothing|not (?:a lot|much)|rien|pas grand[ -]chose)(?: ${FILLER}){0,8}`,
    String.raw`(?:i )?(?:can(?:'t|not)|could(?:n't| not)) think of(?: ${FILLER}){0,6}|je n'en vois pas(?: ${FILLER}){0,4})[\s.!,-]*$`,
  ].join('|'),
  'u',
);

/** Sentences that say nothing of the work there: a question, and what a candidate has seen. */
const NOT_OF_WORK =
  /(?<![^.!?\s])(?:(?:is|are|do|does|did|what|how|will|would|can|quel(?:le)?s?|combien|est-ce|comment)\s[^.!?]{8,300}\?|[^.!?]{0,300}\b(?:as an? candidate|as an? applicant|en tant que candidate?|candidate? ?:)[^.!?]{0,300})/giu;

const LEXICONS = { en: new Constructions(ENGLISH), fr: new Constructions(FRENCH) };

const IDIOMS = { en: ENGLISH_IDIOMS, fr: FRENCH_IDIOMS };

/** Idioms by the side of a review that they are read on: one that praise alone has hides no other in a complaint. */
function phrasesOf(language: ReviewLanguage): Readonly<Record<Polarity | 'any', Vocabulary<Idiom>>> {
  const on = (side: Polarity | undefined) =>
    compileVocabulary(IDIOMS[language].filter(({ means }) => means.polarity === undefined || means.polarity === side));
  return { pos: on('pos'), neg: on('neg'), any: on(undefined) };
}

const PHRASES = { en: phrasesOf('en'), fr: phrasesOf('fr') };

/**
 * The themes of SPEC §12 that a review's text touches, in their fixed order:
 * those of its idioms, then those of the constructions that are left. The
 * polarity comes from the field or the stars, never from the words; it only
 * lets idioms count that mean a theme in praise or complaint alone.
 */
export function readThemes(text: string, language: ReviewLanguage, polarity?: Polarity): Theme[] {
  const plain = squeeze(unaccent(stripInvisible(text.slice(0, LONGEST_TEXT))))
    .slice(0, LONGEST_TEXT)
    .replace(NOT_OF_WORK, ' ');
  const folded = plain.toLowerCase();
  if (folded === '' || NOTHING.test(folded)) return [];
  const { themes, rest } = readIdioms(plain, language, polarity);
  for (const theme of LEXICONS[language].read(rest)) themes.add(theme);
  return THEMES.filter((theme) => themes.has(theme));
}

/** The themes of the idioms, and the words without them: theirs mean nothing by themselves. */
function readIdioms(
  plain: string,
  language: ReviewLanguage,
  polarity: Polarity | undefined,
): { themes: Set<Theme>; rest: Token[] } {
  const tokens = tokenize(plain);
  const themes = new Set<Theme>();
  const rest: Token[] = [];
  let from = 0;
  for (const { means, from: first, to } of findTerms(tokens, PHRASES[language][polarity ?? 'any'])) {
    for (const theme of means.themes) themes.add(theme);
    rest.push(...tokens.slice(from, first), { ...(tokens[first] as Token), text: '' });
    from = to;
  }
  rest.push(...tokens.slice(from));
  return { themes, rest: rest.filter(({ text }) => text !== "'").map(withoutPossessive) };
}

/** "The manager's" is the manager; "it's" stays. */
function withoutPossessive(token: Token): Token {
  return token.text.endsWith("'s") ? { ...token, text: token.text.slice(0, -2) } : token;
}

const NAMES: Readonly<Record<ReviewLanguage, Readonly<Record<Theme, string>>>> = {
  en: {
    pay: 'Pay',
    benefits: 'Benefits',
    work_life_balance: 'Work-life balance',
    workload: 'Workload',
    management: 'Management',
    culture: 'Colleagues and culture',
    career: 'Career prospects',
    training: 'Training',
    job_security: 'Job security',
    work_itself: 'The work itself',
    workplace: 'Workplace and equipment',
    clients: 'Clients',
  },
  fr: {
    pay: 'Salaire',
    benefits: 'Avantages',
    work_life_balance: 'Équilibre vie pro/vie privée',
    workload: 'Charge de travail',
    management: 'Management',
    culture: 'Ambiance et culture',
    career: "Perspectives d'évolution",
    training: 'Formation',
    job_security: "Sécurité de l'emploi",
    work_itself: 'Contenu du travail',
    workplace: 'Locaux et équipement',
    clients: 'Clients',
  },
};

/** A theme that fewer reviews raise is one person's. */
const FEWEST_REVIEWS = 2;

export type ThemeVerdict = 'positive' | 'negative' | 'mixed';

/** What several reviews say of one theme. */
export interface ThemeTally {
  theme: Theme;
  positive: number;
  negative: number;
  verdict: ThemeVerdict;
}

/** Themes that at least two reviews praise or complain about, most frequent first. Counts are of reviews. */
export function tallyThemes(reviews: readonly Review[], language: ReviewLanguage): ThemeTally[] {
  const read = reviews.map((review) => readReviewThemes(review, language));
  const countOf = (side: 'positive' | 'negative', theme: Theme) =>
    read.filter((sides) => sides[side].has(theme)).length;
  return THEMES.map((theme) => {
    const [positive, negative] = [countOf('positive', theme), countOf('negative', theme)];
    return { theme, positive, negative, verdict: judge(positive, negative) };
  })
    .filter(({ positive, negative }) => Math.max(positive, negative) >= FEWEST_REVIEWS)
    .sort((one, other) => other.positive + other.negative - (one.positive + one.negative));
}

/** Mixed is what has two reviews on both sides, and less than twice as many on one as on the other. */
function judge(positive: number, negative: number): ThemeVerdict {
  const [few, many] = [Math.min(positive, negative), Math.max(positive, negative)];
  if (few >= FEWEST_REVIEWS && many < few * 2) return 'mixed';
  return positive > negative ? 'positive' : 'negative';
}

const COMMON: Readonly<Record<ReviewLanguage, RegExp>> = {
  en: /(?<![\p{L}'])(?:the|and|you|your|they|with|but|very|there|great|good|work|staff|this|are|have|nice|lots|poor|bad|low|long|friendly|flexible)(?![\p{L}'])/gu,
  fr: /(?<![\p{L}])(?:le|les|une|des|du|et|est|pas|tres|bonne?s?|avec|pour|sur|vous|mais|dans|qui|au|beaucoup|peu|trop|aucune?|ambiance|salaires?|manque)(?![\p{L}])/gu,
};

/** English or French by their common words; undefined for neither. */
function guessLanguage(text: string): ReviewLanguage | undefined {
  const folded = fold(text.slice(0, LONGEST_TEXT));
  const en = folded.match(COMMON.en)?.length ?? 0;
  const fr = folded.match(COMMON.fr)?.length ?? 0;
  const words = folded.split(' ').length;
  // A short text may hold one such word, a longer one holds many.
  const enough = Math.max(1, Math.min(words, 400) * 0.08);
  if (Math.max(en, fr) < enough || en === fr) return undefined;
  return en > fr ? 'en' : 'fr';
}

/**
 * The themes that a review praises and complains about: by its fields, else by
 * its stars (4–5 and 1–2). `fallback` is the language of a text too short to
 * tell; a longer one in neither language has no themes.
 */
export function readReviewThemes(
  review: Review,
  fallback: ReviewLanguage,
): { positive: Set<Theme>; negative: Set<Theme> } {
  const texts = [review.title, review.pros, review.cons, review.text].join(' ').trim();
  const guessed = review.language === 'unknown' ? guessLanguage(texts) : review.language;
  const language = guessed ?? (texts.split(/\s+/, 8).length < 8 ? fallback : undefined);
  // Another language: the lexicons would find chance words in it.
  if (language === undefined) return { positive: new Set(), negative: new Set() };
  const positive = new Set(readThemes(review.pros, language, 'pos'));
  const negative = new Set(readThemes(review.cons, language, 'neg'));
  if (review.pros === '' && review.cons === '' && review.rating !== null) {
    const text = `${review.title}. ${review.text}`;
    if (review.rating >= 4) for (const theme of readThemes(text, language, 'pos')) positive.add(theme);
    if (review.rating <= 2) for (const theme of readThemes(text, language, 'neg')) negative.add(theme);
  }
  return { positive, negative };
}

const VERDICTS: Readonly<Record<ReviewLanguage, Readonly<Record<ThemeVerdict, string>>>> = {
  en: { positive: 'praised', negative: 'criticised', mixed: 'mixed' },
  fr: { positive: 'point fort', negative: 'point faible', mixed: 'avis partagés' },
};

/**
 * A tally as a sentence, made of fixed words and numbers. `detail` are words
 * that were found to be borne out by the reviews; nothing else of theirs is in it.
 */
export function describeTally(tally: ThemeTally, of: number, language: ReviewLanguage, detail = ''): string {
  const { theme, positive, negative, verdict } = tally;
  const said = `${detail === '' ? '' : `${detail}, `}${VERDICTS[language][verdict]}`;
  const most = Math.max(positive, negative);
  if (language === 'fr') {
    const count =
      verdict === 'mixed' ? `${positive} positifs, ${negative} négatifs sur ${of} avis` : `${most} avis sur ${of}`;
    return `${NAMES.fr[theme]} : ${said} (${count})`;
  }
  const count =
    verdict === 'mixed' ? `${positive} positive, ${negative} negative of ${of} reviews` : `${most} of ${of} reviews`;
  return `${NAMES.en[theme]}: ${said} (${count})`;
}
