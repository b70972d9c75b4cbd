import type { Database } from 'better-sqlite3';

/**
 * Tells whether anything was changed since the last look, by this process (as
 * far as it says so) or by another. What is kept in memory of the database is
 * dropped then. Looks of one turn of the loop are one.
 */
export class Revision {
  readonly #dataVersion;
  readonly #drops: (() => void)[] = [];
  #own = 0;
  #seen = 0;
  #look: number | undefined;

  constructor(db: Database) {
    this.#dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** `drop` is called when another process has committed anything. */
  onForeignCommit(drop: () => void): void {
    this.#drops.push(drop);
  }

  /** This process changed an account or a key. */
  bump(): void {
    this.#own += 1;
    this.#look = undefined;
  }

  look(): number {
    if (this.#look !== undefined) return this.#look;
    setImmediate(() => {
      this.#look = undefined;
    });
    const version = this.#dataVersion.get() as number;
    if (version !== this.#seen) for (const drop of this.#drops) drop();
    this.#seen = version;
    return (this.#look = version * 1_000_003 + this.#own);
  }
}
