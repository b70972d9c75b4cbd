import type { Queryable } from './connection.ts';
import type { PostgresWriter } from './writer.ts';

/** Notes of one kind, which `write` puts down together, by their name the last of each. */
export class Noted<Value> {
  readonly #writer: PostgresWriter;
  readonly #write: (tx: Queryable, notes: ReadonlyMap<string, Value>) => Promise<unknown>;
  #waiting: Map<string, Value> | undefined;

  constructor(writer: PostgresWriter, write: (tx: Queryable, notes: ReadonlyMap<string, Value>) => Promise<unknown>) {
    this.#writer = writer;
    this.#write = write;
  }

  /** The note is accepted when it resolves. `merge` gets the note that waits under that name. */
  add(name: string, merge: (before: Value | undefined) => Value): Promise<void> {
    if (this.#waiting) {
      this.#waiting.set(name, merge(this.#waiting.get(name)));
      return Promise.resolve();
    }
    const notes = new Map([[name, merge(undefined)]]);
    this.#waiting = notes;
    return this.#writer.defer((tx) => {
      if (this.#waiting === notes) this.#waiting = undefined;
      return this.#write(tx, notes);
    });
  }
}
