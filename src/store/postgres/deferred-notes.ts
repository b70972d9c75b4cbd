import type { Queryable } from './connection.ts';
import type { PostgresWriter } from './writer.ts';

export class DeferredNotes<Value> {
  readonly #writer: PostgresWriter;
  readonly #write: (tx: Queryable, notes: ReadonlyMap<string, Value>) => Promise<unknown>;
  #waiting: Map<string, Value> | undefined;

  constructor(writer: PostgresWriter, write: (tx: Queryable, notes: ReadonlyMap<string, Value>) => Promise<unknown>) {
    this.#writer = writer;
    this.#write = write;
  }

  /**
   * Resolves when the note is accepted, before it is written. `merge` gets the waiting note of the same name, if any,
   * and returns the one to write.
   */
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
