import { contains, Dropped, isElement, textOf, walk, type ElementNode, type PageNode } from '../tree/nodes.ts';
import { classNames } from './class-names.ts';
import type { PageKind } from './kind.ts';
import { COMMENT_HEADINGS, SIDE_HEADINGS, type HeadingPattern } from './vocabulary/side-headings.ts';

const SIDE = wholeHeading(SIDE_HEADINGS);
const SIDE_OR_COMMENTS = wholeHeading([...SIDE_HEADINGS, ...COMMENT_HEADINGS]);
const HEADINGS = new Set('h2 h3 h4 h5 h6'.split(' '));
/** An element is a heading if its class ends with one of these words, as "section-title" does. */
const HEADING_WORDS = new Set('heading headline title header'.split(' '));
const MAXIMUM_SHARE = 0.4;
/** A section with a larger share of sentences is content, such as "More on fields" in a manual. */
const MAXIMUM_PROSE = 0.5;
const MAXIMUM_HEADING = 90;
/** Maximum number of letters beside the heading in its box, such as "See all". */
const MAXIMUM_COMPANION = 40;
/** Dropping each section requires a search of its siblings, so the number of sections is limited. */
const MAXIMUM_SECTIONS = 200;

/** Drops sections under headings such as "Related articles" or "Share this". */
export function dropSideSections(root: ElementNode, kind: PageKind): void {
  const pattern = kind === 'forum' ? SIDE : SIDE_OR_COMMENTS;
  const headings: ElementNode[] = [];
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node)) return true;
    if (node.size === 0 || !isHeading(node)) return true;
    if (node.size > MAXIMUM_HEADING) return true;
    if (pattern.test(textOf(node, 200))) headings.push(node);
    return false;
  });
  for (const heading of headings.slice(0, MAXIMUM_SECTIONS)) dropSection(heading, root);
}

export function wholeHeading(patterns: readonly HeadingPattern[]): RegExp {
  return new RegExp(`^(?:${patterns.map(({ pattern }) => pattern).join('|')})\\s*[:…!?.]*$`, 'i');
}

function isHeading(element: ElementNode): boolean {
  if (HEADINGS.has(element.tag) || element.attributes.get('role') === 'heading') return true;
  if (element.size > MAXIMUM_HEADING || !/^(?:div|span|p|strong|b)$/.test(element.tag)) return false;
  return classNames(element).some((name) => HEADING_WORDS.has(name.at(-1) as string));
}

function dropSection(heading: ElementNode, root: ElementNode): void {
  let section: ElementNode = heading;
  for (let parent = section.parent; parent && parent !== root; parent = parent.parent) {
    if (parent.size > root.size * MAXIMUM_SHARE || firstSeen(parent) !== section) break;
    section = parent;
  }
  const parts: PageNode[] = [section];
  if (section.size <= heading.size + MAXIMUM_COMPANION) parts.push(...following(section, heading));
  let size = 0;
  let prose = 0;
  for (const part of parts)
    if (isElement(part)) {
      size += part.size;
      prose += part.proseSize;
    }
  if (prose > size * MAXIMUM_PROSE || size > root.size * MAXIMUM_SHARE || parts.some(holdsCode)) return;
  for (const part of parts) part.dropped = Dropped.elsewhere;
}

function following(section: ElementNode, heading: ElementNode): PageNode[] {
  const rank = HEADINGS.has(heading.tag) ? heading.tag : 'h6';
  const siblings = section.parent?.children ?? [];
  const parts: PageNode[] = [];
  for (let index = siblings.indexOf(section) + 1; index < siblings.length; index += 1) {
    const sibling = siblings[index] as PageNode;
    if (isElement(sibling) && sibling.dropped === Dropped.no) {
      const first = firstHeading(sibling);
      if (first !== undefined && first <= rank) break;
    }
    if (sibling.dropped === Dropped.no) parts.push(sibling);
  }
  return parts;
}

function firstHeading(element: ElementNode): string | undefined {
  let node: PageNode | undefined = element;
  for (let down = 0; node && isElement(node) && down < 4; down += 1) {
    if (/^h[1-6]$/.test(node.tag)) return node.tag;
    node = firstSeen(node);
  }
  return undefined;
}

function holdsCode(part: PageNode): boolean {
  return isElement(part) && contains(part, 'pre');
}

function firstSeen(element: ElementNode): PageNode | undefined {
  return element.children.find(
    (child) => child.dropped === Dropped.no && (isElement(child) ? child.size > 0 : child.text.trim() !== ''),
  );
}
