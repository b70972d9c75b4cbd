import type { FreeCalls, LedgerStore } from '../store/types.ts';

/** Free calls of a key that are noted one by one in a minute; those beyond are noted in sums. */
const ONE_BY_ONE = 60;
const MINUTE_MS = 60_000;
/** How long sums are gathered before they are written. */
const GATHERED_MS = 1_000;

type Note = Parameters<LedgerStore['note']>[0];

/** What one key (or an account without one) noted: how often in this minute, and what waits to be written. */
interface Noted {
  minute: number;
  count: number;
  /** One for each tool and outcome: so few that a linear search is cheaper than a map. */
  sums: FreeCalls[];
}

/**
 * Notes calls that cost nothing. A key that pings a thousand times a second
 * gets one row for them, not a thousand: nobody reads them one by one, and
 * each row would cost more than the call.
 */
export class FreeCallLog {
  readonly #ledger: Pick<LedgerStore, 'note' | 'noteSum'>;
  readonly #onFault: (error: unknown) => void;
  /** By key, which is one account's alone, or by account where there is none. */
  readonly #noted = new Map<string, Noted>();
  #minute = Number.NaN;
  #timer: NodeJS.Timeout | undefined;

  constructor(ledger: Pick<LedgerStore, 'note' | 'noteSum'>, onFault: (error: unknown) => void) {
    this.#ledger = ledger;
    this.#onFault = onFault;
  }

  add(note: Note): void {
    const minute = Math.floor(note.createdAt / MINUTE_MS);
    if (minute !== this.#minute) this.#forget(minute);
    const id = note.keyId ?? note.accountId;
    let noted = this.#noted.get(id);
    if (noted === undefined) this.#noted.set(id, (noted = { minute, count: 0, sums: [] }));
    else if (noted.minute !== minute) {
      noted.minute = minute;
      noted.count = 0;
    }
    noted.count += 1;
    if (noted.count <= ONE_BY_ONE) this.#ledger.note(note).catch(this.#onFault);
    else this.#addToSum(noted.sums, note);
  }

  /** Hands the sums that are gathered to the store. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sums: FreeCalls[] = [];
    for (const noted of this.#noted.values()) sums.push(...noted.sums.splice(0));
    for (const sum of sums) await this.#ledger.noteSum(sum);
  }

  /** Who has nothing waiting is counted anew in another minute. */
  #forget(minute: number): void {
    this.#minute = minute;
    for (const [id, { sums }] of this.#noted) if (sums.length === 0) this.#noted.delete(id);
  }

  #addToSum(sums: FreeCalls[], { accountId, keyId, tool, outcome, createdAt }: Note): void {
    let sum = sums.find((each) => each.tool === tool && each.outcome === outcome);
    if (sum === undefined) sums.push((sum = { accountId, keyId, tool, outcome, calls: 0, at: createdAt }));
    sum.calls += 1;
    sum.at = createdAt;
    this.#timer ??= setTimeout(() => void this.flush().catch(this.#onFault), GATHERED_MS).unref();
  }
}
