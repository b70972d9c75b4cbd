import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { renderDocument } from './render.ts';
import { SearchIndex, type DocsHit } from './search.ts';
import type { Audience, DocsLanguage, DocsPage } from './types.ts';

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
    'cards',
    'questions',
    'recipes',
    'dashboard',
    'saved-searches',
    'glossary',
    'changes',
  ],
  operators: ['vm', 'operating', 'deploying', 'several-machines', 'watching', 'releases', 'sources'],
  contributors: ['architecture', 'contributing'],
};

/** In the order in which they are listed. */
export const AUDIENCES = Object.keys(NAMES) as readonly Audience[];

export const DOCS_PAGES: readonly { name: string; audience: Audience }[] = AUDIENCES.flatMap((audience) =>
  NAMES[audience].map((name) => ({ name, audience })),
);

/** The documentation in the service: read from its files once, when it is first asked for. */
export class DocsLibrary {
  readonly #folder: URL;
  readonly #pages = new Map<string, DocsPage>();
  readonly #indexes = new Map<DocsLanguage, SearchIndex>();

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

  /** Sections that hold what was asked, best first: at most 20. */
  search(query: string, language: DocsLanguage): DocsHit[] {
    let index = this.#indexes.get(language);
    if (!index) this.#indexes.set(language, (index = new SearchIndex(this.pages(language))));
    return index.search(query);
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
      sections,
    };
  }
}

/** The pictures of the pages, small enough to be held. */
export function docsPictures(
  folder: URL = new URL('./pictures/', import.meta.url),
): { name: string; content: Buffer }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.webp'))
    .map((name) => ({ name, content: readFileSync(new URL(name, folder)) }));
}
