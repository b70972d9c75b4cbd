import MarkdownIt from 'markdown-it';
import { html, SafeHtml, webLink, type Content } from '../html.ts';

const MAXIMUM_NESTING = 30;
/**
 * Maximum number of markup characters, such as `*` or `|`, for each byte of the permitted length. Ordinary documents
 * have fewer, even with long tables and lists of links.
 */
const MARKS_PER_BYTE = 0.1;
/** Linked sites get no referrer, no access to our window and no search ranking. */
const LINK_RELATION = 'noopener noreferrer nofollow';

/** The Markdown is untrusted. HTML is escaped, images are not loaded, and links lead only to web addresses. */
const markdown = new MarkdownIt({ html: false, maxNesting: MAXIMUM_NESTING });
markdown.validateLink = (url) => webLink(url) !== undefined;
// Headings rank below the headings of the page, and table cells lose their `style` attribute.
markdown.renderer.rules['heading_open'] = () => '<h4>';
markdown.renderer.rules['heading_close'] = () => '</h4>\n';
markdown.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';
for (const cell of ['th', 'td']) markdown.renderer.rules[`${cell}_open`] = () => `<${cell}>`;
markdown.renderer.rules['image'] = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? '');
markdown.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', LINK_RELATION);
  tokens[index]?.attrSet('target', '_blank');
  return self.renderToken(tokens, index, options);
};

export interface DocumentLink {
  words: string;
  url: string;
}

export interface RenderedMarkdown {
  document: SafeHtml;
  source: string;
  cut: boolean;
  links: DocumentLink[];
}

/**
 * Renders Markdown of outside pages as safe HTML of at most `maximumBytes`. If the HTML would be longer, the text is
 * cut.
 */
export function renderMarkdown(text: string, maximumBytes: number): RenderedMarkdown {
  let source = withFewMarks(text.slice(0, maximumBytes), Math.ceil(maximumBytes * MARKS_PER_BYTE));
  let { tokens, rendered } = read(source);
  // The HTML can be much longer than its Markdown, so the text is shortened until the HTML fits.
  for (let size = Buffer.byteLength(rendered); size > maximumBytes; size = Buffer.byteLength(rendered)) {
    source = source.slice(0, Math.floor(source.length * Math.min(0.9, maximumBytes / size)));
    ({ tokens, rendered } = read(source));
  }
  return {
    document: html`<div class="document">${new SafeHtml(rendered)}</div>`,
    source,
    cut: source.length < text.length,
    links: linksOf(tokens),
  };
}

type Tokens = ReturnType<typeof markdown.parse>;

function read(source: string): { tokens: Tokens; rendered: string } {
  const environment = {};
  const tokens = markdown.parse(source, environment);
  return { tokens, rendered: markdown.renderer.render(tokens, markdown.options, environment) };
}

/** Cuts the text after `most` markup characters, because each of them costs parsing time. */
function withFewMarks(text: string, most: number): string {
  let marks = 0;
  for (const { index } of text.matchAll(/[|[\]*_`<>!&\\~]/g)) {
    marks += 1;
    if (marks > most) return text.slice(0, index);
  }
  return text;
}

function linksOf(tokens: Tokens): DocumentLink[] {
  const links = new Map<string, string>();
  for (const { children } of tokens) {
    let url: string | undefined;
    let words = '';
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        url = String(token.attrGet('href') ?? '');
        words = '';
      } else if (token.type === 'link_close') {
        if (url && !links.has(url)) links.set(url, words.trim());
        url = undefined;
      } else if (url) words += token.content;
    }
  }
  return [...links].map(([url, words]) => ({ words, url }));
}

export function outsideLink(url: string, words: Content): SafeHtml {
  const href = webLink(url);
  return href === undefined
    ? html`${words}`
    : html`<a href="${href}" rel="${LINK_RELATION}" target="_blank">${words}</a>`;
}
