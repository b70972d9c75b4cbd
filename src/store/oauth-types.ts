import type { KeyRecord } from './key-types.ts';

/** An app that registered itself (RFC 7591); public, so there is no secret. */
export interface RegisteredClient {
  id: string;
  /** As it calls itself; "" when it said nothing. */
  name: string;
  redirectUris: readonly string[];
  /** The network that registered it, so that the limit applies to each network. */
  registeredBy: string;
  createdAt: number;
  /** Null until somebody has allowed it something. */
  lastUsedAt: number | null;
}

/** An authorization request that waits for its person's answer. */
export interface WaitingRequest {
  /** Hex SHA-256 of the id, which only the page has. */
  hash: string;
  /** The session that it was shown to; only that session can answer it. */
  sessionHash: string;
  /** JSON text, the authorization server's own. */
  value: string;
  createdAt: number;
  expiresAt: number;
}

/** What an owner allowed an app. Its limits are those of its key of kind `app`. */
export interface GrantRecord {
  keyId: string;
  clientId: string;
  /** Host of a client id that is an address, and so is proven; null for a client that registered itself. */
  clientHost: string | null;
  /** Where the code was sent. */
  redirectHost: string;
  /** The one protected resource that its tokens are for (RFC 8707). */
  resource: string;
  createdAt: number;
  /** When the code was turned into tokens; null: not yet, and perhaps never. */
  connectedAt: number | null;
}

export interface TokenRecord {
  /** Hex SHA-256 of the code or token. */
  hash: string;
  kind: 'code' | 'access' | 'refresh';
  keyId: string;
  /** For a code: the address that it was sent to. */
  redirectUri: string | null;
  /** Of a code: the PKCE challenge, S256. */
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

/** What the use of a code or token changes; nothing where all fields are absent. */
export interface TokenChange {
  /** Marks it as used; the time of the first use is kept. */
  usedAt?: number;
  /** Those that are there already stay as they are. */
  add?: readonly NewToken[];
  connectedAt?: number;
  /** Until when the app works, unless it is revoked. */
  keyExpiresAt?: number;
  /** The app is disconnected, and all its tokens go. */
  endedAt?: number;
  /** The client is in use. */
  clientUsedAt?: number;
}

export interface OAuthStore {
  /** Above `maximumUnused` unused clients, the oldest of the network that registered most are deleted. */
  register(client: RegisteredClient, maximumUnused: number): Promise<void>;
  findClient(id: string): Promise<RegisteredClient | undefined>;
  countUnusedClients(): Promise<number>;
  /** Of a session the `maximum` last. */
  saveRequest(request: WaitingRequest, maximum: number): Promise<void>;
  findRequest(hash: string, sessionHash: string, now: number): Promise<WaitingRequest | undefined>;
  /**
   * Each request is answered once: rejects with AlreadyUsed if it was answered, has expired or belongs to
   * another session.
   */
  takeRequest(hash: string, sessionHash: string, now: number): Promise<void>;
  /** With its code, after its key; its client counts as used. */
  saveGrant(grant: GrantRecord, code: NewToken): Promise<void>;
  /** An account's grants by key, those that were never turned into tokens included. */
  grants(accountId: string): Promise<GrantRecord[]>;
  find(hash: string): Promise<TokenState | undefined>;
  /** Reads a code or token, has `decide` say what its use does, and does that, in one step. */
  use<Change extends TokenChange>(hash: string, decide: (state: TokenState | undefined) => Change): Promise<Change>;
  /** Deletes one access token that its client has revoked. */
  dropToken(hash: string): Promise<boolean>;
  /**
   * Deletes expired records: at `now` requests, tokens and apps that never connected; codes and tokens used
   * before `usedBefore`; unused clients created before `unusedBefore`, others not used since `idleSince`; apps
   * that ended before `endedBefore` without a call.
   */
  purge(
    times: { now: number; usedBefore: number; unusedBefore: number; idleSince: number; endedBefore: number },
    signal?: AbortSignal,
  ): Promise<number>;
}
