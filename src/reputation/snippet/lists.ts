import { isKind, type Break, type SnippetTerm } from './term.ts';

const LIST = 3;
const REACH = 6;

/**
 * Replaces the topics in a list of at least three by prose if the list follows the employer's name, the raters or a
 * number of reviews. The list names the contents of the page, not what reviewers say: "… about Tesco culture, pay,
 * benefits".
 */
export function withLists(terms: readonly (SnippetTerm | Break)[]): (SnippetTerm | Break)[] {
  const listed = [...withLinks(terms)];
  for (let at = 0; at < terms.length; at += 1) {
    if (!isTopic(terms[at])) continue;
    const from = at;
    while (isTopic(terms[at]) || isKind(terms[at], 'comma', 'joint', 'prose', 'reviews')) at += 1;
    const things = terms.slice(from, at).filter(isTopic).length;
    const lead = terms.slice(Math.max(0, from - REACH), from);
    const before = lead.findLast((term) => !isKind(term, 'joint', 'about', 'colon', 'dash', 'open', 'prose'));
    if (!isKind(before, 'name', 'count', 'raters')) continue;
    if (things < LIST) continue;
    for (let index = from; index < at; index += 1) if (isTopic(terms[index])) listed[index] = { kind: 'prose' };
  }
  return listed;
}

/** "3.6 (1,045 reviews) · Salaries · Benefits · Jobs": a text that ends with names of other pages ends with links. */
function withLinks(terms: readonly (SnippetTerm | Break)[]): readonly (SnippetTerm | Break)[] {
  const from = terms.findLastIndex((term) => !isTopic(term) && term !== 'bar' && !isKind(term, 'reviews')) + 1;
  const links = terms.slice(from).filter((term) => term !== 'bar');
  // In "3.6 · Benefits · Salaries", the figure may be that of the benefits.
  if (!isKind(links[0], 'tab', 'reviews') || links.filter((term) => isKind(term, 'tab')).length < 2) return terms;
  return terms.map((term, at) => (at >= from && isTopic(term) ? { kind: 'tab' } : term));
}

/**
 * Replaces topics beside "reviews" or "ratings" by prose, because they name other parts of the page: "Culture &
 * Reviews", "Employee Reviews, Ratings and Salaries".
 */
export function withReviewsListed(terms: readonly (SnippetTerm | Break)[]): (SnippetTerm | Break)[] {
  const listed = [...terms];
  for (const [at, term] of terms.entries()) {
    if (!isTopic(term)) continue;
    const isFirst = isKind(terms[at + 1], 'comma') && isKind(firstOtherTerm(terms.slice(at + 2)), 'reviews');
    // "Reviews, Salaries & Interviews": "Interviews" follows a topic that has become prose.
    const isNext = isTopic(terms[at - 2]) && isKind(listed[at - 2], 'prose');
    const isLast = isKind(terms[at - 1], 'comma') && (isNext || isKind(terms[at - 2], 'reviews', 'label'));
    if (isFirst || isLast) listed[at] = { kind: 'prose' };
  }
  return listed;
}

/** Returns the first term after raters and joints: "reviews" in "… & Employee Reviews". */
function firstOtherTerm(terms: readonly (SnippetTerm | Break)[]): SnippetTerm | Break | undefined {
  return terms.find((term) => !isKind(term, 'raters', 'joint'));
}

function isTopic(term: SnippetTerm | Break | undefined): boolean {
  return isKind(term, 'aspect', 'tab');
}
