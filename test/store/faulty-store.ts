import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/store/better-sqlite3.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { Disk } from '../../src/store/sqlite/wal.ts';
import type { Store, StoreOptions } from '../../src/store/types.ts';

/** Small, so that a power cut soon loses something. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/**
 * A store on a file with two processes, a service and a command line, on a disk that a test can make fail and a machine
 * whose power it can cut.
 */
export class FaultyStore {
  readonly #folder = mkdtempSync(join(FOLDER, 'ledger-'));
  #file = '';
  #opened = 0;
  #view: View | undefined;
  /** Length of the log that is certainly on disk. */
  #durable = 0;
  /** Flushes fail from now on. */
  failing = false;
  stores: [Store, Store] = [undefined, undefined] as never;

  readonly #termsOf: NonNullable<StoreOptions['termsOf']>;

  constructor(termsOf: NonNullable<StoreOptions['termsOf']>) {
    this.#termsOf = termsOf;
  }

  open(): void {
    this.#opened += 1;
    if (this.#file === '') this.#file = join(this.#folder, `${this.#opened}.sqlite`);
    this.failing = false;
    const disk: Disk = {
      sync: async () => {
        if (this.failing) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
        const length = this.#logLength();
        // The flush takes a moment; bytes written meanwhile are not in it.
        await new Promise((resolve) => setImmediate(resolve));
        this.#durable = Math.max(this.#durable, length);
      },
      checkpoint: async () => {},
    };
    const options = { file: this.#file, termsOf: this.#termsOf };
    this.stores = [openSqliteStore({ ...options, role: 'serve' }, disk), openSqliteStore(options, disk)];
    this.#durable = this.#logLength();
    this.#view = createView(this.#file);
  }

  /** Counts the starts: a reservation of an earlier start belongs to no process. */
  get opened(): number {
    return this.#opened;
  }

  /** Months of an account whose figures differ from those of their calls, as another connection sees them. */
  wrongMonths(id: string): unknown[] {
    return this.#view?.wrongMonths.all({ id }) ?? [];
  }

  calls(id: string): unknown[] {
    return this.#view?.calls.all(id) ?? [];
  }

  call(receiptId: string): { state: string } | undefined {
    return this.#view?.call.get(receiptId);
  }

  /** Holds the write lock, as another process may, until it is released. */
  holdWriteLock(): () => void {
    const db = new Database(this.#file, { timeout: 1_000 });
    db.exec('BEGIN IMMEDIATE');
    return () => {
      db.exec('ROLLBACK');
      db.close();
    };
  }

  /**
   * Both processes end at once. `power`: so does the machine, and only the flushed part of the log remains. `pending`
   * are the running steps.
   */
  async crash(power: boolean, pending: Promise<unknown>[]): Promise<void> {
    const next = join(this.#folder, `${this.#opened + 1}.sqlite`);
    copyFileSync(this.#file, next);
    copyFileSync(`${this.#file}-wal`, `${next}-wal`);
    if (power) truncateSync(`${next}-wal`, Math.min(this.#durable, statSync(`${next}-wal`).size));
    const old = this.#file;
    await Promise.allSettled(pending);
    await this.#closeAll();
    for (const part of ['', '-wal', '-shm']) rmSync(`${old}${part}`, { force: true });
    this.#file = next;
    this.open();
  }

  async close(): Promise<void> {
    await this.#closeAll();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #closeAll(): Promise<void> {
    this.#view?.db.close();
    // The service is closed last, as in a regular end.
    await this.stores[1].close();
    await this.stores[0].close();
  }

  #logLength(): number {
    return existsSync(`${this.#file}-wal`) ? statSync(`${this.#file}-wal`).size : 0;
  }
}

type View = ReturnType<typeof createView>;

function createView(file: string) {
  const db = new Database(file, { readonly: true });
  return {
    db,
    wrongMonths: db.prepare<{ id: string }, unknown>(
      `SELECT period, used, (SELECT coalesce(sum(amount), 0) FROM ledger WHERE account_id = @id AND ledger.period = m.period) AS sum
       FROM (
         SELECT period, allowance - balance + overage_used AS used FROM account WHERE id = @id
         UNION ALL
         SELECT period, used FROM account_month WHERE account_id = @id
           AND period <> (SELECT period FROM account WHERE id = @id)
       ) m WHERE used <> sum`,
    ),
    calls: db.prepare<[string], unknown>(
      'SELECT receipt_id, state, amount, period FROM ledger WHERE account_id = ? ORDER BY receipt_id',
    ),
    call: db.prepare<[string], { state: string }>('SELECT state FROM ledger WHERE receipt_id = ?'),
  };
}
