import { AlreadyUsed } from '../already-used.ts';
import { OAUTH_ROOM } from '../limits.ts';
import type { GrantRecord, OAuthStore, TokenChange, TokenState, WaitingRequest } from '../types.ts';
import type { PostgresConnections, Queryable } from './connection.ts';
import { lockName } from './locks.ts';
import { CLIENT, GRANT, readState, saveToken, toClient, trimTokens, useClient, type ClientRow } from './oauth-rows.ts';
import { inBatches, batchStatement } from './in-batches.ts';
import type { PostgresWriter } from './writer.ts';

const REQUEST = `hash, session_hash AS "sessionHash", value, created_at AS "createdAt", expires_at AS "expiresAt"`;
const LIVE_REQUEST = 'hash = $1 AND session_hash = $2 AND expires_at > $3';

export function createOAuthStore({ pool }: PostgresConnections, writer: PostgresWriter): OAuthStore {
  async function countUnused(tx: Queryable): Promise<number> {
    const { rows } = await tx.query<{ count: number }>(
      'SELECT count(*) AS count FROM oauth_client WHERE last_used_at IS NULL',
    );
    return rows[0]?.count ?? 0;
  }
  return {
    register: (client, maximumUnused) =>
      writer.commit(async (tx) => {
        await lockName(tx, 'oauth registration');
        await tx.query(
          `INSERT INTO oauth_client (id, name, redirect_uris, registered_by, created_at, last_used_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [
            client.id,
            client.name,
            JSON.stringify(client.redirectUris),
            client.registeredBy,
            client.createdAt,
            client.lastUsedAt,
          ],
        );
        if ((await countUnused(tx)) <= maximumUnused) return;
        await tx.query(
          `DELETE FROM oauth_client WHERE id IN (
             SELECT id FROM (
               SELECT id, created_at, row_number() OVER (PARTITION BY registered_by ORDER BY created_at DESC, id) AS place
               FROM oauth_client WHERE last_used_at IS NULL) AS unused
             ORDER BY place DESC, created_at, id LIMIT ${OAUTH_ROOM})`,
        );
      }),
    findClient: async (id) => {
      const { rows } = await pool.query<ClientRow>(`SELECT ${CLIENT} FROM oauth_client WHERE id = $1`, [id]);
      return rows[0] && toClient(rows[0]);
    },
    countUnusedClients: () => countUnused(pool),
    saveRequest: ({ hash, sessionHash, value, createdAt, expiresAt }, maximum) =>
      writer.commit(async (tx) => {
        await lockName(tx, `oauth requests ${sessionHash}`);
        await tx.query(
          'INSERT INTO oauth_request (hash, session_hash, value, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
          [hash, sessionHash, value, createdAt, expiresAt],
        );
        await tx.query(
          `DELETE FROM oauth_request WHERE hash IN (
             SELECT hash FROM oauth_request WHERE session_hash = $1 ORDER BY created_at DESC, hash OFFSET $2)`,
          [sessionHash, maximum],
        );
      }),
    findRequest: async (hash, sessionHash, now) => {
      const { rows } = await pool.query<WaitingRequest>(`SELECT ${REQUEST} FROM oauth_request WHERE ${LIVE_REQUEST}`, [
        hash,
        sessionHash,
        now,
      ]);
      return rows[0];
    },
    takeRequest: (hash, sessionHash, now) =>
      writer.commit(async (tx) => {
        const { rowCount } = await tx.query(`DELETE FROM oauth_request WHERE ${LIVE_REQUEST}`, [
          hash,
          sessionHash,
          now,
        ]);
        if (rowCount === 0) throw new AlreadyUsed('request');
      }),
    saveGrant: (grant, code) =>
      writer.commit(async (tx) => {
        await tx.query(
          `INSERT INTO oauth_grant (key_id, client_id, client_host, redirect_host, resource, created_at, connected_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [
            grant.keyId,
            grant.clientId,
            grant.clientHost,
            grant.redirectHost,
            grant.resource,
            grant.createdAt,
            grant.connectedAt,
          ],
        );
        await saveToken(tx, code);
        await useClient(tx, grant.clientId, grant.createdAt);
      }),
    grants: async (accountId) => {
      const { rows } = await pool.query<GrantRecord>(
        `SELECT ${GRANT} FROM oauth_grant AS g JOIN api_key AS k ON k.id = g.key_id WHERE k.account_id = $1`,
        [accountId],
      );
      return rows;
    },
    find: (hash) => readState(pool, hash),
    use: async (hash, decide) => {
      // What nobody was given costs no write, however often it is tried.
      const { rows } = await pool.query<{ keyId: string }>(
        'SELECT key_id AS "keyId" FROM oauth_token WHERE hash = $1',
        [hash],
      );
      const [known] = rows;
      if (!known) return decide(undefined);
      return writer.commit(async (tx, changed) => {
        // All codes and tokens of an app are used one after another, each as the last one left them.
        await tx.query('SELECT 1 FROM api_key WHERE id = $1 FOR NO KEY UPDATE', [known.keyId]);
        const found = await readState(tx, hash);
        const change = decide(found);
        if (found) await apply(tx, found, change);
        if (found && change.endedAt !== undefined) changed();
        return change;
      });
    },
    dropToken: (hash) =>
      writer.commit(async (tx, changed) => {
        changed();
        return (await tx.query('DELETE FROM oauth_token WHERE hash = $1', [hash])).rowCount > 0;
      }),
    purge: async ({ now, usedBefore, unusedBefore, idleSince, endedBefore }, signal) => {
      // An app that made calls is told by them: those that are to be noted yet count.
      await writer.flush();
      let rows = 0;
      for (const [sql, before] of [
        [
          'DELETE FROM oauth_request WHERE hash IN (SELECT hash FROM oauth_request WHERE expires_at <= $1 LIMIT 1000)',
          now,
        ],
        [
          `DELETE FROM oauth_token WHERE hash IN (
             SELECT hash FROM oauth_token WHERE used_at IS NULL AND expires_at <= $1 LIMIT 1000)`,
          now,
        ],
        // While they are there, one that is tried again is told from one that never was.
        [
          'DELETE FROM oauth_token WHERE hash IN (SELECT hash FROM oauth_token WHERE used_at < $1 LIMIT 1000)',
          usedBefore,
        ],
        [
          `DELETE FROM oauth_client WHERE id IN (
             SELECT id FROM oauth_client WHERE last_used_at IS NULL AND created_at < $1 LIMIT 1000)`,
          unusedBefore,
        ],
        [
          'DELETE FROM oauth_client WHERE id IN (SELECT id FROM oauth_client WHERE last_used_at < $1 LIMIT 1000)',
          idleSince,
        ],
        [
          `DELETE FROM api_key WHERE id IN (
             SELECT g.key_id FROM oauth_grant AS g JOIN api_key AS k ON k.id = g.key_id
             WHERE g.connected_at IS NULL AND k.expires_at < $1 LIMIT 100)`,
          now,
        ],
        // One that made calls keeps its name in the usage of its months, as a key does.
        [
          `DELETE FROM api_key WHERE id IN (
             SELECT g.key_id FROM oauth_grant AS g JOIN api_key AS k ON k.id = g.key_id
             WHERE k.expires_at IS NOT NULL AND least(k.expires_at, k.revoked_at) < $1
               AND NOT EXISTS (SELECT 1 FROM usage_day AS u WHERE u.key_id = k.id) LIMIT 100)`,
          endedBefore,
        ],
      ] as const) {
        rows += await inBatches(writer, batchStatement(sql, before), signal);
      }
      return rows;
    },
  };
}

async function apply(tx: Queryable, { token, grant }: TokenState, change: TokenChange): Promise<void> {
  const { keyId, clientId } = grant;
  if (change.usedAt !== undefined) {
    await tx.query('UPDATE oauth_token SET used_at = $1 WHERE hash = $2 AND used_at IS NULL', [
      change.usedAt,
      token.hash,
    ]);
  }
  for (const added of change.add ?? []) await saveToken(tx, added);
  if (change.add) await trimTokens(tx, keyId);
  if (change.connectedAt !== undefined) {
    await tx.query('UPDATE oauth_grant SET connected_at = coalesce(connected_at, $1) WHERE key_id = $2', [
      change.connectedAt,
      keyId,
    ]);
  }
  if (change.keyExpiresAt !== undefined) {
    await tx.query('UPDATE api_key SET expires_at = greatest(expires_at, $1) WHERE id = $2 AND revoked_at IS NULL', [
      change.keyExpiresAt,
      keyId,
    ]);
  }
  if (change.clientUsedAt !== undefined) await useClient(tx, clientId, change.clientUsedAt);
  if (change.endedAt !== undefined) {
    await tx.query('UPDATE api_key SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL', [change.endedAt, keyId]);
    await tx.query('DELETE FROM oauth_token WHERE key_id = $1', [keyId]);
  }
}
