import type { TraceContext } from './trace-context.ts';

/** Attributes of a span; undefined ones are left out. Never keys, people's addresses, arguments or page texts. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** OTLP's kinds: a request to us, a request by us, internal work. */
export type SpanKind = 'server' | 'client' | 'internal';

/** A running span. */
export interface OpenSpan {
  /** W3C trace context of the span, to be passed on with its requests. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Marks it as failed, with a short reason (`error.type`), never an error's message. */
  fail(type: string): void;
}

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** The parent; default: the active span, if any. */
  parent?: TraceContext | undefined;
}

/** A span that has already ended. */
export interface PastSpan {
  kind?: SpanKind;
  /** Milliseconds since the epoch; default: it has just ended. */
  endedAt?: number;
  ms: number;
  attributes?: Attributes;
  /** The reason why it failed, as one word. */
  failed?: string | undefined;
  /** Child spans with their own times. */
  parts?: readonly (Omit<PastSpan, 'parts'> & { name: string })[];
}

/** Records spans. Without tracing there is no tracer. */
export interface Tracer {
  /** Runs `work` in a span; spans that it starts or records are children of that span. */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Records an ended child of the active span. */
  record(name: string, past: PastSpan): void;
  /** Trace id of the active span, 32 hexadecimal digits. */
  activeTraceId(): string | undefined;
}
