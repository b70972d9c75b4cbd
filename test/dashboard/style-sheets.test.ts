import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { inBrowser, openBrowser } from '../support/browser.ts';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
const read = (path: string): string => readFileSync(join(SOURCES, path), 'utf8');
const sheets = files
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, css: withoutComments(read(path)) }));

interface Block {
  prelude: string;
  declarations: (readonly [property: string, value: string])[];
}

function withoutComments(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, ' ');
}

/** Reads a style sheet without knowing CSS: what is before each brace, and the declarations in its block. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  let text = '';
  const declare = (): void => {
    const colon = text.indexOf(':');
    if (colon > 0) open.at(-1)?.declarations.push([text.slice(0, colon).trim(), text.slice(colon + 1).trim()]);
    else if (text.trim() !== '') throw new Error(`neither a rule nor a declaration: ${text.trim()}`);
    text = '';
  };
  for (const [token] of css.matchAll(/"[^"\n]*"|'[^'\n]*'|[{};]|[^{};"']+/g)) {
    if (token === '{') {
      const block = { prelude: text.trim(), declarations: [] };
      blocks.push(block);
      open.push(block);
      text = '';
    } else if (token === ';' || token === '}') {
      declare();
      if (token === '}' && open.pop() === undefined) throw new Error('a brace too many');
    } else text += token;
  }
  if (open.length > 0) throw new Error('a brace too few');
  return blocks;
}

/** What the browser makes of a style sheet: the number of its rules, and the declarations that it does not know. */
const PARSE = `({ css, declarations }) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const count = (rules) => [...rules].reduce((sum, rule) => sum + 1 + (rule.cssRules ? count(rule.cssRules) : 0), 0);
  const isKnown = ([property, value]) => CSS.supports(property, value.replace(/\\s*!important$/, ''));
  return { rules: count(sheet.cssRules), unknown: declarations.filter((one) => !isKnown(one)).map((one) => one.join(': ')) };
}`;

interface Parsed {
  rules: number;
  unknown: string[];
}

function twiceIn({ prelude, declarations }: Block): string[] {
  const names = declarations.map(([property]) => property);
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${prelude}: ${name} twice`);
}

t.test('the browser understands every rule and every declaration of every style sheet', inBrowser, async (t) => {
  const browser = await openBrowser(t);
  const page = await (await browser.newContext()).newPage();
  const faultsOf = async (css: string): Promise<string[]> => {
    // Other engines have pseudo-elements that this one does not know.
    const all = blocksOf(css);
    const blocks = all.filter(({ prelude }) => !prelude.includes('::-moz-'));
    const given = JSON.stringify({ css, declarations: all.flatMap(({ declarations }) => declarations) });
    const { rules, unknown } = (await page.evaluate(`(${PARSE})(${given})`)) as Parsed;
    return [
      ...(rules === blocks.length ? [] : [`${blocks.length - rules} of ${blocks.length} rules dropped`]),
      ...unknown,
      ...all.flatMap(twiceIn),
    ];
  };
  t.strictSame(
    await faultsOf(`a { colour: red; --x: 1; content: "a;}"; } b:hoover { margin: 1 px }
      @media (min-width: 1rem) { i { color: red; color: var(--y) } u::befor { margin: 0 !important } }`),
    ['2 of 5 rules dropped', 'colour: red', 'margin: 1 px', 'i: color twice'],
  );
  t.ok(sheets.length >= 13);
  for (const { path, css } of sheets) t.strictSame(await faultsOf(css), [], path);
});

/** Every word in a string or template of the sources can be a class or an id of a document. */
t.test('every class and id that a style sheet names is written by some template', (t) => {
  const texts = files
    .filter((path) => /^(?:dashboard|widgets|docs|lib)\/.*\.[jt]s$/.test(path))
    .flatMap((path) => withoutComments(read(path)).match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g) ?? [])
    .join('\n');
  const words = new Set(texts.match(/[A-Za-z][\w-]*/g));
  // `class="tool${index}"`
  const beginnings = [...texts.matchAll(/"([A-Za-z][\w-]*)\$\{|`([A-Za-z][\w-]*)\$\{/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  const isWritten = (name: string): boolean =>
    words.has(name) || beginnings.some((beginning) => new RegExp(`^${beginning}[a-z0-9]+$`).test(name));
  const unused = sheets.flatMap(({ path, css }) => {
    const selectors = blocksOf(css).filter(({ prelude }) => !prelude.startsWith('@'));
    const names = selectors.flatMap(({ prelude }) => prelude.match(/(?<=[.#])[A-Za-z][\w-]*/g) ?? []);
    return [...new Set(names)].filter((name) => !isWritten(name)).map((name) => `${path}: ${name}`);
  });
  t.strictSame(unused, []);
  t.end();
});

t.test('every custom property is set and used; those that clients set have another value beside them', (t) => {
  const all = sheets.map(({ css }) => css).join('\n');
  const set = new Set(
    blocksOf(all).flatMap(({ declarations }) =>
      declarations.map(([name]) => name).filter((name) => name.startsWith('--')),
    ),
  );
  const used = new Set(all.match(/(?<=var\(\s*)--[\w-]+/g));
  const needed = new Set(all.match(/(?<=var\(\s*)--[\w-]+(?=\s*\))/g));
  t.strictSame(
    [...set].filter((name) => !used.has(name)),
    [],
  );
  t.strictSame(
    [...needed].filter((name) => !set.has(name)),
    [],
  );
  t.end();
});
