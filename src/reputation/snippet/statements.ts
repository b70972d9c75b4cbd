import { LETTERS, type Kind } from './kinds.ts';
import { isKind, type Break, type SnippetTerm } from './term.ts';

/** A part of a sentence that is about one thing: "Aldi: 3.9/5 (4,000 reviews)". */
export interface SnippetStatement {
  after: 'sentence' | 'bar' | 'comma';
  answers: boolean;
  terms: readonly SnippetTerm[];
  /** True if an aside after the statement was left out: "…, compared with Aldi 3.9". */
  isCut: boolean;
  shape: string;
}

const LONGEST = 60;

/** Terms that usually continue the statement after a comma or dash. */
const CONTINUES: readonly Kind[] = ['rating', 'count', 'reviews', 'trend', 'colon', 'close', 'comma', 'dash'];

/**
 * Splits a text into statements at the ends of sentences and at bars. A comma, dash or "and" also begins a new one,
 * unless what follows continues the statement (`CONTINUES`, with the exceptions in `beginsAnother`).
 */
export function readStatements(terms: readonly (SnippetTerm | Break)[]): SnippetStatement[] {
  const statements: Started[] = [start('sentence', false)];
  let answers = false;
  let isAside = false;
  let hasFigure = false;
  for (const [index, term] of terms.entries()) {
    const last = statements.at(-1) as (typeof statements)[number];
    if (typeof term === 'string') {
      const after = term === 'bar' ? 'bar' : 'sentence';
      if (after === 'sentence' && (last.terms.length > 0 || term === 'question')) answers = term === 'question';
      if (last.terms.length > 0) statements.push(start(after, answers));
      else if (after === 'sentence') Object.assign(last, { after, answers });
      if (after === 'sentence') isAside = hasFigure = false;
    } else if (!isAside) {
      isAside = term.kind === 'aside' && hasFigure && last.terms.at(-1)?.kind !== 'joint';
      hasFigure ||= term.kind === 'rating' || term.kind === 'count';
      if (isAside) {
        // "…, but compared with Aldi": the statement that the comma began is empty, so the one before it is cut.
        const interrupted = last.terms.length > 0 ? last : (statements.at(-2) ?? last);
        interrupted.isCut = true;
        continue;
      }
      if (last.terms.length > 0 && isKind(term, 'comma', 'dash') && beginsAnother(terms, index + 1, last.terms))
        statements.push(start('comma', answers));
      else if (isNextPair(terms, index, last.terms)) statements.push({ ...start('bar', answers), terms: [term] });
      else if (last.terms.length < LONGEST) last.terms.push(term);
    }
  }
  const shaped = statements
    .filter((statement) => statement.terms.length > 0)
    .map((statement) => ({ ...statement, shape: shapeOf(statement.terms) }));
  return withoutAppositions(shaped);
}

const SUBJECT = /^[jw]*N$/;
const PREDICATE = /^v.*R/;
const APPOSITION = /^[jPw]*U[jUPw]*$/;

/** "Sue Ryder, the palliative care charity, is rated 3.3": the words between the commas name nothing else. */
function withoutAppositions(statements: readonly SnippetStatement[]): SnippetStatement[] {
  const kept: SnippetStatement[] = [];
  for (let at = 0; at < statements.length; at += 1) {
    const [subject, apposition, predicate] = statements.slice(at, at + 3) as [SnippetStatement, ...SnippetStatement[]];
    const isDivided =
      SUBJECT.test(subject.shape) &&
      isApposition(apposition) &&
      predicate?.after === 'comma' &&
      PREDICATE.test(predicate.shape);
    if (isDivided) {
      const terms = [...subject.terms, ...predicate.terms];
      kept.push({ ...subject, terms, isCut: predicate.isCut, shape: shapeOf(terms) });
      at += 2;
    } else kept.push(subject);
  }
  return kept;
}

function isApposition(statement: SnippetStatement | undefined): boolean {
  if (statement?.after !== 'comma' || !APPOSITION.test(statement.shape)) return false;
  return statement.terms.every((term) => term.kind !== 'unknown' || !term.capital);
}

type Started = Pick<SnippetStatement, 'after' | 'answers'> & { terms: SnippetTerm[]; isCut: boolean };

function start(after: SnippetStatement['after'], answers: boolean): Started {
  return { after, answers, terms: [], isCut: false };
}

/** True for "68% would recommend it to a friend", which the sites ask in every review. */
export function isShare(terms: readonly SnippetTerm[]): boolean {
  const isAsked = terms.some((term) => term.kind === 'aspect' && term.recommended);
  const isElse = terms.some(
    (term) => !isKind(term, 'percent', 'aspect', 'joint', 'raters', 'name', 'employer', 'verb', 'prose'),
  );
  return isAsked && !isElse && terms.every((term) => term.kind !== 'aspect' || term.recommended);
}

/** True at an aspect after another label and its figure: "Overall rating: 3.6 |Culture: 3.1". */
function isNextPair(terms: readonly (SnippetTerm | Break)[], at: number, before: readonly SnippetTerm[]): boolean {
  const [aspect, colon, figure] = terms.slice(at, at + 3);
  return (
    isKind(aspect, 'aspect') &&
    isKind(colon, 'colon') &&
    isKind(figure, 'rating') &&
    isKind(before.at(-1), 'rating') &&
    isKind(before.at(-2), 'colon')
  );
}

function beginsAnother(terms: readonly (SnippetTerm | Break)[], at: number, before: readonly SnippetTerm[]): boolean {
  const next = terms.slice(at, at + 3).find((term) => !isKind(term, 'joint', 'open'));
  if (typeof next !== 'object') return false;
  // "Tesco - Glassdoor - 3.6": one statement.
  if (isKind(next, 'site') && before.every((term) => isKind(term, 'name', 'joint'))) return false;
  // "3.6 out of 5 overall, 3.4 for culture": two statements.
  if (isKind(next, 'rating') && before.some(({ kind }) => kind === 'rating')) return true;
  // "68% recommend, 12,345 reviews": two statements.
  if (isKind(next, 'count') && isShare(before)) return true;
  // "3.1 for pay, and 3.6 overall": two statements.
  const isOverall = isKind(next, 'rating') && isKind(terms[terms.indexOf(next, at) + 1], 'overall');
  return (
    !isKind(next, ...CONTINUES) ||
    (isOverall &&
      isKind(
        before.findLast(({ kind }) => kind !== 'comma'),
        'aspect',
      ))
  );
}

/**
 * Returns the letters of the terms. Adjacent joints are merged; the page's date, and marks at the ends, are left out.
 */
function shapeOf(terms: readonly SnippetTerm[]): string {
  return terms
    .map(({ kind }) => LETTERS[kind])
    .join('')
    .replace(/j+/g, 'j')
    .replace(/dj?D?/g, '')
    .replace(/\(j?\)/g, 'j')
    .replace(/j+/g, 'j')
    .replace(/^[,:)-]+|[,:(-]+$/g, '');
}
