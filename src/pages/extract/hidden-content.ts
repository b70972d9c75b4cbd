import {
  BLOCKS,
  contains,
  Dropped,
  hasAncestor,
  isElement,
  textOf,
  walk,
  type ElementNode,
  type PageNode,
} from '../tree/nodes.ts';
import { classNames, hasWord, splitNames } from './class-names.ts';
import { FADED, MENUS, PANELS } from './vocabulary/class-words.ts';
import { HIDING_CLASSES } from './vocabulary/hiding.ts';
import { PRICE } from './vocabulary/lines.ts';

/**
 * The way in which an element is hidden: by style or layout (`gone`), by the attribute `hidden` (`attribute`), by a
 * class or ID (`class`), by being invisible while it keeps its space (`faint`), only from screen readers (`aria`), or
 * as a copy of another element (`copy`).
 */
export type Hiding = 'gone' | 'attribute' | 'class' | 'faint' | 'aria' | 'copy';

export interface HiddenPage {
  size: number;
  prose: number;
  controls: ReadonlySet<string>;
}

/**
 * A hidden element with at least this share of the page's text is content, which a script that has not run would show.
 */
const BULK = 0.4;
const BULK_PROSE = 0.3;
/** BULK does not apply to a hidden element with fewer letters. */
const MINIMUM_BULK = 200;
const MAXIMUM_QUESTION = 300;
const MAXIMUM_LINKS = 0.5;
const MINIMUM_PANEL = 20;
const MAXIMUM_PRICE = 60;
const MAXIMUM_CONTROLS = 5_000;
/** Shorter texts that are hidden from screen readers are labels. */
const SEEN_TEXT = 60;
const MINIMUM_FOLDS = 2;

/**
 * True if a hidden element is content: a large part of the page, a block that fades in, a panel that opens with a
 * click, or a figure or paragraph that is hidden only from screen readers.
 */
export function isContentAfterAll(element: ElementNode, hiding: Hiding, page: HiddenPage): boolean {
  if (hiding === 'copy') return false;
  if (isBulk(element, page)) return true;
  if (hiding === 'aria' && (hasScreenReaderTwin(element) || isPrice(element))) return true;
  if (element.size === 0 || isInMenu(element)) return false;
  if (hiding === 'aria' && isParagraph(element)) return true;
  if (element.size < MINIMUM_PANEL)
    return element.attributes.get('role') === 'tabpanel' || page.controls.has(element.attributes.get('id') ?? '');
  if (hiding === 'faint' && (isFaded(element) || holdsMain(element))) return true;
  if (element.attributes.get('role') === 'tabpanel') return true;
  if (element.linkSize > element.size * MAXIMUM_LINKS) return false;
  return isPanel(element, page) || (hiding === 'class' && element.proseSize > 0 && isFold(element));
}

function isFold(element: ElementNode): boolean {
  const kind = kindOf(element);
  const isTwin = (node: PageNode): node is ElementNode =>
    node !== element && isElement(node) && node.tag === element.tag && kindOf(node) === kind;
  const twins = (element.parent?.children ?? []).filter(isTwin);
  if (kind !== '' && twins.some((twin) => twin.size >= MINIMUM_PANEL && !hasHidingClass(twin))) return true;
  const items =
    twins.length > 0
      ? twins
      : (element.parent?.parent?.children ?? []).filter(isElement).flatMap(({ children }) => children.filter(isTwin));
  return [element, ...items].filter(isBelowHeading).length >= MINIMUM_FOLDS;
}

function kindOf({ attributes }: ElementNode): string {
  const names = (attributes.get('class') ?? '').toLowerCase().split(/\s+/);
  return names
    .filter((name) => !HIDING_CLASSES.has(name) && !/^(?:is-)?(?:active|current|show|open)$/.test(name))
    .sort()
    .join(' ')
    .trim();
}

function hasHidingClass({ attributes }: ElementNode): boolean {
  return (attributes.get('class') ?? '').split(/\s+/).some((name) => HIDING_CLASSES.has(name.toLowerCase()));
}

function isBelowHeading(element: ElementNode): boolean {
  const above = seenBefore(element);
  return (
    above !== undefined &&
    isElement(above) &&
    above.size <= MAXIMUM_QUESTION &&
    (/^(?:h[2-6]|button)$/.test(above.tag) || contains(above, 'button'))
  );
}

export function isBulk(
  { size, proseSize }: Pick<ElementNode, 'size' | 'proseSize'>,
  page: Pick<HiddenPage, 'size' | 'prose'>,
): boolean {
  return size >= MINIMUM_BULK && size >= page.size * BULK && proseSize >= page.prose * BULK_PROSE;
}

function isParagraph({ size, parent }: ElementNode): boolean {
  return size >= SEEN_TEXT && parent?.tag === 'p' && parent.size === size;
}

function holdsMain(element: ElementNode): boolean {
  return element.tag === 'main' || contains(element, 'main') || contains(element, 'h1');
}

function isPrice(element: ElementNode): boolean {
  return element.size <= MAXIMUM_PRICE && PRICE.pattern.test(textOf(element, MAXIMUM_PRICE * 2));
}

/**
 * True if the element shows a figure beside its wording for screen readers, such as "4.5" beside "4.5 out of 5 stars".
 */
function hasScreenReaderTwin(element: ElementNode): boolean {
  if (!/\d/.test(textOf(element, 100))) return false;
  const siblings = (element.parent?.children ?? []).filter(isElement);
  const at = siblings.indexOf(element);
  return [siblings[at - 1], siblings[at + 1]].some((sibling) => sibling !== undefined && hasHidingClass(sibling));
}

function isInMenu(element: ElementNode): boolean {
  let node: ElementNode | undefined = element;
  for (let up = 0; node && up < 6; up += 1, node = node.parent) {
    if (/^(?:nav|footer|dialog)$/.test(node.tag)) return true;
    if (node.tag === 'header' && !hasAncestor(node, 'article')) return true;
    const role = node.attributes.get('role');
    if (role === 'dialog' || role === 'menu' || role === 'navigation' || node.attributes.has('aria-modal')) return true;
    if (up < 3 && node.tag !== 'html' && hasWord(classNames(node), MENUS)) return true;
  }
  return false;
}

function isFaded({ tag, attributes }: ElementNode): boolean {
  if (!BLOCKS.has(tag)) return false;
  if (/transform|transition|translate|filter|will-change|animation/i.test(attributes.get('style') ?? '')) return true;
  return (
    attributes.has('data-aos') ||
    attributes.has('data-w-id') ||
    hasWord(splitNames(attributes.get('class') ?? ''), FADED)
  );
}

/** True for a panel that a visible control opens, for a panel by class, and for the answer below a question. */
function isPanel(element: ElementNode, { controls }: HiddenPage): boolean {
  const { attributes } = element;
  const id = attributes.get('id');
  if (id !== undefined && controls.has(id)) return true;
  if (attributes.get('role') === 'tabpanel') return true;
  if (hasWord(classNames(element), PANELS)) return true;
  if (element.parent && isElement(element.parent) && hasWord(classNames(element.parent), PANELS)) return true;
  return isBelowQuestion(element);
}

function isBelowQuestion(element: ElementNode): boolean {
  const above = seenBefore(element) ?? (element.parent && seenBefore(element.parent));
  if (above === undefined) return false;
  const text = (isElement(above) ? textOf(above, MAXIMUM_QUESTION) : above.text.slice(0, MAXIMUM_QUESTION)).trim();
  if (text.endsWith('?')) return true;
  return isElement(above) && (above.tag === 'summary' || above.tag === 'dt' || isSwitch(above));
}

function isSwitch(line: ElementNode): boolean {
  if (line.size > MAXIMUM_QUESTION) return false;
  let found = false;
  walk(line, (node) => {
    if (isElement(node) && node.attributes.get('aria-expanded') === 'false') found = true;
    return !found;
  });
  return found;
}

function seenBefore(element: ElementNode): PageNode | undefined {
  const siblings = element.parent?.children ?? [];
  for (let index = siblings.indexOf(element) - 1; index >= 0; index -= 1) {
    const sibling = siblings[index] as PageNode;
    if (sibling.dropped === Dropped.no && (isElement(sibling) ? sibling.size > 0 : sibling.text.trim() !== ''))
      return sibling;
  }
  return undefined;
}

export function visibleControls(root: ElementNode): ReadonlySet<string> {
  const ids = new Set<string>();
  walk(root, (node) => {
    if (!isElement(node)) return true;
    if (node.dropped !== Dropped.no || node.tag === 'nav' || ids.size > MAXIMUM_CONTROLS) return false;
    const { attributes } = node;
    if (attributes.size === 0) return true;
    const target = attributes.get('data-target') ?? attributes.get('data-bs-target');
    for (const id of [attributes.get('aria-controls'), target?.replace(/^#/, '')]) if (id) ids.add(id);
    if (attributes.get('role') === 'tab') {
      const href = attributes.get('href');
      if (href?.startsWith('#')) ids.add(href.slice(1));
    }
    return true;
  });
  return ids;
}
