import type { Queryable } from './connection.ts';

/** Reads at once: more would take the pool's connections from everyone else. */
const READS = 2;

/** Tells whether any replica changed accounts or keys: a number in the database, changed in the transactions that change them. */
export class Version {
  readonly #pool: Queryable;
  #asked: { version: Promise<number>; begin: () => void } | undefined;
  #reading = 0;

  constructor(pool: Queryable) {
    this.#pool = pool;
  }

  /** For a transaction that changes an account or a key, as its last statement: others that do wait for its end. */
  async bump(tx: Queryable): Promise<void> {
    await tx.query('UPDATE change SET version = version + 1 WHERE id = 1');
  }

  /** The same read for all who ask in one turn of the loop, and it begins after they did. */
  look(): Promise<number> {
    if (!this.#asked) {
      let begin = (): void => {};
      const version = new Promise<void>((resolve) => (begin = resolve)).then(() => this.#read());
      this.#asked = { version, begin };
      if (this.#reading < READS) setImmediate(() => this.#begin());
    }
    return this.#asked.version;
  }

  #begin(): void {
    if (this.#reading >= READS) return;
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.begin();
  }

  async #read(): Promise<number> {
    this.#reading += 1;
    try {
      const { rows } = await this.#pool.query<{ version: number }>('SELECT version FROM change WHERE id = 1');
      return rows[0]?.version ?? 0;
    } finally {
      this.#reading -= 1;
      this.#begin();
    }
  }
}
