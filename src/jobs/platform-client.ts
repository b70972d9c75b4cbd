import type { Egress, EgressAnswer } from '../egress/egress.ts';
import { coolDown, cooldownEndsAt } from './circuit-breaker.ts';
import { egressFault, overBudget, PlatformFault, tooMany } from './platform-fault.ts';
import type { Clock } from '../lib/clock.ts';
import type { SourceRequest } from '../reading/answer.ts';
import { MemoryCooldowns } from '../shared/memory/cooldowns.ts';
import type { Cooldowns } from '../shared/types.ts';
import { type AccessMethod, isListedHost, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';
import type { BudgetStore } from '../store/types.ts';

/** More than twice the longest page that is known. */
const MAXIMUM_BYTES = 5 * 1024 * 1024;

export interface PlatformClientOptions {
  egress: Egress;
  clock: Clock;
  /** Platforms whose robots.txt the operator answers for. */
  named: ReadonlySet<string>;
  robotsTxt: 'platforms' | 'all' | 'off';
  /** What keyed APIs have been asked already. */
  budgets: BudgetStore;
  /** Absent: known to this asker alone. */
  cooldowns?: Cooldowns | undefined;
}

/** How long a request may take, and who may end it. */
export interface Patience {
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  signal: AbortSignal;
  /** As `EgressRequest` has it. */
  onQueue?: ((turnAt?: () => number) => void) | undefined;
  /** As `EgressRequest` has them. */
  accounts?: ReadonlySet<string> | undefined;
  search?: Pick<PlatformSearch, 'page'>;
}

/** Sends one request of an adapter: to the platform's own hosts, within budgets, and not before a site wants to be asked again. */
export class PlatformClient {
  readonly #options: PlatformClientOptions;
  readonly #cooldowns: Cooldowns;
  readonly #waiting = new Map<string, number>();

  constructor(options: PlatformClientOptions) {
    this.#options = options;
    this.#cooldowns = options.cooldowns ?? new MemoryCooldowns(options.clock);
  }

  /** Requests that wait for their turn at a site, by platform code. */
  get waiting(): ReadonlyMap<string, number> {
    return this.#waiting;
  }

  /** Rejects while the site has asked to be left alone (a 429 with a time). */
  async assertMayAsk(platform: Platform, accessMethod: AccessMethod): Promise<void> {
    const until = await cooldownEndsAt(this.#cooldowns, nameOf(platform, accessMethod));
    const seconds = Math.ceil((until - this.#options.clock.now()) / 1_000);
    if (seconds > 0) throw tooMany(seconds);
  }

  /** Sends nothing by this access method for so long. */
  coolDown(platform: Platform, accessMethod: AccessMethod, seconds: number): Promise<void> {
    return coolDown(this.#cooldowns, nameOf(platform, accessMethod), this.#options.clock.now() + seconds * 1_000);
  }

  /** Rejects with a PlatformFault, or with a fault of ours. */
  async ask(
    platform: Platform,
    accessMethod: Pick<AccessMethod, 'robots' | 'minIntervalMs' | 'budget'>,
    request: SourceRequest,
    settings: PlatformSearch['settings'],
    { deadlineAt, signal, onQueue, accounts, search }: Patience,
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
        // First pages go before further pages of other searches (SPEC §3).
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

  /** Counts one call of a keyed API; refused past its budget. */
  async #spend({ budget }: Pick<AccessMethod, 'budget'>): Promise<void> {
    if (!budget) return;
    const now = this.#options.clock.now();
    const freeAt = await this.#options.budgets.take(budget.name, budget.limits, now);
    if (freeAt !== undefined) throw overBudget(freeAt, now);
  }
}

/** Among all that are left alone: the same in every process. */
function nameOf({ code, accessMethods }: Platform, accessMethod: AccessMethod): string {
  return `door ${code} ${accessMethods.indexOf(accessMethod)}`;
}

/** One that the adapter declares, or that the operator's address of its own names. */
export function isOwnHost(
  { hosts, settings: declared = [] }: Platform,
  settings: PlatformSearch['settings'],
  host: string,
): boolean {
  if (isListedHost(hosts, host)) return true;
  const addresses = declared.filter(({ isAddress }) => isAddress).map(({ name }) => settings[name] ?? '');
  return addresses.some((address) => URL.canParse(address) && new URL(address).host === host);
}

/** An answer as adapters see it. */
