import type { Egress } from '../../egress/egress.ts';
import type { Clock } from '../../lib/clock.ts';
import { detectBlockPage, BLOCK_PAGE_REASONS } from '../../reading/block-page.ts';
import type { ProviderChoice } from '../../sources/search-providers/index.ts';
import type {
  ProviderQuery,
  SearchFindings,
  SearchProvider,
  SearchSettings,
} from '../../sources/search-providers/provider.ts';
import { MemoryCooldowns } from '../../shared/memory/cooldowns.ts';
import type { Cooldowns } from '../../shared/types.ts';
import type { Failures } from '../failures.ts';
import { fetchAnswer, statusFault } from '../fetch-answer.ts';
import { withoutFigures, type LookupQuery, type SiteFigures, type SiteLookup, type Unclear } from '../lookup.ts';
import { changedFault, LookupFault, type FaultKind } from '../lookup-fault.ts';
import type { ReviewParseOutcome } from '../parse-task.ts';
import type { ReputationParser } from '../parser.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';
import { chooseFigures, listPages } from './choose-figures.ts';
import { writeQueries, type SiteQuery } from './query-text.ts';

const TIMEOUT_MS = 10_000;

type Waiting = Pick<LookupQuery, 'deadlineAt' | 'accounts'>;

export interface SnippetSearchOptions {
  egress: Egress;
  clock: Clock;
  parser: ReputationParser;
  choice: ProviderChoice;
  settings: SearchSettings;
  robotsTxt: 'platforms' | 'all' | 'off';
  onAsked?: ((provider: string, outcome: 'ok' | 'failed', ms: number) => void) | undefined;
  cooldowns?: Cooldowns | undefined;
}

/**
 * Reads an employer's figures from search results (SPEC §4, light mode). Tries the providers in order until one
 * answers.
 */
export class SnippetSearch {
  readonly #options: SnippetSearchOptions;
  readonly #cooldowns: Cooldowns;

  constructor(options: SnippetSearchOptions) {
    this.#options = options;
    this.#cooldowns = options.cooldowns ?? new MemoryCooldowns(options.clock);
  }

  async lookup(query: LookupQuery, site: ReviewSite, failures: Failures): Promise<SiteLookup> {
    const reasons: string[] = [];
    let kind: FaultKind = 'blocked';
    const skipped: string[] = [];
    for (const provider of this.#options.choice.providers) {
      if (failures.isHopeless(provider.code)) {
        reasons.push(`${provider.name} kept failing`);
        skipped.push(provider.code);
        continue;
      }
      try {
        const figures = await this.#figures(provider, query, site);
        failures.note(provider.code, false);
        if (figures === undefined) return { outcome: 'nothing' };
        return 'status' in figures ? { outcome: 'nothing', unclear: figures } : { outcome: 'found', figures };
      } catch (error) {
        if (!(error instanceof LookupFault)) throw error;
        failures.note(provider.code, true);
        ({ kind } = error);
        reasons.push(`${provider.name}: ${error.message}`);
      }
    }
    const reason = reasons.join('; ');
    return skipped.length > 0
      ? { outcome: 'failed', kind: 'skipped', reason, skipped }
      : { outcome: 'failed', kind, reason };
  }

  /** Searches for the name. If no page of the employer is found, searches again without the legal form. */
  async #figures(
    provider: SearchProvider,
    query: LookupQuery,
    site: ReviewSite,
  ): Promise<SiteFigures | Unclear | undefined> {
    for (const siteQuery of writeQueries(query, site)) {
      const { results, incomplete } = await this.#search(provider, siteQuery, query);
      const figures = chooseFigures(results, query, site, this.#options.clock.now());
      if (figures) return figures;
      if (incomplete !== undefined) throw new LookupFault('blocked', incomplete);
      const unclear = withoutFigures(listPages(results, query, site));
      if (unclear) return unclear;
    }
    return undefined;
  }

  async #search(
    provider: SearchProvider,
    { text, plainText, country }: SiteQuery,
    waiting: Waiting,
  ): Promise<SearchFindings> {
    const first = await this.#ask(provider, { text, country }, waiting);
    const answer =
      'fault' in first && first.fault.remedy.withoutOperators
        ? await this.#ask(provider, { text: plainText, country }, waiting)
        : first;
    if ('value' in answer) return answer.value;
    const { kind, message, remedy } = answer.fault;
    if (remedy.cooldownMs !== undefined) {
      const until = this.#options.clock.now() + remedy.cooldownMs;
      await this.#cooldowns.change(nameOf(provider), () => ({ until, keptUntil: until, note: '' }));
    }
    throw kind === 'changed' ? changedFault(message) : new LookupFault(kind, message);
  }

  async #ask(provider: SearchProvider, query: ProviderQuery, waiting: Waiting): Promise<ReviewParseOutcome<'search'>> {
    const { clock } = this.#options;
    if (clock.now() < ((await this.#cooldowns.find(nameOf(provider)))?.until ?? 0)) {
      throw new LookupFault('blocked', 'it asked us to prove that we are human, and gets no requests for a while');
    }
    const startedAt = clock.now();
    const tell = (outcome: 'ok' | 'failed'): void =>
      this.#options.onAsked?.(provider.code, outcome, clock.now() - startedAt);
    try {
      const outcome = await this.#fetch(provider, query, waiting);
      tell('value' in outcome ? 'ok' : 'failed');
      return outcome;
    } catch (error) {
      if (error instanceof LookupFault) tell('failed');
      throw error;
    }
  }

  async #fetch(
    provider: SearchProvider,
    query: ProviderQuery,
    waiting: Waiting,
  ): Promise<ReviewParseOutcome<'search'>> {
    const { egress, clock, parser, choice, settings, robotsTxt } = this.#options;
    const answer = await fetchAnswer(egress, clock, provider.request(query, settings), {
      purpose: 'search_provider',
      robots: provider.page && robotsTxt !== 'off' && !choice.named.has(provider.code),
      minIntervalMs: provider.minIntervalMs,
      deadlineAt: waiting.deadlineAt,
      accounts: waiting.accounts,
      timeoutMs: TIMEOUT_MS,
      refusals: true,
    });
    const outcome = await parser.parse({ kind: 'search', provider: provider.code, answer });
    const refused = answer.status >= 300;
    if ('fault' in outcome && outcome.fault.kind === 'blocked') {
      const { message, ...rest } = outcome.fault;
      const status = refused && !message.includes('HTTP') ? ` (HTTP ${answer.status})` : '';
      return { fault: { ...rest, message: `${redact(message, settings)}${status}` } };
    }
    const blockPage = 'fault' in outcome && provider.page ? detectBlockPage(answer) : undefined;
    if (blockPage) throw new LookupFault('blocked', BLOCK_PAGE_REASONS[blockPage]);
    if (refused) throw statusFault(answer);
    return outcome;
  }
}

function nameOf({ code }: SearchProvider): string {
  return `provider ${code}`;
}

/** Removes API keys from a provider's error message, which may repeat them. */
function redact(message: string, settings: SearchSettings): string {
  const keys = Object.entries(settings).filter(([name]) => name.endsWith('_KEY'));
  return keys.reduce((redacted, [, key]) => redacted.replaceAll(key, '…'), message);
}
