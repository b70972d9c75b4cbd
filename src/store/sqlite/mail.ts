import type { Database } from 'better-sqlite3';
import type { MailStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

export function createMailStore(db: Database, writer: Writer): MailStore {
  const save = db.prepare(
    `INSERT INTO mail_token (hash, account_id, purpose, expires_at) VALUES (@hash, @accountId, @purpose, @expiresAt)
     ON CONFLICT (account_id, purpose) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`,
  );
  const find = db
    .prepare<[string, string, number], string>(
      'SELECT account_id FROM mail_token WHERE hash = ? AND purpose = ? AND expires_at > ?',
    )
    .pluck();
  const drop = db.prepare<[string]>('DELETE FROM mail_token WHERE hash = ?');
  const ask = db.prepare<[string, number]>(
    'INSERT INTO email_confirmation (account_id, asked_at) VALUES (?, ?) ON CONFLICT (account_id) DO NOTHING',
  );
  const confirm = db.prepare<[number, string]>(
    'UPDATE email_confirmation SET confirmed_at = coalesce(confirmed_at, ?) WHERE account_id = ?',
  );
  const confirmation = db.prepare<[string], { confirmed_at: number | null }>(
    'SELECT confirmed_at FROM email_confirmation WHERE account_id = ?',
  );
  const alert = db.prepare<[string, number, number, number]>(
    'INSERT INTO usage_alert (account_id, period, percent, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const purge = db.prepare<[number]>(
    'DELETE FROM mail_token WHERE hash IN (SELECT hash FROM mail_token WHERE expires_at <= ? LIMIT 100)',
  );
  return {
    saveToken: (token) =>
      writer.commit(() => {
        save.run(token);
      }),
    findToken: async (hash, purpose, now) => find.get(hash, purpose, now),
    takeToken: (hash, purpose, now) =>
      writer.commit(() => {
        const accountId = find.get(hash, purpose, now);
        if (accountId !== undefined) drop.run(hash);
        return accountId;
      }),
    askConfirmation: (accountId, at) =>
      writer.commit(() => {
        ask.run(accountId, at);
      }),
    confirm: (accountId, at) =>
      writer.commit(() => {
        confirm.run(at, accountId);
      }),
    confirmation: async (accountId) => {
      const row = confirmation.get(accountId);
      if (!row) return 'not_asked';
      return row.confirmed_at === null ? 'pending' : 'confirmed';
    },
    noteAlert: (accountId, period, percent, at) =>
      writer.commit(() => alert.run(accountId, period, percent, at).changes > 0),
    purge: (now, signal) => inSlices(writer, () => purge.run(now).changes, signal),
  };
}
