import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a webhook's secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;
/** Characters of a token: 192 bits. */
const TOKEN_LENGTH = 32;

/** What a secret link is good for: a link for one thing is none for another. */
export type LinkPurpose = 'unsubscribe' | 'feed';

/**
 * The secret part of a link to a saved search: an HMAC of the store's secret, so that the store holds no link.
 * `version` is counted up when the owner renews the address, which ends the links before.
 */
export function linkToken(secret: string, purpose: LinkPurpose, searchId: string, version = 0): string {
  return createHmac('sha256', secret)
    .update(`${purpose}\n${searchId}\n${version}`)
    .digest('base64url')
    .slice(0, TOKEN_LENGTH);
}

/** Compares in constant time. */
export function isLinkToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A new secret of a webhook; shown once. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export function unsubscribeUrl(baseUrl: string, searchId: string, token: string): string {
  return `${baseUrl}/unsubscribe/${searchId}/${token}`;
}

export function feedUrl(baseUrl: string, searchId: string, token: string): string {
  return `${baseUrl}/feeds/${searchId}/${token}`;
}
