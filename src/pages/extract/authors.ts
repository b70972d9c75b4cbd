import { contains, Dropped, isElement, textOf, walk, type ElementNode } from '../tree/nodes.ts';
import { classNames, hasWord } from './class-names.ts';
import { AUTHOR_BOX, AUTHOR_NAME, AVATAR } from './vocabulary/class-words.ts';
import { AUTHOR_LINE, AUTHOR_PAGE } from './vocabulary/lines.ts';
import { POST_ID } from './vocabulary/posts.ts';

const MAXIMUM_LINE = 60;
const MAXIMUM_LABELLED = 100;
const MAXIMUM_LINES = 20;
const LABELLED = /^\p{L}[\p{L} ]{2,20}: ./u;
const MAXIMUM_BOX = 800;
const PROSE_SHARE = 0.4;
const MAXIMUM_NAME = 40;
/** A post that shows its author's name does so among its first letters. */
const OPENING = 300;

/** True for a line such as "Joined: May 2019" about the author of a forum post. */
export function isAboutAuthor(element: ElementNode): boolean {
  if (element.size > MAXIMUM_LABELLED || element.size === 0) return false;
  if (element.tag === 'dd' && isAuthorBox(element.parent)) return true;
  const text = textOf(element, MAXIMUM_LABELLED * 2);
  if (element.size <= MAXIMUM_LINE && AUTHOR_LINE.pattern.test(text)) return true;
  // A label such as "Location:" beside such a line is about the author too.
  if (!LABELLED.test(text)) return false;
  return (element.parent?.children ?? []).slice(0, MAXIMUM_LINES).some((line) => isElement(line) && isAuthorLine(line));
}

function isAuthorLine(element: ElementNode): boolean {
  return element.size <= MAXIMUM_LINE && AUTHOR_LINE.pattern.test(textOf(element, MAXIMUM_LINE * 2));
}

/** True for the letter that stands for an author's picture. */
export function isInitial(element: ElementNode): boolean {
  return element.size > 0 && element.size <= 2 && hasWord(classNames(element), AVATAR);
}

/** True for a box that begins with a person's name, linked to the person's page, and describes the person. */
export function isAboutWriter(element: ElementNode): boolean {
  if (element.tag !== 'div' && element.tag !== 'section') return false;
  if (element.size > MAXIMUM_BOX || element.proseSize < element.size * PROSE_SHARE || contains(element, 'h1'))
    return false;
  let name: ElementNode | undefined;
  let before = 0;
  walk(element, (node) => {
    if (name || before > 0 || node.dropped === Dropped.unseen) return false;
    if (!isElement(node)) before += node.text.trim().length;
    else if (node.tag === 'a' && node.size > 0) {
      name = node;
      return false;
    }
    return true;
  });
  return (
    name !== undefined &&
    (AUTHOR_PAGE.pattern.test(name.attributes.get('href') ?? '') || name.attributes.get('rel') === 'author')
  );
}

function isAuthorBox(list: ElementNode | undefined): boolean {
  return [list, list?.parent].some((element) => element && hasWord(classNames(element), AUTHOR_BOX));
}

/** Brings back the name of a post's author from a dropped panel beside the post, unless the post shows it elsewhere. */
export function restoreAuthors(root: ElementNode): void {
  walk(root, (post) => {
    if (!isElement(post) || post.dropped !== Dropped.no) return false;
    if (!isPost(post)) return true;
    const name = firstName(post);
    const panel = name && panelOf(name, post);
    if (panel && !textOf(post, OPENING).includes(textOf(name))) keepOnly(name, panel);
    return true;
  });
}

function isPost({ attributes }: ElementNode): boolean {
  return POST_ID.pattern.test(attributes.get('id') ?? '');
}

function firstName(post: ElementNode): ElementNode | undefined {
  let found: ElementNode | undefined;
  walk(post, (node) => {
    if (found || !isElement(node) || node.dropped === Dropped.unseen || node.size === 0) return false;
    // A reply inside the post has its own author.
    if (node !== post && isPost(node)) return false;
    if (node.size <= MAXIMUM_NAME && hasWord(classNames(node), AUTHOR_NAME)) {
      found = node;
      walk(node, (inner) => {
        if (inner.tag === 'a' && isElement(inner) && inner.size > 0) found = inner;
        return found === node;
      });
    }
    return !found;
  });
  return found;
}

function panelOf(name: ElementNode, post: ElementNode): ElementNode | undefined {
  for (let node: ElementNode | undefined = name; node && node !== post; node = node.parent)
    if (node.dropped !== Dropped.no) return node;
  return undefined;
}

function keepOnly(name: ElementNode, panel: ElementNode): void {
  for (let node = name; node !== panel; node = node.parent as ElementNode)
    for (const sibling of node.parent?.children ?? [])
      if (sibling !== node && sibling.dropped === Dropped.no) sibling.dropped = Dropped.boilerplate;
  panel.dropped = Dropped.no;
}
