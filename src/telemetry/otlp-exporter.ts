import { MINUTE_MS } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import type { FinishedSpan } from './span-recorder.ts';
import type { OtlpOrigin } from './otlp.ts';
import type { OtlpSender, SendResult } from './otlp-sender.ts';
import { tracesRequest } from './otlp-traces.ts';

export interface OtlpExporterOptions {
  sender: OtlpSender;
  origin: OtlpOrigin;
  endpoint: string;
  now(): number;
  /** Receives a sentence that says what fails and what to do, at most once every ten minutes. */
  onFault(sentence: string): void;
  onRecovery(): void;
  closeMs?: number;
}

/**
 * Maximum number of waiting spans. Further spans are dropped, because an unreachable collector must not exhaust the
 * memory.
 */
const MOST_WAITING = 2_048;
const BATCH = 512;
const SPANS_EVERY_MS = 5_000;
/** The pause doubles with each failure in a row, up to LONGEST_PAUSE_MS. */
const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 80_000;
const REPORT_EVERY_MS = 10 * MINUTE_MS;
const CLOSE_MS = 2_000;

export class OtlpExporter {
  readonly #options: OtlpExporterOptions;
  #waiting: FinishedSpan[] = [];
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #pausedUntil = 0;
  #reportedAt: number | undefined;
  #isReported = false;
  #dropped = 0;
  #closed = false;

  constructor(options: OtlpExporterOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.sendSpans(), SPANS_EVERY_MS).unref();
  }

  add(span: FinishedSpan): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === BATCH) void this.sendSpans();
  }

  get dropped(): number {
    return this.#dropped;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Sends an empty request. Returns a sentence that says what is wrong, or undefined if the collector accepts the
   * request.
   */
  async check(): Promise<string | undefined> {
    const { sender, origin } = this.#options;
    const result = await sender.post('/v1/traces', tracesRequest(origin, []));
    if (result.ok) return undefined;
    this.#noteFailure();
    this.#reportedAt = this.#options.now();
    this.#isReported = true;
    return this.#sentence(result);
  }

  /**
   * Sends the waiting spans, one batch at a time. If a batch fails but may succeed later, its spans return to the
   * queue; if they do not all fit, the oldest are dropped.
   */
  sendSpans(): Promise<void> {
    return (this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    }));
  }

  /**
   * Sends the waiting spans if the collector accepted the last ones, for up to `closeMs`. The remaining spans are
   * dropped.
   */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#failures === 0) {
      await within(
        this.sendSpans().then(() => this.sendSpans()),
        this.#options.closeMs ?? CLOSE_MS,
      );
    }
    this.#closed = true;
    this.#options.sender.close();
    await this.#sending;
    this.#dropped += this.#waiting.length;
    this.#waiting = [];
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isPaused()) {
      const batch = this.#waiting.splice(0, BATCH);
      const result = await this.#options.sender.post('/v1/traces', tracesRequest(this.#options.origin, batch));
      if (!result.ok) this.#keep(result.retryable ? batch : [], batch.length);
      this.#note(result);
      if (!result.ok) return;
    }
  }

  #keep(batch: FinishedSpan[], length: number): void {
    const free = Math.max(0, MOST_WAITING - this.#waiting.length);
    const fitting = batch.slice(Math.max(0, batch.length - free));
    this.#dropped += length - fitting.length;
    this.#waiting = [...fitting, ...this.#waiting];
  }

  #note(result: SendResult): void {
    if (result.ok) {
      if (this.#isReported) this.#options.onRecovery();
      this.#isReported = false;
      this.#failures = 0;
      this.#pausedUntil = 0;
      return;
    }
    this.#noteFailure();
    const now = this.#options.now();
    const sinceReported = this.#reportedAt === undefined ? Number.POSITIVE_INFINITY : now - this.#reportedAt;
    if (this.#closed || (sinceReported >= 0 && sinceReported < REPORT_EVERY_MS)) return;
    this.#reportedAt = now;
    this.#isReported = true;
    this.#options.onFault(this.#sentence(result));
  }

  /** A pause longer than the maximum means that the clock was set back, so the pause counts as over. */
  #isPaused(): boolean {
    const left = this.#pausedUntil - this.#options.now();
    return left > 0 && left <= LONGEST_PAUSE_MS;
  }

  #noteFailure(): void {
    this.#pausedUntil = this.#options.now() + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
  }

  #sentence({ why, status }: Extract<SendResult, { ok: false }>): string {
    const { host, protocol } = new URL(this.#options.endpoint);
    const lost = 'calls go on, traces do not reach it';
    return `The collector of OTEL_EXPORTER_OTLP_ENDPOINT (${protocol}//${host}) does not take what is sent (${why}): ${lost}. ${advice(status)}`;
  }
}

function advice(status: number | undefined): string {
  if (status === undefined)
    return 'Is it running there, with a receiver for OTLP over HTTP (usually at port 4318)? Unset the setting to send nothing.';
  if (status === 401 || status === 403) return 'OTEL_EXPORTER_OTLP_HEADERS holds what it asks for.';
  if (status === 404 || status === 405 || (status >= 300 && status < 400))
    return 'The setting is the base address: /v1/traces is added to it.';
  if (status === 400 || status === 415) return 'It must take OTLP as JSON (http/json).';
  return 'Its own log says more.';
}
