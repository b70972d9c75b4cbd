import type { Database } from 'better-sqlite3';
import type { LiveMailLink, MailStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

interface LinkRow {
  hash: string;
  account_id: string;
  purpose: LiveMailLink['purpose'];
  address: string | null;
  expires_at: number;
}

function toLink(row: LinkRow): LiveMailLink {
  return {
    hash: row.hash,
    accountId: row.account_id,
    purpose: row.purpose,
    address: row.address,
    expiresAt: row.expires_at,
  };
}

export function createMailStore(db: Database, writer: Writer): MailStore {
  const save = db.prepare(
    'INSERT INTO mail_link (hash, account_id, purpose, address, expires_at) VALUES (@hash, @accountId, @purpose, @address, @expiresAt)',
  );
  const find = db.prepare<[string, string, number], LinkRow>(
    'SELECT * FROM mail_link WHERE hash = ? AND purpose = ? AND account_id IS NOT NULL AND expires_at > ?',
  );
  const drop = db.prepare<[string, string]>('DELETE FROM mail_link WHERE account_id = ? AND purpose = ?');
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
    saveLink: (link) =>
      writer.commit(() => {
        save.run(link);
      }),
    findLink: async (hash, purpose, now) => {
      const row = find.get(hash, purpose, now);
      return row && toLink(row);
    },
    takeLink: (hash, purpose, now) =>
      writer.commit(() => {
        const row = find.get(hash, purpose, now);
        if (row) drop.run(row.account_id, purpose);
        return row && toLink(row);
      }),
    dropLinks: (accountId, purposes) =>
      writer.commit(() => {
        for (const purpose of purposes) drop.run(accountId, purpose);
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
