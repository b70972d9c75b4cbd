import { dropBoilerplate, type PageKind } from './boilerplate.ts';
import { hideUnseen } from './hide.ts';
import { measure } from './measure.ts';
import type { ElementNode, PageTree } from './node.ts';
import { pruneLinkBlocks } from './prune.ts';
import { chooseRoot } from './root.ts';

export function extractMain(page: PageTree, kind: PageKind): ElementNode {
  hideUnseen(page.root);
  measure(page.root);
  dropBoilerplate(page.root, kind);
  measure(page.root);
  const root = chooseRoot(page.root);
  pruneLinkBlocks(root);
  return root;
}
