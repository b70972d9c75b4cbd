import { BLOCKS, Dropped, isElement, textOf, walk, type ElementNode, type PageNode } from '../tree/nodes.ts';
import type { PageKind } from './kind.ts';
import { OFFER, POST_NOTE } from './vocabulary/lines.ts';
import { CONTROLS, POST_BEGINNINGS, POST_LINES } from './vocabulary/interface-lines.ts';

const MAXIMUM_SIZE = 70;
/** In these elements, a short line is content, for example a heading, a value or a caption. */
const CONTENT_TAGS = new Set('h1 h2 h3 h4 h5 h6 td th dt dd code pre label caption figcaption summary'.split(' '));
const ORNAMENT = /^[\s“”„"'«»‹›|•·/→←↑↓…–—_*=~-]+$/u;
const COUNTER = /^(\d{1,2}) ?(?:\/|of|sur|von) ?(\d{1,2})$/;
const POSTED = /^posted .*\b(?:19|20)\d\d\b/i;
const DAY =
  /\d|\b(?:jan|feb|fév|mar|mär|apr|avr|may|mai|jun|juin|jul|juil|aug|aoû|sep|oct|okt|nov|dec|déc|dez|today|yesterday|hier|ago|monday|tuesday|wednesday|thursday|friday|saturday|sunday)/i;

/** Drops single lines that belong to a page's controls, such as "Share" or "2/4" and, in a forum, "Reply". */
export function dropInterfaceLines(root: ElementNode, kind: PageKind): void {
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node)) return true;
    // Except in a forum, items of a numbered list are content.
    if (CONTENT_TAGS.has(node.tag) || (node.tag === 'li' && node.parent?.tag === 'ol' && kind !== 'forum'))
      return false;
    if (node === root || node.size === 0 || node.size > MAXIMUM_SIZE || isOnlyChild(node)) return true;
    if (!isOwnLine(node) || !(isInterface(textOf(node, 200), kind) || (kind === 'article' && isOffer(node))))
      return true;
    node.dropped = Dropped.boilerplate;
    return false;
  });
}

function isOffer(element: ElementNode): boolean {
  return element.linkSize === element.size && OFFER.pattern.test(textOf(element, 200));
}

export function isInterface(text: string, kind: PageKind): boolean {
  if (ORNAMENT.test(text)) return true;
  const counter = COUNTER.exec(text);
  if (counter && Number(counter[1]) <= Number(counter[2])) return true;
  const line = text
    .toLowerCase()
    .replace(/\d[\d.,]*k?/g, '#')
    .replace(/[\s.:!?|»›…]+$/, '')
    .replace(/^[\s|•·\p{So}]+/u, '');
  if (CONTROLS.lines.has(line)) return true;
  if (kind !== 'forum') return false;
  // The full date of a post is content.
  if (POSTED.test(text)) return false;
  return (
    POST_LINES.lines.has(line) ||
    POST_NOTE.pattern.test(text) ||
    (DAY.test(text) && POST_BEGINNINGS.starts.some((start) => line.startsWith(start)))
  );
}

/** True if the parent has the same text, which has then been examined already. */
function isOnlyChild({ parent, size }: ElementNode): boolean {
  return parent !== undefined && parent.size === size && !CONTENT_TAGS.has(parent.tag);
}

function isOwnLine(element: ElementNode): boolean {
  if (BLOCKS.has(element.tag)) return true;
  const siblings = element.parent?.children ?? [];
  const at = siblings.indexOf(element);
  return !isText(siblings[at - 1]) && !isText(siblings[at + 1]);
}

function isText(node: PageNode | undefined): boolean {
  return node !== undefined && !isElement(node) && /[\p{L}\p{N}]/u.test(node.text);
}
