import type { KeyRecord } from './key-types.ts';

export interface RegisteredClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  registeredBy: string;
  createdAt: number;
  /** Null until an owner has given the app access. */
  lastUsedAt: number | null;
}

export interface WaitingRequest {
  /** Hash of the request's ID, which only the consent page has. */
  hash: string;
  /** Only this session, which opened the consent page, can answer the request. */
  sessionHash: string;
  value: string;
  createdAt: number;
  expiresAt: number;
}

export interface GrantRecord {
  keyId: string;
  clientId: string;
  /** Host of a client ID that is a URL; null for a client that registered itself. */
  clientHost: string | null;
  redirectHost: string;
  /** The only protected resource for which the tokens are valid (RFC 8707). */
  resource: string;
  createdAt: number;
  connectedAt: number | null;
}

export interface TokenRecord {
  hash: string;
  kind: 'code' | 'access' | 'refresh';
  keyId: string;
  redirectUri: string | null;
  challenge: string | null;
  expiresAt: number;
  usedAt: number | null;
}

export type NewToken = Omit<TokenRecord, 'usedAt'>;

export interface TokenState {
  token: TokenRecord;
  grant: GrantRecord;
  key: Pick<KeyRecord, 'id' | 'accountId' | 'revokedAt' | 'expiresAt' | 'createdAt'>;
}

export interface TokenChange {
  /** Marks the code or token as used at this time, unless it is already marked. */
  usedAt?: number;
  add?: readonly NewToken[];
  connectedAt?: number;
  /** Extends the app's access to this time. An earlier time does not shorten it. */
  keyExpiresAt?: number;
  /** Disconnects the app at this time and deletes all its tokens. */
  endedAt?: number;
  clientUsedAt?: number;
}

export interface OAuthStore {
  /**
   * Stores the client. If more than `maximumUnused` clients are then unused, deletes some of the unused ones, beginning
   * with the oldest client of the network that has registered the most of them.
   */
  register(client: RegisteredClient, maximumUnused: number): Promise<void>;
  findClient(id: string): Promise<RegisteredClient | undefined>;
  countUnusedClients(): Promise<number>;
  /** If the session then has more than `maximum` requests, deletes the oldest ones. */
  saveRequest(request: WaitingRequest, maximum: number): Promise<void>;
  findRequest(hash: string, sessionHash: string, now: number): Promise<WaitingRequest | undefined>;
  /** Deletes the request. Rejects with AlreadyUsed if it was answered, has expired or belongs to another session. */
  takeRequest(hash: string, sessionHash: string, now: number): Promise<void>;
  /** Also marks the client as used. The grant's key must already be stored. */
  saveGrant(grant: GrantRecord, code: NewToken): Promise<void>;
  /** Includes grants whose code was never exchanged for tokens. */
  grants(accountId: string): Promise<GrantRecord[]>;
  find(hash: string): Promise<TokenState | undefined>;
  /**
   * Reads a code or token and applies the change that `decide` returns, in one transaction. If the code or token does
   * not exist, `decide` gets undefined and its change is not applied.
   */
  use<Change extends TokenChange>(hash: string, decide: (state: TokenState | undefined) => Change): Promise<Change>;
  dropToken(hash: string): Promise<boolean>;
  /**
   * Deletes what has expired by `now`: requests, codes and tokens that were not used, and apps that never got a token.
   * Also deletes codes and tokens used before `usedBefore`, clients created before `unusedBefore` and never used,
   * clients last used before `idleSince`, and apps whose access ended before `endedBefore` and that have made no call.
   */
  purge(
    times: { now: number; usedBefore: number; unusedBefore: number; idleSince: number; endedBefore: number },
    signal?: AbortSignal,
  ): Promise<number>;
}
