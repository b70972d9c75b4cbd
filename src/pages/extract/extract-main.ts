import { dropBoilerplate } from './boilerplate.ts';
import { dropButtonLinks } from './button-links.ts';
import { dropInterfaceLines } from './interface-lines.ts';
import type { PageKind } from './kind.ts';
import { measure } from '../tree/measure.ts';
import type { ElementNode, PageTree } from '../tree/nodes.ts';
import { pruneLinkBlocks } from './prune.ts';
import { dropQuotesOfPosts } from './quotes.ts';
import { dropRepeats } from './repeats.ts';
import { chooseRoot } from './root.ts';
import { dropSideSections } from './side-sections.ts';

/** Finds the element that holds the content and drops what is not part of it. What no reader sees must have been dropped. */
export function extractMain(page: PageTree, kind: PageKind): ElementNode {
  measure(page.root);
  page.seenProse = page.root.proseSize;
  dropBoilerplate(page.root, kind);
  measure(page.root);
  dropSideSections(page.root, kind);
  measure(page.root);
  const root = chooseRoot(page.root, kind);
  if (kind === 'forum') dropQuotesOfPosts(root);
  dropRepeats(root, kind);
  dropInterfaceLines(root, kind);
  if (kind !== 'forum' && kind !== 'article') dropButtonLinks(root);
  measure(root);
  if (root.proseSize > root.size * 0.3 && kind !== 'forum' && kind !== 'listing') pruneLinkBlocks(root, kind);
  return root;
}
