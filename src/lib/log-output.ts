import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { MIB } from './byte-units.ts';

/** Waiting lines are written together, once they have this many characters or the first line has waited this long. */
const CHARACTERS = 65_536;
const WAIT_MS = 500;
/** While more characters than this are waiting, further lines are dropped. */
const MOST_CHARACTERS = 4 * MIB;
/** Pause before the next attempt to write to a full pipe, and number of failed attempts after which `end` gives up. */
const RETRY_MS = 20;
const LAST_TRIES = 10;

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
 * Collects log lines and writes them without blocking the main thread; only `end` blocks it. If the disk is full, or if
 * the output is a pipe that is closed or read too slowly, log lines are lost, but the service continues. Pino's own
 * buffer is not used, because it cannot be ended while the file accepts nothing.
 */
export class LogOutput implements DestinationStream {
  readonly #file: OutputFile;
  #waiting: string[] = [];
  #characters = 0;
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
