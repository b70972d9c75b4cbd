import { within } from '../lib/within.ts';
import type { FinishedSpan } from './span-recorder.ts';
import type { OtlpOrigin } from './otlp.ts';
import { metricsRequest, type RegistryMetric } from './otlp-metrics.ts';
import type { OtlpSender, SendResult } from './otlp-sender.ts';
import { tracesRequest } from './otlp-traces.ts';

export interface OtlpExporterOptions {
  sender: OtlpSender;
  origin: OtlpOrigin;
  /** Base address, for sentences. */
  endpoint: string;
  /** The registry of /metrics. */
  metrics(): Promise<readonly RegistryMetric[]>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Told, in a sentence, what cannot be sent and what to do; not more often than every ten minutes. */
  onFault(sentence: string): void;
  /** It can be sent again. */
  onRecovery(): void;
  /** For what is left when the service ends; two seconds. */
  closeMs?: number;
}

/** Spans that wait; further ones are dropped: a collector that is away costs no memory. */
const MOST_WAITING = 2_048;
const BATCH = 512;
const SPANS_EVERY_MS = 5_000;
const METRICS_EVERY_MS = 60_000;
/** How long nothing is tried after a failure: doubled each time. */
const REST_MS = 5_000;
const LONGEST_REST_MS = 80_000;
const TELL_EVERY_MS = 10 * 60_000;
/** For what is left when the service ends. */
const CLOSE_MS = 2_000;

/** Hands spans and metrics to a collector, in batches, beside the calls: none of them waits for it. */
export class OtlpExporter {
  readonly #options: OtlpExporterOptions;
  readonly #startedAt: number;
  #waiting: FinishedSpan[] = [];
  #sending: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  #failures = 0;
  #restUntil = 0;
  #toldAt: number | undefined;
  /** Of the failures since it last took something. */
  #isTold = false;
  #dropped = 0;
  #closed = false;

  constructor(options: OtlpExporterOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  /** From now on batches go out by themselves. */
  start(): void {
    this.#timers = [
      setInterval(() => void this.sendSpans(), SPANS_EVERY_MS).unref(),
      setInterval(() => void this.sendMetrics(), METRICS_EVERY_MS).unref(),
    ];
  }

  add(span: FinishedSpan): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === BATCH) void this.sendSpans();
  }

  /** Spans that nobody took. */
  get dropped(): number {
    return this.#dropped;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Asks the collector with nothing in hand; a sentence says why it takes none, undefined that it does. */
  async check(): Promise<string | undefined> {
    const { sender, origin } = this.#options;
    const result = await sender.post('/v1/traces', tracesRequest(origin, []));
    if (result.ok) return undefined;
    this.#noteFailure();
    this.#toldAt = this.#options.now();
    this.#isTold = true;
    return this.#sentence(result);
  }

  /** All that waits, batch by batch, one request at a time; what is not taken waits on, as far as there is room. */
  sendSpans(): Promise<void> {
    return (this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    }));
  }

  async sendMetrics(): Promise<void> {
    const { metrics, origin, now, sender } = this.#options;
    if (this.#isResting()) return;
    const figures = await metrics().catch(() => undefined);
    if (figures === undefined) return;
    const span = { startedAt: this.#startedAt, now: now() };
    this.#note(await sender.post('/v1/metrics', metricsRequest(origin, figures, span)));
  }

  /** Sends what is left, within two seconds; a collector that hangs is left alone. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#failures === 0) {
      await within(
        Promise.all([this.sendSpans().then(() => this.sendSpans()), this.sendMetrics()]).catch(() => {}),
        this.#options.closeMs ?? CLOSE_MS,
      );
    }
    this.#closed = true;
    this.#options.sender.close();
    // What was under way has ended with its connection.
    await this.#sending;
    this.#dropped += this.#waiting.length;
    this.#waiting = [];
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isResting()) {
      const batch = this.#waiting.splice(0, BATCH);
      const result = await this.#options.sender.post('/v1/traces', tracesRequest(this.#options.origin, batch));
      if (!result.ok) this.#keep(result.retryable ? batch : [], batch.length);
      this.#note(result);
      if (!result.ok) return;
    }
  }

  #keep(batch: FinishedSpan[], length: number): void {
    const room = Math.max(0, MOST_WAITING - this.#waiting.length);
    const kept = batch.slice(Math.max(0, batch.length - room));
    this.#dropped += length - kept.length;
    this.#waiting = [...kept, ...this.#waiting];
  }

  #note(result: SendResult): void {
    if (result.ok) {
      if (this.#isTold) this.#options.onRecovery();
      this.#isTold = false;
      this.#failures = 0;
      this.#restUntil = 0;
      return;
    }
    this.#noteFailure();
    const now = this.#options.now();
    const sinceTold = this.#toldAt === undefined ? Number.POSITIVE_INFINITY : now - this.#toldAt;
    if (this.#closed || (sinceTold >= 0 && sinceTold < TELL_EVERY_MS)) return;
    this.#toldAt = now;
    this.#isTold = true;
    this.#options.onFault(this.#sentence(result));
  }

  /** A rest that is longer than any was begun by a clock that was set back since. */
  #isResting(): boolean {
    const left = this.#restUntil - this.#options.now();
    return left > 0 && left <= LONGEST_REST_MS;
  }

  #noteFailure(): void {
    this.#restUntil = this.#options.now() + Math.min(LONGEST_REST_MS, REST_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
  }

  #sentence({ why, status }: Extract<SendResult, { ok: false }>): string {
    const { host, protocol } = new URL(this.#options.endpoint);
    const lost = 'calls go on, traces and metrics do not reach it';
    return `The collector of OTEL_EXPORTER_OTLP_ENDPOINT (${protocol}//${host}) does not take what is sent (${why}): ${lost}. ${advice(status)}`;
  }
}

function advice(status: number | undefined): string {
  if (status === undefined)
    return 'Is it running there, with a receiver for OTLP over HTTP (usually at port 4318)? Unset the setting to send nothing.';
  if (status === 401 || status === 403) return 'OTEL_EXPORTER_OTLP_HEADERS holds what it asks for.';
  if (status === 404 || status === 405 || (status >= 300 && status < 400))
    return 'The setting is the base address: /v1/traces and /v1/metrics are added to it.';
  if (status === 400 || status === 415) return 'It must take OTLP as JSON (http/json).';
  return 'Its own log says more.';
}
