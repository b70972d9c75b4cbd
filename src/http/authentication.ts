import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, UnknownKey, type Caller } from '../accounts/authenticate.ts';
import { hashApiKey, KEY_LENGTH } from '../accounts/key-format.ts';
import { ServiceError } from '../errors.ts';
import { resourceMetadataUrl, SCOPE } from '../oauth/server-metadata.ts';
import type { AppOptions } from './app-options.ts';
import { sendRpcError } from './error-handler.ts';

/** Matches the beginning of an API key anywhere in a header, for example after the wrong scheme. */
const NAMES_KEY = /\bjdm_(?:live|test)_/;

type Access = Pick<AppOptions, 'authenticator' | 'oauth'>;

interface LastKey {
  header: string;
  hash: string;
}

/**
 * The last key of each connection. Clients repeat the same header on a connection, and comparing headers is faster than
 * parsing and hashing the key again.
 */
const lastKeys = new WeakMap<Socket, LastKey>();

/**
 * Returns the caller at once if its key is cached and the store can tell without waiting that no account or key has
 * changed since, which only SQLite can. Otherwise returns a promise, which rejects if there is no valid key or token.
 */
export function findCaller(
  { authenticator, oauth }: Access,
  { headers, raw }: FastifyRequest,
): Caller | Promise<Caller> {
  const header = headers.authorization;
  const last = lastKeys.get(raw.socket);
  if (last !== undefined && last.header === header) {
    const caller = authenticator.findCached(last.hash);
    if (caller) return caller;
  }
  const bearer = Authenticator.bearerKey(header);
  if (header === undefined || bearer === undefined) return Promise.reject(noCredentials(raw, oauth !== undefined));
  const hash = bearer.length === KEY_LENGTH ? hashApiKey(bearer) : undefined;
  const caller = hash === undefined ? undefined : authenticator.findCached(hash);
  if (hash === undefined || caller === undefined) return authenticator.authenticate(bearer);
  lastKeys.set(raw.socket, { header, hash });
  return caller;
}

/**
 * Answers a missing or refused key or token with 401, or with 429 if the sender's network has sent too many unknown
 * keys (SPEC §8). With OAuth on, a refused key gets 403, because a 401 would make the client start a useless log-in.
 * Other errors are thrown again.
 */
export async function refuseCaller(
  app: FastifyInstance,
  { oauth }: Access,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  const header = request.headers.authorization;
  if (!(error instanceof ServiceError) || error.reason !== 'invalid_key') throw error;
  // Only well-formed keys that do not exist count as guesses. Mistyped, expired and revoked keys do not.
  if (error instanceof UnknownKey) {
    const state = await app.countFailedAuth(request);
    if (state.exceeded) return refuseAddress(request, reply, state.resetSeconds);
  }
  if (oauth && header !== undefined && NAMES_KEY.test(header)) return sendRpcError(request, reply, 403, error);
  if (Authenticator.bearerKey(header) !== undefined) oauth?.noteDeadToken();
  challenge(reply, header !== undefined, oauth?.issuer);
  return sendRpcError(request, reply, 401, error);
}

function noCredentials(request: IncomingMessage, logsIn: boolean): ServiceError {
  const need = logsIn
    ? 'A key or a log-in is needed: send the header Authorization: Bearer <key>, or log in from your client.'
    : 'An API key is needed: send the header Authorization: Bearer <key>.';
  return new ServiceError('invalid_key', need + arrivedInstead(request));
}

/** Headers in which other services expect a key. */
const OTHER_HEADERS = ['X-Api-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token'];
const OTHER_SCHEME = /^\s*(basic|token|apikey|api-key|key|digest)\s/i;
const KEY_IN_ADDRESS = /[?&](?:api[_-]?key|key|token|access_token|authorization)=/i;

/**
 * Returns a sentence that says what was sent instead of a bearer key, without quoting a key; "" if nothing was sent.
 */
function arrivedInstead({ headers, url = '' }: IncomingMessage): string {
  const header = headers.authorization?.trim();
  if (header) {
    const scheme = OTHER_SCHEME.exec(header)?.[1];
    if (scheme !== undefined) return ` The header Authorization came with "${scheme}" instead of Bearer.`;
    if (/^bearer\b/i.test(header))
      return ` The header Authorization came with ${/\s/.test(header) ? 'more than one word' : 'nothing'} after Bearer.`;
    return ' The header Authorization came without the word Bearer before the key.';
  }
  const other = OTHER_HEADERS.find((name) => name.toLowerCase() in headers);
  if (other !== undefined) return ` The header ${other} came instead, which is not read.`;
  return KEY_IN_ADDRESS.test(url) ? ' A key in the address is not read.' : '';
}

/** Sets the challenge of RFC 6750 §3. With an issuer, the challenge leads the client to a log-in (RFC 9728 §5.1). */
function challenge(reply: FastifyReply, hadCredentials: boolean, issuer: string | undefined): void {
  const parts = ['Bearer realm="job-data"', ...(hadCredentials ? ['error="invalid_token"'] : [])];
  if (issuer === undefined) {
    reply.header('www-authenticate', parts.join(', '));
    return undefined;
  }
  parts.push(`resource_metadata="${resourceMetadataUrl(issuer)}"`, `scope="${SCOPE}"`);
  // Some clients do not recognise the name of the header in lower case.
  reply.raw.setHeader('WWW-Authenticate', parts.join(', '));
}

function refuseAddress(request: FastifyRequest, reply: FastifyReply, resetSeconds: number): FastifyReply {
  reply.header('retry-after', String(resetSeconds));
  return sendRpcError(
    request,
    reply,
    429,
    new ServiceError(
      'rate_limited',
      `Too many unknown API keys from this address. Try again in ${resetSeconds} seconds.`,
      { details: { retry_after_seconds: resetSeconds } },
    ),
  );
}
