import type { Receipt } from '../credits/receipt.ts';

/** The parts of a result that are stored for a repeat, each as JSON text. */
export interface StoredResult {
  /** A string literal. */
  content: string;
  /** The result object. */
  structured: string;
  /** The tool's own members of `_meta`, as an object. */
  meta: string;
}

/** A finished call: its large parts are serialised once, and the whole is written once, at the edge. */
export interface ToolAnswer {
  receipt: Receipt;
  /** W3C trace context of the call, where it is traced. */
  traceparent?: string;
  /** The tool's own members of `_meta`. */
  meta: Readonly<Record<string, unknown>>;
  /** Text of the content block, as a JSON string literal. */
  content: string;
  /** The result object as JSON text. */
  structured: string;
}

/** Writes the MCP tool result. `revision`: what the protocol revision adds to the result and to its `_meta`. */
export function writeToolAnswer(
  { receipt, traceparent, meta, content, structured }: ToolAnswer,
  revision: { members?: string; meta?: Readonly<Record<string, unknown>> } = {},
): string {
  const allMeta = JSON.stringify({
    ...revision.meta,
    ...(traceparent === undefined ? {} : { traceparent }),
    'io.jobdata/receipt': receipt,
    ...meta,
  });
  return `{${revision.members ?? ''}"_meta":${allMeta},"content":[{"type":"text","text":${content}}],"structuredContent":${structured}}`;
}
