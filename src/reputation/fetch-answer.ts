import { EgressError, type Egress, type EgressAnswer, type EgressPurpose } from '../egress/egress.ts';
import { decodeBody } from '../lib/charset.ts';
import type { Clock } from '../lib/clock.ts';
import { changedFault, LookupFault, outOfTimeFault, type FaultKind } from './lookup-fault.ts';

/** What is asked of a source. */
export interface SourceRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  browser?: boolean;
  acceptLanguage?: string;
}

export interface SourceAnswer {
  status: number;
  /** After redirects. */
  url: string;
  contentType: string;
  /** Cookies that it sets, as a request carries them; "" for none. */
  cookies: string;
  body: string;
}

export interface FetchOptions {
  /** Whose exemption from the address rule it may use: a page has none. */
  purpose: EgressPurpose;
  robots: boolean;
  minIntervalMs: number;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  /** Longest time of this one request. */
  timeoutMs: number;
  maximumBytes?: number;
  /** Bodies of refusals are read by the caller: every status is an answer. */
  refusals?: boolean;
}

const MAXIMUM_BYTES = 6 * 1024 * 1024;

/**
 * Puts one question through egress. 404 and 410 are answers, other statuses
 * beside 2xx are none unless `refusals` asks for them, and neither is an empty
 * body: LookupFault.
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
      respectRobots: options.robots,
    });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    // A request that was given less than its time was ended by the caller's.
    if (error.fault === 'timeout' && leftMs < options.timeoutMs) throw outOfTimeFault();
    throw new LookupFault(kindOf(error), error.message, error);
  }
  const answered = raw.status >= 200 && raw.status < 300;
  const gone = raw.status === 404 || raw.status === 410;
  if (!answered && !gone && !options.refusals) throw statusFault(raw.status);
  const contentType = raw.headers['content-type'] ?? '';
  const body = decodeBody(raw.body, contentType);
  if (answered && body.trim() === '') throw changedFault('its answer is empty');
  return { status: raw.status, url: raw.url, contentType, cookies: readCookies(raw.headers['set-cookie']), body };
}

function kindOf({ fault }: EgressError): FaultKind {
  if (fault === 'timeout') return 'timeout';
  return fault === 'robots' || fault === 'refused' ? 'blocked' : 'error';
}

/** A status that is no answer. */
export function statusFault(status: number): LookupFault {
  if (status === 429) return new LookupFault('rate_limited', 'it asks to slow down (HTTP 429)');
  if ([401, 402, 403, 407, 451, 503, 999].includes(status)) {
    return new LookupFault('blocked', `it refused to answer (HTTP ${status})`);
  }
  const what = status >= 500 ? 'it is out of order' : 'it did not take the request';
  return new LookupFault('error', `${what} (HTTP ${status})`);
}

const MOST_COOKIES = 50;
const COOKIE_CHARACTERS = 4_096;

/** `name=value` of every cookie. Headers of one name come joined by commas, which dates of expiry hold as well. */
function readCookies(header: string | undefined): string {
  const pairs = (header ?? '').split(/,\s*(?=[^\s;,=]+=)/).map((cookie) => (cookie.split(';', 1)[0] ?? '').trim());
  return pairs
    .filter((pair) => /^[\w!#$%&'*+.^`|~-]+=[\u0021-\u007e]*$/.test(pair))
    .slice(0, MOST_COOKIES)
    .join('; ')
    .slice(0, COOKIE_CHARACTERS);
}
