import type { FinishedSpan } from './span-recorder.ts';
import type { SpanKind } from './tracer.ts';
import { attributesOf, type Attribute, type OtlpOrigin } from './otlp.ts';

const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;
/** Bits of OTLP's `flags`. REMOTE_KNOWN says that the REMOTE bit is meaningful. */
const SAMPLED = 0x1;
const REMOTE_KNOWN = 0x100;
const REMOTE = 0x200;

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  flags: number;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code?: number };
}

export function tracesRequest({ resource, scope }: OtlpOrigin, spans: readonly FinishedSpan[]): object {
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(toOtlp) }] }] };
}

function toOtlp(span: FinishedSpan): OtlpSpan {
  const { parentSpanId, state, isParentRemote } = span;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    ...(state === '' ? {} : { traceState: state }),
    flags: SAMPLED | REMOTE_KNOWN | (isParentRemote ? REMOTE : 0),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: toNanoseconds(span.startedAt),
    endTimeUnixNano: toNanoseconds(Math.max(span.startedAt, span.endedAt)),
    attributes: attributesOf(span.attributes),
    status: span.failed ? { code: STATUS_ERROR } : {},
  };
}

/**
 * OTLP/JSON writes 64-bit numbers as text. A double is exact to a microsecond, so the last three digits are always
 * zero.
 */
function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}
