import MarkdownIt from 'markdown-it';
import { fold } from '../lib/text.ts';
import { codeTitle, highlight } from './highlight.ts';

export interface Heading {
  level: number;
  title: string;
  /** Name of the heading in links; "" for the text between the page's title and the first heading. */
  anchor: string;
}

export interface RenderedDocument {
  title: string;
  html: string;
  headings: Heading[];
  sections: (Heading & { text: string })[];
}

/** Makes the anchor of a heading as GitHub does, except that accents are removed. */
export function anchorOf(title: string): string {
  return fold(title)
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/gu, '-');
}

const markdown = new MarkdownIt({ html: true, linkify: false });
type Token = ReturnType<typeof markdown.parse>[number];
// The only HTML in our documents is comments, which mark generated text and are not rendered.
for (const kind of ['html_block', 'html_inline']) markdown.renderer.rules[kind] = () => '';
markdown.renderer.rules['table_open'] = (tokens, index, options, _env, self) =>
  `<div class="scroll" tabindex="0">${self.renderToken(tokens, index, options)}`;
markdown.renderer.rules['table_close'] = () => '</table></div>\n';
markdown.renderer.rules.fence = (tokens, index) => {
  const { language, title } = fenceOf(tokens[index]);
  const { escapeHtml } = markdown.utils;
  const code = highlight(tokens[index]?.content.trimEnd() ?? '', language, escapeHtml);
  // Lines of a drawing must not wrap, so the block scrolls on narrow screens.
  if (language === 'diagram')
    return `<div class="scroll" tabindex="0"><pre class="diagram"><code>${code}</code></pre></div>\n`;
  const shown = title ?? codeTitle(language);
  const caption = shown === undefined ? '' : `<figcaption>${escapeHtml(shown)}</figcaption>`;
  const figure = `<figure class="code">${caption}<pre><code>${code}</code></pre></figure>\n`;
  // Consecutive blocks with titles are variants of the same code, which a script shows as tabs.
  if (title === undefined) return figure;
  const [before, after] = [tokens[index - 1], tokens[index + 1]].map((other) => fenceOf(other).title !== undefined);
  return `${!before && after ? '<div class="variants">\n' : ''}${figure}${before && !after ? '</div>\n' : ''}`;
};
markdown.renderer.rules['heading_close'] = (tokens, index) => {
  const { tag = '' } = tokens[index] ?? {};
  const id = tokens[index - 2]?.attrGet('id');
  // Screen readers and the keyboard skip the anchor, because it leads only to the heading beside it.
  const anchor = id ? `<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1"></a>` : '';
  return `${anchor}</${tag}>\n`;
};
markdown.core.ruler.push('label_cells', ({ tokens }) => labelCells(tokens));
markdown.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  const href = String(token?.attrGet('href') ?? '');
  if (/^https?:/i.test(href)) token?.attrSet('rel', 'noopener noreferrer');
  else token?.attrSet('href', href.replace(/^(?:\.\/)?([a-z-]+)\.md(?=#|$)/, '/docs/$1'));
  return self.renderToken(tokens, index, options);
};

markdown.renderer.rules['image'] = (tokens, index) => {
  const { escapeHtml } = markdown.utils;
  const source = String(tokens[index]?.attrGet('src') ?? '').replace(/^\.\.\/pictures\//, '/docs/pictures/');
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(tokens[index]?.content ?? '')}" loading="lazy">`;
};

/** Splits the first line of a code block: in "```sh curl", the language is `sh` and the title is `curl`. */
function fenceOf(token: Token | undefined): { language: string; title: string | undefined } {
  const [, language = '', title] = (token?.type === 'fence' && /^(\S*)\s*(.+)?$/.exec(token.info.trim())) || [];
  return { language, title };
}

/**
 * On a phone, the rows of a table with at least this many columns become lists, in which every cell but the first
 * repeats the title of its column.
 */
const WIDE = 3;

function labelCells(tokens: readonly Token[]): void {
  let labels: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') {
      const head = tokens.slice(
        index,
        tokens.findIndex(({ type }, at) => at > index && type === 'thead_close'),
      );
      labels = head.flatMap(({ type }, at) => (type === 'th_open' ? plainText(head[at + 1] as Token) : []));
      if (labels.length >= WIDE) token.attrSet('class', 'stacked');
    }
    if (token.type === 'tr_open') column = 0;
    // markdown-it writes the alignment of a column as a `style` attribute, which the content security policy forbids.
    if (token.type === 'th_open') token.attrs = [];
    if (token.type === 'td_open') {
      token.attrs = labels.length >= WIDE && column > 0 ? [['data-label', labels[column] ?? '']] : [];
      column += 1;
    }
  }
}

/**
 * Inserts no-break spaces, so that a French punctuation mark stays on the line of its word, and a number on one line.
 */
function bindPunctuation(text: string): string {
  return text
    .replace(/ ([:;?!»%€])/g, '\u00A0$1')
    .replace(/« /g, '«\u00A0')
    .replace(/(\d) (?=\d{3}(?!\d))/g, '$1\u00A0');
}

/**
 * Renders a page of the documentation. The first line of the text must be `# Title`. `given` contains the anchors of
 * the headings in order; further headings get anchors from their titles.
 */
export function renderDocument(
  text: string,
  language: 'en' | 'fr' = 'en',
  given: readonly string[] = [],
): RenderedDocument {
  const tokens = markdown.parse(text, {});
  if (language === 'fr') for (const { children } of tokens) bindPunctuationIn(children ?? []);
  const headings: Heading[] = [];
  const sections: RenderedDocument['sections'] = [{ level: 1, title: '', anchor: '', text: '' }];
  const anchors = new Map<string, number>();
  let title = '';
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (token.type !== 'inline') {
      if (token.type === 'fence') addText(token.content);
      continue;
    }
    const words = plainText(token);
    if (before?.type !== 'heading_open') {
      addText(words);
    } else if (before.tag === 'h1') {
      title = words;
    } else {
      const wanted = given[headings.length] ?? anchorOf(words);
      const times = anchors.get(wanted) ?? 0;
      anchors.set(wanted, times + 1);
      const heading = {
        level: Number(before.tag.slice(1)),
        title: words,
        anchor: times ? `${wanted}-${times}` : wanted,
      };
      before.attrSet('id', heading.anchor);
      headings.push(heading);
      sections.push({ ...heading, text: '' });
    }
  }
  const body = tokens.findIndex(({ type, tag }) => type === 'heading_close' && tag === 'h1') + 1;
  return { title, html: markdown.renderer.render(tokens.slice(body), markdown.options, {}), headings, sections };

  function addText(words: string): void {
    const last = sections.at(-1);
    if (last) last.text = `${last.text} ${words}`.trim();
  }
}

function bindPunctuationIn(children: { type: string; content: string }[]): void {
  for (const part of children) if (part.type === 'text') part.content = bindPunctuation(part.content);
}

function plainText({
  children,
  content,
}: {
  children: { type: string; content: string }[] | null;
  content: string;
}): string {
  if (!children) return content;
  return children
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'softbreak')
    .map(({ type, content: words }) => (type === 'softbreak' ? ' ' : words))
    .join('');
}
