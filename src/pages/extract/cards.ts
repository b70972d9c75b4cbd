import { contains, Dropped, firstClass, isElement, type ElementNode } from '../tree/nodes.ts';

const CARDS_TEXT = 0.7;
const MAXIMUM_DOWN = 6;

/** True if most of the text is in cards: at least two boxes of the same tag and class, each with a link. */
export function isOfCards(element: ElementNode): boolean {
  let list: ElementNode | undefined = element;
  for (let down = 0; list && down < MAXIMUM_DOWN; down += 1, list = largestPart(list)) {
    const cards = cardsOf(list);
    if (cards.length >= 2) return cards.reduce((sum, { size }) => sum + size, 0) >= element.size * CARDS_TEXT;
  }
  return false;
}

function cardsOf(list: ElementNode): ElementNode[] {
  const parts = list.children.filter((child): child is ElementNode => isElement(child) && isSeen(child));
  const [first] = parts;
  if (first === undefined) return [];
  return parts.filter(
    (part) => part.tag === first.tag && firstClass(part) === firstClass(first) && contains(part, 'a'),
  );
}

function largestPart({ children }: ElementNode): ElementNode | undefined {
  let largest: ElementNode | undefined;
  for (const child of children)
    if (isElement(child) && isSeen(child) && child.size > (largest?.size ?? 0)) largest = child;
  return largest;
}

function isSeen({ dropped, size }: ElementNode): boolean {
  return dropped === Dropped.no && size > 0;
}
