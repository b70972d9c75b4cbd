/**
 * What a request is for. An endpoint named by an operator's setting
 * (SEARXNG_URL, OPENAI_BASE_URL, ALERT_WEBHOOK_URL) is exempt from the address
 * rule for its own purpose only; a page is never exempt (SPEC §11).
 */
export type EgressPurpose = 'page' | 'search_provider' | 'model' | 'alert';

export interface EgressRequest {
  /** Default: `page`. After a redirect to another origin, the request counts as a page. */
  purpose?: EgressPurpose;
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** True to send a browser's headers; otherwise the service names itself. */
  browser?: boolean;
  http2?: boolean;
  acceptLanguage?: string;
  /** Geo code in upper case, which selects the proxy. */
  geo?: string;
  /** Time-out of the whole request, including redirects. */
  timeoutMs: number;
  /** Maximum size of the decoded body. */
  maximumBytes: number;
  /** True if the caller needs only status and headers: the body is not read. */
  headOnly?: boolean;
  /**
   * Reports how many decoded bytes of the body are in memory; restarts at 0 after
   * a redirect. A caller that uses it must release the body with `freeBytes`.
   */
  onBody?(bytes: number): void;
  /** Minimum time between two requests to this host. */
  minIntervalMs?: number;
  /**
   * The accounts that wait for the answer; they take turns at a host. The set is read again at each turn, because
   * accounts may join and leave; absent means no account.
   */
  accounts?: ReadonlySet<string> | undefined;
  /**
   * Low priority: the request goes after the account's other requests to this host, and after one request of each
   * other account.
   */
  yields?: boolean;
  /**
   * Called with a function when the request begins to wait for the host, and
   * without one when its turn has come. The function returns the expected time
   * of the turn, in milliseconds since the epoch.
   */
  onQueue?(turnAt?: () => number): void;
  /** `manual`: a redirect is returned as the answer and not followed. */
  redirect?: 'follow' | 'manual';
  respectRobots?: boolean;
  signal?: AbortSignal;
}

export interface EgressAnswer {
  status: number;
  /** After redirects. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export type EgressFault =
  /** Refused by the address guard. */
  | 'refused'
  /** Disallowed by robots.txt, or its rules could not be read. */
  | 'robots'
  | 'timeout'
  /** Too many requests to the host are waiting: the deadline would pass before this request is sent. */
  | 'queued'
  | 'aborted'
  | 'unresolved'
  | 'connection'
  | 'certificate'
  | 'too_large'
  | 'too_many_redirects'
  /** Browser only: the address is a file, not a page. */
  | 'not_a_page'
  /** Browser only: the page crashed the browser. */
  | 'crashed'
  /** Browser only: too many pages are waiting. */
  | 'busy'
  /** No browser was found, or it does not start. */
  | 'no_browser';

/** Texts of faults that occur in several parts of egress. */
export const FAULT_TEXTS = {
  siteTimeout: 'the site did not answer in time',
  pageTimeout: 'the page was not ready in time',
  notAPage: 'the address leads to a file, not a page',
  tooManyRedirects: 'the site redirects too many times',
  noRedirectTarget: 'the site redirects without saying where to',
  crashed: 'the page crashed the browser',
  closing: 'the service is closing',
} as const;

/** Why a request failed. The message contains no address and may be shown to callers. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly fault: EgressFault;
  /** For `queued`: how long the request would have had to wait; otherwise undefined. */
  readonly retryAfterMs: number | undefined;
  constructor(fault: EgressFault, message: string, cause?: unknown, retryAfterMs?: number) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Egress {
  fetch(request: EgressRequest): Promise<EgressAnswer>;
}
