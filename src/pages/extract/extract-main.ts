import { measure } from '../tree/measure.ts';
import { Dropped, isElement, walk, type ElementNode, type PageNode, type PageTree } from '../tree/nodes.ts';
import { restoreAuthors } from './authors.ts';
import { dropBoilerplate } from './boilerplate.ts';
import { dropButtonLinks, dropCalls } from './button-links.ts';
import { dropEmptiedHeadings } from './emptied-headings.ts';
import { dropInterfaceLines } from './interface-lines.ts';
import type { PageKind } from './kind.ts';
import { dropOptions } from './options.ts';
import { pruneLinkBlocks } from './prune.ts';
import { dropQuotesOfPosts, dropTitlesOfPosts } from './quotes.ts';
import { dropRepeats } from './repeats.ts';
import { chooseRoot } from './root.ts';
import { dropSideSections } from './side-sections.ts';

/**
 * The signs by which boilerplate is dropped. `names` means tag, role, class and ID; `tags` means tag and role. With
 * `none`, these signs drop nothing, but other rules still drop parts.
 */
export type Filter = 'names' | 'tags' | 'none';

const SHORT = 400;
const GAIN = 2;

/**
 * Finds the element with the content and drops the other parts, with weaker filters if little is left. `hideUnseen`
 * must have run.
 */
export function extractMain(page: PageTree, kind: PageKind): ElementNode {
  measure(page.root);
  const seen = page.root.size;
  let main = extract(page.root, kind, 'names');
  for (const filter of ['tags', 'none'] as const) {
    if (main.size >= SHORT || main.size * GAIN > seen) break;
    const { size } = main;
    const dropped = droppedNodes(page.root).map((node) => ({ node, reason: node.dropped }));
    for (const { node } of dropped) node.dropped = Dropped.no;
    measure(page.root);
    const more = extract(page.root, kind, filter);
    if (more.proseSize > size * GAIN) main = more;
    else {
      for (const node of droppedNodes(page.root)) node.dropped = Dropped.no;
      for (const { node, reason } of dropped) node.dropped = reason;
      measure(page.root);
    }
  }
  return main;
}

function extract(page: ElementNode, kind: PageKind, filter: Filter): ElementNode {
  if (filter !== 'none') dropBoilerplate(page, kind, filter === 'names');
  if (kind === 'forum') restoreAuthors(page);
  measure(page);
  dropSideSections(page, kind);
  measure(page);
  const root = chooseRoot(page, kind);
  if (kind === 'forum') {
    dropTitlesOfPosts(root);
    dropQuotesOfPosts(root);
  }
  if (kind === 'product') dropOptions(root);
  dropRepeats(root, kind);
  dropInterfaceLines(root, kind);
  if (kind !== 'forum') dropCalls(root);
  if (kind !== 'forum') dropButtonLinks(root);
  measure(root);
  if (root.proseSize > root.size * 0.3 && kind !== 'forum' && kind !== 'listing') pruneLinkBlocks(root, kind);
  measure(root);
  dropEmptiedHeadings(root);
  return root;
}

function droppedNodes(root: ElementNode): PageNode[] {
  const found: PageNode[] = [];
  walk(root, (node) => {
    if (node.dropped === Dropped.unseen) return false;
    if (node.dropped !== Dropped.no) found.push(node);
    return isElement(node);
  });
  return found;
}
