import { createHmac } from 'node:crypto';

const ENCODED_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * Returns the headers of Standard Webhooks, with a signature of version 1 if there is a secret. A secret that consists
 * of `whsec_` and base64 is decoded; any other is used as it is.
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
