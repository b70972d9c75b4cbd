import type { GrantRecord, NewToken, RegisteredClient, TokenRecord, TokenState } from '../types.ts';
import type { Queryable } from './connection.ts';

/** Tokens of one app that are kept, the latest of each sort. */
const KEPT_TOKENS = [
  { sort: "kind = 'access'", latest: 'expires_at', most: 50 },
  // By when they were used: one that was used just now still counts.
  { sort: "kind = 'refresh' AND used_at IS NOT NULL", latest: 'used_at', most: 200 },
  // Two processes give two successors to one token: whoever asks both again and again doubles them.
  { sort: "kind = 'refresh' AND used_at IS NULL", latest: 'expires_at', most: 200 },
] as const;

export interface ClientRow extends Omit<RegisteredClient, 'redirectUris'> {
  redirectUris: string;
}

interface StateRow extends GrantRecord, Pick<TokenRecord, 'hash' | 'kind' | 'redirectUri' | 'challenge'> {
  tokenExpiresAt: number;
  usedAt: number | null;
  accountId: string;
  keyCreatedAt: number;
  keyExpiresAt: number | null;
  keyRevokedAt: number | null;
}

export const CLIENT = `id, name, redirect_uris AS "redirectUris", registered_by AS "registeredBy",
  created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

export const GRANT = `g.key_id AS "keyId", g.client_id AS "clientId", g.client_host AS "clientHost",
  g.redirect_host AS "redirectHost", g.resource, g.created_at AS "createdAt", g.connected_at AS "connectedAt"`;

const STATE = `SELECT t.hash, t.kind, t.redirect_uri AS "redirectUri", t.challenge, t.expires_at AS "tokenExpiresAt",
    t.used_at AS "usedAt", ${GRANT}, k.account_id AS "accountId", k.created_at AS "keyCreatedAt",
    k.expires_at AS "keyExpiresAt", k.revoked_at AS "keyRevokedAt"
  FROM oauth_token AS t JOIN oauth_grant AS g ON g.key_id = t.key_id JOIN api_key AS k ON k.id = t.key_id
  WHERE t.hash = $1`;

export function toClient(row: ClientRow): RegisteredClient {
  return { ...row, redirectUris: JSON.parse(row.redirectUris) as string[] };
}

/** A code or token with what it stands for, as it is written now. */
export async function readState(tx: Queryable, hash: string): Promise<TokenState | undefined> {
  const { rows } = await tx.query<StateRow>(STATE, [hash]);
  const [row] = rows;
  if (!row) return undefined;
  const { kind, keyId, redirectUri, challenge, usedAt } = row;
  const { clientId, clientHost, redirectHost, resource, createdAt, connectedAt } = row;
  return {
    token: { hash: row.hash, kind, keyId, redirectUri, challenge, expiresAt: row.tokenExpiresAt, usedAt },
    grant: { keyId, clientId, clientHost, redirectHost, resource, createdAt, connectedAt },
    key: {
      id: keyId,
      accountId: row.accountId,
      createdAt: row.keyCreatedAt,
      expiresAt: row.keyExpiresAt,
      revokedAt: row.keyRevokedAt,
    },
  };
}

export async function saveToken(tx: Queryable, token: NewToken): Promise<void> {
  await tx.query(
    `INSERT INTO oauth_token (hash, kind, key_id, redirect_uri, challenge, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (hash) DO NOTHING`,
    [token.hash, token.kind, token.keyId, token.redirectUri, token.challenge, token.expiresAt],
  );
}

/** Whoever refreshes in a loop fills no table. */
export async function trimTokens(tx: Queryable, keyId: string): Promise<void> {
  for (const { sort, latest, most } of KEPT_TOKENS) {
    await tx.query(
      `DELETE FROM oauth_token WHERE hash IN (
         SELECT hash FROM oauth_token WHERE key_id = $1 AND ${sort} ORDER BY ${latest} DESC, hash OFFSET ${most})`,
      [keyId],
    );
  }
}

export async function useClient(tx: Queryable, id: string, at: number): Promise<void> {
  await tx.query('UPDATE oauth_client SET last_used_at = greatest(last_used_at, $1) WHERE id = $2', [at, id]);
}
