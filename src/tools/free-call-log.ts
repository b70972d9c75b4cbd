import { MINUTE_MS } from '../lib/clock.ts';
import type { FreeCalls, LedgerStore } from '../store/types.ts';

/**
 * Each minute, the first free calls of a key, up to this number, are recorded one by one. Further calls are only
 * counted.
 */
const ONE_BY_ONE = 60;
const GATHERED_MS = 1_000;

type Note = Parameters<LedgerStore['note']>[0];

interface CallCount {
  minute: number;
  count: number;
  sums: FreeCalls[];
}

/**
 * Records calls that cost nothing. If a key makes thousands of them a minute, most are only counted, because writing a
 * row for each would take longer than the call itself.
 */
export class FreeCallLog {
  readonly #ledger: Pick<LedgerStore, 'note' | 'noteSum'>;
  readonly #onFault: (error: unknown) => void;
  readonly #counts = new Map<string, CallCount>();
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
    let counted = this.#counts.get(id);
    if (counted === undefined) this.#counts.set(id, (counted = { minute, count: 0, sums: [] }));
    else if (counted.minute !== minute) {
      counted.minute = minute;
      counted.count = 0;
    }
    counted.count += 1;
    if (counted.count <= ONE_BY_ONE) this.#ledger.note(note).catch(this.#onFault);
    else this.#addToSum(counted.sums, note);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sums: FreeCalls[] = [];
    for (const counted of this.#counts.values()) sums.push(...counted.sums.splice(0));
    for (const sum of sums) await this.#ledger.noteSum(sum);
  }

  #forget(minute: number): void {
    this.#minute = minute;
    for (const [id, { sums }] of this.#counts) if (sums.length === 0) this.#counts.delete(id);
  }

  #addToSum(sums: FreeCalls[], { accountId, keyId, tool, outcome, createdAt }: Note): void {
    let sum = sums.find((each) => each.tool === tool && each.outcome === outcome);
    if (sum === undefined) sums.push((sum = { accountId, keyId, tool, outcome, calls: 0, at: createdAt }));
    sum.calls += 1;
    sum.at = createdAt;
    this.#timer ??= setTimeout(() => void this.flush().catch(this.#onFault), GATHERED_MS).unref();
  }
}
