import { h, isWebAddress, outside, visibleAddress } from './dom.ts';
import { openLink, type Host } from './host.ts';
import type { WidgetTexts } from './texts.ts';

const MAXIMUM_URL = 2_000;

/**
 * Returns only the text if the address is too long or not a web address. If the client refuses to open the link, the
 * address is shown beside it.
 */
export function webLink(host: Host, t: WidgetTexts, url: string, text: string, maximum: number): HTMLElement {
  if (url.length > MAXIMUM_URL || !isWebAddress(url)) return outside(text, maximum);
  const link = h(
    'button',
    { type: 'button', class: 'link', role: 'link', title: t.onSite(new URL(url).host) },
    outside(text, maximum),
  );
  link.addEventListener('click', async () => {
    if (await openLink(host, url)) return;
    const shown = h('code', { class: 'address', tabindex: '-1' }, visibleAddress(url));
    const notice = h('span', { class: 'notice', role: 'status' }, `${t.refusedLink} `, shown);
    const next = link.nextElementSibling;
    if (next?.matches('.notice')) next.remove();
    link.after(notice);
    getSelection()?.selectAllChildren(shown);
  });
  return link;
}
