import type { Egress } from '../egress/egress.ts';
import type { Clock } from '../lib/clock.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { cutAt, squeeze, wellFormed } from '../lib/text.ts';
import { detectWall, WALL_REASONS } from '../reading/wall.ts';
import type { ProviderChoice } from '../search/index.ts';
import type { SearchProvider, SearchResult, SearchSettings } from '../search/provider.ts';
import { ask, LookFault } from './ask.ts';
import type { Failures } from './failures.ts';
import type { ReputationParser } from './parser.ts';
import type { Scope, SiteFigures, SiteLook, Sought } from './site-look.ts';
import { requireReviewSite } from './sites/index.ts';
import type { ReviewSite } from './sites/site.ts';
import { readSnippet } from './snippet/read-snippet.ts';

const FAILURES_BEFORE_SKIP = 3;
const TIMEOUT_MS = 10_000;

export interface SnippetSearchOptions {
  egress: Egress;
  clock: Clock;
  parser: ReputationParser;
  choice: ProviderChoice;
  settings: SearchSettings;
  robotsTxt: 'platforms' | 'all' | 'off';
  /** Told how each query ended. */
  onAsked?: ((provider: string, outcome: 'ok' | 'failed') => void) | undefined;
}

/** Reads an employer's figures out of search results: one query a name and site (SPEC §4, light mode). */
export class SnippetSearch {
  readonly #options: SnippetSearchOptions;

  constructor(options: SnippetSearchOptions) {
    this.#options = options;
  }

  async look(sought: Sought, site: ReviewSite, failures: Failures): Promise<SiteLook> {
    const reasons: string[] = [];
    for (const provider of this.#options.choice.providers) {
      if (failures.isHopeless(provider.code, FAILURES_BEFORE_SKIP)) {
        reasons.push(`${provider.name} kept failing`);
        continue;
      }
      try {
        const results = await this.#search(provider, sought, site);
        failures.note(provider.code, false);
        this.#options.onAsked?.(provider.code, 'ok');
        const figures = chooseFigures(results, sought, site);
        return figures ? { outcome: 'found', figures } : { outcome: 'nothing' };
      } catch (error) {
        if (!(error instanceof LookFault)) throw error;
        failures.note(provider.code, true);
        this.#options.onAsked?.(provider.code, 'failed');
        reasons.push(`${provider.name}: ${error.message}`);
      }
    }
    return { outcome: 'failed', reason: reasons.join('; ') };
  }

  async #search(provider: SearchProvider, sought: Sought, site: ReviewSite): Promise<SearchResult[]> {
    const { egress, clock, parser, choice, settings, robotsTxt } = this.#options;
    const country = sought.scope === 'FR' ? 'FR' : 'GB';
    const question = provider.request({ text: queryText(sought.name, sought.scope, site), country }, settings);
    const answer = await ask(egress, clock, question, {
      robots: provider.page && robotsTxt !== 'off' && !choice.named.has(provider.code),
      paceMs: provider.paceMs,
      deadlineAt: sought.deadlineAt,
      timeoutMs: TIMEOUT_MS,
    });
    if (answer.status >= 400) throw new LookFault(`it did not take the request (HTTP ${answer.status})`);
    const outcome = await parser.parse({ kind: 'search', provider: provider.code, answer });
    if ('value' in outcome) return outcome.value as SearchResult[];
    const wall = provider.page ? detectWall(answer) : undefined;
    throw new LookFault(wall ? WALL_REASONS[wall] : outcome.fault);
  }
}

/** `"Tesco" reviews site:glassdoor.co.uk`; for any country one query over the hosts of both. */
function queryText(name: string, scope: Scope, site: ReviewSite): string {
  const words = cutAt(squeeze(stripInvisible(wellFormed(name)).replace(/["“”«»\\]/g, ' ')), 200);
  const { searchedAt: hosts } = requireReviewSite(site);
  const where = scope === '*' ? `site:${hosts.GB} OR site:${hosts.FR}` : `site:${hosts[scope]}`;
  return `"${words}" ${scope === 'FR' ? 'avis' : 'reviews'} ${where}`;
}

interface Reading {
  figures: SiteFigures;
  structured: boolean;
}

/** The most-reviewed of several equals; a figure in a field of its own beats one in a text about as many reviews. */
function chooseFigures(results: readonly SearchResult[], sought: Sought, site: ReviewSite): SiteFigures | undefined {
  const readings: Reading[] = [];
  for (const result of results) {
    const reading = readSnippet(result, sought.name, {
      ...(sought.scope === '*' ? {} : { country: sought.scope }),
      aliases: sought.aliases,
    });
    if (reading?.site !== site) continue;
    const structured = result.rating !== undefined;
    readings.push({
      structured,
      figures: {
        matchedName: reading.matchedName,
        url: result.url,
        method: structured ? 'structured' : 'snippet',
        rating: reading.rating,
        reviewCount: reading.reviewCount,
        facts: [],
        reviews: [],
      },
    });
  }
  const most = mostReviewed(readings);
  const stated = mostReviewed(readings.filter(({ structured }) => structured));
  return stated && most && stated.figures.reviewCount * 2 >= most.figures.reviewCount ? stated.figures : most?.figures;
}

function mostReviewed(readings: readonly Reading[]): Reading | undefined {
  return readings.reduce<Reading | undefined>(
    (best, reading) => (!best || reading.figures.reviewCount > best.figures.reviewCount ? reading : best),
    undefined,
  );
}
