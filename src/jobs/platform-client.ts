import type { Egress, EgressAnswer } from '../egress/egress.ts';
import { MIB } from '../lib/byte-units.ts';
import { coolDown, cooldownEndsAt } from './circuit-breaker.ts';
import { egressFault, overBudget, PlatformFault, tooMany } from './platform-fault.ts';
import type { Clock } from '../lib/clock.ts';
import type { SourceRequest } from '../reading/answer.ts';
import { MemoryCooldowns } from '../shared/memory/cooldowns.ts';
import type { Cooldowns } from '../shared/types.ts';
import { type AccessMethod, isListedHost, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';
import type { BudgetStore } from '../store/types.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

/** More than twice the size of the longest known page. */
const MAXIMUM_BYTES = 5 * MIB;

export interface PlatformClientOptions {
  egress: Egress;
  clock: Clock;
  named: ReadonlySet<string>;
  robotsTxt: 'platforms' | 'all' | 'off';
  budgets: BudgetStore;
  /** The cooldowns, if replicas share them. If absent, the client keeps its own. */
  cooldowns?: Cooldowns | undefined;
}

export interface PlatformRequestOptions {
  deadlineAt: number;
  signal: AbortSignal;
  /**
   * Called with a function when the request begins to wait for the site's host, and without one when its turn has come.
   * The function returns the expected time of the turn, in milliseconds since the epoch.
   */
  onQueue?: ((turnAt?: () => number) => void) | undefined;
  /** The accounts that wait for the answer. Accounts take turns at a host. */
  accounts?: ReadonlySet<string> | undefined;
  search?: Pick<PlatformSearch, 'page'>;
}

/**
 * Sends an adapter's requests, only to the platform's own hosts and within API budgets. Callers check for cooldowns
 * first with `assertMayAsk`.
 */
export class PlatformClient {
  readonly #options: PlatformClientOptions;
  readonly #cooldowns: Cooldowns;
  readonly #waiting = new Map<string, number>();

  constructor(options: PlatformClientOptions) {
    this.#options = options;
    this.#cooldowns = options.cooldowns ?? new MemoryCooldowns(options.clock);
  }

  get waiting(): ReadonlyMap<string, number> {
    return this.#waiting;
  }

  async assertMayAsk(platform: Platform, accessMethod: AccessMethod): Promise<void> {
    const until = await cooldownEndsAt(this.#cooldowns, nameOf(platform, accessMethod));
    const seconds = Math.ceil((until - this.#options.clock.now()) / 1_000);
    if (seconds > 0) throw tooMany(seconds);
  }

  coolDown(platform: Platform, accessMethod: AccessMethod, seconds: number): Promise<void> {
    return coolDown(this.#cooldowns, nameOf(platform, accessMethod), this.#options.clock.now() + seconds * 1_000);
  }

  /** Rejects with a PlatformFault if the request fails or is not allowed; any other error is internal. */
  async ask(
    platform: Platform,
    accessMethod: Pick<AccessMethod, 'robots' | 'minIntervalMs' | 'budget'>,
    request: SourceRequest,
    settings: PlatformSearch['settings'],
    { deadlineAt, signal, onQueue, accounts, search }: PlatformRequestOptions,
  ): Promise<EgressAnswer> {
    if (!isOwnHost(platform, settings, new URL(request.url).host))
      throw new PlatformFault('error', 'the adapter asks for a host that is not its own');
    await this.#spend(accessMethod);
    const { robotsTxt, named, clock, egress } = this.#options;
    let waits = 0;
    const count = (now: 0 | 1): void => {
      this.#waiting.set(platform.code, (this.#waiting.get(platform.code) ?? 0) + now - waits);
      waits = now;
    };
    try {
      return await egress.fetch({
        ...request,
        timeoutMs: Math.max(1, deadlineAt - clock.now()),
        maximumBytes: MAXIMUM_BYTES,
        minIntervalMs: accessMethod.minIntervalMs,
        accounts,
        // Requests for further pages let first pages pass in the host's queue.
        yields: (search?.page ?? 1) > 1,
        onQueue: (turnAt) => {
          count(turnAt === undefined ? 0 : 1);
          onQueue?.(turnAt);
        },
        respectRobots: accessMethod.robots && robotsTxt !== 'off' && !named.has(platform.code),
        signal,
      });
    } catch (error) {
      throw egressFault(error);
    } finally {
      count(0);
    }
  }

  async #spend({ budget }: Pick<AccessMethod, 'budget'>): Promise<void> {
    if (!budget) return;
    const now = this.#options.clock.now();
    const freeAt = await this.#options.budgets.take(budget.name, budget.limits, now);
    if (freeAt !== undefined) throw overBudget(freeAt, now);
  }
}

/** The name begins with "door" because replicas of earlier releases read the same cooldowns during an upgrade. */
function nameOf({ code, accessMethods }: Platform, accessMethod: AccessMethod): string {
  return `door ${code} ${accessMethods.indexOf(accessMethod)}`;
}

export function isOwnHost(
  { hosts, settings: declared = [] }: Platform,
  settings: PlatformSearch['settings'],
  host: string,
): boolean {
  if (isListedHost(hosts, host)) return true;
  const addresses = declared.filter(({ isAddress }) => isAddress).map(({ name }) => settings[name] ?? '');
  return addresses.some((address) => canParseUrl(address) && new URL(address).host === host);
}
