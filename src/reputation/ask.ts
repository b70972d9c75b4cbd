import { EgressError, type Egress, type EgressAnswer } from '../egress/egress.ts';
import { decodeBody } from '../lib/charset.ts';
import type { Clock } from '../lib/clock.ts';
import type { SiteRequest } from './sites/site.ts';

/** Nobody could look: never taken for "nothing there". The message is shown to callers. */
export class LookFault extends Error {
  override readonly name = 'LookFault';
  /** HTTP status of the refusal; undefined where there was no answer at all. */
  readonly status: number | undefined;

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = options.status;
  }
}

export interface Answer {
  status: number;
  /** After redirects. */
  url: string;
  contentType: string;
  body: string;
}

export interface AskOptions {
  robots: boolean;
  paceMs: number;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  /** Longest time of this one request. */
  timeoutMs: number;
}

const MAXIMUM_BYTES = 6 * 1024 * 1024;

/** Asks one question through the door out; statuses that are no answer are LookFaults, 404 and 410 are answers. */
export async function ask(egress: Egress, clock: Clock, question: SiteRequest, options: AskOptions): Promise<Answer> {
  const timeoutMs = Math.min(options.timeoutMs, options.deadlineAt - clock.now());
  if (timeoutMs <= 0) throw new LookFault('the call ran out of time');
  let raw: EgressAnswer;
  try {
    raw = await egress.fetch({
      ...question,
      timeoutMs,
      maximumBytes: MAXIMUM_BYTES,
      paceMs: options.paceMs,
      respectRobots: options.robots,
    });
  } catch (error) {
    if (error instanceof EgressError) throw new LookFault(error.message, { cause: error });
    throw error;
  }
  if ((raw.status < 200 || raw.status >= 300) && raw.status !== 404 && raw.status !== 410) {
    throw new LookFault(reasonOf(raw.status), { status: raw.status });
  }
  const contentType = raw.headers['content-type'] ?? '';
  return { status: raw.status, url: raw.url, contentType, body: decodeBody(raw.body, contentType) };
}

function reasonOf(status: number): string {
  if (status === 429) return 'it asks to slow down (HTTP 429)';
  if ([401, 402, 403, 407, 451, 503, 999].includes(status)) return `it refused to answer (HTTP ${status})`;
  return status >= 500 ? `it is out of order (HTTP ${status})` : `it did not take the request (HTTP ${status})`;
}
