export interface TraceContext {
  traceId: string;
  spanId: string;
  sampled: boolean;
  /** The caller's `tracestate`, which is passed on; "" if the caller sent none. */
  state: string;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/s;
const ZEROS = /^0+$/;
const SAMPLED = 1;

const MAXIMUM_TRACEPARENT = 256;
const MAXIMUM_STATE = 512;
const MAXIMUM_MEMBERS = 32;
const MEMBER = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\u0020-\u002b\u002d-\u003c\u003e-\u007e]{1,256}$/;

/**
 * Returns undefined if `traceparent` is absent or malformed. A malformed `tracestate` is dropped, because the trace
 * context is valid without it.
 */
export function readTraceContext(traceparent: unknown, tracestate: unknown): TraceContext | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > MAXIMUM_TRACEPARENT) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(traceparent.trim()) ?? [];
  if (version === '' || version === 'ff' || ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  // Versions after 00 may have further fields.
  if (version === '00' && more !== undefined) return undefined;
  const sampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return { traceId, spanId, sampled, state: readState(tracestate) };
}

export function formatTraceparent({ traceId, spanId, sampled }: Omit<TraceContext, 'state'>): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

function readState(text: unknown): string {
  if (typeof text !== 'string' || text.length > MAXIMUM_STATE) return '';
  const members = text
    .split(',')
    .map((member) => member.trim())
    .filter(Boolean);
  return members.length <= MAXIMUM_MEMBERS && members.every((member) => MEMBER.test(member)) ? members.join(',') : '';
}
