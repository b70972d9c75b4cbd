import type { PageKind } from './kind.ts';
import { Dropped, isElement, textOf, walk, type ElementNode, type PageNode } from '../tree/nodes.ts';
import { PRICE, SEE_ALSO } from './vocabulary/lines.ts';

const BLOCKS = new Set('div section ul ol table aside header figure dl'.split(' '));
const LINK_DENSITY = 0.8;
const MINIMUM_SIZE = 40;
const MAXIMUM_SHARE = 0.3;

/** Drops blocks of links, and lines such as "Read more: …", from a page of prose. `measure` must have run. */
export function pruneLinkBlocks(root: ElementNode, kind: PageKind): void {
  const single = kind === 'article' || kind === 'product';
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node) || node === root || node.size === 0) return true;
    if (node.tag === 'p') {
      if (node.size < 200 && node.linkSize > node.size * 0.5 && SEE_ALSO.pattern.test(textOf(node, 100)))
        node.dropped = Dropped.boilerplate;
      return true;
    }
    // A panel that opens with a click keeps its links.
    if (node.folded) return false;
    if (!BLOCKS.has(node.tag)) return true;
    // A list that is a large part of the page is its content.
    if (/^(?:ul|ol|dl)$/.test(node.tag) && isOfLinks(node) && node.size >= root.size * MAXIMUM_SHARE) return false;
    if (!isLinkBlock(node, root) || isAnnounced(node)) return true;
    if (!single && (countLinks(node) < 5 || (hasCards(node) && root.proseSize < root.size * 0.5))) return true;
    node.dropped = Dropped.boilerplate;
    return false;
  });
}

function isAnnounced(element: ElementNode): boolean {
  if (element.tag !== 'ul' && element.tag !== 'ol') return false;
  const siblings = element.parent?.children ?? [];
  for (let index = siblings.indexOf(element) - 1; index >= 0; index -= 1) {
    const before = siblings[index] as PageNode;
    if (before.dropped !== Dropped.no) continue;
    const text = isElement(before) ? textOf(before, 300) : before.text.trim();
    if (text !== '') return text.endsWith(':') || (isElement(before) && /^h[2-6]$/.test(before.tag));
  }
  return false;
}

function isLinkBlock(element: ElementNode, root: ElementNode): boolean {
  return isOfLinks(element) && element.size < root.size * MAXIMUM_SHARE && element.size > MINIMUM_SIZE;
}

function isOfLinks({ size, linkSize, proseSize }: ElementNode): boolean {
  return linkSize > size * LINK_DENSITY && proseSize === 0;
}

/** True if the block has at least three images or prices. It is then a list of items, which is content. */
function hasCards(element: ElementNode): boolean {
  let cards = 0;
  walk(element, (node) => {
    if (node.dropped !== Dropped.no || cards >= 3) return false;
    if (isElement(node)) cards += node.tag === 'img' ? 1 : 0;
    else if (PRICE.pattern.test(node.text)) cards += 1;
    return true;
  });
  return cards >= 3;
}

function countLinks(element: ElementNode): number {
  let links = 0;
  walk(element, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (node.tag === 'a') links += 1;
    return true;
  });
  return links;
}
