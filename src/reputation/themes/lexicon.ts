import { readTable } from '../../lib/table.ts';
import { compileVocabulary, Words, type Vocabulary, type WordClasses } from '../../reading/vocabulary.ts';
import { THEMES, type Polarity, type ReviewLanguage, type Theme } from './theme.ts';

/** One row of a language's table; the comment at its top explains the kinds. */
export interface LexiconRow {
  kind: 'class' | 'word' | 'phrase' | 'beside' | 'idiom' | 'praise' | 'complaint';
  /** Empty: the phrase means no theme. */
  themes: readonly Theme[];
  /** The themes as written; for a class its name. */
  name: string;
  phrase: string;
}

/** The words for all themes in one language, compiled. */
export interface Lexicon {
  /** Idioms by the side of the review they apply to. */
  idioms: Readonly<Record<Polarity | 'any', Vocabulary<readonly Theme[]>>>;
  constructions: Vocabulary<readonly Theme[]>;
  beside: readonly { theme: Theme; words: Words; companions: Words }[];
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

export function compileLexicon(rows: readonly LexiconRow[]): Lexicon {
  const classes: WordClasses = Object.fromEntries(
    rows.filter(({ kind }) => kind === 'class').map(({ name, phrase }) => [name, phrase]),
  );
  const vocabulary = (...kinds: LexiconRow['kind'][]): Vocabulary<readonly Theme[]> =>
    compileVocabulary(
      rows
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ kind, themes, phrase }) => ({
          means: themes,
          phrases: kind === 'word' ? phrase.split(' ') : [phrase],
        })),
      classes,
    );
  return {
    idioms: {
      pos: vocabulary('idiom', 'praise'),
      neg: vocabulary('idiom', 'complaint'),
      any: vocabulary('idiom'),
    },
    constructions: vocabulary('word', 'phrase'),
    beside: rows
      .filter(({ kind }) => kind === 'beside')
      .map(({ themes: [theme], phrase }) => {
        const [words = '', companions = ''] = phrase.split(' : ');
        return {
          theme: theme as Theme,
          words: new Words(words.split(' '), classes),
          companions: new Words(companions.split(' '), classes),
        };
      }),
  };
}
