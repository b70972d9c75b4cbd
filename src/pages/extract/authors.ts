import { contains, Dropped, isElement, textOf, walk, type ElementNode } from '../tree/nodes.ts';
import { classNames, hasWord } from './class-names.ts';
import { AUTHOR_BOX } from './vocabulary/class-words.ts';
import { AUTHOR_LINE, AUTHOR_PAGE } from './vocabulary/lines.ts';

const MAXIMUM_LINE = 60;
const MAXIMUM_BOX = 800;
const PROSE_SHARE = 0.4;

/** True for a line such as "Joined: May 2019" about the author of a forum post. */
export function isAboutAuthor(element: ElementNode): boolean {
  if (element.size > MAXIMUM_LINE || element.size === 0) return false;
  if (element.tag === 'dd' && isAuthorBox(element.parent)) return true;
  return AUTHOR_LINE.pattern.test(textOf(element, MAXIMUM_LINE * 2));
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
