import type { Database } from 'better-sqlite3';

/**
 * A number that changes when this process changes accounts or keys, or when another process commits anything. The
 * number does not change when calls of this process use credits.
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

  onForeignCommit(drop: () => void): void {
    this.#drops.push(drop);
  }

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
