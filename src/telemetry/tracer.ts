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
  /** Marks it as failed, with a short reason (`error.type`), never an error's message. */
  fail(type: string): void;
}

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** The parent; absent: the active span, if any. */
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

/** Records spans. Without tracing there is no tracer. */
export interface Tracer {
  /** Does `work` in a span; spans that it begins, or records, are that span's own. */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** A span of the active one that is over. */
  record(name: string, past: PastSpan): void;
  /** Of the active span, 32 hexadecimal digits. */
  activeTraceId(): string | undefined;
}
