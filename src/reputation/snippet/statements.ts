import { BASED_ON } from './shapes.ts';
import { isKind, lettersOf, type Break, type SnippetTerm } from './term.ts';

/** A part of a sentence that is about one thing: "Aldi: 3.9/5 (4,000 reviews)". */
export interface SnippetStatement {
  /** What separates this statement from the previous one. */
  after: 'sentence' | 'bar' | 'comma';
  /** True if the previous sentence is a question. */
  answers: boolean;
  terms: readonly SnippetTerm[];
  /** True if an aside after the statement was left out: "…, compared with Aldi 3.9". */
  isCut: boolean;
  /** The letters of the terms (`LETTERS`). */
  shape: string;
}

const LONGEST = 60;

/** Letters of terms that usually continue the statement if they follow a comma or dash. */
const CONTINUES = 'RCw~:),-';

/**
 * Splits a text into statements at the ends of sentences and at bars. A comma, dash or "and" also begins a new one,
 * unless what follows continues the statement (`CONTINUES`, with the exceptions in `beginsAnother`).
 */
export function readStatements(terms: readonly (SnippetTerm | Break)[]): SnippetStatement[] {
  const statements: Started[] = [start('sentence', false)];
  let answers = false;
  let isAside = false;
  let hasFigure = false;
  const letters = lettersOf(terms);
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
      const letter = letters[index];
      if ((letter === ',' || letter === '-') && beginsAnother(letters.slice(index + 1, index + 6), last))
        // "3.6 (1,204 reviews) — Find out what …": before prose, a dash separates like a bar.
        statements.push(start(letters.startsWith('-P', index) ? 'bar' : 'comma', answers));
      // "Overall rating: 3.6 Culture: 3.1": the second label begins a statement.
      else if (letters.startsWith('A:R', index) && lettersOf(last.terms).endsWith(':R'))
        statements.push({ ...start('bar', answers), terms: [term] });
      // "Overall 3.6 (900 reviews): Pay 3.1": figures that are complete are no heading of what follows.
      else if (/^:j?A[j:]?R/.test(letters.slice(index, index + 5)) && /R.*C\)?$/.test(lettersOf(last.terms)))
        statements.push(start('bar', answers));
      else if (last.terms.length < LONGEST) last.terms.push(term);
    }
  }
  return statements
    .filter((statement) => statement.terms.length > 0)
    .map((statement) => ({ ...statement, shape: shapeOf(statement.terms) }));
}

type Started = Pick<SnippetStatement, 'after' | 'answers'> & { terms: SnippetTerm[]; isCut: boolean };

function start(after: SnippetStatement['after'], answers: boolean): Started {
  return { after, answers, terms: [], isCut: false };
}

/**
 * True for "68% would recommend it to a friend", which is about the whole employer: the sites ask it in every review.
 */
export function isShare(terms: readonly SnippetTerm[]): boolean {
  const isAsked = terms.some((term) => term.kind === 'aspect' && term.recommended);
  const isElse = terms.some(
    (term) => !isKind(term, 'percent', 'aspect', 'joint', 'raters', 'name', 'employer', 'verb', 'prose'),
  );
  return isAsked && !isElse && terms.every((term) => term.kind !== 'aspect' || term.recommended);
}

/** True if the terms with the letters `behind`, which follow a comma or dash, begin another statement. */
function beginsAnother(behind: string, { after, terms }: Started): boolean {
  const before = lettersOf(terms);
  const ahead = behind.replace(/^[j(]{1,2}/, '');
  const [next = '.'] = ahead;
  if (before === '' || /[|.j(]/.test(next)) return false;
  // "Out of all its 900 reviews, Tesco scores 3.6": one statement.
  if (after === 'sentence' && behind.startsWith('N') && BASED_ON.test(before)) return false;
  // "3.6 out of 5 overall, 3.4 for culture", "6.8 out of 10, 3.4 out of 5": two statements.
  if (next === 'R' && /R|^[NLvjT]*x[jT]*$/.test(before)) return true;
  // "68% recommend, 12,345 reviews": two statements.
  if (next === 'C' && isShare(terms)) return true;
  // "3.1 for pay, and 3.6 overall": two statements.
  return !CONTINUES.includes(next) || (ahead.startsWith('RO') && /A,*$/.test(before));
}

/** Returns the letters of the terms. Merges adjacent joints, and leaves out the page's date and marks at the ends. */
function shapeOf(terms: readonly SnippetTerm[]): string {
  return (
    lettersOf(terms)
      .replace(/j+/g, 'j')
      .replace(/dj?D?/g, '')
      .replace(/\(j?\)/g, 'j')
      // "Tesco employees (900 reviews) give 3.6" becomes "Tesco employees give 3.6 (900 reviews)".
      .replace(/(?<=[NE])\(([jm]*C[jSE]*)\)([^RCX]*R.*)$/, '$2($1)')
      .replace(/j+/g, 'j')
      .replace(/^[,:)-]+|[,:(-]+$/g, '')
  );
}
