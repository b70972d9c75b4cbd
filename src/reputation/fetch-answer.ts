import { EgressError, type Egress, type EgressAnswer, type EgressPurpose } from '../egress/egress.ts';
import { decodeBody } from '../lib/charset.ts';
import type { Clock } from '../lib/clock.ts';
import type { Answer, SourceRequest } from '../reading/answer.ts';
import { detectBlockPage } from '../reading/block-page.ts';
import { meaningOf } from '../reading/http-status.ts';
import { changedFault, LookupFault, outOfTimeFault, type FaultKind } from './lookup-fault.ts';

/** With what a visit to a site needs of it. */
export interface SourceAnswer extends Answer {
  /** Cookies that it sets, as a request carries them; "" for none. */
  cookies: string;
}

export interface FetchOptions {
  /** Whose exemption from the address rule it may use: a page has none. */
  purpose: EgressPurpose;
  robots: boolean;
  minIntervalMs: number;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  /** As `EgressRequest` has them. */
  accounts?: ReadonlySet<string> | undefined;
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
      accounts: options.accounts,
      respectRobots: options.robots,
    });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    // A request that was given less than its time was ended by the caller's.
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

/** What a status says that is no answer; a block page may come with any. */
export function statusFault(answer: Answer): LookupFault {
  const { status } = answer;
  const meaning = meaningOf(status);
  if (meaning === 'slow-down') return new LookupFault('rate_limited', `it asks to slow down (HTTP ${status})`);
  if (meaning === 'refusal' || (meaning === 'out-of-order' && detectBlockPage(answer)))
    return new LookupFault('blocked', `it refused to answer (HTTP ${status})`);
  const what = meaning === 'out-of-order' ? 'it is out of order' : 'it did not take the request';
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
