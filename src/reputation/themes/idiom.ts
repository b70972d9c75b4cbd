import type { Polarity, Theme } from './theme.ts';

/** What a turn of phrase is about, whatever its single words are; nothing where `themes` is empty. */
export interface Idiom {
  themes: readonly Theme[];
  /** Means it in praise or in complaint alone; both where absent. */
  polarity?: Polarity;
}

export const about = (...themes: Theme[]): Idiom => ({ themes });
export const inPraise = (...themes: Theme[]): Idiom => ({ themes, polarity: 'pos' });
export const inComplaint = (...themes: Theme[]): Idiom => ({ themes, polarity: 'neg' });
