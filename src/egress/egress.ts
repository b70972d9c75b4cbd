/**
 * The purpose of a request. The endpoints in the operator's settings (SEARXNG_URL, OPENAI_BASE_URL, ALERT_WEBHOOK_URL)
 * are exempt from the address guard, each for its own purpose only. The targets in EGRESS_ALLOW are exempt for every
 * purpose. No other target is exempt (SPEC §11).
 */
export type EgressPurpose = 'page' | 'search_provider' | 'model' | 'alert';

export interface EgressRequest {
  /** The default is `page`. After a redirect to another origin, the purpose is `page`. */
  purpose?: EgressPurpose;
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** True to send a browser's headers. Otherwise, the `User-Agent` header names the service. */
  browser?: boolean;
  http2?: boolean;
  acceptLanguage?: string;
  /** Geo code in upper case, which selects the upstream proxy. */
  geo?: string;
  timeoutMs: number;
  maximumBytes: number;
  /** True to resolve as soon as the headers arrive, with an empty body. */
  headOnly?: boolean;
  /**
   * Reports how many decoded bytes of the body are in memory, from 0 again after a redirect. A caller that sets
   * `onBody` must free the body with `freeBytes`.
   */
  onBody?(bytes: number): void;
  /** Minimum interval between requests to the host. Without it, the request does not wait for the host throttle. */
  minIntervalMs?: number;
  /**
   * The accounts that wait for the answer. Accounts take turns at a host. The set is read again at each turn, because
   * accounts may join and leave.
   */
  accounts?: ReadonlySet<string> | undefined;
  /**
   * Low priority: the request is sent after those requests of the account that are waiting for this host without
   * `yields`, and after one such request of each other account.
   */
  yields?: boolean;
  /**
   * Called when the request begins to wait for the host, with a function that returns the expected time of its turn, in
   * milliseconds since the epoch. Called again without an argument when the turn has come.
   */
  onQueue?(turnAt?: () => number): void;
  redirect?: 'follow' | 'manual';
  respectRobots?: boolean;
  signal?: AbortSignal;
}

export interface EgressAnswer {
  status: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export type EgressFault =
  | 'refused'
  /** robots.txt disallows the URL, or its rules could not be read. */
  | 'robots'
  | 'timeout'
  /**
   * Too many requests to the host are waiting, or this request's turn would come too late for an answer before its
   * deadline.
   */
  | 'queued'
  | 'aborted'
  | 'unresolved'
  | 'connection'
  | 'certificate'
  | 'too_large'
  | 'too_many_redirects'
  /** Browser only: the URL leads to a file or to data, not to a page. */
  | 'not_a_page'
  | 'crashed'
  /** Browser only: too many pages are waiting. */
  | 'busy'
  | 'no_browser';

export const FAULT_TEXTS = {
  siteTimeout: 'the site did not answer in time',
  pageTimeout: 'the page was not ready in time',
  notAPage: 'the address leads to a file, not a page',
  tooManyRedirects: 'the site redirects too many times',
  noRedirectTarget: 'the site redirects without saying where to',
  crashed: 'the page crashed the browser',
  closing: 'the service is closing',
} as const;

/** The message contains no address and may be shown to callers. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly fault: EgressFault;
  /** Only with the fault `queued`: how long the request would have had to wait. */
  readonly retryAfterMs: number | undefined;
  constructor(fault: EgressFault, message: string, cause?: unknown, retryAfterMs?: number) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Egress {
  /**
   * Follows up to five redirects. Repeats a GET request once if the connection fails. Rejects with an EgressError if
   * there is no answer. An answer with an error status does not reject.
   */
  fetch(request: EgressRequest): Promise<EgressAnswer>;
}
