import { Type } from 'typebox';
import { StringEnum } from '../../../schemas/primitives.ts';
import { asObject, asObjects } from '../../reading/answer.ts';
import { THEMES, type Theme, type ThemeVerdict } from '../themes/extract-themes.ts';
import type { Details } from './detail.ts';

/** One theme as a model reads it out of the reviews. */
export interface ModelInsight {
  theme: Theme;
  polarity: ThemeVerdict;
  /** Code of a detail of the theme; "" for none, or one that is not known. */
  detail: string;
  /** Numbers of the reviews that say so. */
  reviewIds: number[];
}

const POLARITIES = ['positive', 'negative', 'mixed'] as const;
const NO_DETAIL = 'none';
const MOST_INSIGHTS = 12;
const MOST_IDS = 60;

/** Codes of all details, as they are offered: `pay.low_pay`. */
export function detailCodes(details: Details): string[] {
  return THEMES.flatMap((theme) => {
    const sides = Object.values(details[theme]);
    return [...new Set(sides.flatMap((side) => Object.keys(side)))].map((code) => `${theme}.${code}`);
  });
}

/** What a model must answer. Every property is required and none may be added: what strict modes of servers ask for. */
export function modelAnswerSchema(details: Details): object {
  const insight = Type.Object(
    {
      theme: StringEnum(THEMES),
      polarity: StringEnum(POLARITIES),
      detail: StringEnum([NO_DETAIL, ...detailCodes(details)]),
      review_ids: Type.Array(Type.Integer()),
    },
    { additionalProperties: false },
  );
  return Type.Object({ insights: Type.Array(insight) }, { additionalProperties: false });
}

/**
 * The insights of a model's text; undefined where it holds none. Reasoning
 * (`<think>`), prose and code fences around the JSON are passed over. What an
 * insight holds beside its theme, side, detail and reviews is not read: a model
 * that was taken over has no words here.
 */
export function readModelAnswer(content: string): ModelInsight[] | undefined {
  for (const text of jsonObjects(withoutReasoning(content))) {
    const answer = readJsonObject(text) ?? {};
    const rows = asObjects(answer['insights']);
    // With anything beside them (a rating of its own) it is not the answer that was asked for.
    if (rows && Object.keys(answer).length === 1)
      return rows
        .slice(0, MOST_INSIGHTS)
        .map(readInsight)
        .filter((insight) => insight !== undefined);
  }
  return undefined;
}

function readInsight(row: Record<string, unknown>): ModelInsight | undefined {
  const theme = THEMES.find((known) => known === row['theme']);
  const polarity = POLARITIES.find((known) => known === row['polarity']);
  const ids = row['review_ids'];
  if (!theme || !polarity || !Array.isArray(ids)) return undefined;
  const [of, code] = typeof row['detail'] === 'string' ? row['detail'].split('.', 2) : [];
  return {
    theme,
    polarity,
    detail: of === theme && code !== undefined ? code : '',
    reviewIds: ids.slice(0, MOST_IDS).filter((id): id is number => Number.isSafeInteger(id)),
  };
}

const END_OF_REASONING = '</think>';

/** Some servers cut the opening mark: what counts is the last closing one. */
function withoutReasoning(content: string): string {
  const end = content.lastIndexOf(END_OF_REASONING);
  return end < 0 ? content : content.slice(end + END_OF_REASONING.length);
}

const MOST_OBJECTS = 20;
const LONGEST_OBJECT = 60_000;

/** The outermost JSON objects of a text, in order. Every character is looked at few times, whatever the text. */
function* jsonObjects(text: string): Generator<string> {
  let at = text.indexOf('{');
  for (let count = 0; at >= 0 && count < MOST_OBJECTS; count += 1) {
    const end = endOfObject(text, at);
    if (end >= 0) yield text.slice(at, end);
    at = text.indexOf('{', end < 0 ? at + 1 : end);
  }
}

/** Behind the bracket that closes the object that opens at `start`; -1 where it is too long or has none. */
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

function readJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
