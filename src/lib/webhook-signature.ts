import { createHmac } from 'node:crypto';

const ENCODED_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * The headers of a webhook by Standard Webhooks (version 1): `webhook-id`, `webhook-timestamp` in seconds, and
 * `webhook-signature`, which is "v1," and the base64 of HMAC-SHA256 over "id.timestamp.body". A secret that begins with
 * `whsec_` is base64; without a secret there is no signature.
 */
export function webhookHeaders(
  { id, body, secret }: { id: string; body: string; secret: string | null },
  now: number,
): Record<string, string> {
  const seconds = String(Math.floor(now / 1_000));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    ...(secret === null ? {} : { 'webhook-signature': signatureOf(secret, `${id}.${seconds}.${body}`) }),
  };
}

function signatureOf(secret: string, content: string): string {
  const encoded = ENCODED_SECRET.exec(secret)?.[1];
  const key = encoded === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(encoded, 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
