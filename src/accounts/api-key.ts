import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../lib/base62.ts';

/** Fixed, so that secret scanners and people know what it is. */
export const KEY_PREFIX = 'jdm_live_';

/** Of the keys that are answered from the sample world alone (SPEC §9). */
export const TEST_KEY_PREFIX = 'jdm_test_';

/** Characters of every key: both prefixes are of one length. */
export const KEY_LENGTH = KEY_PREFIX.length + 38;

/** Random characters of a key: 190 bits. */
export const RANDOM_LENGTH = 32;

const SHAPE = /^jdm_(?:live|test)_[0-9A-Za-z]{38}$/;

/** Of what connected apps call with (OAuth access tokens), in the form of keys. */
export const ACCESS_TOKEN_PREFIX = 'jdm_at_';

/** What follows a prefix: random characters and their checksum. */
const BODY = /^[0-9A-Za-z]{38}$/;

/** Whether calls with the key are answered from the sample world, free of charge. */
export function isTestKey({ prefix }: { prefix: string }): boolean {
  return prefix === TEST_KEY_PREFIX;
}

/** The prefix, 32 random base62 characters (190 bits), 6 of checksum (SPEC §9). */
export function createApiKey(
  prefix: typeof KEY_PREFIX | typeof TEST_KEY_PREFIX = KEY_PREFIX,
  random = randomBase62(RANDOM_LENGTH),
): string {
  return createSecret(prefix, random);
}

/** The same form under another prefix, for other secrets of the service. */
export function createSecret(prefix: string, random = randomBase62(RANDOM_LENGTH)): string {
  const body = prefix + random;
  return body + checksum(body);
}

/** Whether a text is such a secret, as far as its form and checksum say. */
export function isWellFormedSecret(prefix: string, text: string): boolean {
  return (
    text.startsWith(prefix) && BODY.test(text.slice(prefix.length)) && checksum(text.slice(0, -6)) === text.slice(-6)
  );
}

/** Whether a bearer names itself a key, right or wrong. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith(KEY_PREFIX) || text.startsWith(TEST_KEY_PREFIX);
}

/** Whether the checksum fits: a mistyped key is refused without a look into the database. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(0, -6)) === key.slice(-6);
}

/** What is kept of a key. A fast hash is right for 190 random bits. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksum(body: string): string {
  return toBase62(crc32(body), 6);
}
