/** The reason why a node is dropped. A lower number is a stronger reason. */
export const Dropped = {
  no: 0,
  /** Invisible parts, such as scripts and hidden elements. */
  unseen: 1,
  /** Visible parts about other pages, such as recommendations. */
  elsewhere: 2,
  /** Visible parts that are not content, such as navigation, footers and cookie bars. */
  boilerplate: 3,
} as const;
export type Dropped = (typeof Dropped)[keyof typeof Dropped];

export interface TextNode {
  readonly tag: '';
  text: string;
  parent: ElementNode;
  dropped: Dropped;
  /** Number of characters without white space; -1 until `measure` has counted them. */
  size: number;
  /** True for prose (`measure`). */
  isProse: boolean;
}

export interface ElementNode {
  readonly tag: string;
  attributes: ReadonlyMap<string, string>;
  readonly children: PageNode[];
  parent: ElementNode | undefined;
  dropped: Dropped;
  /** True for hidden content that is kept, such as a panel that opens with a click. */
  folded: boolean;
  /** Number of visible characters below the element, without white space. `measure` sets it. */
  size: number;
  /** The part of `size` that is in links. */
  linkSize: number;
  /** The part of `size` that is prose outside links. */
  proseSize: number;
}

export type PageNode = ElementNode | TextNode;

export function isElement(node: PageNode): node is ElementNode {
  return node.tag !== '';
}

export function createElement(
  tag: string,
  attributes: ReadonlyMap<string, string>,
  parent: ElementNode | undefined,
): ElementNode {
  return {
    tag,
    attributes,
    children: [],
    parent,
    dropped: Dropped.no,
    folded: false,
    size: 0,
    linkSize: 0,
    proseSize: 0,
  };
}

export interface PageTree {
  root: ElementNode;
  title: string;
  /** Base of relative links, from `<base href>` and the page's URL. */
  baseUrl: string;
  /** Keys are names or properties in lower case, such as `og:title`. */
  meta: ReadonlyMap<string, string>;
  jsonLd: string[];
  styles: string[];
}

/** Visits a tree in document order without recursion. If `enter` returns false, the element's children are skipped. */
export function walk(root: ElementNode, enter: (node: PageNode) => boolean | void): void {
  const stack: PageNode[] = [root];
  for (;;) {
    const node = stack.pop();
    if (!node) return;
    if (enter(node) === false || !isElement(node)) continue;
    for (let index = node.children.length - 1; index >= 0; index -= 1) stack.push(node.children[index] as PageNode);
  }
}

/** Returns a function that is true for nodes that were dropped at `level` or for a stronger reason. */
export function skipsAt(level: Dropped): (node: { dropped: Dropped }) => boolean {
  return (node) => node.dropped !== Dropped.no && node.dropped <= level;
}

/**
 * Returns the visible text with white space collapsed. The text ends with the node that reaches `limit` UTF-16 units,
 * so it can be nearly twice as long. The root itself may be dropped.
 */
export function textOf(root: ElementNode, limit = 1_000_000): string {
  const parts: string[] = [];
  let length = 0;
  walk(root, (node) => {
    if ((node !== root && node.dropped !== Dropped.no) || length >= limit) return false;
    if (!isElement(node)) {
      parts.push(node.text.slice(0, limit));
      length += node.text.length;
    } else if (node !== root && BLOCKS.has(node.tag)) parts.push(' ');
    return true;
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}

export function contains(element: ElementNode, tag: string): boolean {
  let found = false;
  walk(element, (node) => {
    if (found || node.dropped !== Dropped.no) return false;
    if (isElement(node) && node.tag === tag) found = true;
    return !found;
  });
  return found;
}

export function hasAncestor(node: PageNode, ...tags: string[]): boolean {
  for (let { parent } = node; parent; parent = parent.parent) if (tags.includes(parent.tag)) return true;
  return false;
}

export function isWithin(node: PageNode, ancestor: ElementNode): boolean {
  for (let { parent } = node; parent; parent = parent.parent) if (parent === ancestor) return true;
  return false;
}

export function holds(element: ElementNode, inner: ElementNode): boolean {
  return element === inner || isWithin(inner, element);
}

export function firstClass({ attributes }: ElementNode): string {
  return attributes.get('class')?.trim().split(/\s/, 1)[0] ?? '';
}

export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol option ' +
    'optgroup p plaintext pre search section select summary table tbody td textarea tfoot th thead tr ul xmp video audio iframe'
  ).split(' '),
);
