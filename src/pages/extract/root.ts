import type { PageKind } from './kind.ts';
import { contains, Dropped, firstClass, holds, isElement, walk, type ElementNode } from '../tree/nodes.ts';
import { ANSWER_ID, POST_ID } from './vocabulary/posts.ts';

/** A marked main element is taken when it holds this share of what is left of the page. */
const MARKED_SHARE = 0.5;
/** An unmarked one is entered as long as it holds this share of its parent. */
const DESCENT_SHARE = 0.85;
/** The same of an article's sentences. */
const SENTENCE_SHARE = 0.8;
/** An article with fewer of its letters in sentences is told in lists. */
const TOLD_SHARE = 0.2;
/** Letters in sentences. */
const INTRODUCTION = 300;
/** Of an article, whose teaser is a sentence. */
const TEASER = 100;

/** Posts that hold less of the page's text are not what it is there for. */
const POSTS_SHARE = 0.3;

/** The element that holds the content. Sizes must have been measured after the boilerplate went. */
export function chooseRoot(root: ElementNode, kind: PageKind): ElementNode {
  // Posts and cards are articles too.
  const single = kind !== 'forum' && kind !== 'listing';
  const marked = findMarked(root, single);
  const posts = kind === 'forum' ? findPosts(root) : undefined;
  if (posts) return posts;
  let current = marked ?? root;
  for (;;) {
    const measureOf = kind === 'article' && current.proseSize > current.size * TOLD_SHARE ? proseSizeOf : sizeOf;
    const largest = largestChild(current, measureOf);
    if (!largest || measureOf(largest) < measureOf(current) * (measureOf === sizeOf ? DESCENT_SHARE : SENTENCE_SHARE))
      return current;
    if (!['div', 'main', 'article', 'section', 'body', 'form', 'center', 'span'].includes(largest.tag)) return current;
    if (
      leavesIntroduction(current, largest, kind === 'article' ? TEASER : INTRODUCTION) ||
      (current.tag === 'article' && leavesSections(current, largest)) ||
      (kind === 'article' && leavesQuestions(current, largest)) ||
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

/** One post or card of several, the longest. */
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

/** Sentences above the largest part belong to it: an introduction, the question above the answers. */
function leavesIntroduction(element: ElementNode, largest: ElementNode, least: number): boolean {
  let prose = 0;
  for (const child of element.children) {
    if (child === largest) break;
    if (isElement(child) && child.dropped === Dropped.no) prose += child.proseSize;
  }
  return prose >= least;
}

/** Sections of an article that have headings of their own: credits, sources. */
function leavesSections(article: ElementNode, largest: ElementNode): boolean {
  return article.children.some(
    (child) =>
      child !== largest &&
      child.dropped === Dropped.no &&
      child.tag === 'section' &&
      contains(child as ElementNode, 'h2'),
  );
}

/** Questions below an article, each with its answer, are a part of it. */
function leavesQuestions(element: ElementNode, largest: ElementNode): boolean {
  return element.children
    .slice(element.children.indexOf(largest) + 1)
    .some(
      (child) => isElement(child) && child.dropped === Dropped.no && child.proseSize > 0 && countQuestions(child) >= 3,
    );
}

/** Lines that are questions. */
function countQuestions(element: ElementNode): number {
  let questions = 0;
  walk(element, (node) => {
    if (node.dropped !== Dropped.no || questions >= 3) return false;
    if (!isElement(node) && node.text.length < 200 && /\?\s*$/.test(node.text)) questions += 1;
    return true;
  });
  return questions;
}

/** A product's name stands beside its price and what can be chosen. */
function leavesHeading(element: ElementNode, largest: ElementNode): boolean {
  return contains(element, 'h1') && !contains(largest, 'h1');
}

/** Where a thread's posts stand, which have numbers; with the question above them, where that has none. */
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
  // Answers have a question above them.
  const answers = posts.some(({ attributes }) => ANSWER_ID.pattern.test(attributes.get('id') as string));
  for (let node = common; answers && node?.parent; node = node.parent)
    if (leavesIntroduction(node.parent, node, TEASER)) common = node.parent;
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
