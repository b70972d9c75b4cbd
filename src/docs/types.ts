import type { Heading } from './render.ts';

/** The readers of a page. Pages for callers exist in every language. */
export type Audience = 'callers' | 'operators' | 'contributors';

export type DocsLanguage = 'en' | 'fr';

export interface DocsPage {
  name: string;
  audience: Audience;
  /** Language of the text: English if there is no translation. */
  language: DocsLanguage;
  title: string;
  markdown: string;
  /** Without the title. */
  html: string;
  /** Headings of the second level. */
  headings: readonly Heading[];
  /** Anchors of all headings, in order. */
  anchors: readonly string[];
  sections: readonly Section[];
}

/** The text under one heading, for the search. */
interface Section extends Heading {
  text: string;
}
