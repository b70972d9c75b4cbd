import { isElement, type ElementNode } from '../tree/nodes.ts';

const PERMALINK = /^[\s#¶§🔗\u{1f517}\ue000-\uf8ff]*$/u;

/** A sign beside a heading, which links to it. */
export function isPermalink({ children }: ElementNode): boolean {
  const only = children.length === 1 ? children[0] : undefined;
  return only !== undefined && !isElement(only) && PERMALINK.test(only.text);
}

/** Whether an address is another place of the same page. */
export function leadsTo(address: string, pageUrl: string): boolean {
  const hash = address.indexOf('#');
  return hash > 0 && address.slice(0, hash) === pageUrl.split('#', 1)[0];
}
