import type { Clock } from '../lib/clock.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten, squeeze } from '../lib/text.ts';
import { within } from '../lib/within.ts';
import type { AlertChannel, HealthStore, SourceCheck } from '../store/types.ts';
import { dueAt } from './cadence.ts';
import { judge, readState, type HealthEvent } from './judge.ts';
import type { CheckedSource, CheckResult, Source } from './source.ts';
import { sumTallies } from './tallies.ts';

/** Longer than all searches of one look and their turns at the site's pace. */
const CHECK_MS = 150_000;
/** A process that died keeps its turn for so long. */
const LEASE_MS = 5 * 60_000;
/** Checks that are compared with those before them. */
const RECENT_CHECKS = 64;
const LONGEST_REASON = 300;

/** An event of a source, as it is kept and told. */
export interface HealthAlert {
  id: string;
  source: string;
  at: number;
  what: HealthEvent;
}

export interface DoctorOptions {
  store: HealthStore;
  clock: Clock;
  sources: readonly CheckedSource[];
  /** The name of this process among those on the store. */
  holder: string;
  /** Ways that alerts go out by. */
  channels: readonly AlertChannel[];
  newId(): string;
  onCheck?(check: SourceCheck, source: Source): void;
  onAlert?(alert: HealthAlert, source: Source): void;
  onFault(error: unknown): void;
}

/**
 * Looks after the sources: at each turn at the one that has waited longest, if
 * one is due, and never at two at a time. What it finds is kept with its
 * alerts in one step, so that an end in the midst loses nothing that was told.
 */
export class Doctor {
  readonly #options: DoctorOptions;
  readonly #closing = new AbortController();
  #turn: Promise<SourceCheck | undefined> | undefined;

  constructor(options: DoctorOptions) {
    this.#options = options;
  }

  /** One turn; gives the check that was made. A turn that still runs is the one that is given. Never rejects. */
  turn(): Promise<SourceCheck | undefined> {
    if (this.#closing.signal.aborted) return Promise.resolve(undefined);
    return (this.#turn ??= this.#take()
      .catch((error: unknown) => {
        this.#options.onFault(error);
        return undefined;
      })
      .finally(() => {
        this.#turn = undefined;
      }));
  }

  /** Ends the look that runs; it is made anew by whoever comes next. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turn;
  }

  async #take(): Promise<SourceCheck | undefined> {
    const { store, clock, holder } = this.#options;
    for (const source of await this.#due()) {
      const now = clock.now();
      if (!(await store.claim(source.code, holder, now, { everyMs: source.everyMs, leaseMs: LEASE_MS }))) continue;
      return this.#check(source);
    }
    return undefined;
  }

  /** Those that are due, the longest overdue first. */
  async #due(): Promise<CheckedSource[]> {
    const { store, clock, sources } = this.#options;
    const now = clock.now();
    const last = new Map((await store.standings()).map(({ source, lastAt }) => [source, lastAt]));
    return sources
      .map((source) => ({ source, at: dueAt(last.get(source.code), source.everyMs, now) }))
      .filter(({ at }) => at <= now)
      .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
      .map(({ source }) => source);
  }

  async #check(source: CheckedSource): Promise<SourceCheck | undefined> {
    const { store, clock, holder } = this.#options;
    const startedAt = clock.now();
    const result = await this.#look(source);
    if (this.#closing.signal.aborted) {
      await store.release(source.code, holder);
      return undefined;
    }
    const now = clock.now();
    const check: SourceCheck = {
      source: source.code,
      at: now,
      outcome: result.outcome,
      ms: Math.max(0, now - startedAt),
      fields: result.fields,
      // It may quote a source, and goes to a log, into mails and onto a terminal.
      reason: shorten(squeeze(stripInvisible(result.reason)), LONGEST_REASON),
    };
    return (await this.#keep(check, source)) ? check : undefined;
  }

  async #look(source: CheckedSource): Promise<CheckResult> {
    const ended = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, ended.signal]);
    try {
      const came = await within(untilAborted(source.check(signal), this.#closing.signal), CHECK_MS);
      return came?.value ?? { outcome: 'timeout', fields: {}, reason: 'the check took too long' };
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#options.onFault(error);
      return { outcome: 'error', fields: {}, reason: 'a fault of ours: the log says more' };
    } finally {
      ended.abort();
    }
  }

  /** Keeps a check with what it means; false where another process has the turn by now. */
  async #keep(check: SourceCheck, source: Source): Promise<boolean> {
    const { store, holder, channels, newId, onCheck, onAlert } = this.#options;
    const { recent, days } = await store.history(check.source, RECENT_CHECKS);
    const known = (await store.standings()).find((standing) => standing.source === check.source);
    const { state, events } = judge(readState(known?.state ?? '', check.at), check, {
      checks: [check, ...recent],
      all: sumTallies([check.fields, ...days.map(({ fields }) => fields)]),
    });
    const alerts = events.map((what): HealthAlert => ({ id: newId(), source: check.source, at: check.at, what }));
    const kept = await store.finish(
      holder,
      check,
      JSON.stringify(state),
      alerts.map(({ what, ...alert }) => ({ ...alert, value: JSON.stringify(what), channels })),
    );
    if (!kept) return false;
    onCheck?.(check, source);
    for (const alert of alerts) onAlert?.(alert, source);
    return true;
  }
}

/** What work gives, unless the signal comes first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new Error('The check was ended.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
