import { isKind, lettersOf, type Break, type SnippetTerm } from './term.ts';

type Terms = readonly (SnippetTerm | Break)[];

/**
 * Replaces the topics in a list of at least three by prose if the list follows the employer's name, the raters or a
 * number of reviews: "… about Tesco culture, pay, benefits". Such a list names the contents of the page and not the
 * subjects of ratings. Also marks links (`withLinks`).
 */
export function withLists(terms: Terms): (SnippetTerm | Break)[] {
  const contents = /(?<=[NCE][jm:(P-]{0,5})[AT][ATjPw,]*/g;
  return replaceTopics(withLinks(terms), contents, /(?:[AT].*){3}/, 'prose');
}

/**
 * Replaces the topics at the end of a text by tabs if at least two of them are names of other pages, because they are
 * then links: "3.6 (1,045 reviews) · Salaries · Benefits · Jobs". In "3.6 · Benefits · Salaries", 3.6 may be the rating
 * of the benefits.
 */
function withLinks(terms: Terms): (SnippetTerm | Break)[] {
  return replaceTopics(terms, /(?<![ATw|])\|*[Tw][ATw|]*$/g, /T.*T/, 'tab');
}

/**
 * Replaces the topics in a list that includes reviews by prose, because such a list names the parts of the page: "Jobs,
 * Pay & Employee Reviews". "Culture, Pay Reviews" is no such list, because "Pay" belongs to "Reviews".
 */
export function withReviewsListed(terms: Terms): (SnippetTerm | Break)[] {
  return replaceTopics(terms, /[jE]*[ATwL][jE]*(?:,[,jE]*[ATwL][jE]*)+(?![ATw])/g, /[wL]/, 'prose');
}

/**
 * `lists` matches lists in the letters of the terms (`LETTERS`). In each list that also matches `needed`, replaces the
 * topics by terms of `kind`.
 */
function replaceTopics(terms: Terms, lists: RegExp, needed: RegExp, kind: 'prose' | 'tab'): (SnippetTerm | Break)[] {
  const replaced = [...terms];
  for (const { index, 0: list } of lettersOf(terms).matchAll(lists))
    for (let at = index; needed.test(list) && at < index + list.length; at += 1)
      if (isKind(terms[at], 'aspect', 'tab')) replaced[at] = { kind };
  return replaced;
}
