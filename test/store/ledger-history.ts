import * as fc from 'fast-check';
import { DAY_MS } from '../../src/lib/clock.ts';
import { AccountModel, type ModelCall } from './account-model.ts';
import { FaultyStore } from './faulty-store.ts';
import { account, key } from '../support/store-contract.ts';

/** One of the two accounts and one of the two processes of a history. */
interface Who {
  of: 0 | 1;
  by: 0 | 1;
}
type CallStep = Who &
  (
    | { do: 'reserve' | 'charge'; amount: number; keyed: boolean }
    | { do: 'settle'; pick: number; share: number }
    | { do: 'release'; pick: number }
  );
export type Step =
  | CallStep
  | (Who &
      (
        | { do: 'note' | 'revoke' | 'delete' | 'duplicate' }
        | { do: 'plan'; plan: string }
        | { do: 'overage' | 'cap'; limit: number | null }
      ))
  | { do: 'clock'; ms: number }
  | { do: 'terms'; plan: string; allowance: number }
  | { do: 'race'; locked: boolean; steps: CallStep[] }
  | { do: 'crash' | 'fault'; power: boolean; turns: number; steps: CallStep[] }
  | { do: 'sweep' };

const PLANS = ['small', 'large', 'bare'] as const;
const TERMS = { small: 6_000, large: 20_000, bare: 4_000 };

const who = { of: fc.constantFrom(0, 1, 0), by: fc.constantFrom(0, 1) } as const;
const amount = fc.integer({ min: 0, max: 5_000 });
const callStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ...who, do: fc.constant('reserve'), amount, keyed: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ ...who, do: fc.constant('settle'), pick: fc.nat(9), share: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ ...who, do: fc.constant('release'), pick: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ ...who, do: fc.constant('charge'), amount, keyed: fc.boolean() }) },
) as fc.Arbitrary<CallStep>;
const some = fc.array(callStep, { minLength: 1, maxLength: 8 });
const limit = fc.option(fc.integer({ min: 0, max: 8_000 }));
const other = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...who, do: fc.constant('note') }) },
  { weight: 2, arbitrary: fc.record({ ...who, do: fc.constant('duplicate') }) },
  { weight: 1, arbitrary: fc.record({ ...who, do: fc.constantFrom('revoke', 'delete') }) },
  { weight: 3, arbitrary: fc.record({ ...who, do: fc.constant('plan'), plan: fc.constantFrom(...PLANS) }) },
  { weight: 4, arbitrary: fc.record({ ...who, do: fc.constantFrom('overage', 'cap'), limit }) },
  // Renewals; a step back; a leap ahead and back.
  { weight: 5, arbitrary: fc.record({ do: fc.constant('clock'), ms: fc.integer({ min: 0, max: 45 * DAY_MS }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('clock'), ms: fc.integer({ min: -40 * DAY_MS, max: 0 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock'), ms: fc.constantFrom(400 * DAY_MS, -400 * DAY_MS) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('terms'),
      plan: fc.constantFrom(...PLANS),
      allowance: fc.integer({ min: 0, max: 9_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('race'), locked: fc.boolean(), steps: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep') }) },
) as fc.Arbitrary<Step>;
const disaster = fc.record({
  do: fc.constantFrom('crash', 'crash', 'crash', 'fault'),
  power: fc.boolean(),
  turns: fc.nat(4),
  steps: some,
}) as fc.Arbitrary<Step>;

/** Most histories have no crash, because each crash costs a restart. */
export const history: fc.Arbitrary<Step[]> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.array(fc.oneof({ weight: 3, arbitrary: callStep }, other), { minLength: 3, maxLength: 24 }),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof({ weight: 6, arbitrary: callStep }, { weight: 3, arbitrary: other }, disaster), {
      minLength: 3,
      maxLength: 20,
    }),
  },
);

const START = Date.parse('2026-01-31T09:30:00Z');

/** Runs histories, one after another, and compares the store with the model after each step. Throws if they differ. */
export class HistoryRunner {
  readonly #terms: Record<string, number> = { ...TERMS };
  readonly #faulty = new FaultyStore((plan) => ({ allowance: this.#terms[plan] as number, overageRate: 20_000 }));
  #count = 0;
  #receipts = 0;
  #now = START;
  #models: [AccountModel, AccountModel] = [undefined, undefined] as never;
  /** Number of compared steps. */
  steps = 0;

  open(): void {
    this.#faulty.open();
  }

  async close(): Promise<void> {
    this.#expect(await this.#faulty.stores[0].ledger.audit(this.#now), [], 'the audit');
    this.#expect(await this.#faulty.stores[0].checkIntegrity(), [], 'the integrity');
    await this.#faulty.close();
  }

  async run(steps: readonly Step[]): Promise<void> {
    this.#count += 1;
    this.#now = START + (this.#count % 400) * DAY_MS;
    Object.assign(this.#terms, TERMS);
    this.#models = [await this.#createAccount('a'), await this.#createAccount('b')];
    for (const step of steps) {
      await this.#do(step);
      this.steps += 1;
      for (const model of 'of' in step ? [this.#models[step.of]] : this.#models) await this.#compare(model, step);
    }
    // Open reservations are closed, so that a later sweep finds nothing of this history.
    for (const model of this.#models) {
      for (const call of openCalls(model)) {
        if (!model.deleted) await this.#one({ do: 'release', of: 0, by: 0, pick: 0 }, model, call);
      }
    }
  }

  async #createAccount(name: string): Promise<AccountModel> {
    const id = `${name}${this.#count}`;
    const [store] = this.#faulty.stores;
    await store.accounts.create(account(id, { plan: 'small', allowance: TERMS.small, createdAt: this.#now }));
    await store.keys.create({ ...key(`${id}-key`, id), createdAt: this.#now });
    return new AccountModel(id, 'small', this.#now, this.#terms);
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case 'clock':
        this.#now += step.ms;
        return;
      case 'terms':
        this.#terms[step.plan] = step.allowance;
        return;
      case 'sweep':
        return this.#sweep();
      case 'race':
        return this.#race(step.steps, step.locked);
      case 'crash':
      case 'fault':
        return this.#disaster(step);
      case 'reserve':
      case 'charge':
      case 'settle':
      case 'release':
        return this.#one(step, this.#models[step.of]);
      default:
        return this.#administer(step);
    }
  }

  /** One step of a call with the predicted answer. */
  async #one(step: CallStep, model: AccountModel, picked?: ModelCall): Promise<void> {
    const attempt = this.#begin(step, model, picked);
    if (!attempt) return;
    const refusal = attempt.refusal();
    const outcome = await settled(attempt.run());
    this.#expect(outcome, refusal, JSON.stringify(step));
    if (outcome === undefined) attempt.apply();
  }

  /** Steps of both processes at the same time, perhaps while a third one writes: in any order, the sums are right. */
  async #race(steps: readonly CallStep[], locked: boolean): Promise<void> {
    const release = locked ? this.#faulty.holdWriteLock() : undefined;
    const attempts = this.#beginAll(steps);
    const outcomes = attempts.map(({ run }) => settled(run()));
    if (release) {
      await turn();
      await turn();
      release();
    }
    (await Promise.all(outcomes)).forEach((outcome, index) => {
      if (outcome === undefined) attempts[index]?.apply();
    });
  }

  /** Both processes end during steps, because they are killed or the disk fails, and start again. */
  async #disaster({ do: kind, power, turns, steps }: Extract<Step, { turns: number }>): Promise<void> {
    const faulty = this.#faulty;
    const attempts = this.#beginAll(steps);
    faulty.failing = kind === 'fault';
    const answered = new Set<number>();
    const runs = attempts.map(async ({ run }, index) => {
      await run();
      answered.add(index);
    });
    for (const pending of runs) pending.catch(() => {});
    for (let index = 0; index < turns; index += 1) await turn();
    if (kind === 'fault') this.#expect(answered.size, 0, 'nothing is answered that was not flushed');
    const known = new Set(answered);
    await faulty.crash(power, runs);
    // Answered steps are there; unanswered ones are there completely or not at all.
    attempts.forEach((attempt, index) => {
      const row = faulty.call(attempt.receiptId);
      const done = row !== undefined && attempt.isDone(row);
      if (known.has(index)) this.#expect(done, true, `what was answered outlives the crash: ${attempt.receiptId}`);
      if (done) attempt.apply();
    });
    await this.#sweep();
  }

  async #sweep(): Promise<void> {
    const released = await this.#faulty.stores[0].ledger.releaseOrphans(this.#now);
    let expected = 0;
    for (const model of this.#models) {
      for (const call of openCalls(model)) {
        if (model.deleted || call.holder === this.#holder(0)) continue;
        expected += 1;
        model.close(call.receiptId, 'released', 0, this.#now);
      }
    }
    this.#expect(released, expected, 'orphans');
  }

  /** Changes of an account or its key, with the predicted answer. */
  async #administer(
    step: Exclude<Step, CallStep | { steps: unknown } | { ms: number } | { do: 'sweep' | 'terms' }>,
  ): Promise<void> {
    const { accounts, keys, ledger } = this.#faulty.stores[step.by];
    const model = this.#models[step.of];
    const now = this.#now;
    const refused = model.deleted ? 'validation' : undefined;
    switch (step.do) {
      case 'plan': {
        const terms = {
          allowance: this.#terms[step.plan] as number,
          overageRate: step.plan === 'bare' ? null : 20_000,
        };
        const change = { plan: step.plan, subscriptionId: null, trialEndsAt: null, terms, at: now };
        this.#expect(await settled(accounts.setPlan(model.id, change)), refused, 'plan');
        if (model.deleted) return;
        model.changePlan(step.plan, now);
        if (step.plan === 'bare') model.limit = null;
        return;
      }
      case 'overage':
        this.#expect(await settled(accounts.setOverage(model.id, step.limit)), refused, 'overage');
        model.limit = step.limit;
        return;
      case 'cap':
        await keys.setLimits(model.keyId, { allowedTools: null, dailyCap: step.limit, expiresAt: null });
        model.key.cap = step.limit;
        return;
      case 'revoke':
        await keys.revoke(model.keyId, now);
        model.key.revoked = true;
        return;
      case 'delete':
        this.#expect(await accounts.delete(model.id), !model.deleted, 'delete');
        model.deleted = true;
        return;
      case 'note':
        await ledger.noteSum({ accountId: model.id, keyId: null, tool: 'ping', outcome: 'ok', calls: 3, at: now });
        return;
      case 'duplicate': {
        // A step that fails in the middle of its writes, between others that do not.
        const [taken] = model.calls.values();
        if (!taken) return;
        const attempt = this.#begin({ do: 'reserve', of: step.of, by: step.by, amount: 700, keyed: false }, model);
        const refusal = attempt?.refusal();
        const poison = ledger.reserve({ ...this.#hold(model, 100, false), receiptId: taken.receiptId });
        const [outcome, poisoned] = await Promise.all([settled(attempt?.run()), settled(poison)]);
        this.#expect(outcome, refusal, 'beside a poisoned step');
        if (poisoned === undefined) throw new Error('a receipt was given twice');
        if (outcome === undefined) attempt?.apply();
      }
    }
  }

  #hold(model: AccountModel, amountOf: number, keyed: boolean) {
    this.#receipts += 1;
    return {
      receiptId: `r${this.#receipts}`,
      accountId: model.id,
      keyId: keyed ? model.keyId : null,
      tool: 'scrape_jobs',
      amount: amountOf,
      at: this.#now,
    };
  }

  /** Each on a different open call, as when every call has one worker. */
  #beginAll(steps: readonly CallStep[]): Attempt[] {
    const taken = new Set<string>();
    return steps.flatMap((step) => {
      const model = this.#models[step.of];
      const free = openCalls(model).filter(({ receiptId }) => !taken.has(receiptId));
      const picked = 'pick' in step ? free[step.pick % Math.max(1, free.length)] : undefined;
      if (picked) taken.add(picked.receiptId);
      if ('pick' in step && !picked) return [];
      const attempt = this.#begin(step, model, picked);
      return attempt ? [attempt] : [];
    });
  }

  #begin(step: CallStep, model: AccountModel, picked?: ModelCall): Attempt | undefined {
    const { ledger } = this.#faulty.stores[step.by];
    const now = this.#now;
    if (step.do === 'reserve' || step.do === 'charge') {
      const hold = this.#hold(model, step.amount, step.keyed);
      const end = { cost: step.amount, cached: false, at: now, durationMs: 1 };
      const charging = step.do === 'charge';
      const holder = this.#holder(step.by);
      return {
        receiptId: hold.receiptId,
        refusal: () => model.refusal(step.amount, step.keyed, now),
        run: () => (charging ? ledger.charge(hold, end) : ledger.reserve(hold)),
        isDone: () => true,
        apply: () => {
          const call = model.hold(hold.receiptId, step.amount, step.keyed, now, holder);
          if (charging) call.state = 'settled';
        },
      };
    }
    const open = openCalls(model);
    const call = picked ?? open[(step as { pick: number }).pick % Math.max(1, open.length)];
    if (!call) return undefined;
    const { receiptId } = call;
    const cost = step.do === 'settle' ? Math.floor((call.amount * step.share) / 100) : 0;
    const state = step.do === 'settle' ? 'settled' : 'released';
    return {
      receiptId,
      // The process that runs the call learns that its account is gone.
      refusal: () => (model.deleted ? (call.holder === this.#holder(step.by) ? 'invalid_key' : 'internal') : undefined),
      run: () => {
        // After it is told once, the call belongs to no process.
        if (model.deleted && call.holder === this.#holder(step.by)) call.holder = -1;
        return step.do === 'settle'
          ? ledger.settle(receiptId, { cost, cached: false, at: now, durationMs: 1 })
          : ledger.release(receiptId, 'upstream_failed', now, 1);
      },
      isDone: (row) => row.state === state,
      apply: () => model.close(receiptId, state, cost, now),
    };
  }

  #holder(by: 0 | 1): number {
    return this.#faulty.opened * 2 + by;
  }

  async #compare(model: AccountModel, step: Step): Promise<void> {
    const { stores } = this.#faulty;
    const what = `${model.id} after ${JSON.stringify(step)}`;
    for (const store of stores) {
      const seen = await store.accounts.findById(model.id, this.#now);
      if (model.deleted) {
        this.#expect(seen, undefined, what);
        continue;
      }
      const { period, allowance, balance, overageUsed, periodEndsAt, overageLimit } = seen as NonNullable<typeof seen>;
      this.#expect(
        { period, allowance, balance, overageUsed, periodEndsAt, overageLimit },
        { ...model.at(this.#now), overageLimit: model.limit },
        what,
      );
    }
    if (model.deleted) return;
    // sum(ledger) = allowance − balance + overage, for the current month and every closed one.
    this.#expect(this.#faulty.wrongMonths(model.id), [], what);
    const calls = [...model.calls.values()]
      .map(({ receiptId, state, amount: cost, period }) => ({ receipt_id: receiptId, state, amount: cost, period }))
      .sort((one, two) => (one.receipt_id < two.receipt_id ? -1 : 1));
    this.#expect(this.#faulty.calls(model.id), calls, what);
  }

  #expect(found: unknown, wanted: unknown, what: string): void {
    if (JSON.stringify(found) === JSON.stringify(wanted)) return;
    throw new Error(`${what}: found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
  }
}

/** A possible step, and its effect on the model. */
interface Attempt {
  receiptId: string;
  /** The expected answer of a step alone; undefined for success. */
  refusal(): string | undefined;
  run(): Promise<unknown>;
  isDone(row: { state: string }): boolean;
  apply(): void;
}

function openCalls(model: AccountModel): ModelCall[] {
  return [...model.calls.values()].filter(({ state }) => state === 'reserved');
}

/** undefined for success, else the reason of the refusal. */
async function settled(step: Promise<unknown> | undefined): Promise<string | undefined> {
  try {
    await step;
    return undefined;
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
