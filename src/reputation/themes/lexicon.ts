import { readTable } from '../../lib/table.ts';
import { compileVocabulary, Words, type Vocabulary, type WordClasses } from '../../reading/vocabulary.ts';
import { THEMES, type ReviewLanguage, type ReviewSide, type Theme } from './theme.ts';

type PhraseKind = 'word' | 'phrase' | 'idiom' | 'praise' | 'complaint' | 'claim' | 'quality';

/** One row of english.tsv or french.tsv. The comment at the top of these files explains the kinds. */
export interface LexiconRow {
  kind: PhraseKind | 'class' | 'beside' | 'weak' | 'silent';
  themes: readonly Theme[];
  /** The second column of the table: the themes, the name of a class, or a `Silence`. */
  name: string;
  phrase: string;
}

/**
 * The part of the text in which a phrase rules out a claim. `praise`: only praise, in the same clause ("average").
 * `none`: rules out nothing; such a phrase contains a shorter one that would ("better than average").
 */
export type Silence = 'praise' | 'clause' | 'sentence' | 'review' | 'none';

/**
 * - `mentions`: finds every theme that a text mentions.
 * - `sentences`: leaves out the words of `weak` rows, and reads `claim` rows.
 * - `claims`: like `sentences`, but the words of `quality` rows count only if the text has no other theme.
 */
export type LexiconUse = 'mentions' | 'sentences' | 'claims';

export interface Lexicon {
  use: LexiconUse;
  /** The idioms that count for each side of a review; `any` if the side is unknown. */
  idioms: Readonly<Record<ReviewSide | 'any', Vocabulary<readonly Theme[]>>>;
  constructions: Vocabulary<readonly Theme[]>;
  qualities: Vocabulary<readonly Theme[]>;
  beside: readonly { theme: Theme; words: Words; companions: Words }[];
  silent: Vocabulary<Silence>;
}

const FILES = { en: 'english', fr: 'french' } as const;

export function readLexiconRows(language: ReviewLanguage): LexiconRow[] {
  const file = new URL(`words/${FILES[language]}.tsv`, import.meta.url);
  return readTable(file).map(([kind = '', name = '', phrase = '']) => ({
    kind: kind as LexiconRow['kind'],
    themes: THEMES.filter((theme) => name.split(',').includes(theme)),
    name,
    phrase,
  }));
}

const LEFT_OUT: Readonly<Record<LexiconUse, readonly LexiconRow['kind'][]>> = {
  mentions: [],
  sentences: ['weak'],
  claims: ['weak', 'quality'],
};

export function compileLexicon(rows: readonly LexiconRow[], use: LexiconUse = 'mentions'): Lexicon {
  const rowsOf = (kind: LexiconRow['kind']): LexiconRow[] => rows.filter((row) => row.kind === kind);
  const omitted = new Set(LEFT_OUT[use].flatMap(rowsOf).flatMap(({ phrase }) => phrase.split(' ')));
  const classes: WordClasses = Object.fromEntries(rowsOf('class').map(({ name, phrase }) => [name, phrase]));
  // Of several equally long phrases at one position, those of an earlier kind in `kinds` come first.
  const vocabulary = (...kinds: PhraseKind[]): Vocabulary<readonly Theme[]> =>
    compileVocabulary(
      kinds.flatMap(rowsOf).map(({ kind, themes, phrase }) => ({
        means: themes,
        phrases:
          kind === 'word' || kind === 'quality'
            ? phrase.split(' ').filter((word) => kind === 'quality' || !omitted.has(word))
            : [phrase],
      })),
      classes,
    );
  return {
    use,
    idioms: {
      positive: vocabulary('idiom', 'praise'),
      negative: vocabulary('idiom', 'complaint'),
      any: vocabulary('idiom'),
    },
    constructions: use === 'mentions' ? vocabulary('word', 'phrase') : vocabulary('claim', 'word', 'phrase'),
    qualities: use === 'claims' ? vocabulary('quality') : vocabulary(),
    beside: rowsOf('beside').map(({ themes: [theme], phrase }) => {
      const [words, companions] = phrase.split(' : ').map((list) => new Words(list.split(' '), classes));
      return { theme: theme as Theme, words: words as Words, companions: companions as Words };
    }),
    silent: compileVocabulary(
      rowsOf('silent').map(({ name, phrase }) => ({ means: name as Silence, phrases: [phrase] })),
      classes,
    ),
  };
}
