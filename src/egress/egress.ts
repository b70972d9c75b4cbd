/**
 * What a request is for. An endpoint of the operator's own that a setting names
 * (SEARXNG_URL, OPENAI_BASE_URL, ALERT_WEBHOOK_URL) is exempt from the address
 * rule for its own purpose alone; a page is exempt from nothing (SPEC §11).
 */
export type EgressPurpose = 'page' | 'search_provider' | 'model' | 'alert';

/** What may be asked of the one door out. */
export interface EgressRequest {
  /** `page` when absent. Where a redirect leads to another origin it is a page's again. */
  purpose?: EgressPurpose;
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Send the headers of a browser; otherwise the service says who it is. */
  browser?: boolean;
  http2?: boolean;
  acceptLanguage?: string;
  /** Proxy to go through: a geo code in upper case. */
  geo?: string;
  /** For the whole of it, redirects included. */
  timeoutMs: number;
  /** Most decoded bytes of the body. */
  maximumBytes: number;
  /**
   * Told how many decoded bytes of the body are held by now; after a redirect it
   * begins anew. Who asks to be told gives the body back by `freeBytes`.
   */
  onBody?(bytes: number): void;
  /** Least time between two requests to this host. */
  paceMs?: number;
  /** `manual`: a redirect is the answer, and nothing is asked of where it leads. */
  redirect?: 'follow' | 'manual';
  /** Ask the host's robots.txt first. */
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
  /** Refused by our own filter. */
  | 'refused'
  /** Disallowed by robots.txt, or its rules cannot be read. */
  | 'robots'
  | 'timeout'
  /** Too many requests to that host wait here: the deadline would pass before its turn. */
  | 'queued'
  | 'aborted'
  | 'unresolved'
  | 'connection'
  | 'certificate'
  | 'too_large'
  | 'too_many_redirects'
  /** For a browser: the address gives a file and no page. */
  | 'not_a_page'
  /** For a browser: the page brought it down. */
  | 'crashed'
  /** For a browser: too many pages wait for one. */
  | 'busy'
  /** There is no browser, or it does not start. */
  | 'no_browser';

/** Why a fetch gave no answer. The message is fit for callers: it names no address. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly fault: EgressFault;
  constructor(fault: EgressFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

export interface Egress {
  fetch(request: EgressRequest): Promise<EgressAnswer>;
}
