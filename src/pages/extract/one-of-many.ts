import { contains, isElement, type ElementNode } from '../tree/nodes.ts';
import { classNames, hasWord } from './class-names.ts';
import { SINGLE_PARTS, TIPS } from './vocabulary/class-words.ts';

const MANY = 3;
const MINIMUM_ITEM = 30;
const MAXIMUM_UP = 5;
const MAXIMUM_SIBLINGS = 60;
const MAXIMUM_PARTS = 12;

/**
 * True if the part, or a box around it, has a class such as "sidebar" (SINGLE_PARTS) and is one of several boxes of one
 * class. The part then belongs to an item of a list.
 */
export function isInOneOfMany(part: ElementNode): boolean {
  let node: ElementNode | undefined = part;
  for (let up = 0; node && up < MAXIMUM_PARTS; up += 1, node = node.parent)
    if (hasWord(classNames(node), SINGLE_PARTS) && isOneOfMany(node)) return true;
  return false;
}

function isOneOfMany(element: ElementNode): boolean {
  if (element.size < MINIMUM_ITEM) return false;
  for (let node = element, up = 0; node.parent && up < MAXIMUM_UP; node = node.parent, up += 1) {
    let twins = 0;
    for (const child of node.parent.children.slice(0, MAXIMUM_SIBLINGS))
      if (
        isElement(child) &&
        child.tag === node.tag &&
        child.size >= MINIMUM_ITEM &&
        hasSameClassInside(child, node, element)
      )
        twins += 1;
    if (twins >= MANY) return true;
    if (node.parent.size > element.size * 2) return false;
  }
  return false;
}

/** True if `box` contains an element of the class of `element`, at the depth that `element` has inside `node`. */
function hasSameClassInside(box: ElementNode, node: ElementNode, element: ElementNode): boolean {
  let inner = box;
  for (let own: ElementNode = element; own !== node; own = own.parent as ElementNode) {
    const only = inner.children.find((child) => isElement(child) && child.size > 0);
    if (only === undefined) return false;
    inner = only as ElementNode;
  }
  const [name] = classNames(element);
  return classNames(inner)[0]?.join() === name?.join();
}

/** True if tooltips are the only text beside images. They then describe the images. */
export function isOnlyImagesWithTooltips({ parent }: ElementNode): boolean {
  if (parent === undefined || parent.children.length > MAXIMUM_SIBLINGS) return false;
  let inTips = 0;
  for (const child of parent.children) if (isElement(child) && hasWord(classNames(child), TIPS)) inTips += child.size;
  return inTips === parent.size && contains(parent, 'img');
}
