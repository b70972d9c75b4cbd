import type { FreeCalls, LedgerEntry, LedgerStore } from '../store/types.ts';

/** Free calls of a key that are noted one by one in a minute; those beyond are noted in sums. */
const ONE_BY_ONE = 60;
const MINUTE_MS = 60_000;
/** How long sums are gathered before they are written. */
const GATHERED_MS = 1_000;

type Note = Parameters<LedgerStore['note']>[0];

/**
 * Notes calls that cost nothing. A key that pings a thousand times a second
 * gets one row for them, not a thousand: nobody reads them one by one, and
 * each row would cost more than the call.
 */
export class FreeCallNotes {
  readonly #ledger: Pick<LedgerStore, 'note' | 'noteSum'>;
  readonly #onFault: (error: unknown) => void;
  #minute = Number.NaN;
  /** Of this minute, by account and key. */
  readonly #counts = new Map<string, number>();
  #sums = new Map<string, FreeCalls>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ledger: Pick<LedgerStore, 'note' | 'noteSum'>, onFault: (error: unknown) => void) {
    this.#ledger = ledger;
    this.#onFault = onFault;
  }

  add(note: Note): void {
    const minute = Math.floor(note.createdAt / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const caller = `${note.accountId} ${note.keyId}`;
    const count = (this.#counts.get(caller) ?? 0) + 1;
    this.#counts.set(caller, count);
    if (count <= ONE_BY_ONE) this.#ledger.note(note).catch(this.#onFault);
    else this.#addToSum(`${caller} ${note.tool} ${note.outcome}`, note);
  }

  /** Hands the sums that are gathered to the store. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sums = this.#sums;
    this.#sums = new Map();
    for (const sum of sums.values()) await this.#ledger.noteSum(sum);
  }

  #addToSum(id: string, { accountId, keyId, tool, outcome, createdAt }: Pick<LedgerEntry, keyof Note>): void {
    const sum = this.#sums.get(id);
    if (sum === undefined) this.#sums.set(id, { accountId, keyId, tool, outcome, calls: 1, at: createdAt });
    else {
      sum.calls += 1;
      sum.at = createdAt;
    }
    this.#timer ??= setTimeout(() => void this.flush().catch(this.#onFault), GATHERED_MS).unref();
  }
}
