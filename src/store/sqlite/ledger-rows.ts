import type { Database } from 'better-sqlite3';
import { toEntry, type LedgerRow } from '../rows.ts';
import type { LedgerEntry } from '../types.ts';

export class LedgerRows {
  readonly #insert;
  readonly #byReceipt;
  readonly #close;
  readonly #open;

  constructor(db: Database) {
    this.#insert = db.prepare(
      `INSERT INTO ledger (receipt_id, account_id, key_id, tool, state, outcome, period, amount, cached, created_at, duration_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#byReceipt = db.prepare<[string], LedgerRow>('SELECT * FROM ledger WHERE receipt_id = ?');
    this.#close = db.prepare(
      'UPDATE ledger SET state = ?, outcome = ?, amount = ?, cached = ?, duration_ms = ? WHERE receipt_id = ?',
    );
    this.#open = db.prepare<[], LedgerRow>(
      `SELECT ledger.* FROM ledger INDEXED BY ledger_open JOIN account ON account.id = account_id
       WHERE state = 'reserved' AND deleted_at IS NULL`,
    );
  }

  insert(entry: LedgerEntry): void {
    this.#insert.run(
      entry.receiptId,
      entry.accountId,
      entry.keyId,
      entry.tool,
      entry.state,
      entry.outcome,
      entry.period,
      entry.amount,
      entry.cached ? 1 : 0,
      entry.createdAt,
      entry.durationMs,
    );
  }

  find(receiptId: string): LedgerEntry | undefined {
    const row = this.#byReceipt.get(receiptId);
    return row && toEntry(row);
  }

  close(entry: LedgerEntry): void {
    this.#close.run(entry.state, entry.outcome, entry.amount, entry.cached ? 1 : 0, entry.durationMs, entry.receiptId);
  }

  open(): LedgerEntry[] {
    return this.#open.all().map(toEntry);
  }
}
