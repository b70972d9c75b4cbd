import { createHmac } from 'node:crypto';
import type { EgressRequest } from '../egress/egress.ts';
import { isoTime } from '../lib/clock.ts';
import { alertSentence, sourceLink } from './alert-text.ts';
import type { HealthAlert } from './doctor.ts';
import type { Source } from './source.ts';
import { HEALTH_TEXTS } from './texts/index.ts';

/** Where alerts are posted. */
export interface Webhook {
  url: string;
  /** Signs the request; null: unsigned. */
  secret: string | null;
}

const TIMEOUT_MS = 10_000;
/** The response body is not used; a long one is cut off and the alert still counts as delivered. */
const ANSWER_BYTES = 1024 * 1024;
const ENCODED_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * The POST of an alert, signed as Standard Webhooks (version 1) specifies: `webhook-id`, `webhook-timestamp` in
 * seconds, and `webhook-signature`, "v1," and the base64 of HMAC-SHA256 over "id.timestamp.body". A secret that
 * begins with `whsec_` is base64.
 */
export function webhookRequest(
  { url, secret }: Webhook,
  alert: HealthAlert,
  source: Source,
  { baseUrl, now }: { baseUrl: string; now: number },
): EgressRequest {
  const { event, muted, ...detail } = alert.what;
  const body = JSON.stringify({
    id: alert.id,
    type: `source.${event}`,
    timestamp: isoTime(alert.at),
    // The member that chat services show.
    text: alertSentence(source.name, alert.what),
    text_fr: alertSentence(source.name, alert.what, HEALTH_TEXTS.fr),
    data: {
      source: source.code,
      name: source.name,
      kind: source.kind,
      ...detail,
      muted,
      url: sourceLink(baseUrl, source.code),
    },
  });
  const seconds = String(Math.floor(now / 1_000));
  return {
    purpose: 'alert',
    method: 'POST',
    // The fragment is never sent.
    url: url.replace(/#.*$/s, ''),
    headers: {
      'content-type': 'application/json',
      'webhook-id': alert.id,
      'webhook-timestamp': seconds,
      ...(secret === null ? {} : { 'webhook-signature': signatureOf(secret, `${alert.id}.${seconds}.${body}`) }),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maximumBytes: ANSWER_BYTES,
  };
}

function signatureOf(secret: string, content: string): string {
  const encoded = ENCODED_SECRET.exec(secret)?.[1];
  const key = encoded === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(encoded, 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
