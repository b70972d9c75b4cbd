import type { TraceContext } from './trace-context.ts';

/**
 * Attributes of a span; undefined ones are left out. They must not contain keys, people's addresses, arguments or page
 * texts.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** OTLP's kinds: a request to this service, a request by this service, other work. */
export type SpanKind = 'server' | 'client' | 'internal';

export interface OpenSpan {
  /** W3C trace context of the span, to be passed on with its requests. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Marks the span as failed, with a short reason (`error.type`), never an error's message. */
  fail(type: string): void;
}

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** The active span by default. */
  parent?: TraceContext | undefined;
}

/** A span that has already ended. */
export interface PastSpan {
  kind?: SpanKind;
  /** Milliseconds since the epoch; now by default. */
  endedAt?: number;
  ms: number;
  attributes?: Attributes;
  /** Why the span failed, as one word; undefined if it did not. */
  failed?: string | undefined;
  /** Child spans with their own times. */
  parts?: readonly (Omit<PastSpan, 'parts'> & { name: string })[];
}

export interface Tracer {
  /** Runs `work` in a span; spans that it starts or records are children of that span. */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Records an ended child of the active span. */
  record(name: string, past: PastSpan): void;
  /** Trace ID of the active span, 32 hexadecimal digits; undefined without an active span. */
  activeTraceId(): string | undefined;
}
