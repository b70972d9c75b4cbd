import { EgressError, type Egress, type EgressFault } from '../../egress/egress.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '../../lib/clock.ts';
import { webhookHeaders } from '../../lib/webhook-signature.ts';
import { leftOut, type DeliveryContent } from './content.ts';
import { deliveryTitle } from './job-lines.ts';
import { searchLink } from './mail.ts';

const TIMEOUT_MS = 15_000;

/** Pauses after failed attempts, growing, about a day in all. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 15 * HOUR_MS];

/** Time from the first attempt at a delivery to the last, or a little less if attempts were late. */
export const WEBHOOK_TRIES_MS = RETRIES_MS.reduce((sum, ms) => sum + ms, 0);

export type WebhookFault =
  /** The address is private or reserved, or its name resolves to such an address. */
  | 'refused'
  | 'redirect'
  | 'status'
  /** The webhook answered 410: it wants no more deliveries. */
  | 'gone'
  | 'timeout'
  | 'unresolved'
  | 'certificate'
  | 'connection'
  | 'too_large';

export type WebhookOutcome =
  | { state: 'delivered'; status: number }
  /** `final`: no further attempt is useful. */
  | { state: 'failed'; fault: WebhookFault; status?: number; final: boolean };

const FAULTS: Readonly<Partial<Record<EgressFault, WebhookFault>>> = {
  refused: 'refused',
  timeout: 'timeout',
  queued: 'timeout',
  unresolved: 'unresolved',
  certificate: 'certificate',
  too_large: 'too_large',
};

/** Time of the next attempt after `tries` failed ones; undefined if there is none, after about a day. */
export function nextWebhookTry(tries: number, now: number): number | undefined {
  const pauseMs = RETRIES_MS[tries - 1];
  return pauseMs === undefined ? undefined : now + pauseMs;
}

/**
 * Posts a delivery once. A redirect is not followed, because the body is signed for this address only. Rejects only if
 * the error is not the receiver's.
 */
export async function postWebhook(
  content: DeliveryContent,
  { url, secret, baseUrl, egress, now }: { url: string; secret: string; baseUrl: string; egress: Egress; now: number },
): Promise<WebhookOutcome> {
  const body = webhookBody(content, baseUrl);
  try {
    const { status } = await egress.fetch({
      method: 'POST',
      // Removes the fragment, which HTTP does not send.
      url: url.replace(/#.*$/s, ''),
      headers: webhookHeaders({ id: content.id, body, secret }, now),
      body,
      timeoutMs: TIMEOUT_MS,
      // Only the status counts, so the answer's body is not read: it may be long, slow or broken.
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

/** The JSON that is posted: jobs in the form of `scrape_jobs`, and the result of each platform. */
function webhookBody(content: DeliveryContent, baseUrl: string): string {
  const { id, kind, search, at, total, jobs, platforms, notRead, expired, receiptId, pauseReason, detail } = content;
  return JSON.stringify({
    id,
    type: `saved_search.${kind}`,
    timestamp: isoTime(at),
    // The field that chat services show.
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
