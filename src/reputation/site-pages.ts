import type { Egress } from '../egress/egress.ts';
import { EgressError } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Clock } from '../lib/clock.ts';
import { squeeze, stripInvisible } from '../lib/text.ts';
import { detectWall, WALL_REASONS } from '../platforms/wall.ts';
import { ask, LookFault, type Answer } from './ask.ts';
import type { ReputationParser } from './parser.ts';
import { describeFigures } from './site-facts.ts';
import {
  isSought,
  languageOf,
  matchOf,
  type Country,
  type SiteFigures,
  type SiteLook,
  type Sought,
} from './site-look.ts';
import type { Candidate, EmployerPage, ReviewSiteAdapter, SiteRequest } from './sites/site.ts';

const TIMEOUT_MS = 15_000;
const RENDER_TIMEOUT_MS = 20_000;
const PACE_MS = 1_000;
/** Employers of one name whose pages are read, to find the one that people mean. */
const MAXIMUM_CANDIDATES = 3;

export interface SitePagesOptions {
  egress: Egress;
  /** Opens pages that only a browser gets. */
  renderer: Renderer | undefined;
  clock: Clock;
  parser: ReputationParser;
  robotsTxt: 'platforms' | 'all' | 'off';
}

/** Reads an employer's own pages on a review site: looked up by name, identity proven before a figure is believed. */
export class SitePages {
  readonly #options: SitePagesOptions;

  constructor(options: SitePagesOptions) {
    this.#options = options;
  }

  /** Any country: the hosts of GB, then those of FR. */
  async look(sought: Sought, site: ReviewSiteAdapter): Promise<SiteLook> {
    const countries: Country[] = sought.scope === '*' ? ['GB', 'FR'] : [sought.scope];
    let failure: SiteLook | undefined;
    for (const country of countries) {
      const look = await this.#lookIn(country, sought, site);
      if (look.outcome === 'found') return look;
      if (look.outcome === 'failed') failure ??= look;
    }
    return failure ?? { outcome: 'nothing' };
  }

  async #lookIn(country: Country, sought: Sought, site: ReviewSiteAdapter): Promise<SiteLook> {
    try {
      const candidates = await this.#candidates(country, sought, site);
      const pages: SiteFigures[] = [];
      let fault: LookFault | undefined;
      for (const candidate of candidates.slice(0, MAXIMUM_CANDIDATES)) {
        try {
          const figures = await this.#figures(candidate, country, sought, site);
          if (figures) pages.push(figures);
        } catch (error) {
          if (!(error instanceof LookFault)) throw error;
          fault ??= error;
        }
      }
      // Among equals the most-reviewed is the one that people mean; stubs have next to none.
      const figures = pages.sort((one, other) => other.reviewCount - one.reviewCount)[0];
      if (figures) return { outcome: 'found', figures };
      if (fault) throw fault;
      return { outcome: 'nothing' };
    } catch (error) {
      if (error instanceof LookFault) return { outcome: 'failed', reason: error.message };
      throw error;
    }
  }

  /** Employers of the name. None: a lookup answered, and none of its rows is the one. Throws where none answered. */
  async #candidates(country: Country, sought: Sought, site: ReviewSiteAdapter): Promise<Candidate[]> {
    let answered = false;
    let fault: LookFault | undefined;
    for (const request of site.lookup(squeeze(stripInvisible(sought.name)), country)) {
      try {
        const answer = await this.#ask(request, sought, site);
        // No such page: that says something only where nothing else spoke.
        if (answer.status >= 400) continue;
        const outcome = await this.#options.parser.parse({
          kind: 'lookup',
          site: site.code,
          body: answer.body,
          url: answer.url,
        });
        if ('fault' in outcome) throw new LookFault(outcome.fault);
        const rows = outcome.value as Candidate[];
        const wall = rows.length === 0 ? detectWall(answer) : undefined;
        if (wall) throw new LookFault(WALL_REASONS[wall]);
        answered = true;
        const matching = new Map(
          rows.filter(({ name }) => isSought(sought, name)).map((row) => [row.id || row.url, row]),
        );
        if (matching.size > 0) return [...matching.values()];
      } catch (error) {
        if (!(error instanceof LookFault)) throw error;
        fault ??= error;
      }
    }
    if (fault && !answered) throw fault;
    return [];
  }

  /** What the first page that can be read says; `undefined`: nothing there, or the page is another company's. */
  async #figures(
    candidate: Candidate,
    country: Country,
    sought: Sought,
    site: ReviewSiteAdapter,
  ): Promise<SiteFigures | undefined> {
    let fault: LookFault | undefined;
    let read = false;
    for (const request of site.pages(candidate, country)) {
      try {
        const page = await this.#page(request, sought, site);
        if (page === undefined) {
          read = true;
          continue;
        }
        const name = page.name || candidate.name;
        if (!isSought(sought, name)) return undefined;
        read = true;
        if (page.rating === null || page.rating < 1 || page.rating > 5 || page.reviewCount < 1) continue;
        return {
          matchedName: name,
          url: page.url || candidate.url || request.url,
          match: matchOf(sought.name, name),
          method: 'page',
          rating: page.rating,
          reviewCount: page.reviewCount,
          facts: describeFigures(page, site.name, languageOf(sought.scope)),
          reviews: page.reviews,
        };
      } catch (error) {
        if (!(error instanceof LookFault)) throw error;
        fault ??= error;
      }
    }
    if (fault && !read) throw fault;
    return undefined;
  }

  /** Over the wire, and where that gives no page, in the browser. `undefined`: there is no such page. */
  async #page(request: SiteRequest, sought: Sought, site: ReviewSiteAdapter): Promise<EmployerPage | undefined> {
    try {
      const answer = await this.#ask(request, sought, site);
      if (answer.status >= 400) return undefined;
      return await this.#read(answer, site);
    } catch (error) {
      if (!(error instanceof LookFault) || request.method !== 'GET' || !request.browser) throw error;
      const answer = await this.#render(request, sought);
      if (!answer) throw error;
      return this.#read(answer, site);
    }
  }

  async #read(answer: Answer, site: ReviewSiteAdapter): Promise<EmployerPage> {
    const outcome = await this.#options.parser.parse({
      kind: 'page',
      site: site.code,
      body: answer.body,
      url: answer.url,
    });
    const page = 'value' in outcome ? (outcome.value as EmployerPage | null) : null;
    if (page) return page;
    const wall = detectWall(answer);
    throw new LookFault(wall ? WALL_REASONS[wall] : 'its page has another shape than expected');
  }

  #ask(request: SiteRequest, sought: Sought, site: ReviewSiteAdapter): Promise<Answer> {
    const { egress, clock, robotsTxt } = this.#options;
    return ask(egress, clock, request, {
      hosts: site.hosts,
      robots: robotsTxt !== 'off',
      paceMs: PACE_MS,
      deadlineAt: sought.deadlineAt,
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** `undefined` where there is no browser, or it fares no better. */
  async #render(request: SiteRequest, sought: Sought): Promise<Answer | undefined> {
    const { renderer, clock, robotsTxt } = this.#options;
    const timeoutMs = Math.min(RENDER_TIMEOUT_MS, sought.deadlineAt - clock.now());
    if (!renderer || timeoutMs < 2_000 || (await renderer.unavailable()) !== undefined) return undefined;
    try {
      const page = await renderer.render({
        url: request.url,
        timeoutMs,
        locale: sought.scope === 'FR' ? 'fr-FR' : 'en-GB',
        respectRobots: robotsTxt !== 'off',
      });
      if (page.status >= 400) return undefined;
      return { status: page.status, url: page.url, contentType: page.contentType, body: page.html };
    } catch (error) {
      if (error instanceof EgressError) return undefined;
      throw error;
    }
  }
}
