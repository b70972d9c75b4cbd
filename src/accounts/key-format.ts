import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../lib/base62.ts';

export const KEY_PREFIX = 'jdm_live_';

/** Prefix of keys that are answered from sample data (SPEC §9). */
export const TEST_KEY_PREFIX = 'jdm_test_';

/** Both prefixes have the same length. */
export const KEY_LENGTH = KEY_PREFIX.length + 38;

/** 32 base62 characters contain 190 random bits. */
export const RANDOM_LENGTH = 32;

const SHAPE = /^jdm_(?:live|test)_[0-9A-Za-z]{38}$/;

/** Prefix of access tokens (OAuth). The rest of a token has the same form as the rest of a key. */
export const ACCESS_TOKEN_PREFIX = 'jdm_at_';

const BODY = /^[0-9A-Za-z]{38}$/;

export function isTestKey({ prefix }: { prefix: string }): boolean {
  return prefix === TEST_KEY_PREFIX;
}

/** The format is the prefix, 32 random base62 characters and a checksum of 6 characters (SPEC §9). */
export function createApiKey(
  prefix: typeof KEY_PREFIX | typeof TEST_KEY_PREFIX = KEY_PREFIX,
  random = randomBase62(RANDOM_LENGTH),
): string {
  return createSecret(prefix, random);
}

export function createSecret(prefix: string, random = randomBase62(RANDOM_LENGTH)): string {
  const body = prefix + random;
  return body + checksum(body);
}

export function isWellFormedSecret(prefix: string, text: string): boolean {
  return (
    text.startsWith(prefix) && BODY.test(text.slice(prefix.length)) && checksum(text.slice(0, -6)) === text.slice(-6)
  );
}

export function looksLikeKey(text: string): boolean {
  return text.startsWith(KEY_PREFIX) || text.startsWith(TEST_KEY_PREFIX);
}

/** Checks form and checksum, so that most mistyped keys are refused without a query. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(0, -6)) === key.slice(-6);
}

/** A fast hash is safe, because a key has 190 random bits. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksum(body: string): string {
  return toBase62(crc32(body), 6);
}
