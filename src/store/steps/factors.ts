import { AlreadyUsed } from '../already-used.ts';
import type { FactorStore, SecondFactor } from '../types.ts';
import { change, find, lockAccount, run, type Step, type StepRunner } from './step.ts';

function* setCodes(accountId: string, hashes: readonly string[]): Step<void> {
  yield* change('DELETE FROM recovery_code WHERE account_id = ?', accountId);
  for (const hash of hashes) {
    yield* change('INSERT INTO recovery_code (account_id, hash) VALUES (?, ?)', accountId, hash);
  }
}

export function createFactorStore(steps: StepRunner): FactorStore {
  return {
    find: (accountId) =>
      steps.read(
        find<SecondFactor>(
          `SELECT account_id AS "accountId", secret, enabled_at AS "enabledAt", offered_to AS "offeredTo",
             offered_at AS "offeredAt" FROM second_factor WHERE account_id = ?`,
          accountId,
        ),
      ),
    offer: (accountId, secret, sessionHash, at) =>
      steps.write(function* () {
        const written = yield* run(
          `INSERT INTO second_factor (account_id, secret, offered_to, offered_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, offered_to = excluded.offered_to,
             offered_at = excluded.offered_at WHERE second_factor.enabled_at IS NULL`,
          accountId,
          secret,
          sessionHash,
          at,
        );
        return written > 0;
      }),
    enable: (accountId, secret, at, lastStep, codeHashes) =>
      steps.write(function* () {
        yield* lockAccount(accountId);
        const written = yield* run(
          `UPDATE second_factor SET enabled_at = ?, last_step = ?
           WHERE account_id = ? AND secret = ? AND enabled_at IS NULL`,
          at,
          lastStep,
          accountId,
          secret,
        );
        if (written > 0) yield* setCodes(accountId, codeHashes);
        return written > 0;
      }),
    useStep: (accountId, totpStep) =>
      steps.write(function* () {
        const written = yield* run(
          `UPDATE second_factor SET last_step = ?
           WHERE account_id = ? AND enabled_at IS NOT NULL AND last_step < ?`,
          totpStep,
          accountId,
          totpStep,
        );
        if (written === 0) throw new AlreadyUsed('code');
      }),
    takeCode: (accountId, codeHash) =>
      steps.write(function* () {
        const taken = yield* run('DELETE FROM recovery_code WHERE account_id = ? AND hash = ?', accountId, codeHash);
        if (taken === 0) throw new AlreadyUsed('code');
      }),
    replaceCodes: (accountId, codeHashes) =>
      steps.write(function* () {
        // Without the lock, two simultaneous replacements would leave both sets of codes.
        yield* lockAccount(accountId);
        yield* setCodes(accountId, codeHashes);
      }),
    countCodes: async (accountId) => {
      const row = await steps.read(
        find<{ count: number }>('SELECT count(*) AS count FROM recovery_code WHERE account_id = ?', accountId),
      );
      return row?.count ?? 0;
    },
    remove: (accountId) =>
      steps.write(function* () {
        yield* lockAccount(accountId);
        yield* change('DELETE FROM recovery_code WHERE account_id = ?', accountId);
        return (yield* run('DELETE FROM second_factor WHERE account_id = ?', accountId)) > 0;
      }),
  };
}
