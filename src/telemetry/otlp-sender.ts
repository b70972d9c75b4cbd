import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { KIB } from '../lib/byte-units.ts';

export type SendResult =
  | { ok: true }
  /** `why`: a short reason such as `HTTP 503`, or an error code. `retryable`: the same request may succeed later. */
  | { ok: false; why: string; status: number | undefined; retryable: boolean };

export interface OtlpSenderOptions {
  /** Base address, to which `/v1/traces` is added. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const MAXIMUM_ANSWER_BYTES = 64 * KIB;
const RETRYABLE = new Set([429, 502, 503, 504]);

/**
 * Posts OTLP as JSON to the operator's collector, without following redirects. Requests bypass egress, because the
 * operator chose the host.
 */
export class OtlpSender {
  readonly #options: OtlpSenderOptions;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #running = new Set<ClientRequest>();

  constructor(options: OtlpSenderOptions) {
    this.#options = options;
    const limits = { keepAlive: true, maxSockets: 2 };
    this.#agent = options.endpoint.startsWith('https:') ? new HttpsAgent(limits) : new HttpAgent(limits);
  }

  post(path: '/v1/traces', body: object): Promise<SendResult> {
    const { endpoint, headers, timeoutMs = TIMEOUT_MS } = this.#options;
    const url = new URL(endpoint);
    url.pathname = url.pathname.replace(/\/+$/, '') + path;
    const bytes = Buffer.from(JSON.stringify(body));
    const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve) => {
      const request = ask(url, {
        method: 'POST',
        agent: this.#agent,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
      });
      this.#running.add(request);
      const timer = setTimeout(() => {
        resolve({ ok: false, why: 'no answer in time', status: undefined, retryable: true });
        request.destroy();
      }, timeoutMs);
      request.on('response', (response) => {
        resolve(resultOf(response.statusCode ?? 0));
        discard(response);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        resolve({ ok: false, why: error.code ?? error.message.slice(0, 100), status: undefined, retryable: true });
      });
      request.on('close', () => {
        clearTimeout(timer);
        this.#running.delete(request);
        resolve({ ok: false, why: 'the connection was closed', status: undefined, retryable: true });
      });
      request.end(bytes);
    });
  }

  close(): void {
    for (const request of this.#running) request.destroy();
    this.#agent.destroy();
  }
}

function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return { ok: true };
  return { ok: false, why: `HTTP ${status}`, status, retryable: RETRYABLE.has(status) };
}

/**
 * Reads and drops the body, because the connection can be reused only afterwards. A body over the maximum closes the
 * connection.
 */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => {});
  response.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAXIMUM_ANSWER_BYTES) response.destroy();
  });
}
