import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Screen } from './command.ts';

const COLUMNS = 80;
const ROWS = 24;

/** The terminal that a command runs on. Without one to type on, signals alone end what is drawn. */
export function createScreen(input: ReadStream, output: WriteStream): Screen {
  return {
    columns: () => output.columns || COLUMNS,
    rows: () => output.rows || ROWS,
    keys: (listener) => {
      if (!input.isTTY) return () => {};
      const take = (bytes: Buffer): void => {
        for (const key of bytes.toString('latin1')) listener(key);
      };
      input.setRawMode(true);
      input.on('data', take);
      input.resume();
      return () => {
        input.off('data', take);
        input.setRawMode(false);
        input.pause();
      };
    },
    ticks: ticksOf,
  };
}

/** Now, and then again and again until the signal. */
async function* ticksOf(everyMs: number, signal: AbortSignal): AsyncGenerator<void> {
  while (!signal.aborted) {
    yield;
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
}
