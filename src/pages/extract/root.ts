import type { PageKind } from './kind.ts';
import { contains, Dropped, firstClass, holds, isElement, walk, type ElementNode } from '../tree/nodes.ts';
import { ANSWER_ID, POST_ID } from './vocabulary/posts.ts';

const MARKED_SHARE = 0.5;
const DESCENT_SHARE = 0.85;
const SENTENCE_SHARE = 0.8;
/** An article with a smaller share of its letters in sentences consists of lists. */
const PROSE_SHARE = 0.2;
/**
 * If the sentences above the largest part have at least this many letters, they are an introduction and belong to the
 * content. In an article, TEASER applies instead, because a teaser may be one sentence.
 */
const INTRODUCTION = 300;
const TEASER = 100;
const QUESTION = 40;

const POSTS_SHARE = 0.3;

/** Finds the element with the content. `dropBoilerplate` must have run, and then `measure`. */
export function chooseRoot(root: ElementNode, kind: PageKind): ElementNode {
  // In forums and listings, posts and cards may be `<article>` elements.
  const single = kind !== 'forum' && kind !== 'listing';
  const marked = findMarked(root, single);
  const posts = kind === 'forum' ? findPosts(root) : undefined;
  if (posts) return posts;
  let current = marked ?? root;
  for (;;) {
    const measureOf = kind === 'article' && current.proseSize > current.size * PROSE_SHARE ? proseSizeOf : sizeOf;
    const largest = largestChild(current, measureOf);
    if (!largest || measureOf(largest) < measureOf(current) * (measureOf === sizeOf ? DESCENT_SHARE : SENTENCE_SHARE))
      return current;
    if (!['div', 'main', 'article', 'section', 'body', 'form', 'center', 'span'].includes(largest.tag)) return current;
    if (
      omitsIntroduction(current, largest, kind === 'article' ? TEASER : INTRODUCTION) ||
      (current.tag === 'article' && omitsSections(current, largest)) ||
      (kind === 'article' && omitsQuestions(current, largest)) ||
      (kind === 'product' && leavesHeading(current, largest)) ||
      (!single && hasTwin(current, largest))
    )
      return current;
    current = largest;
  }
}

const sizeOf = ({ size }: ElementNode): number => size;
const proseSizeOf = ({ proseSize }: ElementNode): number => proseSize;

function largestChild(element: ElementNode, measureOf: (element: ElementNode) => number): ElementNode | undefined {
  let largest: ElementNode | undefined;
  for (const child of element.children)
    if (isElement(child) && child.dropped === Dropped.no && measureOf(child) > (largest ? measureOf(largest) : 0))
      largest = child;
  return largest;
}

/** True if a sibling has the tag and class of `largest`, which is then one of several posts or cards. */
function hasTwin(element: ElementNode, largest: ElementNode): boolean {
  const kind = firstClass(largest);
  return element.children.some(
    (child) =>
      child !== largest &&
      isElement(child) &&
      child.dropped === Dropped.no &&
      child.tag === largest.tag &&
      child.size > 0 &&
      kind !== '' &&
      firstClass(child) === kind,
  );
}

function omitsIntroduction(element: ElementNode, largest: ElementNode, least: number): boolean {
  let prose = 0;
  for (const child of element.children) {
    if (child === largest) break;
    if (isElement(child) && child.dropped === Dropped.no) prose += child.proseSize;
  }
  return prose >= least;
}

/** True if `largest` leaves out sections with headings, such as credits or sources. */
function omitsSections(article: ElementNode, largest: ElementNode): boolean {
  return article.children.some(
    (child) =>
      child !== largest &&
      child.dropped === Dropped.no &&
      child.tag === 'section' &&
      contains(child as ElementNode, 'h2'),
  );
}

/** True if `largest` leaves out questions and answers below an article. */
function omitsQuestions(element: ElementNode, largest: ElementNode): boolean {
  return element.children
    .slice(element.children.indexOf(largest) + 1)
    .some(
      (child) => isElement(child) && child.dropped === Dropped.no && child.proseSize > 0 && countQuestions(child) >= 3,
    );
}

function countQuestions(element: ElementNode): number {
  let questions = 0;
  walk(element, (node) => {
    if (node.dropped !== Dropped.no || questions >= 3) return false;
    if (!isElement(node) && node.text.length < 200 && /\?\s*$/.test(node.text)) questions += 1;
    return true;
  });
  return questions;
}

/**
 * True if `largest` leaves out the `<h1>`. On a product page, the part with the name may also hold the price and the
 * options, so it must be kept.
 */
function leavesHeading(element: ElementNode, largest: ElementNode): boolean {
  return contains(element, 'h1') && !contains(largest, 'h1');
}

/**
 * Finds the element around a thread's posts, which have IDs of a known form, and includes the question above a list of
 * answers. Returns undefined if there are too few posts, or if they hold too little of the page's text.
 */
function findPosts(root: ElementNode): ElementNode | undefined {
  const posts: ElementNode[] = [];
  walk(root, (node) => {
    if (!isElement(node) || node.dropped !== Dropped.no || node.size === 0) return false;
    if (!POST_ID.pattern.test(node.attributes.get('id') ?? '')) return true;
    posts.push(node);
    return false;
  });
  const inPosts = posts.reduce((sum, { size }) => sum + size, 0);
  if (posts.length < 2 || inPosts < root.size * POSTS_SHARE) return undefined;
  let common = posts[0]?.parent;
  for (const post of posts) while (common && !holds(common, post)) common = common.parent;
  const answers = posts.some(({ attributes }) => ANSWER_ID.pattern.test(attributes.get('id') as string));
  for (let node = common; answers && node?.parent; node = node.parent)
    if (omitsIntroduction(node.parent, node, QUESTION)) common = node.parent;
  return common;
}

function findMarked(root: ElementNode, single: boolean): ElementNode | undefined {
  let best: ElementNode | undefined;
  walk(root, (node) => {
    if (!isElement(node) || node.dropped !== Dropped.no) return isElement(node) ? false : undefined;
    const main =
      node.tag === 'main' ||
      node.attributes.get('role') === 'main' ||
      node.attributes.get('itemprop') === 'articleBody' ||
      (single && node.tag === 'article');
    if (main && node.size >= root.size * MARKED_SHARE && node.size > 0) best = node;
    return true;
  });
  return best;
}
