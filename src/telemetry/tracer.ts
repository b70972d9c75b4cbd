import type { TraceContext } from './trace-context.ts';

/** Undefined attributes are left out. Attributes must not contain keys, people's addresses, arguments or page texts. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type SpanKind = 'server' | 'client' | 'internal';

export interface OpenSpan {
  /** W3C `traceparent` header value of this span. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** `type` is a short reason (`error.type`), never the message of an error. */
  fail(type: string): void;
}

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  parent?: TraceContext | undefined;
}

export interface PastSpan {
  kind?: SpanKind;
  endedAt?: number;
  ms: number;
  attributes?: Attributes;
  failed?: string | undefined;
  parts?: readonly (Omit<PastSpan, 'parts'> & { name: string })[];
}

export interface Tracer {
  /** Spans that `work` starts or records become children of this span. */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  record(name: string, past: PastSpan): void;
  activeTraceId(): string | undefined;
}
