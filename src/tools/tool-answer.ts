import { writeReceipt, type Receipt } from '../credits/receipt.ts';
import type { ToolResult } from './tool.ts';

export interface AnswerParts {
  meta: Readonly<Record<string, unknown>>;
  /** Text of the content block, as a JSON string literal. */
  content: string;
  structured: string;
}

export interface ToolAnswer extends AnswerParts {
  receipt: Receipt;
  traceparent?: string;
}

/** Adds `notes` to the tool's `_meta`. If the tool gives a `jsonLiteral`, `json` is not serialised again. */
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

/** `receiptId` is the ID of the receipt of the call that gave the answer. */
export function storeParts({ content, structured, meta }: AnswerParts, receiptId: string): string {
  return JSON.stringify({ content, structured, meta: JSON.stringify(meta), receiptId });
}

/** `receiptId` is absent in answers that an earlier release stored. */
export function readStored(stored: string): { parts: AnswerParts; receiptId?: string } {
  const { meta, receiptId, ...texts } = JSON.parse(stored) as Record<keyof AnswerParts, string> & {
    receiptId?: string;
  };
  const parts = { ...texts, meta: JSON.parse(meta) as Record<string, unknown> };
  return { parts, ...(receiptId === undefined ? {} : { receiptId }) };
}

/**
 * Writes the MCP tool result as JSON text. `revision` has what the protocol revision adds: `members` of the result, as
 * JSON text that ends with a comma, and `meta` for its `_meta`.
 */
export function writeToolAnswer(
  { receipt, traceparent, meta, content, structured }: ToolAnswer,
  revision: { members?: string; meta?: Readonly<Record<string, unknown>> } = {},
): string {
  let before = '';
  for (const name in revision.meta) before += memberText(name, revision.meta[name], '', ',');
  before += memberText('traceparent', traceparent, '', ',');
  let after = '';
  for (const name in meta) after += memberText(name, meta[name], ',', '');
  return `{${revision.members ?? ''}"_meta":{${before}"io.jobdata/receipt":${writeReceipt(receipt)}${after}},"content":[{"type":"text","text":${content}}],"structuredContent":${structured}}`;
}

/** Writes a member between `before` and `after`. Returns "" for undefined, which JSON does not have. */
function memberText(name: string, value: unknown, before: string, after: string): string {
  return value === undefined ? '' : `${before}${JSON.stringify(name)}:${JSON.stringify(value)}${after}`;
}
