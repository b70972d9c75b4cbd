import { AlreadyUsed } from '../already-used.ts';
import { OAUTH_CLIENTS_PURGED_AT_ONCE } from '../limits.ts';
import type { GrantRecord, OAuthStore, RegisteredClient, WaitingRequest } from '../types.ts';
import { GRANT, changeToken, findState, saveToken, useClient } from './oauth-tokens.ts';
import { change, find, findAll, lockName, run, type Step, type StepRunner } from './step.ts';

const LIVE_REQUEST = 'hash = ? AND session_hash = ? AND expires_at > ?';

function* countUnused(): Step<number> {
  const row = yield* find<{ count: number }>('SELECT count(*) AS count FROM oauth_client WHERE last_used_at IS NULL');
  return row?.count ?? 0;
}

export function createOAuthStore(steps: StepRunner): OAuthStore {
  return {
    register: (client, maximumUnused) =>
      steps.write(function* () {
        yield* lockName('oauth registration');
        yield* change(
          `INSERT INTO oauth_client (id, name, redirect_uris, registered_by, created_at, last_used_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
          client.id,
          client.name,
          JSON.stringify(client.redirectUris),
          client.registeredBy,
          client.createdAt,
          client.lastUsedAt,
        );
        if ((yield* countUnused()) <= maximumUnused) return;
        yield* change(
          `DELETE FROM oauth_client WHERE id IN (
             SELECT id FROM (
               SELECT id, created_at, row_number() OVER (PARTITION BY registered_by ORDER BY created_at DESC, id) AS place
               FROM oauth_client WHERE last_used_at IS NULL) AS unused
             ORDER BY place DESC, created_at, id LIMIT ${OAUTH_CLIENTS_PURGED_AT_ONCE})`,
        );
      }),
    findClient: async (id) => {
      const row = await steps.read(
        find<Omit<RegisteredClient, 'redirectUris'> & { redirectUris: string }>(
          `SELECT id, name, redirect_uris AS "redirectUris", registered_by AS "registeredBy",
             created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM oauth_client WHERE id = ?`,
          id,
        ),
      );
      return row && { ...row, redirectUris: JSON.parse(row.redirectUris) as string[] };
    },
    countUnusedClients: () => steps.read(countUnused()),
    saveRequest: ({ hash, sessionHash, value, createdAt, expiresAt }, maximum) =>
      steps.write(function* () {
        yield* lockName(`oauth requests ${sessionHash}`);
        yield* change(
          'INSERT INTO oauth_request (hash, session_hash, value, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
          hash,
          sessionHash,
          value,
          createdAt,
          expiresAt,
        );
        yield* change(
          `DELETE FROM oauth_request WHERE session_hash = ? AND hash NOT IN (
             SELECT hash FROM oauth_request WHERE session_hash = ? ORDER BY created_at DESC, hash LIMIT ?)`,
          sessionHash,
          sessionHash,
          maximum,
        );
      }),
    findRequest: (hash, sessionHash, now) =>
      steps.read(
        find<WaitingRequest>(
          `SELECT hash, session_hash AS "sessionHash", value, created_at AS "createdAt", expires_at AS "expiresAt"
           FROM oauth_request WHERE ${LIVE_REQUEST}`,
          hash,
          sessionHash,
          now,
        ),
      ),
    takeRequest: (hash, sessionHash, now) =>
      steps.write(function* () {
        const taken = yield* run(`DELETE FROM oauth_request WHERE ${LIVE_REQUEST}`, hash, sessionHash, now);
        if (taken === 0) throw new AlreadyUsed('request');
      }),
    saveGrant: (grant, code) =>
      steps.write(function* () {
        yield* change(
          `INSERT INTO oauth_grant (key_id, client_id, client_host, redirect_host, resource, created_at, connected_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          grant.keyId,
          grant.clientId,
          grant.clientHost,
          grant.redirectHost,
          grant.resource,
          grant.createdAt,
          grant.connectedAt,
        );
        yield* saveToken(code);
        yield* useClient(grant.clientId, grant.createdAt);
      }),
    grants: (accountId) =>
      steps.read(
        findAll<GrantRecord>(
          `SELECT ${GRANT} FROM oauth_grant AS g JOIN api_key AS k ON k.id = g.key_id WHERE k.account_id = ?`,
          accountId,
        ),
      ),
    find: (hash) => steps.read(findState(hash)),
    use: async (hash, decide) => {
      // For a code or token that was never issued, only this read is made, so that guesses cost the service little.
      const known = await steps.read(
        find<{ keyId: string }>('SELECT key_id AS "keyId" FROM oauth_token WHERE hash = ?', hash),
      );
      if (!known) return decide(undefined);
      return steps.write(function* (changed) {
        // Codes and tokens of one app are used one after another, so that each use sees the result of the previous one.
        const sql = 'SELECT 1 FROM api_key WHERE id = ? FOR NO KEY UPDATE';
        yield { sql, values: [known.keyId], lockOnly: true };
        const found = yield* findState(hash);
        const decided = decide(found);
        if (found) yield* changeToken(found, decided);
        if (found && decided.endedAt !== undefined) changed();
        return decided;
      });
    },
    dropToken: (hash) =>
      steps.write(function* (changed) {
        changed();
        return (yield* run('DELETE FROM oauth_token WHERE hash = ?', hash)) > 0;
      }),
    purge: async ({ now, usedBefore, unusedBefore, idleSince, endedBefore }, signal) => {
      // An app that made calls is kept, so calls that are not written yet are written first.
      await steps.flush();
      const drop = (table: string, id: string, where: string, before: number): Promise<number> =>
        steps.repeat(
          `DELETE FROM ${table} WHERE ${id} IN (SELECT ${id} FROM ${table} WHERE ${where} LIMIT ?)`,
          [before],
          signal,
        );
      const dropKeys = (where: string, before: number): Promise<number> =>
        steps.repeat(
          `DELETE FROM api_key WHERE id IN (
             SELECT g.key_id FROM oauth_grant AS g JOIN api_key AS k ON k.id = g.key_id WHERE ${where} LIMIT ?)`,
          [before],
          signal,
        );
      return (
        (await drop('oauth_request', 'hash', 'expires_at <= ?', now)) +
        (await drop('oauth_token', 'hash', 'used_at IS NULL AND expires_at <= ?', now)) +
        // A used code or token is kept for a time, to distinguish it from one that never existed.
        (await drop('oauth_token', 'hash', 'used_at < ?', usedBefore)) +
        (await drop('oauth_client', 'id', 'last_used_at IS NULL AND created_at < ?', unusedBefore)) +
        (await drop('oauth_client', 'id', 'last_used_at < ?', idleSince)) +
        (await dropKeys('g.connected_at IS NULL AND k.expires_at < ?', now)) +
        // An app that made calls is kept, because the usage pages show its name.
        (await dropKeys(
          `k.expires_at IS NOT NULL AND least(k.expires_at, k.revoked_at) < ?
             AND NOT EXISTS (SELECT 1 FROM usage_day AS u WHERE u.key_id = k.id)`,
          endedBefore,
        ))
      );
    },
  };
}
