import { EgressError, type Egress } from '../../egress/egress.ts';
import type { Renderer } from '../../egress/renderer.ts';
import type { Clock } from '../../lib/clock.ts';
import { detectBlockPage, BLOCK_PAGE_REASONS } from '../../reading/block-page.ts';
import { fetchAnswer, type SourceAnswer } from '../fetch-answer.ts';
import type { LookupQuery, SiteLookup } from '../lookup.ts';
import { changedFault, LookupFault } from '../lookup-fault.ts';
import type { ParsedByKind } from '../parse-task.ts';
import type { ReputationParser } from '../parser.ts';
import { siteOfUrl } from '../../sources/review-sites/site-url.ts';
import type {
  Candidate,
  EmployerPage,
  ReviewSiteAdapter,
  SiteRequest,
  SiteSession,
} from '../../sources/review-sites/site.ts';

const TIMEOUT_MS = 15_000;
const RENDER_TIMEOUT_MS = 20_000;
const LEAST_RENDER_MS = 2_000;
const MIN_INTERVAL_MS = 1_000;

export interface SitePageFetcherOptions {
  egress: Egress;
  renderer: Renderer | undefined;
  clock: Clock;
  parser: ReputationParser;
  robotsTxt: 'platforms' | 'all' | 'off';
  onLookedUp?: ((site: string, outcome: SiteLookup['outcome'], ms: number) => void) | undefined;
}

type Kinds = 'lookup' | 'page';
type Parsed<Kind extends Kinds> = NonNullable<ParsedByKind[Kind]>;

interface OpenSession {
  /** The origin after redirects, because sites redirect to the host of the visitor's country. */
  origin: string;
  headers: Record<string, string>;
}

/** Fetches and parses one review site's answers for one employer. A repeated request gets the first answer again. */
export class SitePageFetcher {
  readonly #options: SitePageFetcherOptions;
  readonly #site: ReviewSiteAdapter;
  readonly #query: LookupQuery;
  readonly #asked = new Map<string, Promise<unknown>>();
  #session: Promise<OpenSession | undefined> | undefined;

  constructor(options: SitePageFetcherOptions, site: ReviewSiteAdapter, query: LookupQuery) {
    this.#options = options;
    this.#site = site;
    this.#query = query;
  }

  /** Returns undefined for status 404 or 410. Throws LookupFault if no answer arrives or if it cannot be read. */
  lookup(request: SiteRequest): Promise<Candidate[] | undefined> {
    return this.#once('lookup', request);
  }

  /** Returns undefined for status 404 or 410. Throws LookupFault if no answer arrives or if it cannot be read. */
  page(request: SiteRequest): Promise<EmployerPage | undefined> {
    return this.#once('page', request);
  }

  #once<Kind extends Kinds>(kind: Kind, request: SiteRequest): Promise<Parsed<Kind> | undefined> {
    const key = JSON.stringify([kind, request.method, request.url, request.body, request.browser]);
    const asked = this.#asked.get(key) as Promise<Parsed<Kind> | undefined> | undefined;
    const answer = asked ?? this.#read(kind, request);
    this.#asked.set(key, answer);
    return answer;
  }

  /**
   * Fetches and parses an answer. If this fails with a LookupFault and the request is a GET with `browser`, renders the
   * page.
   */
  async #read<Kind extends Kinds>(kind: Kind, request: SiteRequest): Promise<Parsed<Kind> | undefined> {
    try {
      const answer = await this.#fetch(request.inSession ? await this.#withSession(request) : request);
      return answer.status >= 400 ? undefined : await this.#parse(kind, answer);
    } catch (error) {
      if (!(error instanceof LookupFault) || request.method !== 'GET' || !request.browser) throw error;
      const answer = await this.#render(request);
      if (!answer) throw error;
      return this.#parse(kind, answer);
    }
  }

  async #parse<Kind extends Kinds>(kind: Kind, answer: SourceAnswer): Promise<Parsed<Kind>> {
    const { body, url } = answer;
    // A redirect may lead to another site, whose answer must not be used.
    if (siteOfUrl(url) !== this.#site.code) throw changedFault('its address leads to another site');
    const outcome = await this.#options.parser.parse({ kind, site: this.#site.code, body, url });
    const value = 'value' in outcome ? outcome.value : null;
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    const blockPage = isEmpty ? detectBlockPage(answer) : undefined;
    if (blockPage) throw new LookupFault('blocked', BLOCK_PAGE_REASONS[blockPage]);
    if (value !== null) return value as Parsed<Kind>;
    if ('fault' in outcome) throw changedFault(outcome.fault.message);
    throw changedFault(`its ${kind === 'page' ? 'page' : 'search'} has another shape than expected`);
  }

  #fetch(request: SiteRequest): Promise<SourceAnswer> {
    const { inSession: _, ...plain } = request;
    const { egress, clock, robotsTxt } = this.#options;
    return fetchAnswer(egress, clock, plain, {
      purpose: 'page',
      robots: robotsTxt !== 'off',
      minIntervalMs: MIN_INTERVAL_MS,
      deadlineAt: this.#query.deadlineAt,
      accounts: this.#query.accounts,
      timeoutMs: TIMEOUT_MS,
    });
  }

  /**
   * Gives the request the session's origin and headers, as the site's own scripts do. If no session can be opened,
   * returns the request unchanged.
   */
  async #withSession(request: SiteRequest): Promise<SiteRequest> {
    const { session } = this.#site;
    if (!session) return request;
    this.#session ??= this.#openSession(session);
    const open = await this.#session;
    const { pathname, search } = new URL(request.url);
    return open
      ? { ...request, url: `${open.origin}${pathname}${search}`, headers: { ...request.headers, ...open.headers } }
      : request;
  }

  async #openSession({ request }: SiteSession): Promise<OpenSession | undefined> {
    try {
      const { status, url, body, cookies } = await this.#fetch(request);
      const { origin, hostname } = new URL(url);
      // Cookies go only to the site that set them.
      if (status >= 400 || !this.#site.hosts.includes(hostname)) return undefined;
      const outcome = await this.#options.parser.parse({ kind: 'session', site: this.#site.code, body, url });
      const token = 'value' in outcome ? outcome.value : {};
      return {
        origin,
        headers: { ...token, ...(cookies === '' ? {} : { cookie: cookies }), origin, referer: `${origin}/` },
      };
    } catch (error) {
      if (error instanceof LookupFault) return undefined;
      throw error;
    }
  }

  /**
   * Returns undefined if there is no browser, too little time is left, the page's status is an error, or rendering
   * fails.
   */
  async #render(request: SiteRequest): Promise<SourceAnswer | undefined> {
    const { renderer, clock, robotsTxt } = this.#options;
    const timeoutMs = Math.min(RENDER_TIMEOUT_MS, this.#query.deadlineAt - clock.now());
    if (!renderer || timeoutMs < LEAST_RENDER_MS || (await renderer.unavailable()) !== undefined) return undefined;
    try {
      const page = await renderer.render({
        url: request.url,
        timeoutMs,
        locale: this.#query.scope === 'FR' ? 'fr-FR' : 'en-GB',
        respectRobots: robotsTxt !== 'off',
      });
      if (page.status >= 400) return undefined;
      return {
        status: page.status,
        url: page.url,
        contentType: page.contentType,
        cookies: '',
        body: Buffer.from(page.html).toString('utf8'),
      };
    } catch (error) {
      if (error instanceof EgressError) return undefined;
      throw error;
    }
  }
}
