import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionSettings } from './connection.ts';
import { toFault } from './fault-codes.ts';

/** SQL for the lock number of a name. It depends on the schema, because one database may contain several stores. */
export const LOCK_OF_NAME = "hashtextextended(current_schema() || ':' || $1, 0)";

const RETRY_MS = 50;

interface HeldLock {
  release(): Promise<void>;
}

/**
 * Runs work under a named lock in one process at a time. The lock belongs to a transaction on a separate connection, so
 * it ends even if the process dies. With `orLeave`, returns undefined at once if the lock is taken.
 */
export class AdvisoryLocks {
  readonly #url: string;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(url: string) {
    this.#url = url;
  }

  async run<T>(name: string, work: () => Promise<T>, orLeave?: 'orLeave'): Promise<T | undefined> {
    const before = this.#last.get(name);
    if (before && orLeave) return undefined;
    const turn = (before ?? Promise.resolve()).then(() => this.#locked(name, work, orLeave));
    const ended = turn.catch(() => {});
    this.#last.set(name, ended);
    try {
      return await turn;
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }

  async #locked<T>(name: string, work: () => Promise<T>, orLeave?: 'orLeave'): Promise<T | undefined> {
    const held = await this.#hold(name, orLeave);
    if (!held) return undefined;
    try {
      return await work();
    } finally {
      await held.release();
    }
  }

  async #hold(name: string, orLeave?: 'orLeave'): Promise<HeldLock | undefined> {
    const client = new Client({
      ...connectionSettings({ url: this.#url }),
      // The transaction is idle while the work runs, which may take a long time.
      idle_in_transaction_session_timeout: 0,
    });
    client.on('error', () => {});
    const release = async (): Promise<void> => client.end().catch(() => {});
    try {
      await client.connect();
      await client.query('BEGIN');
      // Polls, because a statement that waits for the lock would need a long time-out, and a server that hangs would
      // then be noticed too late.
      while (!(await take(client, name))) {
        if (orLeave) {
          await release();
          return undefined;
        }
        await delay(RETRY_MS);
      }
      return { release };
    } catch (error) {
      await release();
      throw toFault(error, 'no');
    }
  }
}

async function take(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK_OF_NAME}) AS held`, [
    name,
  ]);
  return rows[0]?.held === true;
}
