import { contains, Dropped, hasAncestor, isElement, textOf, walk, type ElementNode } from '../tree/nodes.ts';
import { classNames, hasWord } from './class-names.ts';
import { OPTIONS } from './vocabulary/class-words.ts';
import { PRICE } from './vocabulary/lines.ts';

/** A list with a longer label is content. */
const MAXIMUM_OPTION = 40;
const MAXIMUM_SIZE = 600;
const MINIMUM_OPTIONS = 2;

/** Drops lists from which a buyer chooses, such as sizes or colours, unless the choices have prices. */
export function dropOptions(root: ElementNode): void {
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node) || node === root || node.size > MAXIMUM_SIZE) return true;
    if (!isOptionList(node)) return true;
    node.dropped = Dropped.boilerplate;
    return false;
  });
}

function isOptionList(element: ElementNode): boolean {
  if (element.size === 0 || element.proseSize > 0 || !/^(?:div|ul|ol|fieldset|form|section|dl)$/.test(element.tag))
    return false;
  if (!hasWord(classNames(element), OPTIONS) && countChoices(element) < MINIMUM_OPTIONS) return false;
  if (hasAncestor(element, 'table') || contains(element, 'table') || contains(element, 'h1')) return false;
  let longest = 0;
  walk(element, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node)) longest = Math.max(longest, node.text.trim().length);
    return true;
  });
  return longest <= MAXIMUM_OPTION && !PRICE.pattern.test(textOf(element, MAXIMUM_SIZE * 2));
}

function countChoices(element: ElementNode): number {
  let choices = 0;
  walk(element, (node) => {
    if (node.dropped === Dropped.unseen || choices >= MINIMUM_OPTIONS) return false;
    if (node.tag === 'input' && (node as ElementNode).attributes.get('type')?.toLowerCase() === 'radio') choices += 1;
    return true;
  });
  return choices;
}
