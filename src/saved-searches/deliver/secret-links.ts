import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Standard Webhooks requires a secret of 24 to 64 bytes. */
const SECRET_BYTES = 32;
/** 32 characters of 6 bits each are 192 bits. */
const TOKEN_LENGTH = 32;

/** A token for one purpose is not valid for the other. */
export type LinkPurpose = 'unsubscribe' | 'feed';

/**
 * The token is an HMAC, so the store need not contain the link. When the owner renews the address, a higher `version`
 * makes earlier links invalid.
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
