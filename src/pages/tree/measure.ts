import { Dropped, isElement, type ElementNode, type PageNode } from './nodes.ts';

/**
 * A text node outside links counts as prose if it has a punctuation mark and at least this many characters, not
 * counting white space.
 */
const PROSE = 60;

/** Sets `size`, `linkSize` and `proseSize` of every element. Dropped nodes do not count. */
export function measure(root: ElementNode): void {
  const frames: { element: ElementNode; next: number; linked: boolean }[] = [];
  const enter = (element: ElementNode, linked: boolean): void => {
    element.size = 0;
    element.linkSize = 0;
    element.proseSize = 0;
    frames.push({ element, next: 0, linked: linked || element.tag === 'a' });
  };
  enter(root, false);
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const { element, linked } = frame;
    const child: PageNode | undefined = element.children[frame.next];
    if (child === undefined) {
      frames.pop();
      const { parent } = element;
      if (element !== root && parent) {
        parent.size += element.size;
        parent.linkSize += element.linkSize;
        parent.proseSize += element.proseSize;
      }
      continue;
    }
    frame.next += 1;
    if (child.dropped !== Dropped.no) continue;
    if (isElement(child)) {
      enter(child, linked);
      continue;
    }
    if (child.size < 0) {
      child.size = letters(child.text);
      child.isProse = child.size >= PROSE && /[.,;:!?…。，]/.test(child.text);
    }
    element.size += child.size;
    if (linked) element.linkSize += child.size;
    else if (child.isProse) element.proseSize += child.size;
  }
}

function letters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x20) count += 1;
  return count;
}
