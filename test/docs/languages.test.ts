import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'node-html-parser';
import t from 'tap';
import * as schemas from '../../schemas/index.ts';
import { SETTINGS } from '../../src/config/config.ts';
import { DOCS_PAGES, DocsLibrary } from '../../src/docs/library.ts';
import type { DocsPage } from '../../src/docs/types.ts';
import { PLATFORM_SETTINGS, PLATFORMS } from '../../src/sources/platforms/index.ts';

const library = new DocsLibrary();
/** What callers read, and how an operator begins. */
const translated = DOCS_PAGES.filter(({ name, audience }) => audience === 'callers' || name === 'vm').map(
  ({ name }) => name,
);
const both = translated.map((name) => ({
  name,
  en: library.page(name, 'en') as DocsPage,
  fr: library.page(name, 'fr') as DocsPage,
}));

const withoutBlocks = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '');
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);
const unique = (texts: string[]): string[] => [...new Set(texts)].sort();

t.test(
  'pages for callers and first steps for operators exist in both languages, the rest only in English',
  async (t) => {
    const files = readdirSync(fileURLToPath(new URL('../../src/docs/fr/', import.meta.url)));
    t.strictSame(files.sort(), translated.map((name) => `${name}.md`).sort());
    for (const { name } of DOCS_PAGES)
      t.equal(library.page(name, 'fr')?.language, translated.includes(name) ? 'fr' : 'en', name);
  },
);

t.test('the languages have the same headings, anchors, blocks, tables, links and names', async (t) => {
  for (const { name, en, fr } of both) {
    const compare = (what: string, of: (markdown: string) => unknown) =>
      t.strictSame(of(fr.markdown), of(en.markdown), `${name}: ${what}`);
    t.strictSame(fr.anchors, en.anchors, `${name}: anchors`);
    compare('levels of headings', (text) => matches(withoutBlocks(text), /^(#+) /gm));
    compare('code blocks', (text) => matches(text, /^```(\w+)/gm));
    compare('generated places', (text) => matches(text, /^<!-- ([\w-]+) -->$/gm));
    compare('rows of tables', (text) => matches(withoutBlocks(text), /^\|/gm).length);
    compare('points of lists', (text) => matches(withoutBlocks(text), /^(?:-|\d\.) /gm).length);
    compare('links', (text) =>
      // A picture shows the page's own language.
      unique(matches(withoutBlocks(text), /\]\(([^)\s]+)\)/g)).map((link) => link.replace(/-(?:en|fr)\.webp$/, '')),
    );
    compare('names', (text) => unique(matches(withoutBlocks(text), /`([^`\n]+)`/g)));
    compare('commands', (text) =>
      matches(text, /^```(?:sh|toml)\b.*\n([\s\S]*?)^```$/gm).map((block) =>
        // A search is asked in the language's own country, and a question in the language.
        block
          .replace(/"arguments":.*$/gm, '')
          .replace(/(?<=^claude )"[^"\n]+"$/gm, '')
          .replace(/<[^>]+>/g, ''),
      ),
    );
    if (fr.title === en.title) t.match(en.title, /^\w+$/, `${name}: the title is a name`);
    t.ok(fr.markdown.length > en.markdown.length * 0.9, `${name}: is whole`);
  }
});

t.test('French typography: no straight quotes, and non-breaking spaces', async (t) => {
  for (const { name, fr } of both) {
    const prose = withoutBlocks(fr.markdown)
      .replace(/`[^`\n]*`/g, '')
      .replace(/\]\([^)]*\)/g, ']');
    t.strictSame(matches(prose, /\p{L}'\p{L}/gu), name === 'reading' ? ["L'O"] : [], `${name}: apostrophes`);
    t.strictSame(matches(prose, /"[^"\n]*"/g), [], `${name}: quotes`);
    const shown = parse(fr.html);
    for (const code of shown.querySelectorAll('pre, code')) code.remove();
    t.strictSame(matches(shown.textContent, /\p{L} [:;?!»](?!\p{L})|« /gu), [], `${name}: spaces`);
  }
});

t.test('every argument, member, status, reason and setting is documented', async (t) => {
  const text = (name: string) => `${library.page(name, 'en')?.markdown}${library.page(name, 'fr')?.markdown}`;
  const told = (page: string, names: readonly string[]) => {
    for (const name of names)
      t.equal(matches(text(page), new RegExp(`\`${name}\``, 'g')).length > 1, true, `${page}: ${name}`);
  };
  const membersOf = (schema: object): string[] => Object.keys((schema as { properties: object }).properties);
  told('scrape-jobs', [
    ...membersOf(schemas.ScrapeJobsArguments),
    ...membersOf(schemas.ScrapeJobsResult),
    ...membersOf(schemas.Job),
    ...membersOf(schemas.PlatformRow),
    ...schemas.WORK_MODES,
    ...schemas.SALARY_PERIODS,
  ]);
  told('get-reputation', [...membersOf(schemas.GetReputationArguments), ...membersOf(schemas.Reputation)]);
  told('scrape-url', membersOf(schemas.ScrapeUrlArguments));
  told('ping', membersOf(schemas.PingResult));
  told('errors', [...membersOf(schemas.ErrorData), ...schemas.REASONS]);
  told('platforms', [...schemas.PLATFORM_STATUSES, ...PLATFORMS.map(({ code }) => code)]);
  for (const { name } of [...SETTINGS, ...PLATFORM_SETTINGS]) t.match(text('operating'), `\`${name}\``);
});
