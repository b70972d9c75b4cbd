import { isElement, isWithin, walk, type ElementNode, type PageNode } from '../tree/nodes.ts';

/** Some frameworks send parts of a page after the rest of the page. Such parts have IDs such as `S:1`. */
export const STREAMED = /^S:[0-9a-f]+$/;
/** This ID marks the template at a part's place, in the page (`B:1`) or in another part (`P:1`). */
const PLACE = /^[BP]:[0-9a-f]+$/;
/** Each part or slot that is filled requires a search of its siblings, so their number is limited. */
const MAXIMUM_PARTS = 200;

/**
 * Some frameworks send parts of a page after the rest. Moves each part to the template that marks its place, as the
 * framework's script would.
 */
export function placeStreamedParts(root: ElementNode): void {
  const places = new Map<string, ElementNode>();
  const parts: [id: string, part: ElementNode][] = [];
  walk(root, (node) => {
    const id = isElement(node) ? node.attributes.get('id') : undefined;
    if (id === undefined) return true;
    if (node.tag === 'template' && PLACE.test(id)) places.set(id, node as ElementNode);
    else if (STREAMED.test(id)) parts.push([id.slice(2), node as ElementNode]);
    return true;
  });
  for (const [id, part] of parts.slice(0, MAXIMUM_PARTS)) {
    const place = places.get(`B:${id}`) ?? places.get(`P:${id}`);
    if (place?.parent === undefined || part.parent === undefined || isWithin(place, part)) continue;
    part.parent.children.splice(part.parent.children.indexOf(part), 1);
    replace(place, [part]);
    places.delete(`B:${id}`);
    places.delete(`P:${id}`);
  }
}

/**
 * Puts the children of a custom element into the slots of its declared shadow root, as a browser shows them. Children
 * without a matching slot stay after the shadow root's content.
 */
export function fillSlots(root: ElementNode): void {
  const shadows: ElementNode[] = [];
  walk(root, (node) => {
    if (isElement(node) && node.tag === 'template' && node.attributes.has('shadowrootmode')) shadows.push(node);
    return shadows.length < MAXIMUM_PARTS;
  });
  for (const shadow of shadows) {
    const host = shadow.parent as ElementNode;
    const slots: ElementNode[] = [];
    walk(shadow, (node) => {
      if (isElement(node) && node.tag === 'slot') slots.push(node);
      return slots.length < MAXIMUM_PARTS;
    });
    for (const slot of slots) {
      const name = slot.attributes.get('name') ?? '';
      const given = host.children.filter((child) => child !== shadow && slotOf(child) === name);
      if (!given.some((child) => isElement(child) || child.text.trim() !== '')) continue;
      const moved = new Set(given);
      setChildren(
        host,
        host.children.filter((child) => !moved.has(child)),
      );
      replace(slot, given);
    }
  }
}

function slotOf(node: PageNode): string {
  return isElement(node) ? (node.attributes.get('slot') ?? '') : '';
}

function replace(place: ElementNode, nodes: readonly PageNode[]): void {
  const parent = place.parent as ElementNode;
  for (const node of nodes) node.parent = parent;
  setChildren(
    parent,
    parent.children.flatMap((child) => (child === place ? nodes : [child])),
  );
}

function setChildren({ children }: ElementNode, nodes: readonly PageNode[]): void {
  children.length = 0;
  for (const node of nodes) children.push(node);
}
