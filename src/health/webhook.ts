import type { EgressRequest } from '../egress/egress.ts';
import { MIB } from '../lib/byte-units.ts';
import { isoTime } from '../lib/clock.ts';
import { webhookHeaders } from '../lib/webhook-signature.ts';
import { alertSentence, sourceLink } from './alert-text.ts';
import type { HealthAlert } from './doctor.ts';
import type { Source } from './source.ts';
import { HEALTH_TEXTS } from './texts/index.ts';

export interface Webhook {
  url: string;
  secret: string | null;
}

const TIMEOUT_MS = 10_000;
/** The body of the answer is not used. If it is longer than this, the attempt fails. */
const ANSWER_BYTES = MIB;

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
    // Chat services show the member `text`.
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
  return {
    purpose: 'alert',
    method: 'POST',
    url: url.replace(/#.*$/s, ''),
    headers: webhookHeaders({ id: alert.id, body, secret }, now),
    body,
    timeoutMs: TIMEOUT_MS,
    maximumBytes: ANSWER_BYTES,
  };
}
