import { Spent } from '../spent.ts';
import type { MailLink, MailStore } from '../types.ts';
import type { Connections, Queryable } from './connection.ts';
import { lockName } from './locks.ts';
import { inSlices, slice } from './slices.ts';
import type { Writer } from './writer.ts';

const COLUMNS = `hash, account_id AS "accountId", purpose, address, created_at AS "createdAt",
  expires_at AS "expiresAt"`;
const LIVE = `hash = $1 AND purpose = $2 AND spent_at IS NULL AND (account_id IS NOT NULL OR purpose = 'signup')`;

export function createMailStore({ pool }: Connections, writer: Writer): MailStore {
  // What a clock that was set back since made in its future does not count. Several accounts may wish for one address.
  async function countSent(tx: Queryable, link: MailLink, since: number): Promise<number> {
    const { rows } = await tx.query<{ count: number }>(
      `SELECT count(*) AS count FROM mail_link WHERE address = $1 AND purpose = $2
         AND created_at > $3 AND created_at <= $4 AND ($2 <> 'address' OR account_id = $5)`,
      [link.address, link.purpose, since, link.createdAt, link.accountId],
    );
    return rows[0]?.count ?? 0;
  }
  function run(sql: string, ...values: readonly unknown[]): Promise<void> {
    return writer.commit(async (tx) => {
      await tx.query(sql, values);
    });
  }
  return {
    saveLink: (link, cap) =>
      writer.commit(async (tx) => {
        if (cap) {
          await lockName(tx, `mail ${link.purpose} ${link.address}`);
          if ((await countSent(tx, link, cap.since)) >= cap.links) return false;
        }
        await tx.query(
          `INSERT INTO mail_link (hash, account_id, purpose, address, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [link.hash, link.accountId, link.purpose, link.address, link.createdAt, link.expiresAt],
        );
        return true;
      }),
    findLink: async (hash, purpose, now) => {
      const { rows } = await pool.query<MailLink>(`SELECT ${COLUMNS} FROM mail_link WHERE ${LIVE}`, [hash, purpose]);
      const [row] = rows;
      if (!row || row.expiresAt > now) return row;
      await run('UPDATE mail_link SET spent_at = $1 WHERE hash = $2 AND spent_at IS NULL', row.expiresAt, hash).catch(
        () => {},
      );
      return undefined;
    },
    spendLink: (hash, purpose, now) =>
      writer.commit(async (tx) => {
        const { rowCount } = await tx.query(`UPDATE mail_link SET spent_at = $3 WHERE ${LIVE} AND expires_at > $3`, [
          hash,
          purpose,
          now,
        ]);
        if (rowCount === 0) throw new Spent('link');
      }),
    endLinks: (accountId, purposes, now) =>
      run(
        'UPDATE mail_link SET spent_at = $1 WHERE account_id = $2 AND purpose = ANY ($3::text[]) AND spent_at IS NULL',
        now,
        accountId,
        purposes,
      ),
    endSignups: (address, now) =>
      run(
        "UPDATE mail_link SET spent_at = $1 WHERE address = $2 AND purpose = 'signup' AND spent_at IS NULL",
        now,
        address,
      ),
    dropLink: (hash) => run('DELETE FROM mail_link WHERE hash = $1', hash),
    askConfirmation: (accountId, at) =>
      run(
        'INSERT INTO email_confirmation (account_id, asked_at) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING',
        accountId,
        at,
      ),
    confirm: (accountId, at) =>
      run(
        'UPDATE email_confirmation SET confirmed_at = coalesce(confirmed_at, $1) WHERE account_id = $2',
        at,
        accountId,
      ),
    confirmation: async (accountId) => {
      const { rows } = await pool.query<{ confirmed: boolean }>(
        'SELECT confirmed_at IS NOT NULL AS confirmed FROM email_confirmation WHERE account_id = $1',
        [accountId],
      );
      if (!rows[0]) return 'not_asked';
      return rows[0].confirmed ? 'confirmed' : 'pending';
    },
    noteAlert: (accountId, period, percent, at) =>
      writer.commit(async (tx) => {
        const { rowCount } = await tx.query(
          'INSERT INTO usage_alert (account_id, period, percent, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
          [accountId, period, percent, at],
        );
        return rowCount > 0;
      }),
    purge: (now, signal) =>
      inSlices(
        writer,
        slice(
          'DELETE FROM mail_link WHERE hash IN (SELECT hash FROM mail_link WHERE expires_at <= $1 LIMIT 1000)',
          now,
        ),
        signal,
      ),
  };
}
