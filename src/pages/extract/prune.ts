import type { PageKind } from './kind.ts';
import { Dropped, isElement, textOf, walk, type ElementNode } from '../tree/nodes.ts';

const BLOCKS = new Set('div section ul ol table aside header figure dl'.split(' '));
/** Blocks with a larger share of linked letters are there to lead elsewhere. */
const LINK_DENSITY = 0.8;
/** Smaller blocks hold too little to tell. */
const MINIMUM_SIZE = 40;
const MAXIMUM_SHARE = 0.3;
const SEE_ALSO = /^(?:read (?:more|next|also)|related|see also|also read|more|(?:à )?lire aussi|voir aussi)\s*[:–-]/i;

/** Drops blocks that are mostly links, from pages of prose. Sizes must have been measured. */
export function pruneLinkBlocks(root: ElementNode, kind: PageKind): void {
  const single = kind === 'article' || kind === 'product';
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node) || node === root || node.size === 0) return true;
    if (node.tag === 'p') {
      if (node.size < 200 && node.linkSize > node.size * 0.5 && SEE_ALSO.test(textOf(node, 100)))
        node.dropped = Dropped.boilerplate;
      return true;
    }
    if (!BLOCKS.has(node.tag) || !isLinkBlock(node, root)) return true;
    if (!single && (countLinks(node) < 5 || hasCards(node))) return true;
    node.dropped = Dropped.boilerplate;
    return false;
  });
}

function isLinkBlock(element: ElementNode, root: ElementNode): boolean {
  return (
    element.linkSize > element.size * LINK_DENSITY &&
    element.size < root.size * MAXIMUM_SHARE &&
    element.size > MINIMUM_SIZE &&
    element.proseSize === 0
  );
}

/** Pictures or prices: the items of a list that the page is there for. */
function hasCards(element: ElementNode): boolean {
  let cards = 0;
  walk(element, (node) => {
    if (node.dropped !== Dropped.no || cards >= 3) return false;
    if (isElement(node)) cards += node.tag === 'img' ? 1 : 0;
    else if (/[$£€¥]\s?\d|\d\s?[$£€]/.test(node.text)) cards += 1;
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
