import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../lib/base62.ts';

/** Prefix of API keys, fixed so that secret scanners and people recognise a key. */
export const KEY_PREFIX = 'jdm_live_';

/** Prefix of test keys, which are answered from sample data (SPEC §9). */
export const TEST_KEY_PREFIX = 'jdm_test_';

/** Length of every key; both prefixes have the same length. */
export const KEY_LENGTH = KEY_PREFIX.length + 38;

/** Number of random characters in a key: 190 bits. */
export const RANDOM_LENGTH = 32;

const SHAPE = /^jdm_(?:live|test)_[0-9A-Za-z]{38}$/;

/** Prefix of the access tokens of connected apps (OAuth). The rest has the form of a key's. */
export const ACCESS_TOKEN_PREFIX = 'jdm_at_';

/** The random characters and the checksum, without the prefix. */
const BODY = /^[0-9A-Za-z]{38}$/;

/** True if calls with the key are answered from sample data, free of charge. */
export function isTestKey({ prefix }: { prefix: string }): boolean {
  return prefix === TEST_KEY_PREFIX;
}

/** Prefix, 32 random base62 characters and a checksum of 6 characters (SPEC §9). */
export function createApiKey(
  prefix: typeof KEY_PREFIX | typeof TEST_KEY_PREFIX = KEY_PREFIX,
  random = randomBase62(RANDOM_LENGTH),
): string {
  return createSecret(prefix, random);
}

/** A secret in the form of an API key, with any prefix. */
export function createSecret(prefix: string, random = randomBase62(RANDOM_LENGTH)): string {
  const body = prefix + random;
  return body + checksum(body);
}

/** True if the text has this prefix, the form of a secret and the right checksum. */
export function isWellFormedSecret(prefix: string, text: string): boolean {
  return (
    text.startsWith(prefix) && BODY.test(text.slice(prefix.length)) && checksum(text.slice(0, -6)) === text.slice(-6)
  );
}

/** True if the text starts like an API key, valid or not. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith(KEY_PREFIX) || text.startsWith(TEST_KEY_PREFIX);
}

/** True if form and checksum are right, so that a mistyped key can be refused without a query. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(0, -6)) === key.slice(-6);
}

/** The stored form of a key. A fast hash is safe, because a key has 190 random bits. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksum(body: string): string {
  return toBase62(crc32(body), 6);
}
