import { AlreadyUsed } from '../already-used.ts';
import type { MailLink, MailStore } from '../types.ts';
import { change, find, lockName, run, type Step, type StepRunner } from './step.ts';

const COLUMNS = `hash, account_id AS "accountId", purpose, address, created_at AS "createdAt",
  expires_at AS "expiresAt"`;
const LIVE = `hash = ? AND purpose = ? AND spent_at IS NULL AND (account_id IS NOT NULL OR purpose = 'signup')`;

/**
 * For a change of address, only links of the same account count. Links dated in the future were sent before the clock
 * was set back and do not count.
 */
function* countSent({ address, purpose, createdAt, accountId }: MailLink, since: number): Step<number> {
  const row = yield* find<{ count: number }>(
    `SELECT count(*) AS count FROM mail_link WHERE address = ? AND purpose = ?
       AND created_at > ? AND created_at <= ? AND (purpose <> 'address' OR account_id = ?)`,
    address,
    purpose,
    since,
    createdAt,
    accountId,
  );
  return row?.count ?? 0;
}

export function createMailStore(steps: StepRunner): MailStore {
  return {
    saveLink: (link, cap) =>
      steps.write(function* () {
        const { hash, accountId, purpose, address, createdAt, expiresAt } = link;
        if (cap) {
          yield* lockName(`mail ${purpose} ${address}`);
          if ((yield* countSent(link, cap.since)) >= cap.links) return false;
        }
        yield* change(
          `INSERT INTO mail_link (hash, account_id, purpose, address, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
          hash,
          accountId,
          purpose,
          address,
          createdAt,
          expiresAt,
        );
        return true;
      }),
    findLink: async (hash, purpose, now) => {
      const link = await steps.read(find<MailLink>(`SELECT ${COLUMNS} FROM mail_link WHERE ${LIVE}`, hash, purpose));
      if (!link || link.expiresAt > now) return link;
      // The link is marked as used, so that it stays expired even if the clock is set back.
      await steps
        .write(() =>
          change('UPDATE mail_link SET spent_at = ? WHERE hash = ? AND spent_at IS NULL', link.expiresAt, hash),
        )
        .catch(() => {});
      return undefined;
    },
    spendLink: (hash, purpose, now) =>
      steps.write(function* () {
        const sql = `UPDATE mail_link SET spent_at = ? WHERE ${LIVE} AND expires_at > ?`;
        if ((yield* run(sql, now, hash, purpose, now)) === 0) throw new AlreadyUsed('link');
      }),
    endLinks: (accountId, purposes, now) =>
      steps.write(function* () {
        for (const purpose of purposes) {
          yield* change(
            'UPDATE mail_link SET spent_at = ? WHERE account_id = ? AND purpose = ? AND spent_at IS NULL',
            now,
            accountId,
            purpose,
          );
        }
      }),
    endSignups: (address, now) =>
      steps.write(() =>
        change(
          "UPDATE mail_link SET spent_at = ? WHERE address = ? AND purpose = 'signup' AND spent_at IS NULL",
          now,
          address,
        ),
      ),
    dropLink: (hash) => steps.write(() => change('DELETE FROM mail_link WHERE hash = ?', hash)),
    askConfirmation: (accountId, at) =>
      steps.write(() =>
        change(
          'INSERT INTO email_confirmation (account_id, asked_at) VALUES (?, ?) ON CONFLICT (account_id) DO NOTHING',
          accountId,
          at,
        ),
      ),
    confirm: (accountId, at) =>
      steps.write(() =>
        change(
          'UPDATE email_confirmation SET confirmed_at = coalesce(confirmed_at, ?) WHERE account_id = ?',
          at,
          accountId,
        ),
      ),
    confirmation: async (accountId) => {
      const row = await steps.read(
        find<{ confirmedAt: number | null }>(
          'SELECT confirmed_at AS "confirmedAt" FROM email_confirmation WHERE account_id = ?',
          accountId,
        ),
      );
      if (!row) return 'not_asked';
      return row.confirmedAt === null ? 'pending' : 'confirmed';
    },
    noteAlert: (accountId, period, percent, at) =>
      steps.write(function* () {
        const written = yield* run(
          'INSERT INTO usage_alert (account_id, period, percent, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
          accountId,
          period,
          percent,
          at,
        );
        return written > 0;
      }),
    purge: (now, signal) =>
      steps.repeat(
        'DELETE FROM mail_link WHERE hash IN (SELECT hash FROM mail_link WHERE expires_at <= ? LIMIT ?)',
        [now],
        signal,
      ),
  };
}
