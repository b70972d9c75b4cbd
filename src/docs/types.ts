import type { Heading } from './render.ts';

/** Pages for callers must exist in every language. */
export type Audience = 'callers' | 'operators' | 'contributors';

export type DocsLanguage = 'en' | 'fr';

export interface DocsPage {
  name: string;
  audience: Audience;
  /** English if there is no translation. */
  language: DocsLanguage;
  title: string;
  markdown: string;
  html: string;
  headings: readonly Heading[];
  anchors: readonly string[];
  sections: readonly Section[];
}

interface Section extends Heading {
  text: string;
}
