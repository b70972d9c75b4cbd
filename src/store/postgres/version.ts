import type { Queryable } from './connection.ts';

/** Maximum number of concurrent reads. More reads would take too many of the pool's connections. */
const READS = 2;

export class Version {
  readonly #pool: Queryable;
  #next: { version: Promise<number>; begin: () => void } | undefined;
  #reading = 0;

  constructor(pool: Queryable) {
    this.#pool = pool;
  }

  /**
   * Must be the last statement of a transaction that changes accounts or keys, because it takes a lock for which all
   * other such transactions wait.
   */
  async bump(tx: Queryable): Promise<void> {
    await tx.query('UPDATE change SET version = version + 1 WHERE id = 1');
  }

  /**
   * Calls share the next read, which begins only after them, so that none gets a number that was outdated at the time
   * of the call.
   */
  current(): Promise<number> {
    if (!this.#next) {
      let begin = (): void => {};
      const version = new Promise<void>((resolve) => (begin = resolve)).then(() => this.#read());
      this.#next = { version, begin };
      if (this.#reading < READS) setImmediate(() => this.#begin());
    }
    return this.#next.version;
  }

  #begin(): void {
    if (this.#reading >= READS) return;
    const next = this.#next;
    this.#next = undefined;
    next?.begin();
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
