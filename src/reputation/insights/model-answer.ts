import { Type } from 'typebox';
import { StringEnum } from '../../../schemas/primitives.ts';
import { parseObject } from '../../lib/json-object.ts';
import { asObjects } from '../../reading/answer.ts';
import { SIDES, THEMES, type ReviewSide, type Theme } from '../themes/theme.ts';

export interface ModelClaim {
  /** Number of the review, from 1, as in the request. */
  review: number;
  theme: Theme;
  side: ReviewSide;
  /** Copied from the review; "" in `wrong`. */
  words: string;
}

export interface ModelAnswer {
  claims: ModelClaim[];
  /** Claims of the lexicon that the review does not make, according to the model. */
  wrong: ModelClaim[];
}

const MOST_CLAIMS = 300;

const place = { review: Type.Integer(), theme: StringEnum(THEMES), side: StringEnum(SIDES) };

/** The schema of a model's answer. Strict modes demand that all properties are required and none may be added. */
export const MODEL_ANSWER_SCHEMA = Type.Object(
  {
    claims: Type.Array(Type.Object({ ...place, words: Type.String() }, { additionalProperties: false })),
    wrong: Type.Array(Type.Object(place, { additionalProperties: false })),
  },
  { additionalProperties: false },
);

/**
 * Reads the answer in a model's text; undefined if there is none. Ignores reasoning (`<think>`), prose and code fences
 * around the JSON, and unknown properties of claims.
 */
export function readModelAnswer(content: string): ModelAnswer | undefined {
  // Some servers drop the opening tag of the reasoning, so everything up to the last closing tag is ignored.
  const answered = content.split('</think>').at(-1) ?? '';
  for (const text of jsonObjects(answered)) {
    const { claims, wrong = [], ...others } = parseObject(text) ?? {};
    // An object with other properties (such as a rating) is not the requested answer.
    if (asObjects(claims) && asObjects(wrong) && Object.keys(others).length === 0)
      return { claims: readRows(claims), wrong: readRows(wrong) };
  }
  return undefined;
}

function readRows(rows: unknown): ModelClaim[] {
  return (asObjects(rows) ?? []).slice(0, MOST_CLAIMS).flatMap((row) => {
    const theme = THEMES.find((known) => known === row['theme']);
    const side = SIDES.find((known) => known === row['side']);
    const { review, words } = row;
    if (!theme || !side || !Number.isSafeInteger(review)) return [];
    return [{ review: review as number, theme, side, words: typeof words === 'string' ? words : '' }];
  });
}

const MOST_OBJECTS = 20;
const LONGEST_OBJECT = 60_000;

/** Yields the outermost JSON objects in a text, in order. To limit the time, tries at most MOST_OBJECTS brackets. */
function* jsonObjects(text: string): Generator<string> {
  let at = text.indexOf('{');
  for (let count = 0; at >= 0 && count < MOST_OBJECTS; count += 1) {
    const end = endOfObject(text, at);
    if (end >= 0) yield text.slice(at, end);
    at = text.indexOf('{', end < 0 ? at + 1 : end);
  }
}

/**
 * Returns the index after the bracket that closes the object at `start`, or -1 if the object is too long or not closed.
 */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  const limit = Math.min(text.length, start + LONGEST_OBJECT);
  for (let index = start; index < limit; index += 1) {
    const mark = text[index];
    if (inString) {
      if (mark === '\\') index += 1;
      else if (mark === '"') inString = false;
    } else if (mark === '"') inString = true;
    else if (mark === '{') depth += 1;
    else if (mark === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}
