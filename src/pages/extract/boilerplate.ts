import { lettersOf } from '../../lib/text.ts';
import { contains, Dropped, hasAncestor, isElement, textOf, walk, type ElementNode } from '../tree/nodes.ts';
import { isAboutAuthor, isAboutWriter, isInitial } from './authors.ts';
import { isOfCards } from './cards.ts';
import { classNames, hasWord, splitNames, type NameWords } from './class-names.ts';
import type { PageKind } from './kind.ts';
import { isInOneOfMany, isOnlyImagesWithTooltips } from './one-of-many.ts';
import {
  ABOUT_AUTHOR,
  ANSWERS,
  PAGE_FURNITURE,
  BOXES,
  CALL,
  COMMENTS,
  CONTENTS,
  ELSEWHERE,
  HEADER,
  LAYOUTS,
  NAVIGATION,
  NOTES,
  OVERLAY,
  PANELS,
  POST_EXTRAS,
  RESULTS,
  REVIEWS,
  SIDE_LISTS,
  SINGLE_PARTS,
  TIPS,
  TOOLS,
} from './vocabulary/class-words.ts';
import { APPLY } from './vocabulary/lines.ts';

const ROLES = new Set(
  'navigation banner contentinfo search complementary dialog alertdialog menu menubar toolbar tooltip'.split(' '),
);
const TEXT = new Set('html body main article p h1'.split(' '));
const HEADING = /^h[1-6]$/;
const PAGE_SHARE = 0.5;
/** An `<article>`, `<main>` or `<section>` with this share of the page's text surrounds the whole page. */
const WHOLE_SHARE = 0.7;
const MENU_SHARE = 0.3;
const PROSE_SHARE = 0.2;
const PROSE = 150;
const SMALL_SHARE = 0.2;
/** Cards with at least this share of the page's text are its content. */
const CARDS_SHARE = 0.3;
/** Larger table cells may be columns of a page layout. */
const MAXIMUM_CELL = 100;

interface Sizes {
  all: number;
  prose: number;
}

/**
 * Drops the parts around the content. They are recognised by tag and role and, with `byName`, also by class and ID.
 * `measure` must have run.
 */
export function dropBoilerplate(root: ElementNode, kind: PageKind, byName = true): void {
  const page = { all: Math.max(1, root.size), prose: Math.max(1, root.proseSize) };
  walk(root, (node) => {
    if (!isElement(node)) return true;
    if (node === root || node.dropped !== Dropped.no) return node.dropped === Dropped.no;
    // In highlighted code, classes such as `comment` name parts of the language.
    if (node.tag === 'pre' || node.tag === 'code') return false;
    if (byName && isOfOtherPages(node, page)) node.dropped = Dropped.elsewhere;
    else if (isBeside(node, kind, page, byName)) node.dropped = Dropped.boilerplate;
    return node.dropped === Dropped.no;
  });
}

/** True for teaser cards of other pages, such as "Related articles", even if they have many sentences. */
function isOfOtherPages(element: ElementNode, page: Sizes): boolean {
  if (element.size === 0 || element.size >= page.all * CARDS_SHARE || TEXT.has(element.tag)) return false;
  return hasWord(namesOf(element), ELSEWHERE) && !contains(element, 'h1') && isOfCards(element);
}

function isBeside(element: ElementNode, kind: PageKind, page: Sizes, byName: boolean): boolean {
  const share = element.size / page.all;
  const byTag = isBesideByTag(element, share);
  if (byTag !== undefined) return byTag;
  const role = element.attributes.get('role')?.toLowerCase();
  if (role && ROLES.has(role) && share < PAGE_SHARE && !(role === 'banner' && contains(element, 'h1'))) return true;
  if (element.attributes.get('aria-modal') === 'true') return true;
  if (share >= PAGE_SHARE) return false;
  if (kind === 'forum' && (isAboutAuthor(element) || isInitial(element) || isShortDate(element))) return true;
  if (kind === 'article' && isAboutWriter(element)) return true;
  if (!byName || element.folded) return false;
  const names = namesOf(element);
  return names.length > 0 && isBesideByName(element, names, kind, page);
}

/** True for a short form after the full date, such as "1 yr". */
function isShortDate(element: ElementNode): boolean {
  return element.parent?.tag === 'time' && element.parent.children.find(isElement) !== element;
}

function isBesideByTag(element: ElementNode, share: number): boolean | undefined {
  const { tag } = element;
  if (TEXT.has(tag)) return false;
  switch (tag) {
    case 'nav':
    case 'select':
    case 'textarea':
    case 'dialog':
      return true;
    case 'footer':
      // The `<footer>` of a quote names the author of the quote.
      return share < PAGE_SHARE && !hasAncestor(element, 'blockquote', 'figure');
    case 'header':
      return !isInText(element) && share < PAGE_SHARE && !contains(element, 'h1');
    case 'aside':
      return share < PAGE_SHARE && !hasWord(classNames(element), NOTES);
    case 'form':
      return element.proseSize < element.size * 0.5 && hasFields(element) && share < PAGE_SHARE;
    case 'button':
      return !hasAncestor(element, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary') && !opensPanel(element);
    case 'td':
    case 'th':
      // Without this cell, the other cells of the row would be under wrong headings.
      return element.size < MAXIMUM_CELL ? false : undefined;
    default:
      return undefined;
  }
}

/**
 * True for a header inside an article or section, which belongs to the text. But if nearly the whole page is in that
 * section, a header of links is the site's menu.
 */
function isInText(header: ElementNode): boolean {
  let page = header;
  while (page.parent) page = page.parent;
  const menu = header.proseSize === 0 && header.linkSize > header.size * MENU_SHARE;
  for (let { parent } = header; parent; parent = parent.parent)
    if (/^(?:article|main|section)$/.test(parent.tag) && !(menu && parent.size >= page.size * WHOLE_SHARE)) return true;
  return false;
}

/** True if the button is the heading of a panel. The panel follows the button or the box around it. */
function opensPanel(button: ElementNode): boolean {
  let node: ElementNode = button;
  for (let up = 0; up < 3 && node.parent; up += 1, node = node.parent) {
    const siblings = node.parent.children.filter(isElement);
    const next = siblings[siblings.indexOf(node) + 1];
    if (next !== undefined) return next.size > 0 && next.tag !== 'button' && (next.folded || isPanel(next));
  }
  return false;
}

function isPanel(element: ElementNode): boolean {
  return element.attributes.get('role') === 'region' || hasWord(classNames(element), PANELS);
}

function isBesideByName(element: ElementNode, names: readonly NameWords[], kind: PageKind, page: Sizes): boolean {
  const share = element.size / page.all;
  const mostlyLinks = element.linkSize > element.size * MENU_SHARE;
  if (hasWord(names, HEADER) && mostlyLinks && !hasAncestor(element, 'article', 'main') && !contains(element, 'h1'))
    return true;
  if (kind === 'forum' && share < SMALL_SHARE && hasWord(names, POST_EXTRAS)) return true;
  if ((kind === 'product' || kind === 'listing') && hasWord(names, REVIEWS) && !contains(element, 'h1')) return true;
  if (isComments(names) && (kind !== 'forum' || isInAnswer(element))) return true;
  const aboutAuthor = hasWord(names, ABOUT_AUTHOR);
  if (kind === 'article' && aboutAuthor && element.proseSize <= page.prose * PROSE_SHARE)
    return !contains(element, 'h1');
  const overlaid = hasWord(names, OVERLAY);
  if (!overlaid && (element.proseSize > page.prose * PROSE_SHARE || element.proseSize >= PROSE)) return false;
  const fewSentences = element.proseSize < element.size * 0.5;
  if (share < SMALL_SHARE && fewSentences && hasWord(names, TOOLS) && !hasWord(names, RESULTS))
    return !contains(element, 'h1');
  if (share > 0.25 && hasWord(names, CONTENTS)) return false;
  // A page has one side column and one or two calls to action. If there are more, they belong to the items of a list.
  if (hasWord(names, SINGLE_PARTS) && isInOneOfMany(element)) return false;
  if (hasWord(names, TIPS) && isOnlyImagesWithTooltips(element)) return false;
  const isMenu = mostlyLinks || element.proseSize === 0;
  const named =
    overlaid ||
    aboutAuthor ||
    names.some((name) => hasWord([name], PAGE_FURNITURE) && !isLayout(name)) ||
    (isMenu && (hasWord(names, NAVIGATION) || (kind !== 'listing' && hasWord(names, SIDE_LISTS)))) ||
    (hasWord(names, CALL) && !APPLY.pattern.test(textOf(element, 1_000)));
  return named && (!contains(element, 'h1') || share < 0.02);
}

/** True for a layout with a sidebar, such as "has-sidebar". False for the sidebar itself, such as "sidebar-content". */
function isLayout(name: NameWords): boolean {
  const at = name.indexOf('sidebar');
  return at >= 0 && name.some((word, index) => LAYOUTS.words.has(word) && (index < at || word !== 'content'));
}

function isComments(names: readonly NameWords[]): boolean {
  return names.some((name) => {
    const last = name.findLastIndex((word) => !BOXES.words.has(word) && !/^\d+$/.test(word));
    return last >= 0 && last <= 2 && COMMENTS.words.has(name[last] as string);
  });
}

function isInAnswer(element: ElementNode): boolean {
  for (let { parent } = element; parent; parent = parent.parent) if (hasWord(namesOf(parent), ANSWERS)) return true;
  return false;
}

/**
 * Returns the names in the class, `data-role` and ID. An ID that repeats the section's heading is left out, because it
 * names the topic and not the part of the page.
 */
function namesOf(element: ElementNode): readonly NameWords[] {
  const role = element.attributes.get('data-role');
  const classes = role === undefined ? classNames(element) : [...classNames(element), ...splitNames(role)];
  const id = element.attributes.get('id');
  return id === undefined || isAnchor(element, id) ? classes : [...classes, ...splitNames(id)];
}

function isAnchor({ tag, size, proseSize, children }: ElementNode, id: string): boolean {
  if (HEADING.test(tag)) return true;
  if (proseSize < size * 0.3) return false;
  const first = children.find(isElement);
  if (first === undefined || !HEADING.test(first.tag)) return false;
  const heading = lettersOf(textOf(first, 200));
  return heading !== '' && lettersOf(id).endsWith(heading);
}

function hasFields(form: ElementNode): boolean {
  let fields = 0;
  walk(form, (node) => {
    if (!isElement(node) || node.dropped === Dropped.unseen) return false;
    if (node.tag === 'textarea' || node.tag === 'select') fields += 1;
    if (
      node.tag === 'input' &&
      !/^(?:hidden|submit|button|image|checkbox)$/i.test(node.attributes.get('type') ?? 'text')
    )
      fields += 1;
    return fields === 0;
  });
  return fields > 0;
}
