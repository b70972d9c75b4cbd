import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines are written together once they are so long, or have waited so long. */
const CHARACTERS = 65_536;
const WAIT_MS = 500;
/** Lines that wait for an output that takes none; past it they are dropped. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
/** When a pipe that is full is tried again, and how often at the end of the process. */
const RETRY_MS = 20;
const LAST_TRIES = 10;

/** What is done to the file; a test may put a failing one in its place. */
export interface OutputFile {
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  writeSync(bytes: Buffer): number;
}

const fileOf = (descriptor: number): OutputFile => ({
  write: (bytes, done) => write(descriptor, bytes, 0, bytes.length, null, done),
  writeSync: (bytes) => writeSync(descriptor, bytes),
});
const standardOutput = fileOf(1);
export const standardError = fileOf(2);

/**
 * Lines of the log, a chunk at a time and off the thread that answers callers.
 * One write a line would cost more than the call that the line reports; pino's
 * own buffer counts all that waits in it at each further line, and never ends
 * where its file takes nothing. A full disk, or a reader that is gone, costs
 * lines of the log here and nothing else.
 */
export class LogOutput implements DestinationStream {
  readonly #file: OutputFile;
  #waiting: string[] = [];
  #characters = 0;
  /** What is under way to the file, or left of it. */
  #chunk: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: OutputFile = standardOutput) {
    this.#file = file;
  }

  write(line: string): void {
    if (this.#characters > MOST_CHARACTERS) return;
    this.#waiting.push(line);
    this.#characters += line.length;
    this.#plan();
  }

  /** Writes what is left, at the end of the process. */
  end(): void {
    const rest = Buffer.from(this.#waiting.join(''));
    let left = this.#chunk ? Buffer.concat([this.#chunk, rest]) : rest;
    this.#waiting = [];
    this.#characters = 0;
    for (let tries = 0; left.length > 0 && tries < LAST_TRIES;) {
      try {
        left = left.subarray(this.#file.writeSync(left));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        tries += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  }

  #plan(): void {
    if (this.#chunk !== undefined) return;
    if (this.#characters >= CHARACTERS) this.#flush();
    else if (this.#characters > 0) this.#timer ??= setTimeout(() => this.#flush(), WAIT_MS).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#chunk = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#characters = 0;
    this.#send(this.#chunk);
  }

  #send(chunk: Buffer): void {
    this.#file.write(chunk, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => this.#send(chunk), RETRY_MS).unref();
      const left = error ? undefined : chunk.subarray(written);
      this.#chunk = left?.length ? left : undefined;
      if (this.#chunk) this.#send(this.#chunk);
      else this.#plan();
    });
  }
}
