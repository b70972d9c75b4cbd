import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { renderDocument } from './render.ts';
import { SearchIndex, type DocsHit } from './search.ts';
import type { Audience, DocsLanguage, DocsPage } from './types.ts';

/** Pages for each audience, in reading order. Each name is that of a Markdown file in the folder of a language. */
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

export const AUDIENCES = Object.keys(NAMES) as readonly Audience[];

export const DOCS_PAGES: readonly { name: string; audience: Audience }[] = AUDIENCES.flatMap((audience) =>
  NAMES[audience].map((name) => ({ name, audience })),
);

export class DocsLibrary {
  readonly #folder: URL;
  readonly #pages = new Map<string, DocsPage>();
  readonly #indexes = new Map<DocsLanguage, SearchIndex>();

  constructor(folder: URL = new URL('./', import.meta.url)) {
    this.#folder = folder;
  }

  /**
   * Returns the page's name as its file spells it, or undefined if there is no such page. `asked` may have any case,
   * and underscores for hyphens.
   */
  canonicalName(asked: string): string | undefined {
    const name = asked.toLowerCase().replaceAll('_', '-');
    return DOCS_PAGES.find((page) => page.name === name)?.name;
  }

  /** Returns the page in English if there is no translation, and undefined if there is no such page. */
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

  /** Returns at most 20 sections, the best first. */
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

export function docsPictures(
  folder: URL = new URL('./pictures/', import.meta.url),
): { name: string; content: Buffer }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.webp'))
    .map((name) => ({ name, content: readFileSync(new URL(name, folder)) }));
}
