import { writeReceipt, type Receipt } from '../credits/receipt.ts';
import type { ToolResult } from './tool.ts';

/**
 * The parts of an answer apart from its receipt. The large parts are serialised once, and the answer is written as a
 * whole only when it is sent.
 */
export interface AnswerParts {
  /** The tool's own members of `_meta`. */
  meta: Readonly<Record<string, unknown>>;
  /** Text of the content block, as a JSON string literal. */
  content: string;
  /** The result object as JSON text. */
  structured: string;
}

export interface ToolAnswer extends AnswerParts {
  receipt: Receipt;
  /** W3C trace context of the call; absent if traces are off. */
  traceparent?: string;
}

/**
 * Serialises a result; `notes` are added to the tool's `_meta`. Some tools have their result as a JSON string literal
 * already, which then need not be serialised again.
 */
export function serialise(
  { text, json, jsonLiteral, meta }: ToolResult,
  notes: Readonly<Record<string, unknown>> = {},
): AnswerParts {
  return {
    content: text === undefined ? (jsonLiteral ?? JSON.stringify(json)) : JSON.stringify(text),
    structured: json,
    meta: { ...meta, ...notes },
  };
}

/** The parts as they are stored for replays. */
export function storeParts({ content, structured, meta }: AnswerParts): string {
  return JSON.stringify({ content, structured, meta: JSON.stringify(meta) });
}

export function readParts(stored: string): AnswerParts {
  const { meta, ...texts } = JSON.parse(stored) as Record<keyof AnswerParts, string>;
  return { ...texts, meta: JSON.parse(meta) as Record<string, unknown> };
}

/** Writes the MCP tool result. `revision`: members that the protocol revision adds to the result and to its `_meta`. */
export function writeToolAnswer(
  { receipt, traceparent, meta, content, structured }: ToolAnswer,
  revision: { members?: string; meta?: Readonly<Record<string, unknown>> } = {},
): string {
  const allMeta = `${membersOf(revision.meta)}${membersOf({ traceparent })},"io.jobdata/receipt":${writeReceipt(receipt)}${membersOf(meta)}`;
  return `{${revision.members ?? ''}"_meta":{${allMeta.slice(1)}},"content":[{"type":"text","text":${content}}],"structuredContent":${structured}}`;
}

/** `,"name":value` for each member that is not undefined. */
function membersOf(object: Readonly<Record<string, unknown>> = {}): string {
  let text = '';
  for (const [name, value] of Object.entries(object)) {
    if (value !== undefined) text += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  return text;
}
