import type { Clock, Sleep } from '../lib/clock.ts';
import type { HostThrottle } from '../shared/types.ts';
import { EgressError } from './egress.ts';
import { orderOfTurns, type QueuedRequest } from './host-turns.ts';

export interface HostRequest {
  host: string;
  minIntervalMs: number;
  /** Low priority, as in EgressRequest. */
  yields: boolean;
  accounts: ReadonlySet<string>;
  /** The request is refused if its turn would be later than this time, in milliseconds since the epoch. */
  latestAt: number;
  signal?: AbortSignal | undefined;
  onQueue?: ((turnAt?: () => number) => void) | undefined;
}

interface Waiter extends QueuedRequest, Pick<HostRequest, 'latestAt' | 'onQueue'> {
  hasHeardOfQueue: boolean;
  begin(): void;
  refuse(error: unknown): void;
}

interface Slot {
  at: number;
  intervalMs: number;
  grantedAt: number;
}

interface HostLine {
  waiting: Waiter[];
  /** The account whose turn is next comes first. */
  accounts: string[];
  /** The slot stays valid after the requests that waited for it have left. */
  slot: Slot | undefined;
  isServed: boolean;
  sleeping: AbortController | undefined;
}

const MOST_WAITING = 1_000;
/**
 * If at least this many hosts are stored, adding a host first removes idle hosts without a usable slot. There is a
 * threshold because the removal looks at every host.
 */
const REMEMBERED_HOSTS = 100;

/**
 * Decides which request to a host is sent next. Accounts take turns, so an account with many requests delays mainly
 * itself. The slots come from the throttle, which replicas can share. A request that would be sent too late is refused
 * as soon as that is known.
 */
export class HostQueue {
  readonly #throttle: HostThrottle;
  readonly #clock: Clock;
  readonly #sleep: Sleep;
  readonly #lines = new Map<string, HostLine>();

  constructor(throttle: HostThrottle, clock: Clock, sleep: Sleep) {
    this.#throttle = throttle;
    this.#clock = clock;
    this.#sleep = sleep;
  }

  get size(): { hosts: number; waiting: number } {
    let waiting = 0;
    for (const line of this.#lines.values()) waiting += line.waiting.length;
    return { hosts: this.#lines.size, waiting };
  }

  /**
   * Resolves at the request's turn. Rejects with an EgressError (`queued`, which states how long the wait would be, or
   * `aborted`), or with the throttle's error.
   */
  take(request: HostRequest): Promise<void> {
    const { host, signal, minIntervalMs, yields, accounts, latestAt, onQueue } = request;
    if (signal?.aborted) return Promise.reject(endedByCaller(signal));
    const line = this.#lineOf(host);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal?.removeEventListener('abort', abort);
        line.waiting.splice(line.waiting.indexOf(waiter), 1);
        if (line.waiting.length > 0) return;
        line.accounts = [];
        line.sleeping?.abort();
      };
      const waiter: Waiter = {
        minIntervalMs,
        yields,
        accounts,
        yieldedTo: new Set(),
        latestAt,
        onQueue,
        hasHeardOfQueue: false,
        begin: () => {
          leave();
          if (waiter.hasHeardOfQueue) onQueue?.();
          resolve();
        },
        refuse: (error) => {
          leave();
          reject(error as Error);
        },
      };
      const abort = (): void => waiter.refuse(endedByCaller(signal));
      signal?.addEventListener('abort', abort, { once: true });
      line.waiting.push(waiter);
      if (!line.isServed) void this.#serve(host, line);
      else if (line.slot) this.#updateTurns(line, line.slot);
    });
  }

  #lineOf(host: string): HostLine {
    const known = this.#lines.get(host);
    if (known) return known;
    if (this.#lines.size >= REMEMBERED_HOSTS) this.#forgetPast();
    const line: HostLine = { waiting: [], accounts: [], slot: undefined, isServed: false, sleeping: undefined };
    this.#lines.set(host, line);
    return line;
  }

  #forgetPast(): void {
    for (const [host, line] of this.#lines) if (!line.isServed && !this.#isUsable(line.slot)) this.#lines.delete(host);
  }

  /** False if the slot has passed, or if it was granted before the clock was set back. */
  #isUsable(slot: Slot | undefined): slot is Slot {
    const now = this.#clock.now();
    return slot !== undefined && slot.at >= now && slot.grantedAt <= now;
  }

  async #serve(host: string, line: HostLine): Promise<void> {
    line.isServed = true;
    try {
      if (!this.#isUsable(line.slot)) line.slot = undefined;
      while (line.waiting.length > 0) await this.#serveNext(host, line);
    } catch (error) {
      while (line.waiting[0]) line.waiting[0].refuse(error);
    } finally {
      line.isServed = false;
      if (!this.#isUsable(line.slot)) this.#lines.delete(host);
    }
  }

  async #serveNext(host: string, line: HostLine): Promise<void> {
    line.slot ??= await this.#nextSlot(host, line);
    const { slot } = line;
    if (!slot) return;
    this.#updateTurns(line, slot);
    const leftMs = slot.at - this.#clock.now();
    if (leftMs > 0 && line.waiting.length > 0 && !(await this.#sleepUntil(line, leftMs))) return;
    // The time of the slot has come, even if the clock was set back in the meantime.
    const [turn] = orderOfTurns(line.waiting.filter(fits(slot)), line.accounts);
    if (line.waiting.length === 0) return;
    line.slot = undefined;
    if (!turn) return;
    line.accounts = [...line.accounts.filter((account) => account !== turn.account), turn.account];
    turn.before?.yieldedTo.add(turn.account);
    turn.request.begin();
  }

  /**
   * If the next slot is too late for every request that was waiting when the throttle was asked, refuses these requests
   * and returns undefined.
   */
  async #nextSlot(host: string, line: HostLine): Promise<Slot | undefined> {
    const [first] = orderOfTurns(line.waiting, line.accounts);
    const intervalMs = (first?.request ?? (line.waiting[0] as Waiter)).minIntervalMs;
    const latestAt = Math.max(...line.waiting.map((waiter) => waiter.latestAt));
    const grantedAt = this.#clock.now();
    const { at, isTaken } = await this.#throttle.take(host, intervalMs, latestAt);
    if (isTaken) return { at, intervalMs, grantedAt };
    const waitMs = at - this.#clock.now();
    // Requests with a later limit may have arrived before the throttle answered. They are not refused.
    for (const waiter of line.waiting.filter((one) => one.latestAt <= Math.max(at, latestAt)))
      waiter.refuse(queued(waitMs));
    return undefined;
  }

  /**
   * Returns false if the wait ended early because no request is waiting any more. The slot is then kept for the next
   * request, unless it has passed.
   */
  async #sleepUntil(line: HostLine, ms: number): Promise<boolean> {
    const sleeping = new AbortController();
    line.sleeping = sleeping;
    try {
      await this.#sleep(ms, sleeping.signal);
    } catch (error) {
      if (!sleeping.signal.aborted) throw error;
    } finally {
      line.sleeping = undefined;
    }
    if (!sleeping.signal.aborted) return true;
    if (!this.#isUsable(line.slot)) line.slot = undefined;
    return false;
  }

  #updateTurns(line: HostLine, slot: Slot): void {
    line.accounts = accountsByTurn(line);
    for (let late = lateOne(line, slot); late; late = lateOne(line, slot))
      late.waiter.refuse(queued(late.turnAt - this.#clock.now()));
    if (slot.at <= this.#clock.now()) return;
    for (const waiter of line.waiting) {
      if (waiter.hasHeardOfQueue) continue;
      waiter.hasHeardOfQueue = true;
      waiter.onQueue?.(() => this.#turnOf(line, waiter));
    }
  }

  #turnOf(line: HostLine, waiter: Waiter): number {
    const slot = line.slot ?? { at: this.#clock.now(), intervalMs: waiter.minIntervalMs };
    for (const { waiter: other, turnAt } of timedTurns(line, slot)) if (other === waiter) return turnAt;
    return slot.at;
  }
}

/** Known accounts keep their order, new accounts come after them, and accounts without a request are dropped. */
function accountsByTurn({ waiting, accounts }: HostLine): string[] {
  const present = new Set(waiting.flatMap((waiter) => [...waiter.accounts]));
  return [...new Set([...accounts.filter((account) => present.has(account)), ...present])];
}

function fits({ intervalMs }: Pick<Slot, 'intervalMs'>): (waiter: Waiter) => boolean {
  return ({ minIntervalMs }) => minIntervalMs <= intervalMs;
}

interface TimedTurn {
  waiter: Waiter;
  turnAt: number;
  position: number;
}

function* timedTurns(line: HostLine, slot: Pick<Slot, 'at' | 'intervalMs'>): Generator<TimedTurn> {
  let turnAt = slot.at;
  let { intervalMs } = slot;
  let position = 0;
  for (const { request } of orderOfTurns(line.waiting, line.accounts)) {
    if (position > 0) {
      turnAt += intervalMs;
      intervalMs = request.minIntervalMs;
    }
    yield { waiter: request, turnAt, position };
    position += 1;
  }
}

function lateOne(line: HostLine, slot: Slot): TimedTurn | undefined {
  for (const turn of timedTurns(line, slot))
    if (turn.turnAt > turn.waiter.latestAt || turn.position >= MOST_WAITING) return turn;
  return undefined;
}

function queued(retryAfterMs: number): EgressError {
  const message = 'too many requests are already waiting for this site; try again in a moment';
  return new EgressError('queued', message, undefined, retryAfterMs);
}

function endedByCaller(signal: AbortSignal | undefined): EgressError {
  return new EgressError('aborted', 'the call was ended', signal?.reason);
}
