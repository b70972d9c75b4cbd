import type { KeyRecord } from './key-types.ts';

/** An app that registered itself (RFC 7591); public, so there is no secret. */
export interface RegisteredClient {
  id: string;
  /** The name that the app gave itself; "" if none. */
  name: string;
  redirectUris: readonly string[];
  /** The network that registered it, so that the limit applies to each network. */
  registeredBy: string;
  createdAt: number;
  /** Null until an owner has given the app access. */
  lastUsedAt: number | null;
}

/** An authorization request that waits for the person's answer. */
export interface WaitingRequest {
  /** Hex SHA-256 of the id; only the page knows the id. */
  hash: string;
  /** The session that saw the request; only that session can answer it. */
  sessionHash: string;
  /** JSON of the authorization server. */
  value: string;
  createdAt: number;
  expiresAt: number;
}

/** The access that an owner has given an app. Its limits are those of the app's key. */
export interface GrantRecord {
  keyId: string;
  clientId: string;
  /** Host of a client id that is a URL, which proves it; null for a client that registered itself. */
  clientHost: string | null;
  /** Host of the redirect URI to which the code was sent. */
  redirectHost: string;
  /** The one protected resource that the tokens are for (RFC 8707). */
  resource: string;
  createdAt: number;
  /** When the code was exchanged for tokens; null if it was not. */
  connectedAt: number | null;
}

export interface TokenRecord {
  /** Hex SHA-256 of the code or token. */
  hash: string;
  kind: 'code' | 'access' | 'refresh';
  keyId: string;
  /** For a code: its redirect URI. */
  redirectUri: string | null;
  /** For a code: the PKCE challenge, S256. */
  challenge: string | null;
  expiresAt: number;
  usedAt: number | null;
}

export type NewToken = Omit<TokenRecord, 'usedAt'>;

/** A code or token with its grant and key. */
export interface TokenState {
  token: TokenRecord;
  grant: GrantRecord;
  key: Pick<KeyRecord, 'id' | 'accountId' | 'revokedAt' | 'expiresAt' | 'createdAt'>;
}

/** What the use of a code or token changes; without any field, nothing. */
export interface TokenChange {
  /** Marks it as used; the time of the first use is kept. */
  usedAt?: number;
  /** New tokens; existing ones stay as they are. */
  add?: readonly NewToken[];
  connectedAt?: number;
  /** The app has access until this time, unless it is revoked earlier. */
  keyExpiresAt?: number;
  /** Disconnects the app and deletes all its tokens. */
  endedAt?: number;
  /** Marks the client as used. */
  clientUsedAt?: number;
}

export interface OAuthStore {
  /** With more than `maximumUnused` unused clients, the oldest ones of the network that registered most are deleted. */
  register(client: RegisteredClient, maximumUnused: number): Promise<void>;
  findClient(id: string): Promise<RegisteredClient | undefined>;
  countUnusedClients(): Promise<number>;
  /** Keeps the last `maximum` requests of a session. */
  saveRequest(request: WaitingRequest, maximum: number): Promise<void>;
  findRequest(hash: string, sessionHash: string, now: number): Promise<WaitingRequest | undefined>;
  /**
   * Each request is answered once: rejects with AlreadyUsed if it was answered, has expired or belongs to
   * another session.
   */
  takeRequest(hash: string, sessionHash: string, now: number): Promise<void>;
  /** Stores the grant with its code, after its key; the client counts as used. */
  saveGrant(grant: GrantRecord, code: NewToken): Promise<void>;
  /** An account's grants by key, including those that were never exchanged for tokens. */
  grants(accountId: string): Promise<GrantRecord[]>;
  find(hash: string): Promise<TokenState | undefined>;
  /** Reads a code or token and applies the change that `decide` returns, in one step. */
  use<Change extends TokenChange>(hash: string, decide: (state: TokenState | undefined) => Change): Promise<Change>;
  /** Deletes one access token that its client has revoked. */
  dropToken(hash: string): Promise<boolean>;
  /**
   * Deletes expired records: requests, tokens and never connected apps that expired by `now`; codes and tokens used
   * before `usedBefore`; unused clients created before `unusedBefore`, and other clients not used since `idleSince`;
   * apps without a call whose access ended before `endedBefore`.
   */
  purge(
    times: { now: number; usedBefore: number; unusedBefore: number; idleSince: number; endedBefore: number },
    signal?: AbortSignal,
  ): Promise<number>;
}
