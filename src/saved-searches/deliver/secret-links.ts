import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a webhook's secret; the Standard Webhooks specification asks for 24 to 64. */
const SECRET_BYTES = 32;
/** Characters of a token, of 6 bits each: 192 bits. */
const TOKEN_LENGTH = 32;

/** What a secret link does. A token for one purpose is not valid for the other. */
export type LinkPurpose = 'unsubscribe' | 'feed';

/**
 * The secret part of a link to a saved search: an HMAC, so that the store need not hold the link. A higher `version`,
 * after the owner renews the address, makes earlier links invalid.
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

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export function unsubscribeUrl(baseUrl: string, searchId: string, token: string): string {
  return `${baseUrl}/unsubscribe/${searchId}/${token}`;
}

export function feedUrl(baseUrl: string, searchId: string, token: string): string {
  return `${baseUrl}/feeds/${searchId}/${token}`;
}
