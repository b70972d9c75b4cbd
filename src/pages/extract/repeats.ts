import type { PageKind } from './kind.ts';
import { Dropped, isElement, isWithin, textOf, walk, type ElementNode, type PageNode } from '../tree/nodes.ts';

const MINIMUM_SIZE = 60;
/** Code and tables repeat themselves, so their text is not compared. */
const UNCOMPARED_TAGS = new Set('pre code table'.split(' '));
/** A text that occurs more often is a label of every item in a list. */
const MAXIMUM_REPEATS = 3;
const BASE = 0x01000193;

/**
 * Drops blocks whose text came earlier on the page, such as versions for other screen sizes, copies made by sliders,
 * and signatures. `measure` must have run.
 */
export function dropRepeats(root: ElementNode, kind: PageKind): void {
  const prints = fingerprints(root);
  const times = new Map<string, number>();
  // A block and its only child have the same fingerprint and count once.
  for (const [element, print] of prints)
    if (!element.parent || prints.get(element.parent) !== print) times.set(print, (times.get(print) ?? 0) + 1);
  const first = new Map<string, ElementNode>();
  walk(root, (node) => {
    if (node.dropped !== Dropped.no || !isElement(node) || UNCOMPARED_TAGS.has(node.tag)) return false;
    const print = prints.get(node);
    if (print === undefined) return false;
    const earlier = first.get(print);
    if (earlier === undefined) first.set(print, node);
    else if (
      !isWithin(node, earlier) &&
      (kind === 'forum' ||
        ((times.get(print) ?? 0) <= MAXIMUM_REPEATS && !isPartOfItem(node, earlier) && !isAnswer(node)))
    ) {
      node.dropped = Dropped.boilerplate;
      return false;
    }
    return true;
  });
}

/**
 * Maps each element of at least MINIMUM_SIZE letters to a fingerprint of its text. The fingerprint is the difference
 * between the rolling hashes at the element's start and end.
 */
function fingerprints(root: ElementNode): Map<ElementNode, string> {
  const prints = new Map<ElementNode, string>();
  const frames = [{ element: root, next: 0, before: 0 }];
  let hash = 0;
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const { element, before } = frame;
    const child: PageNode | undefined = element.children[frame.next];
    if (child === undefined) {
      frames.pop();
      prints.set(element, `${element.size} ${(hash - Math.imul(before, power(element.size))) | 0}`);
      continue;
    }
    frame.next += 1;
    if (child.dropped !== Dropped.no) continue;
    if (isElement(child)) {
      if (child.size >= MINIMUM_SIZE) frames.push({ element: child, next: 0, before: hash });
      else hash = hashBelow(child, hash);
    } else hash = hashOf(child.text, hash);
  }
  return prints;
}

function hashBelow(element: ElementNode, start: number): number {
  let hash = start;
  walk(element, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node)) hash = hashOf(node.text, hash);
    return true;
  });
  return hash;
}

/**
 * The hash must cover exactly the letters that `measure` counts, because `fingerprints` calculates with their number.
 */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x20) hash = (Math.imul(hash, BASE) + unit) | 0;
  }
  return hash;
}

function power(exponent: number): number {
  let result = 1;
  for (let base = BASE, left = exponent; left > 0; left >>>= 1, base = Math.imul(base, base))
    if (left & 1) result = Math.imul(result, base);
  return result;
}

/** True if the blocks are parts of two items of one list, such as a service that two plans include. */
function isPartOfItem(node: ElementNode, earlier: ElementNode): boolean {
  const ancestors = new Map<ElementNode, ElementNode>();
  for (let child = earlier; child.parent; child = child.parent) ancestors.set(child.parent, child);
  let item = node;
  while (item.parent && !ancestors.has(item.parent)) item = item.parent;
  const twin = item.parent && ancestors.get(item.parent);
  return (
    twin !== undefined &&
    item !== node &&
    twin !== earlier &&
    item.size !== node.size &&
    item.tag === twin.tag &&
    item.attributes.get('class') === twin.attributes.get('class')
  );
}

/** True for a block after a text that ends with "?". It is kept, because several questions may have the same answer. */
function isAnswer(node: ElementNode): boolean {
  const siblings = node.parent?.children ?? [];
  for (let index = siblings.indexOf(node) - 1; index >= 0; index -= 1) {
    const before = siblings[index] as PageNode;
    if (before.dropped !== Dropped.no) continue;
    const text = isElement(before) ? textOf(before, 300) : before.text.trim();
    if (text !== '') return text.endsWith('?');
  }
  return false;
}
