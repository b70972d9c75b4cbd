import { lettersOf, squeeze } from '../../lib/text.ts';
import { Dropped, isElement, textOf, walk, type ElementNode, type PageTree } from '../tree/nodes.ts';

const MAXIMUM_TITLE = 300;
const MAXIMUM_HEADINGS = 50;
/** If the first part of a title is shorter, it may be the site's name, so the whole title is used. */
const MINIMUM_HEAD = 10;
const PERMALINK = /\s*[¶§🔗]$|\s#$/u;
const START_PAGE = new Set('home homepage home page start startseite accueil index welcome untitled'.split(' '));

export interface PageTitle {
  text: string;
  /** The `h1` that contains the text; undefined if the text comes from metadata. */
  heading: ElementNode | undefined;
}

/**
 * Returns the text of an `h1` or, if none is chosen, `og:title` or `<title>` without the site's name. If the page has
 * several `h1`, the first of these that exists is chosen:
 * 1. one in the content whose text is also in `<title>` or `og:title`,
 * 2. the only one in the content or, if the page has exactly two, the first in the content,
 * 3. if the page has exactly two, one whose text is also in `<title>` or `og:title`.
 */
export function findTitle(page: PageTree, main: ElementNode): PageTitle {
  const stated = withoutSite(squeeze(page.meta.get('og:title') ?? '') || page.title).slice(0, MAXIMUM_TITLE);
  const heading = findHeading(page, main);
  return heading
    ? { text: textOf(heading, MAXIMUM_TITLE).slice(0, MAXIMUM_TITLE).replace(PERMALINK, ''), heading }
    : { text: stated, heading };
}

function findHeading(page: PageTree, main: ElementNode): ElementNode | undefined {
  const all = headingsOf(page.root);
  if (all.length <= 1) return all[0];
  const names = lettersOf(`${page.title} ${page.meta.get('og:title') ?? ''}`);
  const repeated = all.filter((heading) => names.includes(lettersOf(textOf(heading, MAXIMUM_TITLE))));
  const inside = headingsOf(main, Dropped.boilerplate);
  return (
    repeated.find((heading) => inside.includes(heading)) ??
    (inside.length === 1 || all.length === 2 ? (inside[0] ?? repeated[0]) : undefined)
  );
}

function headingsOf(root: ElementNode, level: Dropped = Dropped.unseen): ElementNode[] {
  const found: ElementNode[] = [];
  walk(root, (node) => {
    if ((node.dropped !== Dropped.no && node.dropped <= level) || found.length >= MAXIMUM_HEADINGS) return false;
    if (!isElement(node) || node.tag !== 'h1') return true;
    if (!isStartPage(textOf(node, MAXIMUM_TITLE))) found.push(node);
    return false;
  });
  return found;
}

function isStartPage(text: string): boolean {
  return lettersOf(text) === '' || START_PAGE.has(text.toLowerCase().trim());
}

/**
 * Shortens a title to the part about this page: "Store manager | Acme" becomes "Store manager", and "Home | Acme"
 * becomes "Acme".
 */
function withoutSite(title: string): string {
  const parts = title.split(/\s+[|–—·»-]\s+/);
  const [head = '', ...rest] = parts;
  if (parts.length === 1) return isStartPage(title) ? '' : title;
  if (isStartPage(head)) return rest.join(' - ');
  return head.length >= MINIMUM_HEAD ? head : title;
}
