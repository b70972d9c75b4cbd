import type { TraceContext } from './trace-context.ts';

/** Of a span; what is undefined is left out. Never keys, addresses of people, arguments or texts of pages. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** As OTLP counts them: what a caller asked of us, what we asked of others, what we did ourselves. */
export type SpanKind = 'server' | 'client' | 'internal';

/** A span that has not ended. */
export interface OpenSpan {
  /** W3C trace context of the span, for those who are asked on its behalf. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** It failed, with a word for why (`error.type`); what it throws is no word of that kind. */
  fail(type: string): void;
}

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** From whom the work came; the active span, or nobody, when absent. */
  parent?: TraceContext | undefined;
}

/** What has happened already. */
export interface PastSpan {
  kind?: SpanKind;
  /** Milliseconds since the epoch; absent: it has ended just now. */
  endedAt?: number;
  ms: number;
  attributes?: Attributes;
  /** A word for why it failed. */
  failed?: string | undefined;
  /** Parts of it, by their own times. */
  parts?: readonly (Omit<PastSpan, 'parts'> & { name: string })[];
}

/** Notes what is done on behalf of whom, and for how long. Where nothing is traced there is no tracer at all. */
export interface Tracer {
  /** Does `work` in a span; spans that it begins, or records, are that span's own. */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** A span of the active one that is over. */
  record(name: string, past: PastSpan): void;
  /** Of the active span, 32 hexadecimal digits. */
  activeTraceId(): string | undefined;
}
