import type { Database } from 'better-sqlite3';
import { AlreadyUsed } from '../already-used.ts';
import { OAUTH_ROOM } from '../limits.ts';
import type { GrantRecord, OAuthStore, RegisteredClient, TokenRecord, TokenState, WaitingRequest } from '../types.ts';
import type { Revision } from './revision.ts';
import { inBatches } from './in-batches.ts';
import type { SqliteWriter } from './writer.ts';

/** Tokens of one app that are kept, the latest of each sort. */
const KEPT_TOKENS = [
  { sort: "kind = 'access'", latest: 'expires_at', most: 50 },
  // By when they were used: one that was used just now still counts.
  { sort: "kind = 'refresh' AND used_at IS NOT NULL", latest: 'used_at', most: 200 },
  // Two processes give two successors to one token: whoever asks both again and again doubles them.
  { sort: "kind = 'refresh' AND used_at IS NULL", latest: 'expires_at', most: 200 },
] as const;

interface ClientRow {
  id: string;
  name: string;
  redirect_uris: string;
  registered_by: string;
  created_at: number;
  last_used_at: number | null;
}

interface RequestRow {
  hash: string;
  session_hash: string;
  value: string;
  created_at: number;
  expires_at: number;
}

interface GrantRow {
  key_id: string;
  client_id: string;
  client_host: string | null;
  redirect_host: string;
  resource: string;
  created_at: number;
  connected_at: number | null;
}

interface StateRow extends GrantRow {
  hash: string;
  kind: TokenRecord['kind'];
  redirect_uri: string | null;
  challenge: string | null;
  expires_at: number;
  used_at: number | null;
  account_id: string;
  key_created_at: number;
  key_expires_at: number | null;
  key_revoked_at: number | null;
}

function toClient(row: ClientRow): RegisteredClient {
  return {
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    registeredBy: row.registered_by,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

function toRequest(row: RequestRow): WaitingRequest {
  return {
    hash: row.hash,
    sessionHash: row.session_hash,
    value: row.value,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function toGrant(row: GrantRow): GrantRecord {
  return {
    keyId: row.key_id,
    clientId: row.client_id,
    clientHost: row.client_host,
    redirectHost: row.redirect_host,
    resource: row.resource,
    createdAt: row.created_at,
    connectedAt: row.connected_at,
  };
}

function toState(row: StateRow): TokenState {
  return {
    token: {
      hash: row.hash,
      kind: row.kind,
      keyId: row.key_id,
      redirectUri: row.redirect_uri,
      challenge: row.challenge,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    },
    grant: toGrant(row),
    key: {
      id: row.key_id,
      accountId: row.account_id,
      createdAt: row.key_created_at,
      expiresAt: row.key_expires_at,
      revokedAt: row.key_revoked_at,
    },
  };
}

export function createOAuthStore(db: Database, writer: SqliteWriter, revision: Revision): OAuthStore {
  const saveClient = db.prepare(
    `INSERT INTO oauth_client (id, name, redirect_uris, registered_by, created_at, last_used_at)
     VALUES (@id, @name, @redirectUris, @registeredBy, @createdAt, @lastUsedAt)`,
  );
  const findClient = db.prepare<[string], ClientRow>('SELECT * FROM oauth_client WHERE id = ?');
  const countUnused = db.prepare<[], number>('SELECT count(*) FROM oauth_client WHERE last_used_at IS NULL').pluck();
  const makeRoom = db.prepare(
    `DELETE FROM oauth_client WHERE id IN (
       SELECT id FROM (
         SELECT id, created_at, row_number() OVER (PARTITION BY registered_by ORDER BY created_at DESC, id) AS place
         FROM oauth_client WHERE last_used_at IS NULL)
       ORDER BY place DESC, created_at, id LIMIT ${OAUTH_ROOM})`,
  );
  const useClient = db.prepare<[number, string]>(
    'UPDATE oauth_client SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
  );
  const saveRequest = db.prepare(
    `INSERT INTO oauth_request (hash, session_hash, value, created_at, expires_at)
     VALUES (@hash, @sessionHash, @value, @createdAt, @expiresAt)`,
  );
  const trimRequests = db.prepare<{ sessionHash: string; maximum: number }>(
    `DELETE FROM oauth_request WHERE hash IN (
       SELECT hash FROM oauth_request WHERE session_hash = @sessionHash ORDER BY created_at DESC, hash LIMIT -1 OFFSET @maximum)`,
  );
  const findRequest = db.prepare<[string, string, number], RequestRow>(
    'SELECT * FROM oauth_request WHERE hash = ? AND session_hash = ? AND expires_at > ?',
  );
  const takeRequest = db.prepare<[string, string, number]>(
    'DELETE FROM oauth_request WHERE hash = ? AND session_hash = ? AND expires_at > ?',
  );
  const saveGrant = db.prepare(
    `INSERT INTO oauth_grant (key_id, client_id, client_host, redirect_host, resource, created_at, connected_at)
     VALUES (@keyId, @clientId, @clientHost, @redirectHost, @resource, @createdAt, @connectedAt)`,
  );
  const grants = db.prepare<[string], GrantRow>(
    'SELECT g.* FROM oauth_grant AS g JOIN api_key AS k ON k.id = g.key_id WHERE k.account_id = ?',
  );
  const saveToken = db.prepare(
    `INSERT INTO oauth_token (hash, kind, key_id, redirect_uri, challenge, expires_at)
     VALUES (@hash, @kind, @keyId, @redirectUri, @challenge, @expiresAt) ON CONFLICT (hash) DO NOTHING`,
  );
  const state = db.prepare<[string], StateRow>(
    `SELECT t.hash, t.kind, t.redirect_uri, t.challenge, t.expires_at, t.used_at, g.*, k.account_id,
       k.created_at AS key_created_at, k.expires_at AS key_expires_at, k.revoked_at AS key_revoked_at
     FROM oauth_token AS t JOIN oauth_grant AS g ON g.key_id = t.key_id JOIN api_key AS k ON k.id = t.key_id
     WHERE t.hash = ?`,
  );
  const useToken = db.prepare<[number, string]>(
    'UPDATE oauth_token SET used_at = ? WHERE hash = ? AND used_at IS NULL',
  );
  const connect = db.prepare<[number, string]>(
    'UPDATE oauth_grant SET connected_at = coalesce(connected_at, ?) WHERE key_id = ?',
  );
  const extend = db.prepare<[number, string]>(
    'UPDATE api_key SET expires_at = max(coalesce(expires_at, 0), ?) WHERE id = ? AND revoked_at IS NULL',
  );
  const endKey = db.prepare<[number, string]>('UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  // Whoever refreshes in a loop fills no table.
  const trimTokens = KEPT_TOKENS.map(({ sort, latest, most }) =>
    db.prepare<{ keyId: string }>(
      `DELETE FROM oauth_token WHERE hash IN (
         SELECT hash FROM oauth_token WHERE key_id = @keyId AND ${sort}
         ORDER BY ${latest} DESC, hash LIMIT -1 OFFSET ${most})`,
    ),
  );
  const dropTokens = db.prepare<[string]>('DELETE FROM oauth_token WHERE key_id = ?');
  const dropToken = db.prepare<[string]>('DELETE FROM oauth_token WHERE hash = ?');
  const purges = {
    requests: db.prepare<[number]>(
      'DELETE FROM oauth_request WHERE hash IN (SELECT hash FROM oauth_request WHERE expires_at <= ? LIMIT 100)',
    ),
    tokens: db.prepare<[number]>(
      `DELETE FROM oauth_token WHERE hash IN (
         SELECT hash FROM oauth_token WHERE used_at IS NULL AND expires_at <= ? LIMIT 100)`,
    ),
    // While they are there, one that is tried again is told from one that never was.
    usedTokens: db.prepare<[number]>(
      'DELETE FROM oauth_token WHERE hash IN (SELECT hash FROM oauth_token WHERE used_at < ? LIMIT 100)',
    ),
    unused: db.prepare<[number]>(
      `DELETE FROM oauth_client WHERE id IN (
         SELECT id FROM oauth_client WHERE last_used_at IS NULL AND created_at < ? LIMIT 100)`,
    ),
    idle: db.prepare<[number]>(
      'DELETE FROM oauth_client WHERE id IN (SELECT id FROM oauth_client WHERE last_used_at < ? LIMIT 100)',
    ),
    strangers: db.prepare<[number]>(
      `DELETE FROM api_key WHERE id IN (
         SELECT g.key_id FROM oauth_grant AS g JOIN api_key AS k ON k.id = g.key_id
         WHERE g.connected_at IS NULL AND k.expires_at < ? LIMIT 100)`,
    ),
    // One that made calls keeps its name in the usage of its months, as a key does.
    ended: db.prepare<[number]>(
      `DELETE FROM api_key WHERE id IN (
         SELECT g.key_id FROM oauth_grant AS g JOIN api_key AS k ON k.id = g.key_id
         WHERE min(k.expires_at, coalesce(k.revoked_at, k.expires_at)) < ?
           AND NOT EXISTS (SELECT 1 FROM usage_day AS u WHERE u.key_id = k.id) LIMIT 100)`,
    ),
  };
  const stateOf = (hash: string): TokenState | undefined => {
    const row = state.get(hash);
    return row && toState(row);
  };

  return {
    register: (client, maximumUnused) =>
      writer.commit(() => {
        saveClient.run({ ...client, redirectUris: JSON.stringify(client.redirectUris) });
        if ((countUnused.get() as number) > maximumUnused) makeRoom.run();
      }),
    findClient: async (id) => {
      const row = findClient.get(id);
      return row && toClient(row);
    },
    countUnusedClients: async () => countUnused.get() as number,
    saveRequest: (request, maximum) =>
      writer.commit(() => {
        saveRequest.run(request);
        trimRequests.run({ sessionHash: request.sessionHash, maximum });
      }),
    findRequest: async (hash, sessionHash, now) => {
      const row = findRequest.get(hash, sessionHash, now);
      return row && toRequest(row);
    },
    takeRequest: (hash, sessionHash, now) =>
      writer.commit(() => {
        if (takeRequest.run(hash, sessionHash, now).changes === 0) throw new AlreadyUsed('request');
      }),
    saveGrant: (grant, code) =>
      writer.commit(() => {
        saveGrant.run(grant);
        saveToken.run(code);
        useClient.run(grant.createdAt, grant.clientId);
      }),
    grants: async (accountId) => grants.all(accountId).map(toGrant),
    find: async (hash) => stateOf(hash),
    use: async (hash, decide) => {
      // What nobody was given costs no write, however often it is tried.
      if (!state.get(hash)) return decide(undefined);
      return writer.commit(() => {
        const found = stateOf(hash);
        const change = decide(found);
        if (!found) return change;
        const { keyId, clientId } = found.grant;
        if (change.usedAt !== undefined) useToken.run(change.usedAt, hash);
        for (const token of change.add ?? []) saveToken.run(token);
        if (change.add) for (const trim of trimTokens) trim.run({ keyId });
        if (change.connectedAt !== undefined) connect.run(change.connectedAt, keyId);
        if (change.keyExpiresAt !== undefined) extend.run(change.keyExpiresAt, keyId);
        if (change.clientUsedAt !== undefined) useClient.run(change.clientUsedAt, clientId);
        if (change.endedAt !== undefined) {
          endKey.run(change.endedAt, keyId);
          dropTokens.run(keyId);
          revision.bump();
        }
        return change;
      });
    },
    dropToken: (hash) =>
      writer.commit(() => {
        revision.bump();
        return dropToken.run(hash).changes > 0;
      }),
    purge: async ({ now, usedBefore, unusedBefore, idleSince, endedBefore }, signal) =>
      (await inBatches(writer, () => purges.requests.run(now).changes, signal)) +
      (await inBatches(writer, () => purges.tokens.run(now).changes, signal)) +
      (await inBatches(writer, () => purges.usedTokens.run(usedBefore).changes, signal)) +
      (await inBatches(writer, () => purges.unused.run(unusedBefore).changes, signal)) +
      (await inBatches(writer, () => purges.idle.run(idleSince).changes, signal)) +
      (await inBatches(writer, () => purges.strangers.run(now).changes, signal)) +
      (await inBatches(writer, () => purges.ended.run(endedBefore).changes, signal)),
  };
}
