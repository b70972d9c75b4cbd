import { Dropped, isElement, walk, type ElementNode } from '../tree/nodes.ts';

const HEADING = /^h[2-6]$/;

/** Drops headings whose whole section was dropped. Headings with links stay, because they are cards without text. */
export function dropEmptiedHeadings(root: ElementNode): void {
  let open: { element: ElementNode; emptied: boolean }[] = [];
  const close = (rank: string): void => {
    while (open.length > 0) {
      const last = open.at(-1) as { element: ElementNode; emptied: boolean };
      if (last.element.tag < rank) break;
      open.pop();
      if (last.emptied && last.element.linkSize === 0) {
        last.element.dropped = Dropped.boilerplate;
        // The outer heading's section has lost content too.
        const outer = open.at(-1);
        if (outer) outer.emptied = true;
      } else open = [];
    }
  };
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) {
      if (node.dropped !== Dropped.unseen && isElement(node) && node.size > 0)
        for (const heading of open) heading.emptied = true;
      return false;
    }
    if (!isElement(node)) {
      if (/[\p{L}\p{N}]/u.test(node.text)) open = [];
      return false;
    }
    if (node.tag === 'img' || node.tag === 'pre' || node.tag === 'table' || node.tag === 'math') open = [];
    if (!HEADING.test(node.tag)) return true;
    close(node.tag);
    if (node.size > 0) open.push({ element: node, emptied: false });
    return false;
  });
  close('h1');
}
