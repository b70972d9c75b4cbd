import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt } from '../../reading/vocabulary.ts';
import { readCount } from '../../reading/count.ts';
import { figureAt, isYear } from './figure.ts';
import { endOf } from './vocabularies.ts';
import { DEPARTMENTS, INDUSTRIES, SEATS, SEAT_TOWNS, WHOLE_INDUSTRIES } from './words/companies.ts';

const FIELDS = compileVocabulary([
  { means: 'industry', phrases: INDUSTRIES },
  {
    means: 'type',
    phrases: [
      'public|private|listed|privately|publicly held|owned|traded? company',
      'company - public|private',
      'entreprise publique|privee|cotee',
      'subsidiary',
    ],
  },
  { means: 'seat', phrases: SEATS.flatMap((seat) => [seat, `${seat} , uk|england|scotland|wales|france`]) },
]);
const SEAT_TOWN = compileVocabulary([
  { means: 'seat', phrases: SEAT_TOWNS.flatMap((seat) => [seat, `${seat} , uk|england|scotland|wales|france`]) },
]);
const WHOLE_INDUSTRY = compileVocabulary([{ means: 'industry', phrases: WHOLE_INDUSTRIES }]);
const FOUNDED = compileVocabulary([
  { means: 'founded', phrases: ['founded in?', 'since', 'fonde|fondee|cree|creee en', 'depuis'] },
]);
const STAFF = compileVocabulary([{ means: 'staff', phrases: ['employees', 'employes|collaborateurs'] }]);
const MORE = compileVocabulary([{ means: 'more', phrases: ['over', 'more than', 'plus de'] }]);
const UP_TO = ['-', 'to', 'a'];
/** A company's size is given from so many; "300 employees" may be those who rated. */
const LEAST_SIZE = 500;
const MOST_FIELDS = 5;

/**
 * Behind the fields of a company's profile that end a line: "· Retail · London
 * · 10,000+ employees". One of them is its size or the year that it was
 * founded in, or there are an industry and a town that are no department in a
 * large town: either alone may be a department's or an office's. `isNamed`: the
 * line begins with the employer's name; then an industry that no department has its name of may stand alone.
 */
export function fieldsEnd(tokens: readonly Token[], at: number, isNamed: boolean): number | undefined {
  let end = at;
  let isDepartment = false;
  let isCity = false;
  const kinds: string[] = [];
  while (kinds.length < MOST_FIELDS && isBar(tokens[end])) {
    const field = fieldAt(tokens, end + 1);
    // Two towns are a list of offices.
    if (!field || kinds.includes(field.means)) return undefined;
    kinds.push(field.means);
    isDepartment ||= field.means === 'industry' && isDepartmentAt(tokens, end + 1, field.to);
    isCity ||= field.means === 'seat' && endOf(tokens, end + 1, SEAT_TOWN) === undefined;
    end = field.to;
  }
  const isEnd = end === tokens.length || (tokens[end]?.text === '.' && (tokens[end + 1]?.spaced ?? true));
  const isSeated = kinds.includes('industry') && kinds.includes('seat') && !(isDepartment && isCity);
  const isWhole = isNamed && kinds.length === 1 && endOf(tokens, at + 1, WHOLE_INDUSTRY) === end;
  return isEnd && (isSeated || isWhole || kinds.includes('size') || kinds.includes('founded')) ? end : undefined;
}

/** "Logistics" in "Logistics · London · 3.9" may be a department there. */
function isDepartmentAt(tokens: readonly Token[], at: number, to: number): boolean {
  return to === at + 1 && DEPARTMENTS.includes(tokens[at]?.text ?? '');
}

/**
 * Behind such fields and the mark behind them, where a line begins with them:
 * "Retail & Wholesale · 10,000+ employees · |3.6", "Transport – Paris – |3,5".
 * One is the size, or there are an industry and a town.
 */
export function leadingFieldsEnd(tokens: readonly Token[], at: number): number | undefined {
  let end = at;
  const kinds: string[] = [];
  while (kinds.length < MOST_FIELDS) {
    const field = end < tokens.length ? fieldAt(tokens, end) : undefined;
    if (!field || kinds.includes(field.means) || !isBetween(tokens, field.to)) break;
    kinds.push(isDepartmentAt(tokens, end, field.to) ? 'department' : field.means);
    end = field.to + 1;
  }
  return kinds.includes('size') || (kinds.includes('industry') && kinds.includes('seat')) ? end : undefined;
}

function isBetween(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return token.kind === 'break' ? token.text !== '' : ',-;./'.includes(token.text);
}

function isBar(token: Token | undefined): boolean {
  return token !== undefined && token.kind === 'break' && token.text !== '' && token.text !== '\n';
}

function fieldAt(tokens: readonly Token[], at: number): { means: string; to: number } | undefined {
  const founded = endOf(tokens, at, FOUNDED);
  if (founded !== undefined) {
    return isYear(tokens[founded]?.text ?? '') ? { means: 'founded', to: founded + 1 } : undefined;
  }
  const size = sizeEnd(tokens, at);
  if (size !== undefined) return { means: 'size', to: size };
  // Fields are written with a capital: "engineering · London" is of a department.
  return tokens[at]?.capital ? termAt(tokens, at, FIELDS) : undefined;
}

/** "10,000+ employees", "1,001 to 5,000 employees", "plus de 10 000 employés". */
function sizeEnd(tokens: readonly Token[], at: number): number | undefined {
  const more = endOf(tokens, at, MORE) ?? at;
  const least = figureAt(tokens, more);
  const isRange = least !== undefined && UP_TO.includes(tokens[least.end]?.text ?? ' ');
  const most = isRange ? figureAt(tokens, least.end + 1) : least;
  if (!most || (readCount(most.text)?.value ?? 0) < LEAST_SIZE) return undefined;
  // Without "+" or a range so many may have rated.
  const isSize = more > at || isRange || tokens[most.end - 1]?.text === '+';
  return isSize ? endOf(tokens, most.end, STAFF) : undefined;
}
