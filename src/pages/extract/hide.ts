import { measure } from '../tree/measure.ts';
import { Dropped, isElement, textOf, walk, type ElementNode, type PageTree } from '../tree/nodes.ts';
import { hiddenByStyle } from '../tree/style-rules.ts';
import { isBulk, isContentAfterAll, visibleControls, type Hiding } from './hidden-content.ts';
import { fillSlots, placeStreamedParts, STREAMED } from './placed-parts.ts';
import {
  BACKGROUND,
  CLEAR,
  CLONE,
  COLOUR,
  CUT_STYLE,
  FAINT_STYLE,
  FLAT_STYLE,
  GONE_STYLE,
  HIDDEN_ON_WIDE,
  HIDING_CLASSES,
  LINE_NUMBERS,
  SHOWN_ON_WIDE,
} from './vocabulary/hiding.ts';

const NEVER_SEEN = new Set(
  'script style head link meta svg object embed canvas audio video source track param iframe frame frameset map area datalist annotation annotation-xml'.split(
    ' ',
  ),
);
/**
 * If `<noscript>` elements have at least this share of the other text's letters, they are the content for browsers
 * without scripts.
 */
const NOSCRIPT_SHARE = 0.5;

/**
 * Drops what a reader does not see: scripts, templates, media, copies and hidden elements, except hidden elements that
 * are content (`isContentAfterAll`). If `rendered` is true and the browser has read the layout, its marks
 * `data-jobdata-layout` say what is hidden; otherwise attributes, classes and styles do.
 */
export function hideUnseen({ root, styles }: PageTree, rendered = false): void {
  placeStreamedParts(root);
  fillSlots(root);
  walk(root, (node) => {
    if (!isElement(node) || node === root || !isNeverSeen(node)) return true;
    node.dropped = Dropped.unseen;
    return false;
  });
  measure(root);
  const page = { size: root.size, prose: root.proseSize, controls: visibleControls(root) };
  const laidOut = rendered && root.attributes.get('data-jobdata-layout') === 'read';
  const hidingName = nameFinder(laidOut ? new Set<string>() : hidingNames(root, hiddenByStyle(styles)));
  walk(root, (node) => {
    if (!isElement(node) || node.dropped !== Dropped.no) return node.dropped === Dropped.no;
    if (node === root || node.attributes.size === 0) return true;
    if (isMathSource(node)) return true;
    const hiding = isCopy(node) ? 'copy' : laidOut ? hidingByLayout(node) : hidingOf(node, hidingName);
    if (hiding === undefined) return true;
    if (isContentAfterAll(node, hiding, page)) {
      node.folded = hiding !== 'faint' && hiding !== 'aria';
      return true;
    }
    node.dropped = Dropped.unseen;
    return false;
  });
  measure(root);
  dropNoscript(root);
}

function isNeverSeen({ tag, attributes }: ElementNode): boolean {
  return NEVER_SEEN.has(tag) || (tag === 'template' && !attributes.has('shadowrootmode'));
}

/**
 * True for the hidden MathML of a formula. It is kept, because the visible drawing of the formula is dropped as a copy.
 */
function isMathSource({ tag, attributes }: ElementNode): boolean {
  return (
    tag === 'mjx-assistive-mml' || /(?:^|\s)(?:katex-mathml|mwe-math-mathml-a11y)/.test(attributes.get('class') ?? '')
  );
}

function isCopy(element: ElementNode): boolean {
  const classes = element.attributes.get('class') ?? '';
  if (classes === '') return false;
  if (CLONE.pattern.test(classes)) return true;
  return LINE_NUMBERS.pattern.test(classes) && /^[\s\d]*$/.test(textOf(element, 2_000));
}

function hidingByLayout(element: ElementNode): Hiding | undefined {
  const mark = element.attributes.get('data-jobdata-layout');
  if (mark === 'gone' || mark === 'faint') return mark;
  // A font draws such a text as an icon, for example "arrow_forward".
  const icon = element.attributes.get('aria-hidden') === 'true' && /^[a-z_]{2,30}$/.test(textOf(element, 40));
  return icon ? 'aria' : undefined;
}

type NameFinder = (attributes: ElementNode['attributes']) => string | undefined;

/**
 * Returns a function that finds the first of an element's classes (".hidden") and its ID ("#menu") that is in `names`. A
 * class that hides the element only on narrow screens does not count.
 */
function nameFinder(names: ReadonlySet<string>): NameFinder {
  // Most elements of a page share their classes with others.
  const found = new Map<string, string | undefined>();
  const findClass = (classes: string): string | undefined => {
    const own = classes
      .split(/\s+/)
      .map((name) => (HIDING_CLASSES.has(name.toLowerCase()) ? `.${name.toLowerCase()}` : `.${name}`))
      .filter((name) => names.has(name));
    return own.find((name) => !HIDING_CLASSES.has(name.slice(1)) || !SHOWN_ON_WIDE.pattern.test(classes));
  };
  return (attributes) => {
    const classes = attributes.get('class') ?? '';
    if (classes !== '' && !found.has(classes)) found.set(classes, findClass(classes));
    const id = attributes.get('id');
    return found.get(classes) ?? (id !== undefined && names.has(`#${id}`) ? `#${id}` : undefined);
  };
}

/**
 * Returns the classes and IDs that hide elements on this page. A name that would hide a large part of the page is left
 * out, because the script that shows its elements has not run.
 */
function hidingNames(root: ElementNode, byStyle: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set([...byStyle, ...[...HIDING_CLASSES].map((name) => `.${name}`)]);
  const find = nameFinder(names);
  const taken = new Map<string, { size: number; proseSize: number }>();
  walk(root, (node) => {
    if (!isElement(node) || node.dropped !== Dropped.no) return false;
    const name = node === root ? undefined : find(node.attributes);
    if (name === undefined) return true;
    const sum = taken.get(name) ?? { size: 0, proseSize: 0 };
    taken.set(name, { size: sum.size + node.size, proseSize: sum.proseSize + node.proseSize });
    return false;
  });
  for (const [name, sum] of taken) if (isBulk(sum, { size: root.size, prose: root.proseSize })) names.delete(name);
  return names;
}

function hidingOf({ attributes }: ElementNode, hidingName: NameFinder): Hiding | undefined {
  const id = attributes.get('id');
  const hidden = attributes.get('hidden')?.toLowerCase();
  if (hidden !== undefined && hidden !== 'until-found' && !STREAMED.test(id ?? '')) return 'attribute';
  const style = attributes.get('style');
  if (style !== undefined && isGone(style)) return 'gone';
  if (HIDDEN_ON_WIDE.pattern.test(attributes.get('class') ?? '')) return 'class';
  if (style !== undefined && FAINT_STYLE.pattern.test(style)) return 'faint';
  if (hidingName(attributes) !== undefined) return 'class';
  return attributes.get('aria-hidden')?.trim().toLowerCase() === 'true' ? 'aria' : undefined;
}

function isGone(style: string): boolean {
  if (GONE_STYLE.pattern.test(style) || isCamouflaged(style)) return true;
  return CUT_STYLE.pattern.test(style) && FLAT_STYLE.pattern.test(style);
}

function isCamouflaged(style: string): boolean {
  const colour = COLOUR.exec(style)?.[1]?.toLowerCase();
  if (colour !== undefined && (colour === 'transparent' || CLEAR.test(colour))) return true;
  return colour !== undefined && colour === BACKGROUND.exec(style)?.[1]?.toLowerCase();
}

function dropNoscript(root: ElementNode): void {
  const noscripts: ElementNode[] = [];
  walk(root, (node) => {
    if (!isElement(node) || node.dropped !== Dropped.no) return false;
    if (node.tag === 'noscript') noscripts.push(node);
    return node.tag !== 'noscript';
  });
  const noscriptSize = noscripts.reduce((sum, { size }) => sum + size, 0);
  if (noscriptSize > 200 && noscriptSize >= (root.size - noscriptSize) * NOSCRIPT_SHARE) return;
  for (const element of noscripts) element.dropped = Dropped.unseen;
}
