import { EgressError, type Egress } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Clock } from '../lib/clock.ts';
import { detectWall, WALL_REASONS } from '../reading/wall.ts';
import { ask, LookFault, type Answer } from './ask.ts';
import type { ReputationParser } from './parser.ts';
import type { SiteLook, Sought } from './site-look.ts';
import { siteOfUrl } from './sites/site-url.ts';
import type { Candidate, EmployerPage, ReviewSiteAdapter, SiteRequest } from './sites/site.ts';

const TIMEOUT_MS = 15_000;
const RENDER_TIMEOUT_MS = 20_000;
/** A browser that has less time than this shows nothing. */
const LEAST_RENDER_MS = 2_000;
const PACE_MS = 1_000;

export interface SiteVisitOptions {
  egress: Egress;
  /** Opens pages that only a browser gets. */
  renderer: Renderer | undefined;
  clock: Clock;
  parser: ReputationParser;
  robotsTxt: 'platforms' | 'all' | 'off';
  /** Told how each look ended. */
  onLooked?: ((site: string, outcome: SiteLook['outcome']) => void) | undefined;
}

/** One look for one employer at one site: no question is put to the site twice, whatever came of it. */
export class SiteVisit {
  readonly #options: SiteVisitOptions;
  readonly #site: ReviewSiteAdapter;
  readonly #sought: Sought;
  readonly #asked = new Map<string, Promise<unknown>>();

  constructor(options: SiteVisitOptions, site: ReviewSiteAdapter, sought: Sought) {
    this.#options = options;
    this.#site = site;
    this.#sought = sought;
  }

  /** Candidates of a lookup; `undefined`: there is no such page. Throws LookFault. */
  lookup(request: SiteRequest): Promise<Candidate[] | undefined> {
    return this.#once('lookup', request, async (answer) => {
      const rows = await this.#parse<Candidate[]>('lookup', answer);
      const wall = rows.length === 0 ? detectWall(answer) : undefined;
      if (wall) throw new LookFault(WALL_REASONS[wall]);
      return rows;
    });
  }

  /** An employer's page; `undefined`: there is no such page. Throws LookFault. */
  page(request: SiteRequest): Promise<EmployerPage | undefined> {
    return this.#once('page', request, async (answer) => {
      const page = await this.#parse<EmployerPage | null>('page', answer);
      if (page) return page;
      const wall = detectWall(answer);
      throw new LookFault(wall ? WALL_REASONS[wall] : 'its page has another shape than expected');
    });
  }

  #once<T>(
    kind: 'lookup' | 'page',
    request: SiteRequest,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T | undefined> {
    const key = JSON.stringify([kind, request.method, request.url, request.body, request.browser]);
    const asked = (this.#asked.get(key) as Promise<T | undefined> | undefined) ?? this.#read(request, read);
    this.#asked.set(key, asked);
    return asked;
  }

  /** Over the wire, and where that gives nothing to read, in the browser. */
  async #read<T>(request: SiteRequest, read: (answer: Answer) => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await this.#ask(request);
      return answer.status >= 400 ? undefined : await read(answer);
    } catch (error) {
      if (!(error instanceof LookFault) || request.method !== 'GET' || !request.browser) throw error;
      const answer = await this.#render(request);
      if (!answer) throw error;
      return read(answer);
    }
  }

  async #parse<T>(kind: 'lookup' | 'page', { body, url }: Answer): Promise<T> {
    // Redirects may lead anywhere: what another site says is no word of this one.
    if (siteOfUrl(url) !== this.#site.code) throw new LookFault('its address leads to another site');
    const outcome = await this.#options.parser.parse({ kind, site: this.#site.code, body, url });
    if ('fault' in outcome) throw new LookFault(outcome.fault);
    return outcome.value as T;
  }

  #ask(request: SiteRequest): Promise<Answer> {
    const { egress, clock, robotsTxt } = this.#options;
    return ask(egress, clock, request, {
      robots: robotsTxt !== 'off',
      paceMs: PACE_MS,
      deadlineAt: this.#sought.deadlineAt,
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** `undefined` where there is no browser, or it fares no better. */
  async #render(request: SiteRequest): Promise<Answer | undefined> {
    const { renderer, clock, robotsTxt } = this.#options;
    const timeoutMs = Math.min(RENDER_TIMEOUT_MS, this.#sought.deadlineAt - clock.now());
    if (!renderer || timeoutMs < LEAST_RENDER_MS || (await renderer.unavailable()) !== undefined) return undefined;
    try {
      const page = await renderer.render({
        url: request.url,
        timeoutMs,
        locale: this.#sought.scope === 'FR' ? 'fr-FR' : 'en-GB',
        respectRobots: robotsTxt !== 'off',
      });
      if (page.status >= 400) return undefined;
      return {
        status: page.status,
        url: page.url,
        contentType: page.contentType,
        body: Buffer.from(page.html).toString('utf8'),
      };
    } catch (error) {
      if (error instanceof EgressError) return undefined;
      throw error;
    }
  }
}
