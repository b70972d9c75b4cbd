import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, type TraceContext } from './trace-context.ts';
import type { Attributes, OpenSpan, PastSpan, SpanKind, SpanOptions, Tracer } from './tracer.ts';

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  isParentRemote: boolean;
  state: string;
  name: string;
  kind: SpanKind;
  startedAt: number;
  endedAt: number;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
}

export interface SpanRecorderOptions {
  now(): number;
  elapsed(): number;
  /** Returns random hexadecimal digits that are not all zero. */
  randomHex(digits: number): string;
  /** Share of traces, from 0 to 1, that are recorded if the caller does not decide. */
  ratio: number;
  onFinished(span: FinishedSpan): void;
}

interface Active extends TraceContext {
  /**
   * Readings of both clocks at the start of the outermost span in this process. The times of all spans inside it are
   * computed from these readings, so a change of the system clock cannot disorder them.
   */
  epochMs: number;
  elapsedMs: number;
}

const LONGEST_TEXT = 256;
const RATIO_DIGITS = 13;

export class SpanRecorder implements Tracer {
  readonly #options: SpanRecorderOptions;
  readonly #active = new AsyncLocalStorage<Active>();

  constructor(options: SpanRecorderOptions) {
    this.#options = options;
  }

  async span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    const remote = options.parent;
    const outer = remote ? undefined : this.#active.getStore();
    const parent = remote ?? outer;
    const active = this.#open(parent, outer);
    const startedAt = this.#timeIn(active);
    const attributes: Record<string, string | number | boolean> = {};
    let failure: string | undefined;
    const set = (more: Attributes): void => assign(attributes, more);
    set(options.attributes ?? {});
    const open: OpenSpan = {
      traceparent: formatTraceparent(active),
      set,
      fail: (type) => {
        failure = type;
      },
    };
    try {
      return await this.#active.run(active, () => work(open));
    } catch (error) {
      failure ??= 'error';
      throw error;
    } finally {
      if (failure !== undefined) set({ 'error.type': failure });
      this.#finish(active, {
        spanId: active.spanId,
        parentSpanId: parent?.spanId,
        isParentRemote: remote !== undefined,
        name,
        kind: options.kind ?? 'internal',
        startedAt,
        endedAt: this.#timeIn(active),
        attributes,
        failed: failure !== undefined,
      });
    }
  }

  record(name: string, past: PastSpan): void {
    const active = this.#active.getStore();
    if (!active?.sampled) return;
    const spanId = this.#recordPast(active, active.spanId, name, past);
    for (const part of past.parts ?? []) this.#recordPast(active, spanId, part.name, part);
  }

  activeTraceId(): string | undefined {
    return this.#active.getStore()?.traceId;
  }

  #recordPast(active: Active, parentSpanId: string, name: string, past: Omit<PastSpan, 'parts'>): string {
    const spanId = this.#options.randomHex(16);
    const endedAt = past.endedAt ?? this.#timeIn(active);
    const attributes: Record<string, string | number | boolean> = {};
    assign(attributes, { ...past.attributes, 'error.type': past.failed });
    this.#finish(active, {
      spanId,
      parentSpanId,
      isParentRemote: false,
      name,
      kind: past.kind ?? 'internal',
      startedAt: endedAt - past.ms,
      endedAt,
      attributes,
      failed: past.failed !== undefined,
    });
    return spanId;
  }

  #open(parent: TraceContext | undefined, outer: Active | undefined): Active {
    const traceId = parent?.traceId ?? this.#options.randomHex(32);
    return {
      traceId,
      spanId: this.#options.randomHex(16),
      sampled: parent?.sampled ?? isWithin(traceId, this.#options.ratio),
      state: parent?.state ?? '',
      epochMs: outer?.epochMs ?? this.#options.now(),
      elapsedMs: outer?.elapsedMs ?? this.#options.elapsed(),
    };
  }

  #timeIn({ epochMs, elapsedMs }: Active): number {
    return epochMs + this.#options.elapsed() - elapsedMs;
  }

  #finish({ traceId, sampled, state }: Active, span: Omit<FinishedSpan, 'traceId' | 'state'>): void {
    if (sampled) this.#options.onFinished({ traceId, state, ...span });
  }
}

function assign(target: Record<string, string | number | boolean>, more: Attributes): void {
  for (const [name, value] of Object.entries(more)) {
    if (value !== undefined) target[name] = typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value;
  }
}

/**
 * True if the trace is recorded. This depends only on the trace ID, so processes with the same ratio make the same
 * decision about a trace.
 */
function isWithin(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-RATIO_DIGITS), 16) < ratio * 16 ** RATIO_DIGITS;
}
