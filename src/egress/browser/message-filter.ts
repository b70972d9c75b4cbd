import childProcess, { type ChildProcess } from 'node:child_process';
import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';

/** Where the browser writes to its client, as its flag for pipes has it. */
const MESSAGES_FD = 4;
const END = 0;
/** Room for the name of an event, or the number of an answer. */
const HEAD_BYTES = 128;
/** Room for the session that an answer belongs to, which stands at its end. */
const TAIL_BYTES = 128;

/** Longer events are dropped: the address of a page or request has a few thousand characters at most. */
const EVENT_BYTES = 512 * 1024;
/** The client keeps the last ones of each page: requests with what was sent, and errors. */
const EVENT_BYTES_BY_NAME: ReadonlyMap<string, number> = new Map([
  ['Network.requestWillBeSent', 300 * 1024],
  ['Network.requestWillBeSentExtraInfo', 300 * 1024],
  ['Runtime.exceptionThrown', 64 * 1024],
  // Console messages and WebSocket frames are not used.
  ['Runtime.consoleAPICalled', 0],
  ['Log.entryAdded', 0],
  ['Network.webSocketFrameSent', 0],
  ['Network.webSocketFrameReceived', 0],
  ['Network.eventSourceMessageReceived', 0],
]);
/** Documents are asked for in slices below this; the body of an exchange may be longer, and is then left out. */
const ANSWER_BYTES = 12 * 1024 * 1024;

/**
 * Passes on a browser's messages (Chrome DevTools Protocol, each ended by a
 * zero byte) but for those that a page can make so long or so many that its
 * client runs out of memory, the pages of everybody else with it: the client
 * takes whatever comes and keeps some of it as long as the page is open. Of an
 * answer that is too long its asker is told as much.
 */
export class MessageFilter extends Transform {
  #kept: Buffer[] = [];
  #length = 0;
  #limit: number | undefined;
  /** Once a message is too long: how it began, and its last bytes so far. */
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

  /** The first bytes of the message at hand. */
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

/** The replacement for an answer; an event has none. */
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
 * Runs `launch`, which starts a browser that is spoken with by pipes, and puts
 * the filter between the browser's messages and the library that drives it.
 * The library offers no place for it; a test holds that it starts browsers by
 * `child_process.spawn`. `script`: the file that is started. The shell reads
 * it, since a temporary folder may be mounted so that nothing in it runs.
 */
export async function withFilteredMessages<T>(launch: () => Promise<T>, script?: string): Promise<T> {
  type Spawn = (command: string, words: readonly string[], ...more: unknown[]) => ChildProcess;
  const library = childProcess as unknown as { spawn: Spawn };
  const { spawn } = library;
  library.spawn = (command, words, ...more) => {
    // What else this process starts meanwhile is not the browser.
    if (script !== undefined && command !== script) return spawn(command, words, ...more);
    const child = script === undefined ? spawn(command, words, ...more) : spawn('/bin/sh', [script, ...words], ...more);
    const messages = child.stdio[MESSAGES_FD] as Readable | null | undefined;
    if (messages) {
      const stdio = [...child.stdio];
      // Its end, and its faults, are the filter's own.
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
