import { Spent } from '../spent.ts';
import type { FactorStore, SecondFactor } from '../types.ts';
import type { Connections, Queryable } from './connection.ts';
import { lockAccount } from './locks.ts';
import type { Writer } from './writer.ts';

const COLUMNS = `account_id AS "accountId", secret, enabled_at AS "enabledAt", offered_to AS "offeredTo",
  offered_at AS "offeredAt"`;

export function createFactorStore({ pool }: Connections, writer: Writer): FactorStore {
  async function setCodes(tx: Queryable, accountId: string, hashes: readonly string[]): Promise<void> {
    await tx.query('DELETE FROM recovery_code WHERE account_id = $1', [accountId]);
    await tx.query('INSERT INTO recovery_code (account_id, hash) SELECT $1::text, unnest($2::text[])', [
      accountId,
      hashes,
    ]);
  }
  return {
    find: async (accountId) => {
      const { rows } = await pool.query<SecondFactor>(`SELECT ${COLUMNS} FROM second_factor WHERE account_id = $1`, [
        accountId,
      ]);
      return rows[0];
    },
    offer: (accountId, secret, sessionHash, at) =>
      writer.commit(async (tx) => {
        const { rowCount } = await tx.query(
          `INSERT INTO second_factor (account_id, secret, offered_to, offered_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, offered_to = excluded.offered_to,
             offered_at = excluded.offered_at WHERE second_factor.enabled_at IS NULL`,
          [accountId, secret, sessionHash, at],
        );
        return rowCount > 0;
      }),
    enable: (accountId, secret, at, step, codeHashes) =>
      writer.commit(async (tx) => {
        await lockAccount(tx, accountId);
        const { rowCount } = await tx.query(
          `UPDATE second_factor SET enabled_at = $1, last_step = $2
           WHERE account_id = $3 AND secret = $4 AND enabled_at IS NULL`,
          [at, step, accountId, secret],
        );
        if (rowCount > 0) await setCodes(tx, accountId, codeHashes);
        return rowCount > 0;
      }),
    useStep: (accountId, step) =>
      writer.commit(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE second_factor SET last_step = $1
           WHERE account_id = $2 AND enabled_at IS NOT NULL AND last_step < $1`,
          [step, accountId],
        );
        if (rowCount === 0) throw new Spent('code');
      }),
    takeCode: (accountId, codeHash) =>
      writer.commit(async (tx) => {
        const { rowCount } = await tx.query('DELETE FROM recovery_code WHERE account_id = $1 AND hash = $2', [
          accountId,
          codeHash,
        ]);
        if (rowCount === 0) throw new Spent('code');
      }),
    // Two who replace them at once must not leave both sets.
    replaceCodes: (accountId, codeHashes) =>
      writer.commit(async (tx) => {
        await lockAccount(tx, accountId);
        await setCodes(tx, accountId, codeHashes);
      }),
    countCodes: async (accountId) => {
      const { rows } = await pool.query<{ count: number }>(
        'SELECT count(*) AS count FROM recovery_code WHERE account_id = $1',
        [accountId],
      );
      return rows[0]?.count ?? 0;
    },
    remove: (accountId) =>
      writer.commit(async (tx) => {
        await lockAccount(tx, accountId);
        await tx.query('DELETE FROM recovery_code WHERE account_id = $1', [accountId]);
        return (await tx.query('DELETE FROM second_factor WHERE account_id = $1', [accountId])).rowCount > 0;
      }),
  };
}
