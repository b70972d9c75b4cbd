import MarkdownIt from 'markdown-it';
import { html, SafeHtml, webLink, type Content } from '../html.ts';

/** Shown of one document; the whole is in the answer. */
const MAXIMUM_CHARACTERS = 6_000;
const MAXIMUM_NESTING = 30;
/** Of a visited site nothing is to be learnt from us, nor is it vouched for. */
const LINK_RELATION = 'noopener noreferrer nofollow';

/** No HTML of the document passes, no image is loaded, and links lead to the web alone. */
const markdown = new MarkdownIt({ html: false, maxNesting: MAXIMUM_NESTING });
markdown.validateLink = (url) => webLink(url) !== undefined;
// The page has headings of its own above; style attributes are none of the document's business.
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

export function isCut(text: string): boolean {
  return text.length > MAXIMUM_CHARACTERS;
}

/** Markdown of outside pages as HTML that is safe to show. */
export function renderMarkdown(text: string): SafeHtml {
  return html`<div class="document">${new SafeHtml(markdown.render(text.slice(0, MAXIMUM_CHARACTERS)))}</div>`;
}

/** A link to another site, or the words alone when the address is none. */
export function outsideLink(url: string, words: Content): SafeHtml {
  const href = webLink(url);
  return href === undefined
    ? html`${words}`
    : html`<a href="${href}" rel="${LINK_RELATION}" target="_blank">${words}</a>`;
}
