import { measure } from '../tree/measure.ts';
import { Dropped, isElement, walk, type ElementNode, type PageNode, type PageTree } from '../tree/nodes.ts';
import { dropBoilerplate } from './boilerplate.ts';
import { classNames, hasWord } from './class-names.ts';
import { PANELS } from './vocabulary/class-words.ts';
import { dropButtonLinks } from './button-links.ts';
import { dropEmptiedHeadings } from './emptied-headings.ts';
import { dropInterfaceLines } from './interface-lines.ts';
import type { PageKind } from './kind.ts';
import { pruneLinkBlocks } from './prune.ts';
import { dropQuotesOfPosts } from './quotes.ts';
import { dropRepeats } from './repeats.ts';
import { chooseRoot } from './root.ts';
import { dropSideSections } from './side-sections.ts';

/** How much is taken for boilerplate: by tags, roles and names; by tags and roles alone; nothing. */
export type Filter = 'names' | 'tags' | 'none';

/** A result with fewer letters is short: it is tried again with a weaker filter. */
const SHORT = 400;
/** It must bring so many times the letters, all in sentences. */
const GAIN = 2;
/** Where more of the sentences are folded away, they are the article. */
const FOLDED_SHARE = 0.5;

/**
 * Finds the element that holds the content and drops what is not part of it.
 * What no reader sees must have been dropped. Short results are tried again
 * with fewer filters.
 */
export function extractMain(page: PageTree, kind: PageKind): ElementNode {
  measure(page.root);
  page.seenProse = page.root.proseSize;
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
  measure(page);
  dropSideSections(page, kind);
  measure(page);
  const root = kind === 'article' ? withoutFolded(page, () => chooseRoot(page, kind)) : chooseRoot(page, kind);
  if (kind === 'forum') dropQuotesOfPosts(root);
  dropRepeats(root, kind);
  dropInterfaceLines(root, kind);
  if (kind !== 'forum' && kind !== 'article') dropButtonLinks(root);
  measure(root);
  if (root.proseSize > root.size * 0.3 && kind !== 'forum' && kind !== 'listing') pruneLinkBlocks(root, kind);
  measure(root);
  dropEmptiedHeadings(root);
  return root;
}

/** What is folded away says nothing of where an article stands: the questions below it are none of its text. */
function withoutFolded(page: ElementNode, choose: () => ElementNode): ElementNode {
  const folded: ElementNode[] = [];
  let prose = 0;
  walk(page, (node) => {
    if (node.dropped !== Dropped.no || !isElement(node)) return false;
    if (!node.folded && !hasWord(classNames(node), PANELS)) return true;
    folded.push(node);
    prose += node.proseSize;
    return false;
  });
  if (folded.length === 0 || prose > page.proseSize * FOLDED_SHARE) return choose();
  for (const node of folded) node.dropped = Dropped.elsewhere;
  measure(page);
  const root = choose();
  for (const node of folded) node.dropped = Dropped.no;
  measure(page);
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
