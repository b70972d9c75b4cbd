import type { Database } from 'better-sqlite3';
import type { Signup, SignupStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

interface SignupRow {
  hash: string;
  email: string;
  password_hash: string;
  expires_at: number;
}

function toSignup(row: SignupRow): Signup {
  return { hash: row.hash, email: row.email, passwordHash: row.password_hash, expiresAt: row.expires_at };
}

export function createSignupStore(db: Database, writer: Writer): SignupStore {
  const save = db.prepare(
    'INSERT INTO signup (hash, email, password_hash, expires_at) VALUES (@hash, @email, @passwordHash, @expiresAt)',
  );
  const find = db.prepare<[string, number], SignupRow>('SELECT * FROM signup WHERE hash = ? AND expires_at > ?');
  const dropOf = db.prepare<[string]>('DELETE FROM signup WHERE email = ?');
  const salt = db.prepare<[], string>("SELECT value FROM salt WHERE name = 'spent_trial'").pluck();
  const note = db.prepare<[string, number]>(
    'INSERT INTO spent_trial (hash, at) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET at = max(at, excluded.at)',
  );
  const anySpent = db.prepare<[number]>('SELECT 1 FROM spent_trial WHERE at >= ? LIMIT 1');
  const spent = db.prepare<[string, number]>('SELECT 1 FROM spent_trial WHERE hash = ? AND at >= ?');
  const purge = db.prepare<[number]>(
    'DELETE FROM signup WHERE hash IN (SELECT hash FROM signup WHERE expires_at <= ? LIMIT 100)',
  );
  const purgeSpent = db.prepare<[number]>(
    'DELETE FROM spent_trial WHERE hash IN (SELECT hash FROM spent_trial WHERE at < ? LIMIT 100)',
  );
  return {
    save: (signup) =>
      writer.commit(() => {
        save.run(signup);
      }),
    find: async (hash, now) => {
      const row = find.get(hash, now);
      return row && toSignup(row);
    },
    take: (hash, now) =>
      writer.commit(() => {
        const row = find.get(hash, now);
        if (row) dropOf.run(row.email);
        return row && toSignup(row);
      }),
    trialSalt: async () => salt.get() as string,
    noteSpentTrial: (hash, at) =>
      writer.commit(() => {
        note.run(hash, at);
      }),
    hasSpentTrials: async (since) => anySpent.get(since) !== undefined,
    isTrialSpent: async (hash, since) => spent.get(hash, since) !== undefined,
    purge: async (now, spentBefore, signal) =>
      (await inSlices(writer, () => purge.run(now).changes, signal)) +
      (await inSlices(writer, () => purgeSpent.run(spentBefore).changes, signal)),
  };
}
