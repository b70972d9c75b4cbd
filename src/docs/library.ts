import { existsSync, readFileSync } from 'node:fs';
import { fold } from '../lib/text.ts';
import { renderDocument, type Heading } from './render.ts';

/** Who a page is written for. Callers' pages are there in every language of the service. */
export type Audience = 'callers' | 'operators' | 'contributors';

export type DocsLanguage = 'en' | 'fr';

/** Pages by whom they are for, in the order in which they are read; each is a Markdown file of its name in a folder a language. */
const NAMES: Readonly<Record<Audience, readonly string[]>> = {
  callers: [
    'quick-start',
    'test-keys',
    'calling',
    'ping',
    'scrape-jobs',
    'get-reputation',
    'scrape-url',
    'errors',
    'receipts',
    'plans',
    'platforms',
    'reading',
    'accuracy',
    'mcp-clients',
    'dashboard',
    'glossary',
  ],
  operators: ['operating', 'deploying', 'several-machines', 'watching', 'releases', 'sources'],
  contributors: ['architecture', 'contributing'],
};

/** In the order in which they are listed. */
export const AUDIENCES = Object.keys(NAMES) as readonly Audience[];

export const DOCS_PAGES: readonly { name: string; audience: Audience }[] = AUDIENCES.flatMap((audience) =>
  NAMES[audience].map((name) => ({ name, audience })),
);

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
  folded: string;
}

/** A place of the documentation that holds what was searched. */
export interface DocsHit {
  page: DocsPage;
  /** "" for the page's beginning. */
  anchor: string;
  heading: string;
  excerpt: string;
}

const MAXIMUM_QUERY = 100;
const MAXIMUM_HITS = 20;
const EXCERPT = 160;

/** The documentation in the service: read from its files once, when it is first asked for. */
export class DocsLibrary {
  readonly #folder: URL;
  readonly #pages = new Map<string, DocsPage>();

  /** `folder` holds a folder a language. */
  constructor(folder: URL = new URL('./', import.meta.url)) {
    this.#folder = folder;
  }

  /** The name of a page as it is written, whatever case and marks it was asked in; undefined when there is none. */
  canonicalName(asked: string): string | undefined {
    const name = asked.toLowerCase().replaceAll('_', '-');
    return DOCS_PAGES.find((page) => page.name === name)?.name;
  }

  /** The page in that language, or in English; undefined when there is none of the name. */
  page(name: string, language: DocsLanguage): DocsPage | undefined {
    const known = DOCS_PAGES.find((page) => page.name === name);
    if (!known) return undefined;
    const id = `${language}/${name}`;
    let page = this.#pages.get(id);
    if (page === undefined) {
      page = this.#read(known, language) ?? this.#read(known, 'en');
      if (page) this.#pages.set(id, page);
    }
    return page;
  }

  pages(language: DocsLanguage): DocsPage[] {
    return DOCS_PAGES.flatMap(({ name }) => this.page(name, language) ?? []);
  }

  /** Sections that hold every word asked for, those whose headings do first. */
  search(query: string, language: DocsLanguage): DocsHit[] {
    const words = fold(query.slice(0, MAXIMUM_QUERY)).split(/\s+/u).filter(Boolean);
    if (words.length === 0) return [];
    const hits: (DocsHit & { inHeading: boolean })[] = [];
    for (const page of this.pages(language)) {
      for (const { anchor, title, text, folded } of page.sections) {
        if (!words.every((word) => folded.includes(word))) continue;
        const named = fold(`${page.title} ${title}`);
        hits.push({
          page,
          anchor,
          heading: title,
          excerpt: excerptOf(text, words[0] as string),
          inHeading: words.every((word) => named.includes(word)),
        });
      }
    }
    return hits
      .sort((a, b) => Number(b.inHeading) - Number(a.inHeading))
      .slice(0, MAXIMUM_HITS)
      .map(({ inHeading: _, ...hit }) => hit);
  }

  #read({ name, audience }: (typeof DOCS_PAGES)[number], language: DocsLanguage): DocsPage | undefined {
    const file = new URL(`${language}/${name}.md`, this.#folder);
    if (!existsSync(file)) return undefined;
    const markdown = readFileSync(file, 'utf8');
    // Headings of a translation stand at the anchors of the original: an address holds in every language.
    const anchors = language === 'en' ? undefined : this.page(name, 'en')?.anchors;
    const { title, html, headings, sections } = renderDocument(markdown, language, anchors);
    return {
      name,
      audience,
      language,
      title,
      markdown,
      html,
      headings: headings.filter(({ level }) => level === 2),
      anchors: headings.map(({ anchor }) => anchor),
      sections: sections.map((section) => ({ ...section, folded: fold(`${title} ${section.title} ${section.text}`) })),
    };
  }
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, fold(text).indexOf(word) - EXCERPT / 3);
  const part = text.slice(at, at + EXCERPT);
  return `${at > 0 ? '…' : ''}${part.trim()}${at + EXCERPT < text.length ? '…' : ''}`;
}
