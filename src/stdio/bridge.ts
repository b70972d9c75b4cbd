import { ServiceError } from '../errors.ts';
import { randomHex } from '../lib/random-id.ts';
import { isObject } from '../lib/json-object.ts';
import { isResponse, readId, type Id } from '../rpc/envelope.ts';
import { errorBody } from '../rpc/errors.ts';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_META } from '../rpc/rpc-transport.ts';
import { readEvents } from './events.ts';
import { mirrorHeaders } from './mirror-headers.ts';
import { ownOrigin } from './own-origin.ts';
import type { Answerer, ClientMessage } from './serve-stdio.ts';

const PROGRESS = 'notifications/progress';
/** The service may be restarting, so attempts are repeated after these pauses. */
const WAITS_MS = [250, 1_000, 3_000];

export interface BridgeOptions {
  url: URL;
  /** If undefined, calls are sent without a key, and the service refuses them. */
  apiKey: string | undefined;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

class LostAnswer extends Error {}

/**
 * Passes a client's messages to a running service, and the answers back. If an answer is lost, a message that is not a
 * batch is sent again, at most three times. A repeated call has the same idempotency key, so it is charged only once.
 */
export class Bridge implements Answerer {
  readonly baseUrl: string;
  readonly #options: BridgeOptions;
  /** The protocol version from the answer to `initialize`. Clients of older revisions state it only there. */
  #version: string | undefined;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.baseUrl = options.url.origin;
  }

  async answer(message: ClientMessage, send: (json: string) => void, signal: AbortSignal): Promise<string | undefined> {
    const headers = this.#headersOf(message.value);
    const pass = onlyFurther(send);
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#post(message, headers, pass, signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        const wait = WAITS_MS[tries];
        if (wait === undefined || !mayRepeat(message.value, error)) return this.#unreachable(message.id, error);
        await this.#options.sleep(wait, signal).catch(() => {});
      }
    }
  }

  #headersOf(value: unknown): Record<string, string> {
    const { protocolVersion = this.#version, method, name } = mirrorHeaders(value);
    const { apiKey } = this.#options;
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(isHeader(protocolVersion) ? { 'mcp-protocol-version': protocolVersion } : {}),
      ...(isHeader(method) ? { 'mcp-method': method } : {}),
      ...(name === undefined ? {} : { 'mcp-name': name }),
      ...(isCallWithoutKey(value) ? { [IDEMPOTENCY_HEADER]: `stdio-${randomHex(32)}` } : {}),
    };
  }

  async #post(
    message: ClientMessage,
    headers: Record<string, string>,
    pass: (value: unknown, json: string) => void,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { url } = this.#options;
    // Redirects are not followed, because the key must be sent only to the configured address.
    const response = await fetch(url, { method: 'POST', headers, body: message.bytes, signal, redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream') && response.body) {
      for await (const data of readEvents(response.body)) {
        const value = parse(data);
        if (isResponse(value)) return this.#note(message, value, data);
        pass(value, oneLine(data, value));
      }
      throw new LostAnswer('the answer was cut off');
    }
    const text = await response.text();
    const value = type.startsWith('application/json') ? parse(text) : undefined;
    if (isAnswer(value)) return this.#note(message, value, text);
    if (response.ok && message.id === undefined) return undefined;
    if (response.status >= 502 && response.status <= 504) throw new Error(`HTTP ${response.status}`);
    return this.#unreadable(message.id, response.status);
  }

  /**
   * Returns the answer on one line, and notes the protocol version in the answer to `initialize`. An answer without an
   * ID, because the service refused the message before it read the ID, gets the ID of the client's message.
   */
  #note(message: ClientMessage, value: unknown, text: string): string {
    if (isObject(value) && isObject(value['result']) && isInitialize(message.value)) {
      const { protocolVersion } = value['result'];
      if (typeof protocolVersion === 'string') this.#version = protocolVersion;
    }
    if (isObject(value) && value['id'] === null && message.id !== undefined)
      return JSON.stringify({ ...value, id: message.id });
    return oneLine(text, value);
  }

  #unreachable(id: Id | undefined, error: unknown): string | undefined {
    const why = error instanceof LostAnswer ? error.message : reasonOf(error);
    return this.#failed(id, `The service at ${this.#options.url.href} could not be reached: ${why}. Is it running?`);
  }

  #failed(id: Id | undefined, sentence: string): string | undefined {
    if (id === undefined) return undefined;
    return errorBody(new ServiceError('upstream_failed', sentence), id, ownOrigin(this.baseUrl));
  }

  #unreadable(id: Id | undefined, status: number): string | undefined {
    const moved = status >= 300 && status < 400 ? ' It redirects: give the address that it leads to.' : '';
    return this.#failed(
      id,
      `${this.#options.url.href} answers with HTTP ${status} and no JSON-RPC. Is it the address of the service, which ends in /mcp?${moved}`,
    );
  }
}

/**
 * True if the text can be sent as a header. Other values are left out, and the service reports the fault of the
 * message.
 */
function isHeader(text: string | undefined): text is string {
  return text !== undefined && /^[\u0021-\u007e]{1,256}$/.test(text);
}

/**
 * Returns a function that drops progress that is not larger than before, because a repeated call starts again from 0.
 */
function onlyFurther(send: (json: string) => void): (value: unknown, json: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (value, json) => {
    const params = isObject(value) && value['method'] === PROGRESS ? value['params'] : undefined;
    const progress = isObject(params) ? params['progress'] : undefined;
    if (typeof progress === 'number') {
      if (progress <= last) return;
      last = progress;
    }
    send(json);
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for a JSON-RPC response or a batch of responses. The endpoint gives no other JSON answer. */
function isAnswer(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isAnswer);
  return isObject(value) && value['jsonrpc'] === '2.0' && isResponse(value);
}

function oneLine(text: string, value: unknown): string {
  return /[\r\n]/.test(text) ? JSON.stringify(value) : text;
}

function isInitialize(value: unknown): boolean {
  return isObject(value) && value['method'] === 'initialize';
}

function isCallWithoutKey(value: unknown): boolean {
  if (!isObject(value) || value['method'] !== 'tools/call' || readId(value) === null) return false;
  const params = isObject(value['params']) ? value['params'] : {};
  return !(isObject(params['_meta']) && Object.hasOwn(params['_meta'], IDEMPOTENCY_META));
}

/** Calls of a batch get no idempotency keys here, so a batch is repeated only if the connection was refused. */
function mayRepeat(value: unknown, error: unknown): boolean {
  return !Array.isArray(value) || reasonOf(error) === 'ECONNREFUSED';
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message);
}
