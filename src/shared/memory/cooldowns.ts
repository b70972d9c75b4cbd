import type { Clock } from '../../lib/clock.ts';
import type { CooldownRecord, Cooldowns } from '../types.ts';

/** There are fewer platforms, access methods and search providers, so only a bug can exceed this limit. */
const NAMES = 1_000;

export class MemoryCooldowns implements Cooldowns {
  readonly #clock: Clock;
  readonly #records = new Map<string, CooldownRecord>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async find(name: string): Promise<CooldownRecord | undefined> {
    return this.#current(name);
  }

  known(): ReadonlyMap<string, CooldownRecord> {
    return this.#records;
  }

  async change(name: string, next: (record: CooldownRecord | undefined) => CooldownRecord | undefined): Promise<void> {
    this.set(name, next(this.#current(name)));
  }

  set(name: string, record: CooldownRecord | undefined): void {
    if (!record) this.#records.delete(name);
    else this.#records.set(name, record);
    if (this.#records.size > NAMES) this.#forgetPast();
  }

  replace(records: ReadonlyMap<string, CooldownRecord>): void {
    this.#records.clear();
    for (const [name, record] of records) this.#records.set(name, record);
  }

  #current(name: string): CooldownRecord | undefined {
    const record = this.#records.get(name);
    return record && record.keptUntil > this.#clock.now() ? record : undefined;
  }

  #forgetPast(): void {
    for (const [name, { keptUntil }] of this.#records) {
      if (keptUntil <= this.#clock.now() || this.#records.size > NAMES) this.#records.delete(name);
    }
  }
}
