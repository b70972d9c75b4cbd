import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { renderDocument } from './render.ts';
import { SearchIndex, type DocsHit } from './search.ts';
import type { Audience, DocsLanguage, DocsPage } from './types.ts';

/** The pages for each audience, in reading order; each name is that of a Markdown file in the folder of a language. */
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

/** In display order. */
export const AUDIENCES = Object.keys(NAMES) as readonly Audience[];

export const DOCS_PAGES: readonly { name: string; audience: Audience }[] = AUDIENCES.flatMap((audience) =>
  NAMES[audience].map((name) => ({ name, audience })),
);

/** The documentation pages, each read from its file on first use. */
export class DocsLibrary {
  readonly #folder: URL;
  readonly #pages = new Map<string, DocsPage>();
  readonly #indexes = new Map<DocsLanguage, SearchIndex>();

  /** `folder` contains one folder per language. */
  constructor(folder: URL = new URL('./', import.meta.url)) {
    this.#folder = folder;
  }

  /**
   * The name of a page in the spelling of its file; undefined if there is none. `asked` may have any case, and
   * underscores for hyphens.
   */
  canonicalName(asked: string): string | undefined {
    const name = asked.toLowerCase().replaceAll('_', '-');
    return DOCS_PAGES.find((page) => page.name === name)?.name;
  }

  /** The page in `language`, else in English; undefined if no page has the name. */
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

  /** Sections that match the query, best first, at most 20. */
  search(query: string, language: DocsLanguage): DocsHit[] {
    let index = this.#indexes.get(language);
    if (!index) this.#indexes.set(language, (index = new SearchIndex(this.pages(language))));
    return index.search(query);
  }

  #read({ name, audience }: (typeof DOCS_PAGES)[number], language: DocsLanguage): DocsPage | undefined {
    const file = new URL(`${language}/${name}.md`, this.#folder);
    if (!existsSync(file)) return undefined;
    const markdown = readFileSync(file, 'utf8');
    // A translation uses the anchors of the English page, so that a link works in every language.
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

/** The pictures of the documentation, all read into memory. */
export function docsPictures(
  folder: URL = new URL('./pictures/', import.meta.url),
): { name: string; content: Buffer }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.webp'))
    .map((name) => ({ name, content: readFileSync(new URL(name, folder)) }));
}
