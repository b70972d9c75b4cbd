import type { Database } from 'better-sqlite3';
import { Spent } from '../spent.ts';
import type { MailCap, MailLink, MailStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

interface LinkRow {
  hash: string;
  account_id: string | null;
  purpose: MailLink['purpose'];
  address: string;
  created_at: number;
  expires_at: number;
}

function toLink(row: LinkRow): MailLink {
  return {
    hash: row.hash,
    accountId: row.account_id,
    purpose: row.purpose,
    address: row.address,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export function createMailStore(db: Database, writer: Writer): MailStore {
  const save = db.prepare(
    `INSERT INTO mail_link (hash, account_id, purpose, address, created_at, expires_at)
     VALUES (@hash, @accountId, @purpose, @address, @createdAt, @expiresAt)`,
  );
  // What a clock that was set back since made in its future does not count. Several accounts may wish for one address.
  const countSent = db
    .prepare<MailLink & MailCap, number>(
      `SELECT count(*) FROM mail_link WHERE address = @address AND purpose = @purpose
         AND created_at > @since AND created_at <= @createdAt AND (@purpose <> 'address' OR account_id = @accountId)`,
    )
    .pluck();
  const find = db.prepare<[string, string], LinkRow>(
    "SELECT * FROM mail_link WHERE hash = ? AND purpose = ? AND spent_at IS NULL AND (account_id IS NOT NULL OR purpose = 'signup')",
  );
  const end = db.prepare<[number, string]>('UPDATE mail_link SET spent_at = ? WHERE hash = ? AND spent_at IS NULL');
  const endOf = db.prepare<[number, string, string]>(
    'UPDATE mail_link SET spent_at = ? WHERE account_id = ? AND purpose = ? AND spent_at IS NULL',
  );
  const endSignups = db.prepare<[number, string]>(
    "UPDATE mail_link SET spent_at = ? WHERE address = ? AND purpose = 'signup' AND spent_at IS NULL",
  );
  const drop = db.prepare<[string]>('DELETE FROM mail_link WHERE hash = ?');
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
    'DELETE FROM mail_link WHERE hash IN (SELECT hash FROM mail_link WHERE expires_at <= ? LIMIT 100)',
  );
  return {
    saveLink: (link, cap) =>
      writer.commit(() => {
        if (cap && (countSent.get({ ...link, ...cap }) ?? 0) >= cap.links) return false;
        save.run(link);
        return true;
      }),
    findLink: async (hash, purpose, now) => {
      const row = find.get(hash, purpose);
      if (!row || row.expires_at > now) return row && toLink(row);
      await writer.commit(() => end.run(row.expires_at, hash)).catch(() => {});
      return undefined;
    },
    spendLink: (hash, purpose, now) =>
      writer.commit(() => {
        const row = find.get(hash, purpose);
        if (!row || row.expires_at <= now) throw new Spent('link');
        end.run(now, hash);
      }),
    endLinks: (accountId, purposes, now) =>
      writer.commit(() => {
        for (const purpose of purposes) endOf.run(now, accountId, purpose);
      }),
    endSignups: (address, now) =>
      writer.commit(() => {
        endSignups.run(now, address);
      }),
    dropLink: (hash) =>
      writer.commit(() => {
        drop.run(hash);
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
