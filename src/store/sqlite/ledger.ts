import type { Database } from 'better-sqlite3';
import { balanceOf } from '../../credits/account-state.ts';
import { dayOf, giveBack, release, reserve, settle, type Closed } from '../../credits/calls.ts';
import { accountGone } from '../../credits/refusals.ts';
import type { KeyState, RolledForward } from '../../credits/types.ts';
import { ServiceError } from '../../errors.ts';
import { IdempotencyKeyInUse } from '../idempotency-key-in-use.ts';
import type { AccountRecord, Claim, Hold, LedgerEntry, LedgerStore, NewReplay, Balance } from '../types.ts';
import type { SqliteAccountRows } from './account-rows.ts';
import { createLedgerReads } from '../steps/ledger-reads.ts';
import type { StepRunner } from '../steps/step.ts';
import { LedgerRows } from './ledger-rows.ts';
import { createLedgerPurge } from './purge-ledger.ts';
import type { SqliteWriter } from './writer.ts';

const ORPHANS_AT_ONCE = 200;

export function createLedgerStore(
  db: Database,
  writer: SqliteWriter,
  steps: StepRunner,
  rows: SqliteAccountRows,
  saveReplay: (replay: NewReplay) => void,
): LedgerStore {
  const entries = new LedgerRows(db);
  const keyOf = db.prepare<
    [string],
    { revoked_at: number | null; expires_at: number | null; daily_cap: number | null; kind: 'key' | 'app' }
  >('SELECT revoked_at, expires_at, daily_cap, kind FROM api_key WHERE id = ?');
  const spentByKey = db
    .prepare<[string, number], number | null>('SELECT sum(cost) FROM usage_day WHERE key_id = ? AND day = ?')
    .pluck();
  const addSum = db.prepare<[string, number, number, string, string, string, number, number]>(
    `INSERT INTO free_call_sum (account_id, period, day, tool, key_id, outcome, calls, last_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, last_at = max(last_at, excluded.last_at)`,
  );
  const answeredUnder = db
    .prepare<[string, string, number], string>(
      'SELECT arguments_hash FROM replay WHERE account_id = ? AND key = ? AND expires_at > ?',
    )
    .pluck();
  const running = new Set<string>();

  function requireAccount(id: string, now: number): RolledForward<AccountRecord> {
    const found = rows.find(id, now);
    if (!found) throw accountGone();
    return found;
  }

  function findKey(id: string | null): KeyState | undefined {
    const row = id === null ? undefined : keyOf.get(id);
    return row && { revokedAt: row.revoked_at, expiresAt: row.expires_at, dailyCap: row.daily_cap, kind: row.kind };
  }

  /**
   * Calls with one idempotency key run one after another in this process. But a call may have looked for a stored
   * answer before the previous call stored its answer, so the key is checked again inside the transaction.
   */
  function refuseAnswered({ accountId, key }: Claim, at: number): void {
    const argumentsHash = answeredUnder.get(accountId, key, at);
    if (argumentsHash !== undefined) throw new IdempotencyKeyInUse(argumentsHash);
  }

  function reserveInTransaction(hold: Hold): { turned: RolledForward<AccountRecord>; entry: LedgerEntry } {
    const { account, ended } = requireAccount(hold.accountId, hold.at);
    const key = findKey(hold.keyId);
    const capped = hold.keyId !== null && key !== undefined && key.dailyCap !== null;
    const spent = capped ? (spentByKey.get(hold.keyId as string, dayOf(hold.at)) ?? 0) : 0;
    const held = reserve(account, hold, key, spent);
    return { turned: { account: held.account, ended }, entry: held.entry };
  }

  function close(entry: LedgerEntry, now: number, closing: (entry: LedgerEntry) => Closed): Balance {
    const { account, ended } = requireAccount(entry.accountId, now);
    const closed = closing(entry);
    entries.close(closed.entry);
    // `rows.write` records the ended month, so the amount is given back to that month afterwards.
    const present = entry.period === account.period;
    const after = present ? giveBack(account, closed.givenBack) : account;
    if (after !== account || ended.length > 0) rows.write({ account: after, ended });
    if (!present && closed.givenBack > 0) rows.giveBackTo(entry.accountId, entry.period, closed.givenBack);
    return balanceOf(after);
  }

  function requireEntry(receiptId: string): LedgerEntry {
    const entry = entries.find(receiptId);
    if (entry) return entry;
    // A reservation that a call still needs disappears only with its account.
    throw running.has(receiptId)
      ? accountGone()
      : new ServiceError('internal', `There is no reservation ${receiptId}.`);
  }

  async function ending(receiptId: string, step: () => Balance): Promise<Balance> {
    try {
      return await writer.commit(step);
    } finally {
      running.delete(receiptId);
    }
  }

  return {
    reserve: async (hold, claim) => {
      let held = false;
      try {
        return await writer.commit(() => {
          if (claim) refuseAnswered(claim, hold.at);
          const { turned, entry } = reserveInTransaction(hold);
          rows.write(turned);
          entries.insert(entry);
          running.add(hold.receiptId);
          held = true;
          return balanceOf(turned.account);
        });
      } catch (error) {
        // The reservation was written, but its transaction failed or has an unknown result, so no call will settle it.
        if (held) running.delete(hold.receiptId);
        throw error;
      }
    },
    settle: (receiptId, settlement) =>
      ending(receiptId, () => {
        const balance = close(requireEntry(receiptId), settlement.at, (entry) => settle(entry, settlement));
        if (settlement.replay) saveReplay(settlement.replay);
        return balance;
      }),
    release: (receiptId, outcome, at, durationMs) =>
      ending(receiptId, () => close(requireEntry(receiptId), at, (entry) => release(entry, outcome, durationMs))),
    charge: (hold, settlement) =>
      writer.commit(() => {
        if (settlement.replay) refuseAnswered(settlement.replay, hold.at);
        const { turned, entry } = reserveInTransaction({ ...hold, amount: settlement.cost });
        rows.write(turned);
        entries.insert(settle(entry, settlement).entry);
        if (settlement.replay) saveReplay(settlement.replay);
        return balanceOf(turned.account);
      }),
    note: (entry) =>
      writer.defer(() => {
        const turned = rows.find(entry.accountId, entry.createdAt);
        if (!turned) return;
        entries.insert({ ...entry, state: 'settled', period: turned.account.period, amount: 0 });
      }),
    noteSum: ({ accountId, keyId, tool, outcome, calls, at }) =>
      writer.defer(() => {
        const turned = rows.find(accountId, at);
        if (!turned) return;
        addSum.run(accountId, turned.account.period, dayOf(at), tool, keyId ?? '', outcome, calls, at);
      }),
    releaseOrphans: async (at) => {
      let released = 0;
      for (;;) {
        const now = await writer.commit(() => {
          const orphans = entries.open().filter(({ receiptId }) => !running.has(receiptId));
          const slice = orphans.slice(0, ORPHANS_AT_ONCE);
          for (const orphan of slice) {
            close(orphan, at, (entry) => release(entry, 'abandoned', Math.max(0, at - entry.createdAt)));
          }
          return slice.length;
        });
        released += now;
        if (now < ORPHANS_AT_ONCE) return released;
      }
    },
    ...createLedgerReads(steps, (id, now) => rows.read(id, now)),
    purge: createLedgerPurge(db, writer),
  };
}
