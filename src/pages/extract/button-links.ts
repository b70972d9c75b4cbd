import { Dropped, isElement, textOf, walk, type ElementNode } from '../tree/nodes.ts';

/** Longer texts say what they lead to. */
const MAXIMUM_LABEL = 24;
/** Links of one text that come oftener are the buttons of a list's items. */
const MOST = 2;
const NOWHERE = /^\s*(?:#|javascript:|$)/i;

/** Drops "Buy now", "Choose options" and the like that lead nowhere, or where another link leads that says which place it is. */
export function dropButtonLinks(root: ElementNode): void {
  const links: { element: ElementNode; text: string; address: string }[] = [];
  const times = new Map<string, number>();
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node) || node.tag !== 'a') return true;
    const text = textOf(node, 100).toLowerCase();
    times.set(text, (times.get(text) ?? 0) + 1);
    if (/\p{L}/u.test(text) && !isInSentence(node))
      links.push({ element: node, text, address: node.attributes.get('href') ?? '' });
    return false;
  });
  const isButton = (text: string): boolean => text.length <= MAXIMUM_LABEL && (times.get(text) ?? 0) > MOST;
  const named = new Set(links.filter(({ text }) => !isButton(text)).map(({ address }) => address));
  for (const { element, text, address } of links)
    if (isButton(text) && (named.has(address) || NOWHERE.test(address))) element.dropped = Dropped.boilerplate;
}

/** Whether the words beside a link go on through it: "Use the <a>for</a> runs". */
function isInSentence(link: ElementNode): boolean {
  const siblings = link.parent?.children ?? [];
  const at = siblings.indexOf(link);
  const before = siblings[at - 1];
  const after = siblings[at + 1];
  return (
    (before !== undefined && !isElement(before) && /\p{L}[\s,(“"]*$/u.test(before.text)) ||
    (after !== undefined && !isElement(after) && /^\s*(?:\p{Ll}|[.,;)”])/u.test(after.text))
  );
}
