import { contains, Dropped, isElement, textOf, walk, type ElementNode, type PageNode } from '../tree/nodes.ts';

/** Headings of what a page recommends beside its content, in English, French and German. */
const SIDE_HEADING = new RegExp(
  `^(?:${[
    'related (?:posts?|articles?|stor(?:y|ies)|products?|items?|reading|content|topics?|links?|news|resources?|searches|jobs?|questions?)',
    '(?:you|people|customers|others) (?:may|might|will|also|who)\\b.{0,40}(?:like|love|enjoy|viewed|bought|interested).{0,20}',
    'recommended(?: (?:for you|reading|posts?|articles?|products?|jobs?))?',
    '(?:similar|more) (?:jobs?|products?|items?|articles?|posts?|stories|threads|topics)(?: .{0,40})?',
    'suggested topics',
    'recent(?:ly viewed| posts?| articles?| comments?| news).{0,20}',
    'more (?:from|on|in|like) .{0,40}',
    '(?:keep|further) reading',
    'read next',
    'up next',
    'popular (?:posts?|articles?|products?)',
    'trending(?: now| topics)?',
    'latest (?:posts?|articles?|insights|stories|blogs?)',
    '(?:from|on|in|read|visit) (?:the|our) (?:latest )?(?:blog|newsroom|magazine|journal)',
    'recommended for you|frequently bought together|compare (?:similar|with similar) (?:items|products)',
    'explore more(?: .{0,40})?|discover more(?: .{0,40})?',
    '(?:follow|connect with) us.{0,20}',
    'share (?:this|on|with).{0,30}',
    '(?:table of contents|in this article|on this page|contents)',
    'about the author',
    '(?:sign up|subscribe)\\b.{0,60}',
    '(?:join|get) our (?:newsletter|mailing list).{0,30}',
    '(?:our |the )?newsletter.{0,40}',
    'stay (?:up to date|informed|in the loop).{0,40}',
    'was this (?:page|article|answer) (?:helpful|useful).{0,20}',
    'leave a (?:comment|reply)',
    '(?:articles?|produits?|offres?|postes?) (?:similaires?|associé(?:e)?s|liés|recommandé(?:e)?s)',
    '(?:à lire|voir|lire) aussi',
    '(?:derniers|autres) articles|(?:sur|lire) (?:notre|le) blog',
    'vous (?:aimerez|pourriez) (?:aussi|également|aimer).{0,40}',
    "offres d'emploi similaires",
    'sommaire',
    'partager.{0,30}',
    '(?:ähnliche|verwandte) .{0,40}',
    'das könnte (?:sie|dich) auch interessieren',
  ].join('|')})\\s*[:…!?.]*$`,
  'i',
);
const HEADINGS = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
/** A section larger than this is the content, whatever its heading says. */
const MAXIMUM_SHARE = 0.4;
/** One with more sentences, or with code, explains: "More on fields" in a manual. */
const MAXIMUM_PROSE = 0.5;
const MAXIMUM_HEADING = 90;
/** No page has more such sections. Each costs a look at its siblings. */
const MAXIMUM_SECTIONS = 200;

/** Drops sections headed "Related articles", "Share this" and the like, with what follows their heading. */
export function dropSideSections(root: ElementNode): void {
  const headings: ElementNode[] = [];
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node)) return true;
    if (!HEADINGS.has(node.tag) && node.attributes.get('role') !== 'heading') return true;
    if (node.size > 0 && node.size <= MAXIMUM_HEADING && SIDE_HEADING.test(textOf(node, 200))) headings.push(node);
    return false;
  });
  for (const heading of headings.slice(0, MAXIMUM_SECTIONS)) dropSection(heading, root);
}

function dropSection(heading: ElementNode, root: ElementNode): void {
  let section: ElementNode = heading;
  for (let parent = section.parent; parent && parent !== root; parent = parent.parent) {
    if (parent.size > root.size * MAXIMUM_SHARE || firstSeen(parent) !== section) break;
    section = parent;
  }
  const parts: PageNode[] = [section];
  if (section.size === heading.size) parts.push(...following(section, heading));
  let size = 0;
  let prose = 0;
  for (const part of parts)
    if (isElement(part)) {
      size += part.size;
      prose += part.proseSize;
    }
  if (prose > size * MAXIMUM_PROSE || size > root.size * MAXIMUM_SHARE || parts.some(holdsCode)) return;
  for (const part of parts) part.dropped = Dropped.boilerplate;
}

/** What stands under a heading: its siblings up to the next heading of its rank. */
function following(section: ElementNode, heading: ElementNode): PageNode[] {
  const siblings = section.parent?.children ?? [];
  const parts: PageNode[] = [];
  for (let index = siblings.indexOf(section) + 1; index < siblings.length; index += 1) {
    const sibling = siblings[index] as PageNode;
    if (isElement(sibling) && /^h[1-6]$/.test(sibling.tag) && sibling.tag <= heading.tag) break;
    if (sibling.dropped === Dropped.no) parts.push(sibling);
  }
  return parts;
}

function holdsCode(part: PageNode): boolean {
  return isElement(part) && contains(part, 'pre');
}

/** The first child with text. */
function firstSeen(element: ElementNode): PageNode | undefined {
  return element.children.find(
    (child) => child.dropped === Dropped.no && (isElement(child) ? child.size > 0 : child.text.trim() !== ''),
  );
}
