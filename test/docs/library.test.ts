import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { DOCS_PAGES, DocsLibrary } from '../../src/docs/library.ts';
import { anchorOf, renderDocument } from '../../src/docs/render.ts';
import { parsePiece } from '../support/page.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const library = new DocsLibrary();

/** Where the links of a Markdown text lead, without those to other sites. */
function localLinks(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href]) => href as string)
    .filter((href) => !/^https?:/.test(href));
}

t.test('every listed page exists in English, and every file is a page', async (t) => {
  const names = DOCS_PAGES.map(({ name }) => `${name}.md`).sort();
  t.strictSame(readdirSync(`${ROOT}src/docs/en`).sort(), names);
  for (const page of library.pages('en')) {
    t.ok(page.title, `${page.name} has a title`);
    t.match(page.markdown, /^# /);
    const piece = parsePiece(page.html);
    t.notOk(piece.has('h1, style, script'), `${page.name} brings neither a second title nor a style`);
    t.strictSame(piece.forbidden(), [], page.name);
  }
});

t.test('links between pages and to headings work', async (t) => {
  for (const { name, language, markdown, headings } of [...library.pages('en'), ...library.pages('fr')]) {
    t.ok(headings.every(({ anchor }) => anchor !== ''));
    for (const href of localLinks(markdown)) {
      const [, target = '', anchor] = /^([a-z-]*)(?:\.md)?(?:#(.*))?$/.exec(href) ?? [];
      const page = library.page(target === '' ? name : target, language);
      t.ok(page, `${name}: ${href}`);
      if (anchor)
        t.ok(
          page?.sections.some((section) => section.anchor === anchor),
          `${name}: ${href}`,
        );
    }
  }
});

t.test('files mentioned to contributors exist', async (t) => {
  for (const { name, markdown } of library.pages('en').filter(({ audience }) => audience === 'contributors')) {
    const paths = [...markdown.matchAll(/`((?:src|test|scripts|schemas)\/[\w./-]+)`/g)].map(
      ([, path]) => path as string,
    );
    t.ok(paths.length > 3, `${name} names files`);
    for (const path of paths) t.ok(existsSync(ROOT + path), `${name}: ${path}`);
  }
});

t.test('the READMEs are short, and their links work', async (t) => {
  for (const file of ['README.md', 'README.fr.md']) {
    const readme = readFileSync(ROOT + file, 'utf8');
    t.ok(Buffer.byteLength(readme) < 8_000, `${file}: ${Buffer.byteLength(readme)} bytes`);
    const links = localLinks(readme);
    t.ok(links.length > 5);
    for (const href of links) {
      // On the code host, two folders up from a README's address are the runs of its workflows.
      const path = href.replace(/^(?:\.\.\/){2}actions(\/workflows\/\w+\.yml).*$/, '.github$1').replace(/#.*$/, '');
      t.ok(existsSync(ROOT + path), href);
    }
  }
});

t.test('anchors equal those of code hosts, and equal headings get different ones', async (t) => {
  t.equal(anchorOf('Duplicates and `dedup_hash`'), 'duplicates-and-dedup_hash');
  t.equal(anchorOf('Reçus, essais !'), 'recus-essais');
  const { headings, sections, title } = renderDocument('# A\n\nlead\n\n## Same\n\none\n\n## Same\n\n```sh\ntwo\n```\n');
  t.equal(title, 'A');
  t.strictSame(
    headings.map(({ anchor }) => anchor),
    ['same', 'same-1'],
  );
  t.strictSame(
    sections.map(({ text }) => text),
    ['lead', 'one', 'two\n'.trim()],
  );
});
