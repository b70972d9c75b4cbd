import type { Database } from 'better-sqlite3';
import { ServiceError } from '../../errors.ts';

interface Step {
  /** Nobody waits for it, and a power cut may take it along. */
  deferred: boolean;
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

type Outcome = { value: unknown } | { error: unknown };

/** How long an unawaited note may wait for company. */
const DEFERRED_MS = 100;
const TAKEN_OVER = Promise.resolve();

/**
 * Steps that fall in the same moment share one transaction, and each is
 * answered after that transaction is on disk (SPEC §7). The flush to disk is
 * asynchronous and shared too: what is committed while one is under way waits
 * for the next.
 *
 * A step must make all its checks before its first write and refuse with a
 * ServiceError: then nothing of it is in the transaction, and the others go
 * on. Any other fault rolls the whole transaction back, and each step is then
 * tried in one of its own, so that one step's fault is never another's.
 */
export class Writer {
  readonly #db: Database;
  readonly #sync: () => Promise<void>;
  #steps: Step[] = [];
  /** Answers that are due when the next flush to disk has ended, or failed. */
  #undurable: ((fault: unknown) => void)[] = [];
  #syncing: Promise<void> | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `sync` resolves when all that was committed before it was called is on disk. */
  constructor(db: Database, sync: () => Promise<void>) {
    this.#db = db;
    this.#sync = sync;
  }

  /** Runs `step` in the next shared transaction; resolves once it is durable. */
  commit<T>(step: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed.'));
    return new Promise<T>((resolve, reject) => {
      this.#steps.push({ deferred: false, run: step, resolve: resolve as (value: never) => void, reject });
      this.#immediate ??= setImmediate(() => this.flush());
    });
  }

  /**
   * Runs `step` with the next commit, or after a moment on its own: for notes
   * that nobody waits for. Faults of such a step are dropped.
   */
  defer(step: () => void): Promise<void> {
    if (this.#closed) return TAKEN_OVER;
    this.#steps.push({ deferred: true, run: step, resolve: () => {}, reject: () => {} });
    this.#timer ??= setTimeout(() => this.flush(), DEFERRED_MS);
    return TAKEN_OVER;
  }

  /** Commits what waits: readers see it from here on, its callers hear of it when it is durable. */
  flush(): void {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
    const steps = this.#steps;
    if (steps.length === 0) return;
    this.#steps = [];
    let outcomes: Outcome[];
    try {
      outcomes = this.#runTogether(steps);
    } catch {
      outcomes = steps.map((step) => this.#runAlone(step));
    }
    steps.forEach((step, index) => {
      const outcome = outcomes[index] as Outcome;
      if ('error' in outcome) return step.reject(outcome.error);
      if (step.deferred) return;
      this.#undurable.push((fault) => {
        if (fault === undefined) step.resolve(outcome.value as never);
        else step.reject(fault);
      });
    });
    if (this.#undurable.length > 0) this.#syncing ??= this.#syncAll();
  }

  async close(): Promise<void> {
    this.flush();
    this.#closed = true;
    await this.#syncing;
  }

  async #syncAll(): Promise<void> {
    while (this.#undurable.length > 0) {
      const answers = this.#undurable;
      this.#undurable = [];
      const fault = await this.#sync().then(
        () => undefined,
        (error: unknown) => error ?? new Error('The store could not be flushed to disk.'),
      );
      for (const answer of answers) answer(fault);
    }
    this.#syncing = undefined;
  }

  #runTogether(steps: readonly Step[]): Outcome[] {
    return this.#db
      .transaction(() =>
        steps.map((step): Outcome => {
          try {
            return { value: step.run() };
          } catch (error) {
            if (error instanceof ServiceError) return { error };
            throw error;
          }
        }),
      )
      .immediate();
  }

  #runAlone(step: Step): Outcome {
    try {
      return { value: this.#db.transaction(step.run).immediate() };
    } catch (error) {
      return { error };
    }
  }
}
