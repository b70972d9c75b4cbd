import { isKind, lettersOf, type Break, type SnippetTerm } from './term.ts';

type Terms = readonly (SnippetTerm | Break)[];

/**
 * Replaces the topics in a list of at least three by prose if the list follows the employer's name, the raters or a
 * number of reviews. The list names the contents of the page, not what reviewers say: "… about Tesco culture, pay,
 * benefits".
 */
export function withLists(terms: Terms): (SnippetTerm | Break)[] {
  const contents = /(?<=[NCE][jm:(P-]{0,5})[AT][ATjPw,]*/g;
  return replaceTopics(withLinks(terms), contents, /(?:[AT].*){3}/, 'prose');
}

/**
 * "3.6 (1,045 reviews) · Salaries · Benefits · Jobs": a text that ends with names of other pages ends with links. In
 * "3.6 · Benefits · Salaries", the figure may be that of the benefits.
 */
function withLinks(terms: Terms): (SnippetTerm | Break)[] {
  return replaceTopics(terms, /(?<![ATw|])\|*[Tw][ATw|]*$/g, /T.*T/, 'tab');
}

/**
 * Replaces the topics in a list with reviews by prose, because they name other parts of the page: "Jobs, Pay & Employee
 * Reviews". In "Culture, Pay Reviews", the list ends before "Pay".
 */
export function withReviewsListed(terms: Terms): (SnippetTerm | Break)[] {
  return replaceTopics(terms, /[jE]*[ATwL][jE]*(?:,[,jE]*[ATwL][jE]*)+(?![ATw])/g, /[wL]/, 'prose');
}

/** Replaces the topics in the lists that contain what is needed. */
function replaceTopics(terms: Terms, lists: RegExp, needed: RegExp, kind: 'prose' | 'tab'): (SnippetTerm | Break)[] {
  const replaced = [...terms];
  for (const { index, 0: list } of lettersOf(terms).matchAll(lists))
    for (let at = index; needed.test(list) && at < index + list.length; at += 1)
      if (isKind(terms[at], 'aspect', 'tab')) replaced[at] = { kind };
  return replaced;
}
