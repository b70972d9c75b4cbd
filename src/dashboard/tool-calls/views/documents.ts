import { shorten } from '../../../lib/text.ts';
import { html, type SafeHtml } from '../../html.ts';
import type { Texts } from '../../texts/index.ts';
import type { PageContext } from '../../page-context.ts';
import { outsideLink, renderMarkdown, type DocumentLink } from '../../components/markdown.ts';

const MAXIMUM_LINKS = 20;
const MAXIMUM_URL = 500;

export function documentView(text: string, maximumBytes: number, pageContext: PageContext): SafeHtml {
  const t = pageContext.texts.playground;
  const { document, source, cut, links } = renderMarkdown(text, maximumBytes / 2);
  return html`<div class="beside">
      <div>
        <h4 class="part">${t.rendered}</h4>
        <div class="shown" tabindex="0" role="group" aria-label="${t.rendered}">${document}</div>
      </div>
      <div>
        <h4 class="part">${t.sourceText}</h4>
        <pre tabindex="0" role="group" aria-label="${t.sourceText}">${fitting(source, maximumBytes / 2).shown}</pre>
      </div>
    </div>
    ${cut && html`<p class="hint">${t.cut}</p>`} ${linkList(links, pageContext)}`;
}

/** Shows a text unchanged, such as raw HTML, cut at `maximumBytes` of escaped HTML. */
export function sourceView(text: string, maximumBytes: number, label: string, { playground: t }: Texts): SafeHtml {
  const { shown, cut } = fitting(text, maximumBytes);
  return html`<pre tabindex="0" role="group" aria-label="${label}">${shown}</pre>
    ${cut && html`<p class="hint">${t.cut}</p>`}`;
}

/** Shortens the text until its escaped form fits, because escaping can turn one character into six. */
function fitting(text: string, maximumBytes: number): { shown: SafeHtml; cut: boolean } {
  let part = text.slice(0, maximumBytes);
  let shown = html`${part}`;
  for (let size = Buffer.byteLength(shown.text); size > maximumBytes; size = Buffer.byteLength(shown.text)) {
    part = part.slice(0, Math.floor(part.length * Math.min(0.9, maximumBytes / size)));
    shown = html`${part}`;
  }
  return { shown, cut: part.length < text.length };
}

function linkList(links: readonly DocumentLink[], { texts, formats }: PageContext): SafeHtml | undefined {
  const t = texts.playground;
  if (links.length === 0) return undefined;
  const shown = links.filter(({ url }) => url.length <= MAXIMUM_URL).slice(0, MAXIMUM_LINKS);
  return html`<details>
    <summary>${t.links(formats.number(links.length))}</summary>
    <ul class="plain links">
      ${shown.map(({ url, words }) => html`<li>${words && html`${shorten(words, 100)} `}${outsideLink(url, shorten(url, 100))}</li>`)}
    </ul>
    ${shown.length < links.length && html`<p class="hint">${t.cut}</p>`}
  </details>`;
}
