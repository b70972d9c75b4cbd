import { EgressError, type Egress, type EgressFault } from '../../egress/egress.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '../../lib/clock.ts';
import { webhookHeaders } from '../../lib/webhook-signature.ts';
import { leftOut, type DeliveryContent } from './content.ts';
import { deliveryTitle } from './job-lines.ts';
import { searchLink } from './mail.ts';

const TIMEOUT_MS = 15_000;

export const LONGEST_PAUSE_MS = 15 * HOUR_MS;
/** The growing pauses after failed attempts add up to about a day. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, LONGEST_PAUSE_MS];

export type WebhookFault =
  /** The address is private or reserved, or its name resolves to such an address. */
  | 'refused'
  | 'redirect'
  | 'status'
  /** HTTP status 410: the receiver refuses all further deliveries. */
  | 'gone'
  | 'timeout'
  | 'unresolved'
  | 'certificate'
  | 'connection'
  | 'too_large';

export type WebhookOutcome =
  | { state: 'delivered'; status: number }
  /** `final`: a further attempt would be useless. */
  | { state: 'failed'; fault: WebhookFault; status?: number; final: boolean };

const FAULTS: Readonly<Partial<Record<EgressFault, WebhookFault>>> = {
  refused: 'refused',
  timeout: 'timeout',
  queued: 'timeout',
  unresolved: 'unresolved',
  certificate: 'certificate',
  too_large: 'too_large',
};

export function nextWebhookTry(tries: number, now: number): number | undefined {
  const pauseMs = RETRIES_MS[tries - 1];
  return pauseMs === undefined ? undefined : now + pauseMs;
}

/**
 * Makes one attempt. A redirect is not followed, because the body and its signature are meant only for this address.
 * Rejects only if the receiver did not cause the error.
 */
export async function postWebhook(
  content: DeliveryContent,
  { url, secret, baseUrl, egress, now }: { url: string; secret: string; baseUrl: string; egress: Egress; now: number },
): Promise<WebhookOutcome> {
  const body = webhookBody(content, baseUrl);
  try {
    const { status } = await egress.fetch({
      method: 'POST',
      url: url.replace(/#.*$/s, ''),
      headers: webhookHeaders({ id: content.id, body, secret }, now),
      body,
      timeoutMs: TIMEOUT_MS,
      // Only the status counts. The body is not read, because it may be long, slow or broken.
      headOnly: true,
      maximumBytes: 0,
      redirect: 'manual',
    });
    if (status >= 200 && status <= 299) return { state: 'delivered', status };
    if (status === 410) return { state: 'failed', fault: 'gone', status, final: true };
    const fault = status >= 300 && status <= 399 ? 'redirect' : 'status';
    return { state: 'failed', fault, status, final: false };
  } catch (error) {
    if (!(error instanceof EgressError) || error.fault === 'aborted') throw error;
    return { state: 'failed', fault: FAULTS[error.fault] ?? 'connection', final: false };
  }
}

function webhookBody(content: DeliveryContent, baseUrl: string): string {
  const { id, kind, search, at, total, jobs, platforms, notRead, expired, receiptId, pauseReason, detail } = content;
  return JSON.stringify({
    id,
    type: `saved_search.${kind}`,
    timestamp: isoTime(at),
    // Chat services show the member `text`.
    text: deliveryTitle(content),
    data: {
      saved_search: { id: search.id, name: search.name, url: searchLink(baseUrl, search.id) },
      country: search.country,
      total_new: total,
      jobs,
      platforms,
      left_out: Object.fromEntries(leftOut(platforms)),
      ...(notRead === undefined ? {} : { not_read: notRead }),
      ...(expired === undefined ? {} : { expired }),
      receipt_id: receiptId,
      ...(pauseReason === undefined ? {} : { reason: pauseReason }),
      ...(detail === undefined ? {} : { detail }),
    },
  });
}
