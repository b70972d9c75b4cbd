import {
  BLOCKS,
  Dropped,
  holds,
  isElement,
  isWithin,
  walk,
  type ElementNode,
  type PageNode,
  type PageTree,
} from '../tree/nodes.ts';
import { dropInterfaceLines } from './interface-lines.ts';
import type { PageKind } from './kind.ts';
import { APPLY_CONTROL, FACT_LABELS, JOB_ADDRESS, PAY } from './vocabulary/job-facts.ts';
import { PRICE, PRICE_ALONE } from './vocabulary/lines.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

const MAXIMUM_PRICE = 30;
const MAXIMUM_SIZE = 700;
const MAXIMUM_LABEL = 30;
const MAXIMUM_HERO = 300;
const MAXIMUM_BOXES = 4;
const FACTS = 2;
const BOX = new Set('div section aside header footer dl ul ol table p form article hgroup main'.split(' '));

/**
 * Finds the boxes with an advert's facts outside the main content, such as a summary, and restores boxes that were
 * dropped as boilerplate. On a product page that is not an advert, finds only the price.
 */
export function takeFacts(
  page: PageTree,
  main: ElementNode,
  heading: ElementNode | undefined,
  kind: PageKind,
  url: string,
  advert: boolean,
): ElementNode[] {
  const certain = advert || isJobPage(page, url);
  if (!certain && kind === 'product') return priceBeside(page, main);
  if (!certain && (kind === 'listing' || kind === 'forum')) return [];
  const boxes: ElementNode[] = [];
  walk(page.root, (node) => {
    if (isLeftOut(node)) return false;
    if (!isElement(node)) return true;
    if (node === main && node.dropped === Dropped.no) return droppedBoxes(main, boxes);
    if (isFactBox(node, main)) {
      boxes.push(node);
      return false;
    }
    return true;
  });
  let hero = heading && heroOf(heading, main);
  if (!certain && hero && !PAY.pattern.test(shownText(hero, MAXIMUM_SIZE))) hero = undefined;
  if (hero && !boxes.some((box) => isWithin(box, hero) || isWithin(hero, box))) boxes.unshift(hero);
  const several = boxes.length > MAXIMUM_BOXES || haveTwins(boxes);
  // Without other signs of an advert, a box must state pay beside other facts.
  const taken = boxes.filter((box) => box === hero || (!several && (certain || statesPay(box))));
  restore(taken, kind);
  // A restored box inside the content is written together with the content, so it is left out here.
  return taken.filter((box) => !isWithin(box, main) || isDropped(box, main));
}

function priceBeside(page: PageTree, main: ElementNode): ElementNode[] {
  if (PRICE.pattern.test(shownText(main, 1_000_000))) return [];
  let found: ElementNode | undefined;
  walk(page.root, (node) => {
    if (found || node === main || node.dropped !== Dropped.no) return false;
    if (isElement(node)) return true;
    if (node.text.length <= MAXIMUM_PRICE * 2 && PRICE_ALONE.pattern.test(node.text.trim()))
      found = lineOf(node.parent);
    return true;
  });
  return found && !holds(found, main) ? [found] : [];
}

function lineOf(element: ElementNode): ElementNode {
  let line = element;
  while (line.parent && line.parent.size <= MAXIMUM_PRICE) line = line.parent;
  return line;
}

/**
 * Collects the boxes of facts among the parts that were dropped from the content. Returns false, which tells `walk` not
 * to visit the children again.
 */
function droppedBoxes(main: ElementNode, boxes: ElementNode[]): false {
  walk(main, (node) => {
    if (isLeftOut(node)) return false;
    if (!isElement(node) || node.dropped === Dropped.no) return isElement(node);
    if (isFactBox(node, undefined)) boxes.push(node);
    else
      walk(node, (inner) => {
        if (isLeftOut(inner)) return false;
        if (!isElement(inner) || !isFactBox(inner, undefined)) return true;
        boxes.push(inner);
        return false;
      });
    return false;
  });
  return false;
}

function restore(boxes: readonly ElementNode[], kind: PageKind): void {
  for (const box of boxes) {
    walk(box, (node) => {
      if (isLeftOut(node)) return false;
      node.dropped =
        isElement(node) && /^(?:button|select|textarea|nav)$/.test(node.tag) ? Dropped.boilerplate : Dropped.no;
      return node.dropped === Dropped.no;
    });
    dropInterfaceLines(box, kind);
  }
}

function isJobPage(page: PageTree, url: string): boolean {
  if (canParseUrl(url) && JOB_ADDRESS.pattern.test(new URL(url).pathname)) return true;
  let found = false;
  walk(page.root, (node) => {
    if (found || isLeftOut(node)) return false;
    if (isElement(node) && (node.tag === 'a' || node.tag === 'button') && node.children.length < 10)
      found = APPLY_CONTROL.pattern.test(shownText(node, 60));
    return !found;
  });
  return found;
}

function isFactBox(element: ElementNode, main: ElementNode | undefined): boolean {
  if (!BOX.has(element.tag) || (main && holds(element, main))) return false;
  const text = shownText(element, MAXIMUM_SIZE * 2);
  if (text.length < 8 || text.length > MAXIMUM_SIZE) return false;
  if (!/\d|:|\n/.test(text)) return countFacts(element) >= FACTS;
  return PAY.pattern.test(text) || countFacts(element) >= FACTS;
}

function statesPay(box: ElementNode): boolean {
  return countFacts(box) >= FACTS && PAY.pattern.test(shownText(box, MAXIMUM_SIZE));
}

/** Counts the facts in a box. A fact is a known label with a value, such as "Salary: £30,000". */
function countFacts(box: ElementNode): number {
  let facts = 0;
  walk(box, (node) => {
    if (isLeftOut(node)) return false;
    if (isElement(node)) return true;
    const [label = '', value] = node.text.trim().split(/\s*:\s*(?=\S|$)/, 2);
    if (label.length <= MAXIMUM_LABEL && FACT_LABELS.has(label.toLowerCase()) && (value || hasValue(node))) facts += 1;
    return true;
  });
  return facts;
}

function hasValue(label: PageNode): boolean {
  for (let node: PageNode | undefined = label, up = 0; node?.parent && up < 3; up += 1, node = node.parent) {
    const siblings: PageNode[] = node.parent.children;
    const after = siblings.slice(siblings.indexOf(node) + 1, siblings.indexOf(node) + 4);
    if (after.some((next) => (isElement(next) ? shownText(next, 50) : next.text.trim()) !== '')) return true;
  }
  return false;
}

/** Finds the lines around a heading that is outside the content, such as "Ridge & Co · Leeds". */
function heroOf(heading: ElementNode, main: ElementNode): ElementNode | undefined {
  if (isWithin(heading, main) && !isDropped(heading, main)) return undefined;
  const title = shownText(heading, MAXIMUM_HERO);
  for (let node = heading.parent; node?.parent; node = node.parent) {
    if (holds(node, main)) return undefined;
    const text = shownText(node, MAXIMUM_HERO * 3);
    if (text.length > title.length + MAXIMUM_HERO) return undefined;
    if (text.length > title.length + 2) return node;
  }
  return undefined;
}

function isLeftOut({ dropped }: PageNode): boolean {
  return dropped === Dropped.unseen || dropped === Dropped.elsewhere;
}

function isDropped(node: ElementNode, root: ElementNode): boolean {
  for (let { parent } = node; parent && parent !== root; parent = parent.parent)
    if (parent.dropped !== Dropped.no) return true;
  return false;
}

/** True if two boxes of one class state pay. They are then cards of other adverts. */
function haveTwins(boxes: readonly ElementNode[]): boolean {
  const classes = new Set<string>();
  for (const box of boxes) {
    const name = box.attributes.get('class');
    if (name === undefined || !PAY.pattern.test(shownText(box, MAXIMUM_SIZE))) continue;
    if (classes.has(name)) return true;
    classes.add(name);
  }
  return false;
}

/** Returns the text, including boilerplate, with line ends between blocks. */
function shownText(root: ElementNode, limit: number): string {
  const parts: string[] = [];
  let length = 0;
  walk(root, (node) => {
    if (isLeftOut(node) || length >= limit) return false;
    if (isElement(node)) {
      if (BLOCKS.has(node.tag)) parts.push('\n');
      else if (node.tag === 'sup' || node.tag === 'sub') parts.push(' ');
    } else {
      const text = node.text.replace(/\s+/g, ' ');
      parts.push(text.slice(0, limit));
      length += text.length;
    }
    return true;
  });
  return parts
    .join('')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
