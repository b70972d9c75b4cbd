import { html, webLink, type Content, type SafeHtml } from '../html.ts';

/** Shown of one document; the whole is in the answer. */
const MAXIMUM_CHARACTERS = 6_000;
const LINK = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()<>]{1,1000})\)/g;
const LIST_ITEM = /^\s{0,6}(?:[-*+]|\d{1,3}[.)])\s+(.*)$/;

export function isCut(text: string): boolean {
  return text.length > MAXIMUM_CHARACTERS;
}

/**
 * Markdown of outside pages as HTML: headings, lists, code, paragraphs and
 * links to the web. Everything else stays text, and all text is escaped.
 */
export function renderMarkdown(text: string): SafeHtml {
  const blocks: Content[] = [];
  let paragraph: string[] = [];
  let items: Content[] = [];
  let code: string[] | undefined;
  const close = (): void => {
    if (paragraph.length > 0) blocks.push(html`<p>${inline(paragraph.join(' '))}</p>`);
    if (items.length > 0)
      blocks.push(
        html`<ul class="plain">
          ${items}
        </ul>`,
      );
    paragraph = [];
    items = [];
  };
  for (const line of text.slice(0, MAXIMUM_CHARACTERS).split(/\r?\n/)) {
    if (line.startsWith('```')) {
      close();
      if (code) blocks.push(html`<pre>${code.join('\n')}</pre>`);
      code = code ? undefined : [];
    } else if (code) {
      code.push(line);
    } else if (line.trim() === '') {
      close();
    } else if (/^#{1,6}\s/.test(line)) {
      close();
      blocks.push(html`<h4>${inline(line.replace(/^#{1,6}\s+/, ''))}</h4>`);
    } else {
      const item = LIST_ITEM.exec(line)?.[1];
      if (item === undefined) {
        if (items.length > 0) close();
        paragraph.push(line);
      } else {
        if (paragraph.length > 0) close();
        items.push(html`<li>${inline(item)}</li>`);
      }
    }
  }
  close();
  if (code) blocks.push(html`<pre>${code.join('\n')}</pre>`);
  return html`<div class="document">${blocks}</div>`;
}

function inline(text: string): Content {
  const parts: Content[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, label = '', target = ''] = match;
    parts.push(plain(text.slice(end, match.index)), outsideLink(target, plain(label)));
    end = match.index + whole.length;
  }
  parts.push(plain(text.slice(end)));
  return parts;
}

/** Marks of emphasis are taken out: they are noise without their styling. */
function plain(text: string): string {
  return text.replace(/\*\*|__/g, '').replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1');
}

/** A link to an outside page that learns nothing of us; plain text when it leads nowhere safe. */
export function outsideLink(url: string, label: Content): SafeHtml {
  const target = webLink(url);
  return target === undefined
    ? html`${label}`
    : html`<a href="${target}" rel="noopener noreferrer nofollow" target="_blank">${label}</a>`;
}
