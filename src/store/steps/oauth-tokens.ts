import type { GrantRecord, NewToken, TokenChange, TokenRecord, TokenState } from '../types.ts';
import { change, find, type Step } from './step.ts';

/** Maximum number of tokens of each sort per app. The latest are kept. */
const KEPT_TOKENS = [
  { sort: "kind = 'access'", latest: 'expires_at', most: 50 },
  // The tokens are sorted by the time of use, so that a token that was just used is kept.
  { sort: "kind = 'refresh' AND used_at IS NOT NULL", latest: 'used_at', most: 200 },
  // Two processes can each issue a successor of the same token. Without a limit, the number of tokens could double with
  // every refresh.
  { sort: "kind = 'refresh' AND used_at IS NULL", latest: 'expires_at', most: 200 },
] as const;

interface StateRow extends GrantRecord, Pick<TokenRecord, 'hash' | 'kind' | 'redirectUri' | 'challenge'> {
  tokenExpiresAt: number;
  usedAt: number | null;
  accountId: string;
  keyCreatedAt: number;
  keyExpiresAt: number | null;
  keyRevokedAt: number | null;
}

export const GRANT = `g.key_id AS "keyId", g.client_id AS "clientId", g.client_host AS "clientHost",
  g.redirect_host AS "redirectHost", g.resource, g.created_at AS "createdAt", g.connected_at AS "connectedAt"`;

export function* findState(hash: string): Step<TokenState | undefined> {
  const row = yield* find<StateRow>(
    `SELECT t.hash, t.kind, t.redirect_uri AS "redirectUri", t.challenge, t.expires_at AS "tokenExpiresAt",
       t.used_at AS "usedAt", ${GRANT}, k.account_id AS "accountId", k.created_at AS "keyCreatedAt",
       k.expires_at AS "keyExpiresAt", k.revoked_at AS "keyRevokedAt"
     FROM oauth_token AS t JOIN oauth_grant AS g ON g.key_id = t.key_id JOIN api_key AS k ON k.id = t.key_id
     WHERE t.hash = ?`,
    hash,
  );
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

export function saveToken(token: NewToken): Step<void> {
  return change(
    `INSERT INTO oauth_token (hash, kind, key_id, redirect_uri, challenge, expires_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO NOTHING`,
    token.hash,
    token.kind,
    token.keyId,
    token.redirectUri,
    token.challenge,
    token.expiresAt,
  );
}

function* trimTokens(keyId: string): Step<void> {
  for (const { sort, latest, most } of KEPT_TOKENS) {
    yield* change(
      `DELETE FROM oauth_token WHERE key_id = ? AND ${sort} AND hash NOT IN (
         SELECT hash FROM oauth_token WHERE key_id = ? AND ${sort} ORDER BY ${latest} DESC, hash LIMIT ${most})`,
      keyId,
      keyId,
    );
  }
}

export function useClient(id: string, at: number): Step<void> {
  return change('UPDATE oauth_client SET last_used_at = greatest(last_used_at, ?) WHERE id = ?', at, id);
}

export function* changeToken({ token, grant }: TokenState, to: TokenChange): Step<void> {
  const { keyId, clientId } = grant;
  if (to.usedAt !== undefined) {
    yield* change('UPDATE oauth_token SET used_at = ? WHERE hash = ? AND used_at IS NULL', to.usedAt, token.hash);
  }
  for (const added of to.add ?? []) yield* saveToken(added);
  if (to.add) yield* trimTokens(keyId);
  if (to.connectedAt !== undefined) {
    yield* change(
      'UPDATE oauth_grant SET connected_at = coalesce(connected_at, ?) WHERE key_id = ?',
      to.connectedAt,
      keyId,
    );
  }
  if (to.keyExpiresAt !== undefined) {
    yield* change(
      'UPDATE api_key SET expires_at = greatest(expires_at, ?) WHERE id = ? AND revoked_at IS NULL',
      to.keyExpiresAt,
      keyId,
    );
  }
  if (to.clientUsedAt !== undefined) yield* useClient(clientId, to.clientUsedAt);
  if (to.endedAt !== undefined) {
    yield* change('UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', to.endedAt, keyId);
    yield* change('DELETE FROM oauth_token WHERE key_id = ?', keyId);
  }
}
