import type { AccountStore, LedgerStore, ReplayStore, Settlement, Balance, StoreLoad } from '../types.ts';
import type { LedgerRow } from '../rows.ts';
import type { PostgresAccountRows } from './account-rows.ts';
import { createLedgerReads } from '../steps/ledger-reads.ts';
import { findReplay, measureReplays } from '../steps/replays.ts';
import type { StepRunner } from '../steps/step.ts';
import { storableKey } from './batch-keys.ts';
import type { ClaimedKey, LedgerStep } from './batch-steps.ts';
import { Batches } from './batches.ts';
import type { PostgresConnectionOptions, PostgresConnections } from './connection.ts';
import { FreeCallRows } from './free-call-rows.ts';
import type { ReplicaLease } from './replica-lease.ts';
import { createLedgerPurge } from './purge-ledger.ts';
import { batchStatement, inBatches } from './in-batches.ts';
import type { PostgresWriter } from './writer.ts';

const ORPHANS_AT_ONCE = 200;

const PURGE_REPLAYS = `
  DELETE FROM replay USING (
    SELECT account_id, key FROM replay WHERE expires_at <= $1 ORDER BY expires_at LIMIT 200 FOR UPDATE SKIP LOCKED) AS expired
  WHERE replay.account_id = expired.account_id AND replay.key = expired.key`;

export interface Ledger {
  ledger: LedgerStore;
  replays: ReplayStore;
  load(): Promise<StoreLoad>;
  close(): Promise<void>;
}

interface Running {
  accountId: string;
  claimed: ClaimedKey | undefined;
  /** The deadline of the call, as a time of performance.now(). */
  until: number;
}

/**
 * Reservations, charges, settlements and releases run as ledger steps in batches (batches.ts), which apply the rules of
 * src/credits.
 */
export function createLedger(options: {
  connections: PostgresConnections;
  connection: Pick<PostgresConnectionOptions, 'url' | 'schema'>;
  writer: PostgresWriter;
  steps: StepRunner;
  rows: PostgresAccountRows;
  readAccount: AccountStore['findById'];
  member: ReplicaLease;
  callDeadlineMs: number;
}): Ledger {
  const { connections, connection, writer, steps, rows, readAccount, member, callDeadlineMs } = options;
  const { pool } = connections;
  /** Reservations that a call of this process will settle or release, by receipt ID. */
  const running = new Map<string, Running>();
  const batches = new Batches({ connection, rows, member, isOwn: (receiptId) => running.has(receiptId) });
  const freeCalls = new FreeCallRows(writer, rows);

  const put = (step: LedgerStep, until?: number): Promise<Balance> => batches.put(step, until) as Promise<Balance>;

  async function ending(receiptId: string, step: LedgerStep): Promise<Balance> {
    try {
      // Retries while the caller still waits, so that finished work is charged if the database returns.
      return await put(step, running.get(receiptId)?.until);
    } finally {
      // The reservation has ended or has become an orphan, so no call of this process will end it.
      running.delete(receiptId);
    }
  }

  /**
   * Finds the idempotency key of a call that no longer counts as running here, so that the release of its reservation
   * still frees the key.
   */
  async function findHeld(receiptId: string): Promise<{ accountId: string; claimed: ClaimedKey } | undefined> {
    const { rows: found } = await pool.query<ClaimedKey>(
      'SELECT account_id AS "accountId", key FROM replay WHERE receipt_id = $1 AND result IS NULL',
      [receiptId],
    );
    return found[0] && { accountId: found[0].accountId, claimed: found[0] };
  }

  /**
   * Finds reservations that no call will settle, because this process failed to settle them or another process died.
   */
  async function findOrphans() {
    const { rows: found } = await pool.query<LedgerRow & { key: string | null }>(
      `SELECT ledger.*, replay.key FROM ledger JOIN account ON account.id = ledger.account_id AND deleted_at IS NULL
         LEFT JOIN replay ON replay.receipt_id = ledger.receipt_id AND result IS NULL
       WHERE state = 'reserved' AND ledger.receipt_id <> ALL ($1)
         AND (ledger.holder = $2 OR NOT EXISTS (SELECT 1 FROM replica WHERE replica.id = ledger.holder))
       ORDER BY ledger.receipt_id LIMIT ${ORPHANS_AT_ONCE}`,
      [[...running.keys()], member.id],
    );
    return found.map(({ receipt_id: receiptId, account_id: accountId, created_at: createdAt, key }) => ({
      receiptId,
      accountId,
      createdAt,
      claimed: key === null ? undefined : { accountId, key },
    }));
  }

  const ledger: LedgerStore = {
    reserve: async (hold, rawClaim) => {
      const { receiptId } = hold;
      const claim = rawClaim && storableKey(rawClaim);
      const known = running.has(receiptId);
      const until = performance.now() + callDeadlineMs;
      if (!known) running.set(receiptId, { accountId: hold.accountId, claimed: claim, until });
      try {
        return await put({ do: 'reserve', hold, claim });
      } catch (error) {
        // No call will settle the reservation, whether or not it was made.
        if (!known) running.delete(receiptId);
        throw error;
      }
    },
    settle: (receiptId, settlement) =>
      ending(receiptId, {
        do: 'settle',
        receiptId,
        settlement: storableSettlement(settlement),
        accountId: running.get(receiptId)?.accountId,
        claimed: running.get(receiptId)?.claimed,
      }),
    release: async (receiptId, outcome, at, durationMs) => {
      const held = running.get(receiptId) ?? (await findHeld(receiptId));
      const { accountId, claimed } = held ?? {};
      return ending(receiptId, { do: 'release', receiptId, outcome, at, durationMs, accountId, claimed });
    },
    charge: (hold, settlement) => put({ do: 'charge', hold, settlement: storableSettlement(settlement) }),
    note: (entry) => freeCalls.note(entry),
    noteSum: (calls) => freeCalls.noteSum(calls),
    releaseOrphans: async (at) => {
      let released = await member.reap();
      for (;;) {
        const orphans = await findOrphans();
        const steps = orphans.map(({ createdAt, ...held }) =>
          put({ do: 'release', outcome: 'abandoned', at, durationMs: Math.max(0, at - createdAt), ...held }),
        );
        // A step is rejected if another process has released the reservation first, which is not an error.
        const ends = await Promise.allSettled(steps);
        const done = ends.filter(({ status }) => status === 'fulfilled').length;
        released += done;
        if (orphans.length < ORPHANS_AT_ONCE || done === 0) return released;
      }
    },
    ...createLedgerReads(steps, readAccount),
    purge: createLedgerPurge(connections, writer),
  };

  return {
    ledger,
    replays: {
      find: (accountId, key, now) => steps.read(findReplay(accountId, storableKey({ key }).key, now)),
      save: async (replay) => {
        await batches.put({ do: 'save', replay: storableKey(replay) });
      },
      purge: (now, signal) => inBatches(writer, batchStatement(PURGE_REPLAYS, now), signal),
    },
    load: async () => ({ waitingSteps: batches.waiting + writer.waiting, ...(await steps.read(measureReplays())) }),
    close: () => batches.close(),
  };
}

function storableSettlement(settlement: Settlement): Settlement {
  const { replay } = settlement;
  return replay ? { ...settlement, replay: storableKey(replay) } : settlement;
}
