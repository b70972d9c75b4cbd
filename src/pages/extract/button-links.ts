import { createElement, Dropped, isElement, textOf, walk, type ElementNode } from '../tree/nodes.ts';

/** Longer link texts describe their target, so they are not buttons. */
const MAXIMUM_LABEL = 24;
const MAXIMUM_REPEATS = 2;
const MAXIMUM_UP = 5;
const MAXIMUM_NODES = 200;
const NOWHERE = /^\s*(?:#|javascript:|$)/i;

const MAXIMUM_CALL = 80;
const TEASER = 40;

/**
 * Drops the call to action below a card's teaser, such as "Learn how to take care of yours", if it leads to the same
 * page as the card's heading.
 */
export function dropCalls(root: ElementNode): void {
  let address = '';
  let told = 0;
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node)) {
      told += node.text.trim().length;
      return true;
    }
    if (/^h[2-6]$/.test(node.tag)) {
      address = linkedAddress(node);
      told = 0;
      return false;
    }
    if (node.tag !== 'a') return true;
    const leads = address !== '' && node.attributes.get('href') === address;
    if (leads && told >= TEASER && node.size > 0 && node.size <= MAXIMUM_CALL && !isInSentence(node))
      node.dropped = Dropped.boilerplate;
    return false;
  });
}

function linkedAddress(heading: ElementNode): string {
  let address = '';
  const above = heading.parent?.tag === 'a' ? heading.parent : undefined;
  walk(above ?? heading, (node) => {
    if (isElement(node) && node.tag === 'a') address = node.attributes.get('href') ?? '';
    return address === '';
  });
  return address;
}

/**
 * Drops links with a repeated text such as "Buy now" if they lead nowhere or to the same page as a link whose text is
 * not repeated, or if the card's heading takes over the link.
 */
export function dropButtonLinks(root: ElementNode): void {
  const links: { element: ElementNode; text: string; address: string }[] = [];
  const times = new Map<string, number>();
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node) || node.tag !== 'a') return true;
    const text = textOf(node, 100).toLowerCase();
    times.set(text, (times.get(text) ?? 0) + 1);
    if (/\p{L}/u.test(text) && !isInSentence(node))
      links.push({ element: node, text, address: node.attributes.get('href') ?? '' });
    return false;
  });
  const isButton = (text: string): boolean => text.length <= MAXIMUM_LABEL && (times.get(text) ?? 0) > MAXIMUM_REPEATS;
  const named = new Set(links.filter(({ text }) => !isButton(text)).map(({ address }) => address));
  for (const { element, text, address } of links)
    if (isButton(text) && (named.has(address) || NOWHERE.test(address) || giveToHeading(element)))
      element.dropped = Dropped.boilerplate;
}

/**
 * Moves the link of a card's only button to the card's heading. Returns false if the card does not have exactly one
 * heading and one link, or if the heading already has a link.
 */
function giveToHeading(button: ElementNode): boolean {
  let heading: ElementNode | undefined;
  for (let box = button.parent, up = 0; box && up < MAXIMUM_UP && !heading; box = box.parent, up += 1) {
    let links = 0;
    let headings = 0;
    let nodes = 0;
    if (box.children.length > MAXIMUM_NODES) return false;
    walk(box, (node) => {
      nodes += 1;
      if (node.dropped !== Dropped.no || links > 1 || headings > 1 || nodes > MAXIMUM_NODES) return false;
      if (node.tag === 'a') links += 1;
      if (!isElement(node) || !/^h[2-6]$/.test(node.tag) || node.size === 0) return true;
      headings += 1;
      heading = node;
      return false;
    });
    if (links > 1 || headings > 1 || nodes > MAXIMUM_NODES) return false;
  }
  if (!heading || heading.linkSize > 0) return false;
  const link = createElement('a', button.attributes, heading);
  link.children.push(...heading.children);
  for (const child of link.children) child.parent = link;
  link.size = link.linkSize = heading.linkSize = heading.size;
  heading.children.splice(0, heading.children.length, link);
  return true;
}

function isInSentence(link: ElementNode): boolean {
  const siblings = link.parent?.children ?? [];
  const at = siblings.indexOf(link);
  const before = siblings[at - 1];
  const after = siblings[at + 1];
  return (
    (before !== undefined && !isElement(before) && /\p{L}[\s,(“"]*$/u.test(before.text)) ||
    (after !== undefined && !isElement(after) && /^\s*(?:\p{Ll}|[.,;)”])/u.test(after.text))
  );
}
