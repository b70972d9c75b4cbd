import type { ElementNode, PageNode } from '../tree/nodes.ts';

export interface List {
  ordered: boolean;
  number: number;
  step: 1 | -1;
}

export function listOf(element: ElementNode, skips: (node: PageNode) => boolean): List {
  const ordered = element.tag === 'ol';
  const reversed = ordered && element.attributes.has('reversed');
  const items = reversed ? element.children.filter((child) => child.tag === 'li' && !skips(child)).length : 1;
  const start = Number.parseInt(element.attributes.get('start') ?? '', 10);
  return { ordered, number: Number.isSafeInteger(start) ? start : items, step: reversed ? -1 : 1 };
}

export function itemMarker(item: ElementNode, list: List | undefined): string {
  if (!list?.ordered) return '- ';
  const value = Number.parseInt(item.attributes.get('value') ?? '', 10);
  if (Number.isSafeInteger(value)) list.number = value;
  const marker = `${Math.max(0, Math.min(999_999_999, list.number))}. `;
  list.number += list.step;
  return marker;
}

export function taskBox({ tag, attributes, parent }: ElementNode): string {
  if (tag !== 'input' || attributes.get('type')?.toLowerCase() !== 'checkbox') return '';
  let item = parent;
  for (let up = 0; up < 3 && item && item.tag !== 'li'; up += 1) item = item.parent;
  if (item?.tag !== 'li') return '';
  return attributes.has('checked') ? '[x] ' : '[ ] ';
}
