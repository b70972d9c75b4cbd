import type { Heading } from './render.ts';

/** Who a page is written for. Callers' pages are there in every language of the service. */
export type Audience = 'callers' | 'operators' | 'contributors';

export type DocsLanguage = 'en' | 'fr';

/** A page, read and rendered. */
export interface DocsPage {
  name: string;
  audience: Audience;
  /** That it is written in: English, where there is no translation. */
  language: DocsLanguage;
  title: string;
  markdown: string;
  /** Without the title, which stands above it. */
  html: string;
  /** Of the second level. */
  headings: readonly Heading[];
  /** Of all headings, in order. */
  anchors: readonly string[];
  sections: readonly Section[];
}

/** A stretch of a page under one heading, for the search. */
interface Section extends Heading {
  text: string;
}
