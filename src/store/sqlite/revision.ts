import type { Database } from 'better-sqlite3';

/**
 * A number that changes when this process changes accounts or keys, or when another process commits anything. Calls in
 * one turn of the event loop share one query.
 */
export class Revision {
  readonly #dataVersion;
  readonly #drops: (() => void)[] = [];
  #own = 0;
  #seen = 0;
  #thisTurn: number | undefined;

  constructor(db: Database) {
    this.#dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** `drop` is called after another process has committed, to empty a cache. */
  onForeignCommit(drop: () => void): void {
    this.#drops.push(drop);
  }

  /** Called when this process has changed an account or a key. */
  bump(): void {
    this.#own += 1;
    this.#thisTurn = undefined;
  }

  current(): number {
    if (this.#thisTurn !== undefined) return this.#thisTurn;
    setImmediate(() => {
      this.#thisTurn = undefined;
    });
    const version = this.#dataVersion.get() as number;
    if (version !== this.#seen) for (const drop of this.#drops) drop();
    this.#seen = version;
    return (this.#thisTurn = version * 1_000_003 + this.#own);
  }
}
