import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import { isObject } from '../lib/json-object.ts';
import { readId, type Id } from '../rpc/envelope.ts';
import { errorBody } from '../rpc/errors.ts';
import { MESSAGE_BYTES } from '../rpc/rpc-transport.ts';
import { readLines, TOO_LONG } from './lines.ts';
import { ownOrigin } from './own-origin.ts';

/** Maximum number of messages that are processed at a time. The next line is read when one of them is done. */
const MAXIMUM_RUNNING = 64;
const CANCELLED = 'notifications/cancelled';

/** A line from the client. `value` is undefined if the line is not JSON. */
export interface ClientMessage {
  bytes: Buffer;
  value: unknown;
  id: Id | undefined;
}

export interface Answerer {
  readonly baseUrl: string;
  /**
   * Resolves with the answer as one line of JSON, or undefined if none is due. `send` sends messages before the answer.
   * If the signal aborts, the answer is no longer needed.
   */
  answer(message: ClientMessage, send: (json: string) => void, signal: AbortSignal): Promise<string | undefined>;
}

export interface StdioOptions {
  input: AsyncIterable<Buffer | string>;
  output: Writable;
  answerer: Answerer;
  /** Aborting ends the transport immediately, and running calls are abandoned. */
  signal: AbortSignal;
  onFault(error: unknown): void;
}

/**
 * MCP's stdio transport: one JSON message per line, processed in parallel. Resolves when the input has ended and every
 * answer is written, when the output is closed, or when the signal aborts.
 */
export async function serveStdio({ input, output, answerer, signal, onFault }: StdioOptions): Promise<void> {
  const gone = new AbortController();
  const over = AbortSignal.any([signal, gone.signal]);
  const leave = (): void => gone.abort();
  output.on('error', leave).on('close', leave);
  const calls = new Map<string, AbortController>();
  const running = new Set<Promise<void>>();

  const write = (json: string): void => {
    if (!over.aborted) output.write(`${json}\n`);
  };

  async function answer(message: ClientMessage, own: AbortController): Promise<void> {
    const ends = AbortSignal.any([over, own.signal]);
    const send = (json: string): void => {
      if (!ends.aborted) write(json);
    };
    try {
      const json = await answerer.answer(message, send, ends);
      if (json !== undefined) send(json);
    } catch (error) {
      if (ends.aborted) return;
      onFault(error);
      if (message.id !== undefined) send(errorBody(error, message.id, ownOrigin(answerer.baseUrl)));
    }
  }

  function begin(message: ClientMessage): void {
    const own = new AbortController();
    const key = message.id === undefined ? undefined : JSON.stringify(message.id);
    if (key !== undefined) calls.set(key, own);
    const run = answer(message, own).finally(() => {
      running.delete(run);
      if (key !== undefined && calls.get(key) === own) calls.delete(key);
    });
    running.add(run);
  }

  async function read(): Promise<void> {
    for await (const line of readLines(input, MESSAGE_BYTES)) {
      if (over.aborted) return;
      if (line === TOO_LONG) write(tooLong(answerer.baseUrl));
      else {
        const message = readLine(line);
        if (isCancellation(message.value)) calls.get(JSON.stringify(cancelledId(message.value)))?.abort();
        else begin(message);
      }
      while (running.size >= MAXIMUM_RUNNING) await Promise.race(running);
      // While the client does not read its answers, no further line is read.
      if (output.writableNeedDrain) await once(output, 'drain', { signal: over }).catch(() => {});
    }
    while (running.size > 0) await Promise.race(running);
  }

  const ended = new Promise<void>((resolve) => {
    if (over.aborted) resolve();
    else over.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([read(), ended]);
    // The process may exit afterwards, so the write must be complete.
    if (!over.aborted && output.writableLength > 0)
      await Promise.race([new Promise<void>((resolve) => output.write('', () => resolve())), ended]);
  } finally {
    output.off('close', leave);
  }
}

function readLine(bytes: Buffer): ClientMessage {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { bytes, value: undefined, id: undefined };
  }
  const isRequest = isObject(value) && Object.hasOwn(value, 'method');
  return { bytes, value, id: isRequest ? (readId(value) ?? undefined) : undefined };
}

function isCancellation(value: unknown): value is Record<string, unknown> {
  return isObject(value) && value['method'] === CANCELLED;
}

function cancelledId({ params }: Record<string, unknown>): Id | null {
  return readId({ id: isObject(params) ? params['requestId'] : undefined });
}

function tooLong(baseUrl: string): string {
  const error = new ServiceError('invalid_request', `A message has at most ${MESSAGE_BYTES} bytes.`);
  return errorBody(error, null, ownOrigin(baseUrl));
}
