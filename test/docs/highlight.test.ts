import { HTMLElement, parse } from 'node-html-parser';
import t from 'tap';
import { highlight } from '../../src/docs/highlight.ts';
import { DocsLibrary } from '../../src/docs/library.ts';
import { renderDocument } from '../../src/docs/render.ts';
import { parsePiece } from '../support/page.ts';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Tokens as `[k:const]`: by the first letter of their kind. */
const tokensOf = (code: string, language: string): string =>
  parse(highlight(code, language, escape))
    .childNodes.map((node) =>
      node instanceof HTMLElement ? `[${node.getAttribute('class')?.[0]}:${node.text}]` : node.text,
    )
    .join('');

t.test('tokens of each language', async (t) => {
  for (const [language, code, tokens] of [
    [
      'json',
      '{ "a": "b: c", "n": -1.5, "no": null }',
      '{ [p:"a"]: [s:"b: c"], [p:"n"]: [l:-1.5], [p:"no"]: [l:null] }',
    ],
    ['json', String.raw`"a \" b"`, String.raw`[s:"a \" b"]`],
    ['ts', "const a = 'const'; // const", "[k:const] a = [s:'const']; [c:// const]"],
    ['ts', "fetch('http://x/')", "fetch([s:'http://x/'])"],
    ['js', 'return `a\n${b}` + 12', '[k:return] [s:`a\n${b}`] + [l:12]'],
    ['sh', 'export KEY=x # why', 'export KEY=x [c:# why]'],
    [
      'sh',
      `curl -s http://x/#y -d '{"a":\n1}' "$KEY" $A`,
      `curl [k:-s] http://x/#y [k:-d] [s:'{"a":\n1}'] [s:"$KEY"] [p:$A]`,
    ],
    ['powershell', "$env:KEY = 'x' | curl.exe -s", "[p:$env:KEY] = [s:'x'] | curl.exe [k:-s]"],
    ['python', 'for x in "in": # in', '[k:for] x [k:in] [s:"in"]: [c:# in]'],
    ['sql', "SELECT 'it''s' from jobs -- all", "[k:SELECT] [s:'it''s'] [k:from] jobs [c:-- all]"],
    ['toml', '[a.b]\nc = "d"', '[k:[a.b]]\n[p:c] = [s:"d"]'],
    ['ini', '# why\nKEY=a#b', '[c:# why]\n[p:KEY]=a#b'],
    ['text', 'const a = 1', 'const a = 1'],
    ['constructor', 'const a = 1', 'const a = 1'],
  ] as const)
    t.equal(tokensOf(code, language), tokens, language);
});

t.test('no character of a block is lost or becomes markup', async (t) => {
  const hostile = '"</span><script>alert(1)</script>" # <b> & \'<i>\'';
  for (const language of ['ts', 'json', 'sh', 'powershell', 'python', 'sql', 'toml', 'text']) {
    const piece = parsePiece(`<pre>${highlight(hostile, language, escape)}</pre>`);
    t.strictSame(piece.contents('pre'), [hostile], language);
    t.equal(piece.count('pre *'), piece.count('pre span'), language);
  }
  const library = new DocsLibrary();
  for (const { name, language, markdown, html } of [...library.pages('en'), ...library.pages('fr')]) {
    const written = [...markdown.matchAll(/^( *)```(?:\S.*)?\n([\s\S]*?)^ *```$/gm)].map(([, indent, code = '']) =>
      code.replace(new RegExp(`^${indent}`, 'gm'), '').trimEnd(),
    );
    t.strictSame(parsePiece(html).contents('pre > code'), written, `${language} ${name}`);
  }
});

t.test('a block shows its title, or its language', async (t) => {
  const captions = (fence: string) => parsePiece(renderDocument(`# A\n\n${fence}`).html).texts('figcaption');
  t.strictSame(captions('```ts\n1\n```'), ['TypeScript']);
  t.strictSame(captions('```sh jobs & <more>.sh\n1\n```'), ['jobs & <more>.sh']);
  t.strictSame(captions('```text\n1\n```'), []);
  t.strictSame(captions('```\n1\n```'), []);
});

t.test('consecutive blocks with titles form one group, others do not', async (t) => {
  const groups = (text: string): number[] => {
    const { html } = renderDocument(`# A\n\n${text}`);
    return parse(html)
      .querySelectorAll('div.variants')
      .map((group) => group.querySelectorAll('figure').length);
  };
  const [sh, ts, plain] = ['```sh curl\n1\n```\n\n', '```ts TypeScript\n2\n```\n\n', '```json\n3\n```\n\n'];
  t.strictSame(groups(sh + ts), [2]);
  t.strictSame(groups(`${sh}${ts}${sh}words\n\n${sh}${ts}`), [3, 2]);
  t.strictSame(groups(`${sh}words\n\n${ts}`), []);
  t.strictSame(groups(sh + plain + plain), []);
});
