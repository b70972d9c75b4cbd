import { Dropped, isElement, type ElementNode, walk } from './node.ts';

const BLOCKS = new Set('div section ul ol table aside header figure dl'.split(' '));

/** Drops blocks that are mostly links. */
export function pruneLinkBlocks(root: ElementNode): void {
  walk(root, (node) => {
    if (!isElement(node) || node.dropped !== Dropped.no) return isElement(node) ? false : undefined;
    if (node === root || !BLOCKS.has(node.tag) || node.size === 0) return true;
    const density = node.linkSize / node.size;
    if (density > 0.8 && node.size < root.size * 0.3 && node.size > 40 && node.proseSize === 0) {
      node.dropped = Dropped.boilerplate;
      return false;
    }
    return true;
  });
}
