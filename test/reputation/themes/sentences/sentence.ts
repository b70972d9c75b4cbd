import type { Polarity, Theme } from '../../../../src/reputation/themes/extract-themes.ts';

/** A sentence of a review: the themes wanted, and those that may come too. */
export type Sentence = readonly [polarity: Polarity, text: string, themes: readonly Theme[], may?: readonly Theme[]];
