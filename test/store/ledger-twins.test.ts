import * as fc from 'fast-check';
import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open.ts';
import type { Balance, Store } from '../../src/store/types.ts';
import { freshDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { account, key } from '../support/store-contract.ts';
import { seeded, volume } from '../support/volume.ts';

const SEQUENCES = volume(3, 200);
const STEPS = 50;
const START = Date.parse('2026-01-31T09:30:00Z');
const PLANS = ['small', 'large', 'bare'] as const;
const TERMS = { small: 6_000, large: 20_000, bare: 4_000 };

interface Who {
  of: 0 | 1;
  /** The replica that gets the step. */
  by: 0 | 1;
}
type Opening = Who & { do: 'reserve' | 'charge'; amount: number; keyed: boolean; answered: boolean };
type Closing = Who & { do: 'settle' | 'release'; pick: number; share: number };
type CallStep = Opening | Closing;
type Step =
  | CallStep
  /** Sent at once to one replica. */
  | { do: 'burst'; by: 0 | 1; steps: CallStep[] }
  | (Who & ({ do: 'note' | 'sum' | 'revoke' | 'delete' } | { do: 'save'; size: number }))
  | (Who & ({ do: 'plan'; plan: (typeof PLANS)[number] } | { do: 'overage' | 'cap'; limit: number | null }))
  | { do: 'clock'; ms: number }
  | { do: 'terms'; plan: (typeof PLANS)[number]; allowance: number }
  | { do: 'purge' };

const who = { of: fc.constantFrom(0, 1, 0), by: fc.constantFrom(0, 1) } as const;
const amount = fc.integer({ min: 0, max: 3_000 });
const opening = { ...who, amount, keyed: fc.boolean(), answered: fc.boolean() };
const callStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...opening, do: fc.constant('reserve') }) },
  { weight: 5, arbitrary: fc.record({ ...who, do: fc.constant('settle'), pick: fc.nat(9), share: fc.nat(110) }) },
  { weight: 2, arbitrary: fc.record({ ...who, do: fc.constant('release'), pick: fc.nat(9), share: fc.constant(0) }) },
  { weight: 3, arbitrary: fc.record({ ...opening, do: fc.constant('charge') }) },
) as fc.Arbitrary<CallStep>;
const limit = fc.option(fc.integer({ min: 0, max: 8_000 }));
const plan = fc.constantFrom(...PLANS);
const other = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ...who, do: fc.constantFrom('note', 'sum') }) },
  { weight: 1, arbitrary: fc.record({ ...who, do: fc.constant('save'), size: fc.nat(9_000) }) },
  { weight: 1, arbitrary: fc.record({ ...who, do: fc.constantFrom('revoke', 'delete') }) },
  { weight: 3, arbitrary: fc.record({ ...who, do: fc.constant('plan'), plan }) },
  { weight: 4, arbitrary: fc.record({ ...who, do: fc.constantFrom('overage', 'cap'), limit }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('clock'), ms: fc.integer({ min: 0, max: 45 * DAY_MS }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('clock'), ms: fc.integer({ min: -40 * DAY_MS, max: 0 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock'), ms: fc.constantFrom(400 * DAY_MS, -400 * DAY_MS) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('terms'), plan, allowance: fc.integer({ min: 0, max: 9_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('purge') }) },
) as fc.Arbitrary<Step>;
const burst = fc.record({
  do: fc.constant('burst'),
  by: fc.constantFrom(0, 1),
  steps: fc.array(callStep, { minLength: 2, maxLength: 12 }),
}) as fc.Arbitrary<Step>;
const sequence = fc.array(
  fc.oneof({ weight: 6, arbitrary: callStep }, { weight: 2, arbitrary: burst }, { weight: 3, arbitrary: other }),
  { minLength: STEPS, maxLength: STEPS, size: 'max' },
);

interface Call {
  receiptId: string;
  of: 0 | 1;
  by: 0 | 1;
  amount: number;
  /** The idempotency key of the call. */
  key: string | undefined;
}

/** One engine with its open calls; both engines get the same steps. */
class Twin {
  readonly stores: readonly [Store, Store];
  readonly open: Call[] = [];

  constructor(one: Store, two: Store) {
    this.stores = [one, two];
  }
}

/** The answer of a step on either engine. */
async function told(step: Promise<unknown>): Promise<unknown> {
  try {
    return (await step) ?? 'done';
  } catch (error) {
    const { reason, message } = error as { reason?: string; message: string };
    return `${reason ?? 'fault'}: ${message}`;
  }
}

class Sequence {
  readonly #id: string;
  readonly #terms: Record<string, number>;
  #now: number;
  #calls = 0;

  constructor(id: string, now: number, terms: Record<string, number>) {
    this.#id = id;
    this.#now = now;
    this.#terms = terms;
  }

  async begin({ stores: [store], open }: Twin): Promise<void> {
    open.length = 0;
    for (const of of [0, 1]) {
      const id = `${this.#id}${of}`;
      await store.accounts.create(account(id, { plan: 'small', allowance: TERMS.small, createdAt: this.#now }));
      await store.keys.create({ ...key(`${id}-key`, id), createdAt: this.#now });
    }
  }

  /** The answers of both engines, one after the other, and then the state of each account. */
  async step(twins: readonly [Twin, Twin], step: Step): Promise<[unknown, unknown]> {
    if (step.do === 'clock') this.#now += step.ms;
    if (step.do === 'terms') this.#terms[step.plan] = step.allowance;
    this.#calls += 1;
    const answers = await Promise.all(twins.map((twin) => this.#do(twin, step)));
    const seen = await Promise.all(twins.map((twin) => this.look(twin)));
    return [
      [answers[0], seen[0]],
      [answers[1], seen[1]],
    ];
  }

  async #do(twin: Twin, step: Step): Promise<unknown> {
    switch (step.do) {
      case 'clock':
      case 'terms':
        return undefined;
      case 'purge':
        return told(twin.stores[0].ledger.purge(this.#now - 20 * DAY_MS));
      case 'burst': {
        const runs = step.steps.map((each, index) =>
          this.#call(twin, { ...each, by: step.by }, `${this.#calls}.${index}`, true),
        );
        return Promise.all(runs);
      }
      case 'reserve':
      case 'charge':
      case 'settle':
      case 'release':
        return this.#call(twin, step, String(this.#calls));
      default:
        return told(this.#administer(twin, step));
    }
  }

  /** `together`: with others, whose order is that of one replica. */
  #call({ stores, open }: Twin, step: CallStep, number: string, together = false): Promise<unknown> {
    const at = this.#now;
    if ('amount' in step) {
      const id = `${this.#id}${step.of}`;
      const receiptId = `r${this.#id}-${number}`;
      const call: Call = { ...step, receiptId, key: step.answered ? `k${number}` : undefined };
      const hold = {
        receiptId,
        accountId: id,
        keyId: step.keyed ? `${id}-key` : null,
        tool: 'scrape_jobs',
        amount: step.amount,
        at,
      };
      const { ledger } = stores[step.by];
      const run = async (): Promise<Balance> => {
        if (step.do === 'charge') return ledger.charge(hold, this.#settlement(call, step.amount));
        const standing = await ledger.reserve(hold, call.key === undefined ? undefined : this.#claim(call));
        open.push(call);
        return standing;
      };
      return told(run());
    }
    const mine = open.filter(({ by }) => !together || by === step.by);
    const call = mine[step.pick % Math.max(1, mine.length)];
    if (!call) return Promise.resolve('nothing is open');
    open.splice(open.indexOf(call), 1);
    const { ledger } = stores[call.by];
    return told(
      step.do === 'release'
        ? ledger.release(call.receiptId, 'upstream_failed', at, 3)
        : ledger.settle(call.receiptId, this.#settlement(call, Math.floor((call.amount * step.share) / 100))),
    );
  }

  #settlement(call: Call, cost: number) {
    const replay = call.key === undefined ? {} : { replay: { ...this.#claim(call), result: `"${call.receiptId}"` } };
    return { cost, cached: cost % 2 === 1, at: this.#now, durationMs: 7, ...replay };
  }

  #claim({ of, key }: Call) {
    return {
      accountId: `${this.#id}${of}`,
      key: key as string,
      tool: 'scrape_jobs',
      argumentsHash: 'h',
      expiresAt: this.#now + DAY_MS,
    };
  }

  async #administer({ stores }: Twin, step: Who & { do: string }): Promise<unknown> {
    const { accounts, keys, ledger, replays } = stores[step.by];
    const id = `${this.#id}${step.of}`;
    const at = this.#now;
    const free = { accountId: id, keyId: `${id}-key`, tool: 'ping', outcome: 'ok' as const };
    switch (step.do) {
      case 'plan': {
        const { plan } = step as unknown as { plan: string };
        const terms = { allowance: this.#terms[plan] as number, overageRate: plan === 'bare' ? null : 20_000 };
        return accounts.setPlan(id, { plan, subscriptionId: null, trialEndsAt: null, terms, at });
      }
      case 'overage':
        return accounts.setOverage(id, (step as unknown as { limit: number | null }).limit);
      case 'cap':
        return keys.setLimits(`${id}-key`, {
          allowedTools: null,
          dailyCap: (step as unknown as { limit: number | null }).limit,
          expiresAt: null,
        });
      case 'revoke':
        return keys.revoke(`${id}-key`, at);
      case 'delete':
        // Rarely, because most sequences should continue.
        return this.#calls % 4 === 0 ? accounts.delete(id) : undefined;
      case 'save': {
        const result = JSON.stringify('x'.repeat((step as unknown as { size: number }).size));
        if ((await accounts.findById(id, at)) === undefined) return undefined;
        return replays.save({ ...this.#claim({ of: step.of, key: 'saved' } as Call), result });
      }
      case 'sum':
        await ledger.noteSum({ ...free, calls: 3, at });
        break;
      default:
        await ledger.note({
          ...free,
          receiptId: `n${this.#id}-${this.#calls}`,
          cached: false,
          createdAt: at,
          durationMs: 1,
        });
    }
    // Each engine decides when it writes a note, and so in which month.
    await ledger.sums(id, at);
    return undefined;
  }

  /** Everything that can be read about both accounts. */
  async look({ stores }: Twin, whole = false): Promise<unknown> {
    const [store] = stores;
    return Promise.all(
      [0, 1].map(async (of) => {
        const id = `${this.#id}${of}`;
        const account = await store.accounts.findById(id, this.#now);
        if (!whole || !account) return account;
        const entries = await store.ledger.list(id, this.#now);
        return {
          account,
          months: await store.accounts.months(id, this.#now),
          entries: entries.sort((one, two) => (one.receiptId < two.receiptId ? -1 : 1)),
          sums: await store.ledger.sums(id, this.#now),
          days: await store.usage.summary(id, account.period),
          standing: await store.ledger.balance(id, this.#now),
          replays: await Promise.all(
            ['saved', ...entries.map(({ receiptId }) => `k${receiptId.split('-')[1]}`)].map((key) =>
              store.replays.find(id, key, this.#now),
            ),
          ),
        };
      }),
    );
  }
}

const skip = await withoutPostgres();

t.test(
  `${SEQUENCES} sequences of ${STEPS} steps have the same answers on both engines`,
  { skip, timeout: 3_600_000 },
  async (t) => {
    const url = await freshDatabase(t);
    const terms: Record<string, number> = {};
    const termsOf = (plan: string) => ({
      allowance: terms[plan] as number,
      overageRate: plan === 'bare' ? null : 20_000,
    });
    const sqlite = await openStore({ file: ':memory:', termsOf });
    const replicas = [
      await openStore({ file: '', url, role: 'serve', termsOf }),
      await openStore({ file: '', url, role: 'serve', termsOf }),
    ] as const;
    t.teardown(() => Promise.all([sqlite, ...replicas].map((store) => store.close())));
    const twins = [new Twin(sqlite, sqlite), new Twin(...replicas)] as const;
    let ran = 0;
    const property = fc.asyncProperty(sequence, async (steps) => {
      ran += 1;
      Object.assign(terms, TERMS);
      const run = new Sequence(`s${ran}x`, START + (ran % 400) * DAY_MS, terms);
      for (const twin of twins) await run.begin(twin);
      for (const [index, step] of steps.entries()) {
        expectSame(await run.step(twins, step), `step ${index}, ${JSON.stringify(step)}`);
      }
      expectSame([await run.look(twins[0], true), await run.look(twins[1], true)], 'the end');
    });
    await fc.assert(property, {
      numRuns: SEQUENCES,
      ...seeded,
    });
    // Both engines detect a clock that goes back into a month whose calls were purged.
    t.strictSame(
      (await replicas[0].ledger.audit(START)).sort(),
      (await sqlite.ledger.audit(START)).sort(),
      'the audit',
    );
    t.ok(ran >= SEQUENCES, `${ran} sequences`);
  },
);

function expectSame([sqlite, postgres]: [unknown, unknown], what: string): void {
  const differences = [...differencesOf(sqlite, postgres, '')];
  if (differences.length > 0) throw new Error(`${what}: ${differences.join('; ')}`);
}

function* differencesOf(sqlite: unknown, postgres: unknown, at: string): Generator<string> {
  const [one, two] = [JSON.stringify(sqlite), JSON.stringify(postgres)];
  if (one === two) return;
  if (typeof sqlite !== 'object' || typeof postgres !== 'object' || !sqlite || !postgres) {
    yield `${at}: SQLite ${one}, PostgreSQL ${two}`;
    return;
  }
  for (const name of new Set([...Object.keys(sqlite), ...Object.keys(postgres)])) {
    yield* differencesOf(
      (sqlite as Record<string, unknown>)[name],
      (postgres as Record<string, unknown>)[name],
      `${at}.${name}`,
    );
  }
}
