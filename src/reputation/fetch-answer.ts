import { EgressError, type Egress, type EgressAnswer, type EgressPurpose } from '../egress/egress.ts';
import { MIB } from '../lib/byte-units.ts';
import { decodeBody } from '../lib/charset.ts';
import type { Clock } from '../lib/clock.ts';
import type { Answer, SourceRequest } from '../reading/answer.ts';
import { detectBlockPage } from '../reading/block-page.ts';
import { meaningOf } from '../reading/http-status.ts';
import { changedFault, LookupFault, outOfTimeFault, type FaultKind } from './lookup-fault.ts';

export interface SourceAnswer extends Answer {
  /** The cookies that the answer sets, as the value of a Cookie header; "" if it sets none. */
  cookies: string;
}

export interface FetchOptions {
  /** Decides which private addresses the request may reach; for `page`, only those in EGRESS_ALLOW. */
  purpose: EgressPurpose;
  robots: boolean;
  minIntervalMs: number;
  deadlineAt: number;
  accounts?: ReadonlySet<string> | undefined;
  timeoutMs: number;
  maximumBytes?: number;
  /** True if no status is an error, because the bodies of refusals are read too. */
  refusals?: boolean;
}

const MAXIMUM_BYTES = 6 * MIB;

/**
 * Sends one request through egress. Throws LookupFault if no answer arrives, for a 2xx answer with an empty body, and
 * for statuses other than 2xx, 404 and 410 unless `refusals` is true.
 */
export async function fetchAnswer(
  egress: Egress,
  clock: Clock,
  request: SourceRequest,
  options: FetchOptions,
): Promise<SourceAnswer> {
  const leftMs = options.deadlineAt - clock.now();
  if (leftMs <= 0) throw outOfTimeFault();
  let raw: EgressAnswer;
  try {
    raw = await egress.fetch({
      ...request,
      purpose: options.purpose,
      timeoutMs: Math.min(options.timeoutMs, leftMs),
      maximumBytes: options.maximumBytes ?? MAXIMUM_BYTES,
      minIntervalMs: options.minIntervalMs,
      accounts: options.accounts,
      respectRobots: options.robots,
    });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    // If the time-out was shortened to end at the call's deadline, the deadline ended the request.
    if (error.fault === 'timeout' && leftMs < options.timeoutMs) throw outOfTimeFault();
    throw new LookupFault(kindOf(error), error.message, error);
  }
  const { status, url } = raw;
  const contentType = raw.headers['content-type'] ?? '';
  const answer = { status, url, contentType, body: decodeBody(raw.body, contentType) };
  const meaning = meaningOf(status);
  if (meaning !== 'answer' && meaning !== 'gone' && !options.refusals) throw statusFault(answer);
  if (meaning === 'answer' && answer.body.trim() === '') throw changedFault('its answer is empty');
  return { ...answer, cookies: readCookies(raw.headers['set-cookie']) };
}

function kindOf({ fault }: EgressError): FaultKind {
  if (fault === 'timeout') return 'timeout';
  return fault === 'robots' || fault === 'refused' ? 'blocked' : 'error';
}

/** Returns the LookupFault for a status other than 2xx. A block page with a 5xx status means `blocked`. */
export function statusFault(answer: Answer): LookupFault {
  const { status } = answer;
  const meaning = meaningOf(status);
  if (meaning === 'slow-down') return new LookupFault('rate_limited', `it asks to slow down (HTTP ${status})`);
  if (meaning === 'refusal' || (meaning === 'out-of-order' && detectBlockPage(answer)))
    return new LookupFault('blocked', `it refused to answer (HTTP ${status})`);
  const what = meaning === 'out-of-order' ? 'it is not working' : 'it did not accept the request';
  return new LookupFault('error', `${what} (HTTP ${status})`);
}

const MOST_COOKIES = 50;
const COOKIE_CHARACTERS = 4_096;

/**
 * Returns the cookies as "name=value" pairs separated by semicolons. Several Set-Cookie headers arrive joined by
 * commas. A comma separates cookies only if a name and "=" follow it, because expiry dates contain commas too.
 */
function readCookies(header: string | undefined): string {
  const pairs = (header ?? '').split(/,\s*(?=[^\s;,=]+=)/).map((cookie) => (cookie.split(';', 1)[0] ?? '').trim());
  return pairs
    .filter((pair) => /^[\w!#$%&'*+.^`|~-]+=[\u0021-\u007e]*$/.test(pair))
    .slice(0, MOST_COOKIES)
    .join('; ')
    .slice(0, COOKIE_CHARACTERS);
}
