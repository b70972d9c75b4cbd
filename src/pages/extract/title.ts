import { squeeze } from '../../lib/text.ts';
import { Dropped, isElement, textOf, walk, type ElementNode, type PageTree } from '../tree/nodes.ts';

const MAXIMUM_TITLE = 300;

/** The page's own heading: its first visible h1, else what it is called when shared, else its title without the site's name. */
export function findTitle(page: PageTree): string {
  const heading = findHeading(page.root);
  const shared = squeeze(page.meta.get('og:title') ?? '');
  return (heading || withoutSite(shared || page.title)).slice(0, MAXIMUM_TITLE);
}

function findHeading(root: ElementNode): string {
  let first = '';
  let count = 0;
  walk(root, (node) => {
    if (node.dropped === Dropped.unseen) return false;
    if (!isElement(node) || node.tag !== 'h1') return true;
    count += 1;
    if (first === '') first = textOf(node, MAXIMUM_TITLE);
    return false;
  });
  // Several are a logo's, or headings of sections.
  return count <= 2 ? first : '';
}

function withoutSite(title: string): string {
  const parts = title.split(/\s+[|–—·»-]\s+/);
  const [head = ''] = parts;
  return parts.length > 1 && head.length >= 10 ? head : title;
}
