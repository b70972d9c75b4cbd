import type { KeyRecord } from './key-types.ts';

/** An app that registered itself (RFC 7591). It is a public client, so it has no secret. */
export interface RegisteredClient {
  id: string;
  /** The name that the app stated; "" if it stated none. */
  name: string;
  redirectUris: readonly string[];
  /** Hash of the network that the registration came from. */
  registeredBy: string;
  createdAt: number;
  /** Null until an account's owner has given the app access. */
  lastUsedAt: number | null;
}

/** An authorization request that waits for the owner's answer on the consent page. */
export interface WaitingRequest {
  /** Hex SHA-256 of the request's id; only the consent page has the id. */
  hash: string;
  /** Hash of the session that opened the consent page; only this session can answer it. */
  sessionHash: string;
  /** The request as JSON, written by the authorization server. */
  value: string;
  createdAt: number;
  expiresAt: number;
}

/** The access that an owner has given an app. The limits are stored with the app's key, `keyId`. */
export interface GrantRecord {
  keyId: string;
  clientId: string;
  /** Host of a client id that is a URL; null for a client that registered itself. */
  clientHost: string | null;
  /** Host of the redirect URI to which the authorization code was sent. */
  redirectHost: string;
  /** The only protected resource that the tokens are valid for (RFC 8707). */
  resource: string;
  createdAt: number;
  /** When the app exchanged the code for tokens; null if it has not. */
  connectedAt: number | null;
}

export interface TokenRecord {
  /** Hex SHA-256 of the code or token. */
  hash: string;
  kind: 'code' | 'access' | 'refresh';
  keyId: string;
  /** The redirect URI of a code; null for a token. */
  redirectUri: string | null;
  /** The PKCE challenge (S256) of a code; null for a token. */
  challenge: string | null;
  expiresAt: number;
  usedAt: number | null;
}

export type NewToken = Omit<TokenRecord, 'usedAt'>;

/** A code or token with its grant and the app's key. */
export interface TokenState {
  token: TokenRecord;
  grant: GrantRecord;
  key: Pick<KeyRecord, 'id' | 'accountId' | 'revokedAt' | 'expiresAt' | 'createdAt'>;
}

/** What the use of a code or token changes; an empty object changes nothing. */
export interface TokenChange {
  /** Marks the code or token as used; the time of its first use is kept. */
  usedAt?: number;
  /** Tokens to store in addition to the existing ones. */
  add?: readonly NewToken[];
  connectedAt?: number;
  /** Extends the app's access to this time; an earlier time does not shorten it. */
  keyExpiresAt?: number;
  /** Disconnects the app at this time and deletes all its tokens. */
  endedAt?: number;
  /** Marks the client as used at this time. */
  clientUsedAt?: number;
}

export interface OAuthStore {
  /**
   * If there are more than `maximumUnused` unused clients, deletes the oldest ones of the network that registered most.
   */
  register(client: RegisteredClient, maximumUnused: number): Promise<void>;
  findClient(id: string): Promise<RegisteredClient | undefined>;
  countUnusedClients(): Promise<number>;
  /** Keeps only the newest `maximum` requests of a session. */
  saveRequest(request: WaitingRequest, maximum: number): Promise<void>;
  findRequest(hash: string, sessionHash: string, now: number): Promise<WaitingRequest | undefined>;
  /** Uses up the request: rejects with AlreadyUsed if it was answered, has expired or belongs to another session. */
  takeRequest(hash: string, sessionHash: string, now: number): Promise<void>;
  /** Stores the grant and its code, and marks the client as used. The grant's key must be stored already. */
  saveGrant(grant: GrantRecord, code: NewToken): Promise<void>;
  /** The account's grants, including those whose code was never exchanged for tokens. */
  grants(accountId: string): Promise<GrantRecord[]>;
  find(hash: string): Promise<TokenState | undefined>;
  /**
   * Reads a code or token and applies the change that `decide` returns, in one transaction. `decide` gets undefined,
   * and changes nothing, if the code or token does not exist.
   */
  use<Change extends TokenChange>(hash: string, decide: (state: TokenState | undefined) => Change): Promise<Change>;
  /** Deletes a token that its client has revoked; false if it does not exist. */
  dropToken(hash: string): Promise<boolean>;
  /**
   * Deletes requests, tokens and never connected apps that expired by `now`; codes and tokens used before `usedBefore`;
   * unused clients created before `unusedBefore`, and other clients last used before `idleSince`; and apps without a
   * call whose access ended before `endedBefore`.
   */
  purge(
    times: { now: number; usedBefore: number; unusedBefore: number; idleSince: number; endedBefore: number },
    signal?: AbortSignal,
  ): Promise<number>;
}
