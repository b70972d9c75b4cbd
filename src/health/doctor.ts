import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten, squeeze } from '../lib/text.ts';
import { within } from '../lib/within.ts';
import type { AlertChannel, HealthStore, SourceCheck } from '../store/types.ts';
import { dueAt } from './cadence.ts';
import { nextCondition, readState, type HealthEvent } from './condition.ts';
import type { CheckedSource, CheckResult, Source } from './source.ts';
import { sumFieldCounts } from './field-rates.ts';

/**
 * Time limit of one check. It is longer than all searches of a check take, including the waits of the host throttle.
 */
const CHECK_MS = 150_000;
const LEASE_MS = 5 * MINUTE_MS;
const RECENT_CHECKS = 64;
const LONGEST_REASON = 300;

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
  holder: string;
  channels: readonly AlertChannel[];
  newId(): string;
  onCheck?(check: SourceCheck, source: Source): void;
  onAlert?(alert: HealthAlert, source: Source): void;
  onFault(error: unknown): void;
}

/**
 * Checks one source at a time, the longest overdue first. One transaction stores a check and its alerts, so a crash
 * cannot lose only the alerts.
 */
export class Doctor {
  readonly #options: DoctorOptions;
  readonly #closing = new AbortController();
  #running: Promise<SourceCheck | undefined> | undefined;

  constructor(options: DoctorOptions) {
    this.#options = options;
  }

  /**
   * Resolves with undefined if no source is due, if other processes are already checking all due sources, if the check
   * could not be stored, or if the doctor was closed. Calls during a check share its promise. Never rejects.
   */
  runNextCheck(): Promise<SourceCheck | undefined> {
    if (this.#closing.signal.aborted) return Promise.resolve(undefined);
    return (this.#running ??= this.#claimNext()
      .catch((error: unknown) => {
        this.#options.onFault(error);
        return undefined;
      })
      .finally(() => {
        this.#running = undefined;
      }));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #claimNext(): Promise<SourceCheck | undefined> {
    const { store, clock, holder } = this.#options;
    for (const source of await this.#due()) {
      const now = clock.now();
      if (!(await store.claim(source.code, holder, now, { everyMs: source.everyMs, leaseMs: LEASE_MS }))) continue;
      return this.#check(source);
    }
    return undefined;
  }

  async #due(): Promise<CheckedSource[]> {
    const { store, clock, sources } = this.#options;
    const now = clock.now();
    const last = new Map((await store.summaries()).map(({ source, lastAt }) => [source, lastAt]));
    return sources
      .map((source) => ({ source, at: dueAt(last.get(source.code), source.everyMs, now) }))
      .filter(({ at }) => at <= now)
      .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
      .map(({ source }) => source);
  }

  async #check(source: CheckedSource): Promise<SourceCheck | undefined> {
    const { store, clock, holder } = this.#options;
    const startedAt = clock.now();
    const result = await this.#runCheck(source);
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
      // The reason may quote a source, and appears in logs, mails and terminals, so it becomes one short line without
      // invisible characters.
      reason: shorten(squeeze(stripInvisible(result.reason)), LONGEST_REASON),
    };
    return (await this.#keep(check, source)) ? check : undefined;
  }

  async #runCheck(source: CheckedSource): Promise<CheckResult> {
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

  /**
   * Stores the check, the new state of its source and the alerts. Returns false if this process no longer holds the
   * claim on the source.
   */
  async #keep(check: SourceCheck, source: Source): Promise<boolean> {
    const { store, holder, channels, newId, onCheck, onAlert } = this.#options;
    const { recent, days } = await store.history(check.source, RECENT_CHECKS);
    const known = (await store.summaries()).find((summary) => summary.source === check.source);
    const { state, events } = nextCondition(readState(known?.state ?? '', check.at), check, {
      checks: [check, ...recent],
      all: sumFieldCounts([check.fields, ...days.map(({ fields }) => fields)]),
    });
    const alerts = events.map((what): HealthAlert => ({ id: newId(), source: check.source, at: check.at, what }));
    const saved = await store.finish(
      holder,
      check,
      JSON.stringify(state),
      alerts.map(({ what, ...alert }) => ({ ...alert, value: JSON.stringify(what), channels })),
    );
    if (!saved) return false;
    onCheck?.(check, source);
    for (const alert of alerts) onAlert?.(alert, source);
    return true;
  }
}

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
