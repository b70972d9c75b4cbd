import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { MAY_IMPORT, ONLY_IN } from '../scripts/generate/architecture.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Static and dynamic imports, re-exports, and files that are started as workers. */
const IMPORT =
  /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+|\bnew URL\(\s*)'([^'\n]+)'(?=\s*(?:;|\)|,\s*import\.meta\.url))/gm;
const TYPE = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;

function withoutComments(source: string): string {
  return source.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function importsOf(source: string): string[] {
  return [...withoutComments(source).matchAll(IMPORT)].map(([, specifier]) => specifier as string);
}

const sources = new Map(
  ['src', 'schemas'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const),
  ),
);

const imports = new Map(
  [...sources].map(([path, source]) => {
    const specifiers = importsOf(source);
    const files = specifiers.filter((specifier) => /^\..*\.ts$/.test(specifier));
    return [
      path,
      {
        files: [...new Set(files.map((specifier) => join(dirname(path), specifier)))],
        packages: specifiers.filter((specifier) => !/^[./]/.test(specifier)),
      },
    ] as const;
  }),
);

/** `jobs`, `errors.ts`, or `schemas` for the folder beside src. */
function folderOf(path: string): string {
  const [top = '', inner = ''] = path.split('/');
  return top === 'src' ? inner : top;
}

/** The table's row for a file: that of the deepest folder. */
function rowOf(path: string): string | undefined {
  const inside = path.replace(/^src\//, '');
  return Object.keys(MAY_IMPORT)
    .filter((row) => inside === row || inside.startsWith(`${row}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function allows(row: string, target: string): boolean {
  const allowed = MAY_IMPORT[row]?.mayImport ?? [];
  if (allowed === 'all') return true;
  const inside = target.replace(/^src\//, '');
  return [row, ...allowed].some((folder) => inside === folder || inside.startsWith(`${folder}/`));
}

/** Groups of more than one member that can all reach each other. */
function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Map(
    [...edges.keys()].map((from) => {
      const seen = new Set<string>();
      const open = [...(edges.get(from) ?? [])];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(...(edges.get(next) ?? []));
      }
      return [from, seen] as const;
    }),
  );
  const circles = [...reached]
    .filter(([from, seen]) => seen.has(from))
    .map(([from, seen]) =>
      [...seen]
        .filter((to) => reached.get(to)?.has(from))
        .sort()
        .join(' '),
    );
  return [...new Set(circles)].sort();
}

t.test('imports are found in every form', async (t) => {
  const source = [
    `import { a } from './a.ts';`,
    `import type {`,
    `  B,`,
    `} from '../b/b.ts';`,
    `export { c } from './c.ts';`,
    `import './d.ts';`,
    `const e = await import('./e.ts');`,
    `new Worker(new URL('./f.ts', import.meta.url));`,
    `// import { g } from './g.ts';`,
  ].join('\n');
  t.strictSame(importsOf(source), ['./a.ts', '../b/b.ts', './c.ts', './d.ts', './e.ts', './f.ts']);
  t.strictSame(
    circlesOf(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
    ['b c'],
  );
});

t.test('a folder imports only what the table allows', async (t) => {
  const refused: string[] = [];
  for (const [path, { files }] of imports) {
    const row = rowOf(path);
    if (row === undefined) refused.push(`${path} is in no folder of the table`);
    else refused.push(...files.filter((target) => !allows(row, target)).map((target) => `${path} imports ${target}`));
  }
  t.strictSame(refused, []);
});

t.test('every folder and file that the table names exists', async (t) => {
  const named = Object.entries(MAY_IMPORT).flatMap(([row, { mayImport }]) =>
    mayImport === 'all' ? [row] : [row, ...mayImport],
  );
  const places = [...new Set([...named, ...Object.values(ONLY_IN).flat()])];
  const exists = (place: string): boolean =>
    [...sources.keys()].some((path) => `${path.replace(/^src\//, '')}/`.startsWith(`${place}/`));
  t.strictSame(
    places.filter((place) => !exists(place)),
    [],
  );
});

t.test('packages that reach the network, files or a database stay in their folders', async (t) => {
  const refused = [...imports].flatMap(([path, { packages }]) =>
    packages
      .filter((name) => name in ONLY_IN && !ONLY_IN[name]?.includes(folderOf(path)))
      .map((name) => `${path} imports ${name}`),
  );
  t.strictSame(refused, []);
});

t.test('files that read forms import nothing that writes pages', async (t) => {
  const reader = /^src\/dashboard\/(?:[\w-]+\/)?(?:draft|forms?|form-route|input|query|tool-arguments)\.ts$/;
  const writer = /^src\/dashboard\/(?:components\/.*|html|layout|.*\/views\/.*|(?:.*[/-])?view)\.ts$/;
  const readers = [...imports].filter(([path]) => reader.test(path) && !writer.test(path));
  t.ok(readers.length >= 8);
  const refused = readers.flatMap(([path, { files }]) =>
    files.filter((target) => writer.test(target)).map((target) => `${path} imports ${target}`),
  );
  t.strictSame(refused, []);
});

/** The folder of the dashboard that a path is in, if the folder is that of a page. */
function pageFolderOf(path: string): string | undefined {
  const folder = /^src\/dashboard\/[\w-]+\//.exec(path)?.[0];
  return folder !== undefined && sources.has(`${folder}page.ts`) ? folder : undefined;
}

t.test('a page folder of the dashboard is imported by no other folder, so that it can be deleted', async (t) => {
  t.equal(pageFolderOf('src/dashboard/keys/view.ts'), 'src/dashboard/keys/');
  t.equal(pageFolderOf('src/dashboard/components/form.ts'), undefined);
  const refused = [...imports].flatMap(([path, { files }]) =>
    files
      .filter((target) => pageFolderOf(target) !== undefined && pageFolderOf(target) !== pageFolderOf(path))
      .map((target) => `${path} imports ${target}`),
  );
  t.strictSame(refused, []);
});

t.test('engines of the store are known to store/open.ts alone', async (t) => {
  const engine = /^src\/store\/(?:sqlite|postgres)\//;
  const refused = [...imports].flatMap(([path, { files }]) =>
    path === 'src/store/open.ts' || engine.test(path)
      ? []
      : files.filter((target) => engine.test(target)).map((target) => `${path} imports ${target}`),
  );
  t.strictSame(refused, []);
});

t.test('there is no import cycle between folders or between files', async (t) => {
  const folders = new Map<string, string[]>();
  for (const [path, { files }] of imports) {
    const from = folderOf(path);
    const others = files.map(folderOf).filter((to) => to !== from);
    folders.set(from, [...(folders.get(from) ?? []), ...others]);
  }
  t.strictSame(circlesOf(folders), []);
  const circles = circlesOf(new Map([...imports].map(([path, { files }]) => [path, files])));
  t.strictSame(circles, []);
});

t.test('no two exported types of one name', async (t) => {
  const files = new Map<string, string[]>();
  for (const [path, source] of sources)
    for (const [, name = ''] of withoutComments(source).matchAll(TYPE))
      files.set(name, [...(files.get(name) ?? []), path]);
  const twice = [...files].filter(([, paths]) => new Set(paths).size > 1).map(([name]) => name);
  t.strictSame(twice, []);
});

/** Helpers that only tests of pages use. */
const PAGE_HELPER = /support\/(?:guarded-site|oauth|page|playground-\w+|second-factor|visitor)\.ts'/;
const MARKUP = String.raw`<[a-z!/\\]|\bhref=|\b(?:action|class|content|id|name|src|style|value)="`;
/** Lines that search markup as text, or search a response instead of the visible page. */
const OVER_MARKUP = [
  new RegExp(String.raw`(?<=[(=:,[?]\s?)/(?![/*])(?:\\.|[^/\\])*?(?:${MARKUP}).*/`),
  new RegExp(
    String.raw`\b(?:exec|includes|indexOf|match|matchAll|notMatch|split|test)\([^'\`]*['\`][^'\`]*(?:${MARKUP})`,
  ),
  /\bRegExp\([^)]*</,
  /\bt\.match\((?:(?:\(await .*\)|\w+)\.)?(?:body|html|payload|text), (?!\{)/,
  /\bstatus: \d+, text: /,
];
const ASKS_DOCUMENT =
  /\.(?:attributes|contents|fields|has|links|querySelectorAll|rows|texts?|ticked|values)\(|\bshown\b/;
const NO_PAGE = /\.(?:csv|json|md|txt|xml)\b|\bllms\b|\bmetrics\b|not_found/;
const RAW_ON_PURPOSE: Readonly<Record<string, string>> = {
  'test/dashboard/docs.test.ts': 'comments, which no document has, and pages as Markdown',
  'test/dashboard/playground/stream.test.ts': 'a piece of a page has no doctype',
  'test/docs/languages.test.ts': 'Markdown',
  'test/lib/own-address.test.ts': 'documents for programs',
};

t.test('tests of pages ask the parsed document', async (t) => {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })) {
    const path = `test/${name.replaceAll('\\', '/')}`;
    if (!path.endsWith('.test.ts') || path.includes('/node_modules/')) continue;
    const source = readFileSync(join(ROOT, path), 'utf8');
    if (!PAGE_HELPER.test(source) && !/^test\/(?:dashboard|docs)\//.test(path)) continue;
    const lines = withoutComments(source)
      .split('\n')
      .filter((line) => OVER_MARKUP.some((way) => way.test(line)) && !ASKS_DOCUMENT.test(line) && !NO_PAGE.test(line));
    if (lines.length > 0) found.set(path, lines);
  }
  const refused = [...found].filter(([path]) => !(path in RAW_ON_PURPOSE));
  t.strictSame(refused, []);
  t.strictSame(
    Object.keys(RAW_ON_PURPOSE).filter((path) => !found.has(path)),
    [],
    'no exception outlives what it was for',
  );
});
