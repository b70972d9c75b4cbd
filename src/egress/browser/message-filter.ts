import childProcess, { type ChildProcess } from 'node:child_process';
import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';
import { KIB, MIB } from '../../lib/byte-units.ts';

/** The browser writes its messages to this file descriptor (`--remote-debugging-pipe`). */
const MESSAGES_FD = 4;
const END = 0;
/**
 * The first 128 bytes of a message contain the event's name or the answer's ID, and the last 128 bytes contain the
 * session ID.
 */
const HEAD_BYTES = 128;
const TAIL_BYTES = 128;

/** Longer events are dropped. Ordinary events contain little more than a URL of a few thousand characters. */
const EVENT_BYTES = 512 * KIB;
const EVENT_BYTES_BY_NAME: ReadonlyMap<string, number> = new Map([
  ['Network.requestWillBeSent', 300 * KIB],
  ['Network.requestWillBeSentExtraInfo', 300 * KIB],
  ['Runtime.exceptionThrown', 64 * KIB],
  // The service does not use the following events, so all of them are dropped.
  ['Runtime.consoleAPICalled', 0],
  ['Log.entryAdded', 0],
  ['Network.webSocketFrameSent', 0],
  ['Network.webSocketFrameReceived', 0],
  ['Network.eventSourceMessageReceived', 0],
]);
/**
 * Longer answers are replaced by an error. The service does not need them: it reads documents in slices and leaves out
 * longer bodies of exchanges.
 */
const ANSWER_BYTES = 12 * MIB;

/**
 * Passes on messages of the Chrome DevTools Protocol, except messages that are too long. playwright-core stores some
 * messages while a page is open, so a hostile page could otherwise fill the memory of this process and make all pages
 * fail.
 */
export class MessageFilter extends Transform {
  #kept: Buffer[] = [];
  #length = 0;
  #limit: number | undefined;
  #head: Buffer | undefined;
  #tail: Buffer = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(END); end !== -1; end = chunk.indexOf(END, from)) {
      this.#take(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    this.#take(chunk.subarray(from));
    done();
  }

  #take(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    if (this.#head) {
      this.#tail = lastOf(this.#tail, piece);
      return;
    }
    this.#kept.push(piece);
    if (this.#limit === undefined && this.#length >= HEAD_BYTES) this.#limit = limitOf(this.#begin());
    if (this.#limit !== undefined && this.#length > this.#limit) this.#cut();
  }

  #cut(): void {
    this.#head = Buffer.from(this.#begin());
    this.#tail = Buffer.from(this.#kept.reduce(lastOf, Buffer.alloc(0)));
    this.#kept = [];
  }

  #finish(): void {
    if (!this.#head && this.#length > (this.#limit ?? limitOf(this.#begin()))) this.#cut();
    if (this.#head) {
      const refusal = refusalOf(this.#head.toString('latin1'), this.#tail.toString('latin1'));
      if (refusal !== undefined) this.push(`${refusal}\0`);
    } else {
      for (const piece of this.#kept) this.push(piece);
      this.push('\0');
    }
    this.#kept = [];
    this.#length = 0;
    this.#limit = undefined;
    this.#head = undefined;
    this.#tail = Buffer.alloc(0);
  }

  #begin(): Buffer {
    const [first = Buffer.alloc(0)] = this.#kept;
    return (first.length >= HEAD_BYTES ? first : Buffer.concat(this.#kept)).subarray(0, HEAD_BYTES);
  }
}

function limitOf(head: Buffer): number {
  const name = /^\{"method":"([\w.]+)"/.exec(head.toString('latin1'))?.[1];
  if (name === undefined) return ANSWER_BYTES;
  return EVENT_BYTES_BY_NAME.get(name) ?? EVENT_BYTES;
}

function refusalOf(head: string, tail: string): string | undefined {
  const id = /^\{"id":(\d+)/.exec(head)?.[1];
  if (id === undefined) return undefined;
  const session = /,"sessionId":"\w+"\}$/.exec(tail)?.[0] ?? '}';
  return `{"id":${id},"error":{"code":-32000,"message":"The answer is too long."}${session}`;
}

function lastOf(before: Buffer, piece: Buffer): Buffer {
  if (piece.length >= TAIL_BYTES) return piece.subarray(-TAIL_BYTES);
  return Buffer.concat([before, piece]).subarray(-TAIL_BYTES);
}

/**
 * Runs `launch` with a MessageFilter on the messages of the browser that it starts. To insert the filter,
 * `child_process.spawn` is replaced while `launch` runs, because playwright-core has no hook for these messages. If
 * `script` is given, only the process that runs that file gets the filter. The file is run by /bin/sh, because the
 * temporary folder may be mounted `noexec`.
 */
export async function withFilteredMessages<T>(launch: () => Promise<T>, script?: string): Promise<T> {
  type Spawn = (command: string, words: readonly string[], ...more: unknown[]) => ChildProcess;
  const library = childProcess as unknown as { spawn: Spawn };
  const { spawn } = library;
  library.spawn = (command, words, ...more) => {
    if (script !== undefined && command !== script) return spawn(command, words, ...more);
    const child = script === undefined ? spawn(command, words, ...more) : spawn('/bin/sh', [script, ...words], ...more);
    const messages = child.stdio[MESSAGES_FD] as Readable | null | undefined;
    if (messages) {
      const stdio = [...child.stdio];
      stdio[MESSAGES_FD] = pipeline(messages, new MessageFilter(), () => {});
      Object.defineProperty(child, 'stdio', { value: stdio });
    }
    return child;
  };
  try {
    return await launch();
  } finally {
    library.spawn = spawn;
  }
}
