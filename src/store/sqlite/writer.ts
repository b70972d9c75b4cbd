import type { Database } from 'better-sqlite3';
import { ServiceError } from '../../errors.ts';

interface Step {
  /** Nobody waits for it, and the process may take it along when it dies. */
  deferred: boolean;
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits of a full-sync database cost a disk flush each. Steps that fall in
 * the same moment therefore share one transaction, and each is answered after
 * that transaction is on disk (SPEC §7).
 *
 * A step must make all its checks before its first write and refuse with a
 * ServiceError: then nothing of it is in the transaction, and the others go
 * on. Any other fault rolls the whole transaction back, and each step is then
 * tried in one of its own, so that one step's fault is never another's.
 */
export class Writer {
  readonly #db: Database;
  #steps: Step[] = [];
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Database) {
    this.#db = db;
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
  defer(step: () => void): void {
    if (this.#closed) return;
    this.#steps.push({ deferred: true, run: step, resolve: () => {}, reject: () => {} });
    this.#timer ??= setTimeout(() => this.flush(), DEFERRED_MS);
  }

  flush(): void {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
    const steps = this.#steps;
    if (steps.length === 0) return;
    this.#steps = [];
    // Without the flush to disk a commit of mere notes costs next to nothing; the next durable one flushes them too.
    const lax = steps.every(({ deferred }) => deferred);
    if (lax) this.#db.pragma('synchronous = NORMAL');
    let outcomes: Outcome[];
    try {
      outcomes = this.#runTogether(steps);
    } catch {
      outcomes = steps.map((step) => this.#runAlone(step));
    } finally {
      if (lax) this.#db.pragma('synchronous = FULL');
    }
    steps.forEach((step, index) => {
      const outcome = outcomes[index] as Outcome;
      if ('error' in outcome) step.reject(outcome.error);
      else step.resolve(outcome.value as never);
    });
  }

  close(): void {
    this.flush();
    this.#closed = true;
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

type Outcome = { value: unknown } | { error: unknown };

/** How long an unawaited note may wait for company. */
const DEFERRED_MS = 100;
