import * as fc from 'fast-check';
import type { Test } from 'tap';
import type { SessionRecord, Store } from '../../src/store/types.ts';
import { onEngines } from '../support/engines.ts';
import { account, key } from '../support/store-contract.ts';
import { seeded, volume } from '../support/volume.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const KEYS = 5;
const SESSIONS = 3;
const LINKS = 4;
const TRIES = 3;
const CALLS = 6;
const HISTORIES = volume(4, 200);

/** The possible actions, who may do them, and on which of a few records. */
interface Step {
  do: (typeof KINDS)[number];
  by: 0 | 1;
  of: 0 | 1 | 2;
}

const KINDS = [
  'sign up',
  'take address',
  'spend link',
  'take request',
  'take step',
  'try step',
  'use code',
  'replace codes',
  'take code',
  'refresh',
  'create key',
  'rotate key',
  'revoke key',
  'log in',
  'send mail',
  'note',
  'take budget',
  'claim turn',
  'note alert',
  'move together',
] as const;

const kind = fc.constantFrom(...KINDS);
const of = fc.constantFrom(0, 1, 2) as fc.Arbitrary<Step['of']>;
const mixed = fc.array(fc.record({ do: kind, by: fc.constantFrom(0, 1), of }) as fc.Arbitrary<Step>, {
  minLength: 2,
  maxLength: 14,
});
/** The same action, or two actions on the same record, by both processes. */
const crowd: fc.Arbitrary<Step[]> = fc
  .tuple(fc.array(kind, { minLength: 1, maxLength: 2 }), of, fc.integer({ min: 4, max: 14 }))
  .map(([kinds, of, length]) =>
    Array.from({ length }, (_, index) => ({
      do: kinds[(index >> 1) % kinds.length] as Step['do'],
      by: (index % 2) as 0 | 1,
      of,
    })),
  );

/** Groups of steps that start at once. */
const history = fc.array(fc.oneof({ weight: 2, arbitrary: crowd }, mixed), { minLength: 1, maxLength: 6 });

type Ends = Map<string, { done: number; tried: number }>;

/** One history: the outcome for each record, for actions that may succeed once or a limited number of times. */
class Round {
  readonly #stores: readonly Store[];
  readonly #id: string;
  readonly ends: Ends = new Map();
  #made = 0;

  constructor(stores: readonly Store[], id: string) {
    this.#stores = stores;
    this.#id = id;
  }

  name(...parts: (string | number)[]): string {
    return [this.#id, ...parts].join('-');
  }

  async prepare(): Promise<void> {
    const store = this.#stores[0] as Store;
    for (const of of [0, 1, 2]) {
      const id = this.name('a', of);
      await store.accounts.create(account(id, { email: `${id}@example.com` }));
      await store.keys.create(key(this.name('k', of), id));
      const link = { hash: this.name('l', of), accountId: id, purpose: 'reset', address: `${id}@x.example` } as const;
      await store.mail.saveLink({ ...link, createdAt: AT, expiresAt: AT + 10 });
      await store.mail.saveLink({ ...link, hash: this.name('m', of), createdAt: AT - 100, expiresAt: AT + 10 });
      await store.sessions.create(this.#session(this.name('s', of), id), 99);
      const hash = this.name('r', of);
      const times = { createdAt: AT, expiresAt: AT + 10 };
      await store.oauth.saveRequest({ hash, sessionHash: this.name('s', of), value: '{}', ...times }, 9);
      for (const step of ['t', 'u']) {
        await store.logIns.saveStep({
          hash: this.name(step, of),
          accountId: id,
          passwordHash: 'p',
          expiresAt: AT + 10,
        });
      }
      await store.factors.offer(id, 'SECRET', 's', AT);
      await store.factors.enable(id, 'SECRET', AT, 1, ['c']);
      const app = { ...key(this.name('app', of), id), kind: 'app' as const };
      await store.keys.create(app);
      const token = { kind: 'refresh', keyId: app.id, redirectUri: null, challenge: null, expiresAt: AT + 99 } as const;
      const grant = { clientId: 'c', clientHost: null, redirectHost: 'h', resource: 'r', createdAt: AT };
      await store.oauth.saveGrant(
        { keyId: app.id, ...grant, connectedAt: null },
        { ...token, hash: this.name('o', of) },
      );
    }
  }

  async run(group: readonly Step[]): Promise<void> {
    await Promise.all(
      group.map(async (step) => {
        const thing = `${step.do} ${step.of}`;
        const end = this.ends.get(thing) ?? { done: 0, tried: 0 };
        this.ends.set(thing, end);
        end.tried += 1;
        if (await this.#take(step)) end.done += 1;
      }),
    );
  }

  #session(hash: string, accountId: string): SessionRecord {
    return { hash, accountId, createdAt: AT, lastSeenAt: AT, expiresAt: AT + 1_000, device: '' };
  }

  /** True if it was done; a refusal must have one of the possible reasons. */
  async #take(step: Step): Promise<boolean> {
    try {
      return await this.#do(step, this.#stores[step.by] as Store);
    } catch (error) {
      const { name, message } = error as Error;
      if (name === 'AlreadyUsed' || /already exists|at most \d+ active keys/.test(message)) return false;
      throw error;
    }
  }

  async #do({ do: kind, of }: Step, store: Store): Promise<boolean> {
    const id = this.name('a', of);
    const made = this.name('new', (this.#made += 1));
    switch (kind) {
      case 'sign up':
        await store.accounts.create(account(made, { email: `${this.name('New', of)}@example.com` }));
        return true;
      case 'take address':
        await store.accounts.setEmail(id, `${this.name('wanted')}@example.com`);
        return true;
      case 'spend link':
        await store.mail.spendLink(this.name('l', of), 'reset', AT);
        return true;
      case 'take request':
        await store.oauth.takeRequest(this.name('r', of), this.name('s', of), AT);
        return true;
      case 'take step':
        await store.logIns.takeStep(this.name('t', of));
        return true;
      case 'try step':
        return (await store.logIns.tryStep(this.name('u', of), TRIES, AT)) !== undefined;
      case 'use code':
        await store.factors.useStep(id, 7);
        return true;
      case 'replace codes':
        await store.factors.replaceCodes(id, [`${made}1`, `${made}2`]);
        return true;
      case 'take code':
        await store.factors.takeCode(id, 'c');
        return true;
      case 'refresh': {
        const next = { kind: 'refresh', keyId: this.name('app', of), redirectUri: null, challenge: null } as const;
        const change = await store.oauth.use(this.name('o', of), (state) =>
          state?.token.usedAt === null
            ? { usedAt: AT, add: [{ ...next, hash: made, expiresAt: AT + 99 }], first: true }
            : { first: false },
        );
        return 'first' in change && change.first === true;
      }
      case 'create key':
        await store.keys.create(key(made, id), KEYS);
        return true;
      case 'rotate key': {
        const rotation = { endsAt: AT, at: AT, maximum: KEYS };
        return store.keys.rotate(this.name('k', of), key(made, id), rotation);
      }
      case 'revoke key':
        return store.keys.revoke(this.name('k', of), AT);
      case 'log in':
        await store.sessions.create(this.#session(made, id), SESSIONS);
        return true;
      case 'send mail': {
        const link = { accountId: id, purpose: 'unlock', address: `${id}@x.example` } as const;
        return store.mail.saveLink(
          { ...link, hash: made, createdAt: AT, expiresAt: AT + 10 },
          { links: LINKS, since: AT - 50 },
        );
      }
      case 'note':
        await store.audit.add({ accountId: id, action: 'account.overage', detail: made, at: AT }, 'lastDetail');
        return true;
      case 'take budget':
        return (await store.budgets.take(this.name('b', of), [{ calls: CALLS, windowMs: 60_000 }], AT)) === undefined;
      case 'claim turn':
        return store.health.claim(this.name('h', of), made, AT, { everyMs: 1_000, leaseMs: 60_000 });
      case 'note alert':
        return store.mail.noteAlert(id, 0, 50, AT);
      case 'move together':
        await store.transaction(() =>
          Promise.all([
            store.mail.spendLink(this.name('m', of), 'reset', AT),
            store.audit.add({ accountId: id, action: 'moved', detail: made, at: AT }),
            store.keys.create({ ...key(made, id), kind: 'app' }),
          ]),
        );
        return true;
    }
  }

  /** Conditions that must hold at the end. */
  async check(t: Test): Promise<void> {
    const [one, other] = this.#stores as [Store, Store];
    const done = (kind: string, of: number): number => this.ends.get(`${kind} ${of}`)?.done ?? 0;
    const tried = (kind: string, of: number): number => this.ends.get(`${kind} ${of}`)?.tried ?? 0;
    const wrong: string[] = [];
    const expect = (is: boolean, what: string): void => void (is || wrong.push(what));
    let wanted = 0;
    for (const of of [0, 1, 2]) {
      for (const once of ['sign up', 'spend link', 'take request', 'take step', 'use code', 'refresh'] as const) {
        expect(done(once, of) === Math.min(1, tried(once, of)), `${once} ${of}: ${done(once, of)}`);
      }
      for (const once of ['claim turn', 'note alert', 'move together'] as const) {
        expect(done(once, of) === Math.min(1, tried(once, of)), `${once} ${of}: ${done(once, of)}`);
      }
      expect(done('try step', of) === Math.min(TRIES, tried('try step', of)), `try step ${of}`);
      expect(done('take budget', of) === Math.min(CALLS, tried('take budget', of)), `take budget ${of}`);
      expect(done('send mail', of) === Math.min(LINKS, tried('send mail', of)), `send mail ${of}`);
      expect(done('take code', of) <= 1, `take code ${of}`);
      expect(done('rotate key', of) + done('revoke key', of) <= 1, `a key ends once: ${of}`);
      wanted += done('take address', of) > 0 ? 1 : 0;

      const id = this.name('a', of);
      const keys = (await other.keys.list(id)).filter(({ kind, revokedAt }) => kind === 'key' && revokedAt === null);
      expect(keys.length <= KEYS, `${keys.length} keys`);
      const created = 1 + done('create key', of) - (done('revoke key', of) > 0 ? 1 : 0);
      expect(keys.length === created, `${keys.length} keys where ${created} were made`);
      const sessions = await other.sessions.list(id, AT);
      expect(
        done('log in', of) === 0 || sessions.length === Math.min(SESSIONS, done('log in', of) + 1),
        `${sessions.length} sessions`,
      );
      const codes = await one.factors.countCodes(id);
      expect(codes === (tried('replace codes', of) > 0 ? 2 : 1 - done('take code', of)), `${codes} codes`);
      const notes = await one.audit.list(id, 99);
      const overage = notes.filter(({ action }) => action === 'account.overage');
      const times = overage.reduce((sum, note) => sum + note.times, 0);
      expect(times === done('note', of) && overage.length <= 1, `${times} notes in ${overage.length}`);
      const moved = notes.filter(({ action }) => action === 'moved').length;
      expect(moved === done('move together', of), `moved ${moved} times`);
    }
    expect(wanted <= 1, `an address that ${wanted} have`);
    t.strictSame(wrong, []);
  }
}

let rounds = 0;

async function play(t: Test, stores: readonly Store[]): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      const round = new Round(stores, `h${(rounds += 1)}`);
      await round.prepare();
      for (const group of groups) await round.run(group);
      await round.check(t);
      if (!t.passing()) throw new Error('a history that ends wrong');
    }),
    { numRuns: HISTORIES, endOnFailure: true, ...seeded },
  );
  t.strictSame(await stores[0]?.checkIntegrity(), []);
}

await onEngines(
  'what may happen once, or so often, whichever of two stores is asked',
  async (t, place) => play(t, [await place.open({ role: 'serve' }), await place.open()]),
  'shared',
);

await onEngines(
  'what one store has done the other knows at once',
  async (t, place) => {
    const [one, other] = [await place.open({ role: 'serve' }), await place.open()];
    await one.accounts.create(account('a'));
    for (let index = 0; index < 60; index += 1) {
      const [here, there] = index % 2 ? [one, other] : [other, one];
      const id = `k${index}`;
      await here.keys.create(key(id, 'a'));
      const before = await there.version();
      t.match(await there.keys.findByHash(`hash-${id}`), { id, revokedAt: null });
      await here.keys.revoke(id, AT);
      t.not(await there.version(), before);
      t.match(await there.keys.findByHash(`hash-${id}`), { revokedAt: AT });
    }
  },
  'shared',
);

await onEngines(
  'plans change and accounts go while both stores call: the sums stay right',
  async (t, place) => {
    const options = { role: 'serve', termsOf: () => ({ allowance: 10_000, overageRate: null }) } as const;
    // One process serves from a file; the others are commands.
    const one = await place.open(options);
    const other = await place.open({ ...options, role: place.at.url === undefined ? 'use' : 'serve' });
    await one.accounts.create(account('hot'));
    await one.accounts.create(account('gone'));
    const refused: unknown[] = [];
    const call = async (accountId: string, index: number): Promise<void> => {
      const store = index % 2 ? one : other;
      const hold = {
        receiptId: `${accountId}${index}`,
        accountId,
        keyId: null,
        tool: 'scrape_url',
        amount: 40,
        at: AT,
      };
      try {
        await store.ledger.reserve(hold);
        if (index % 5 === 0) await store.ledger.release(hold.receiptId, 'upstream_failed', AT, 1);
        else await store.ledger.settle(hold.receiptId, { cost: 30, cached: false, at: AT, durationMs: 1 });
      } catch (error) {
        const { reason } = error as { reason?: string };
        if (reason !== 'quota_exceeded' && !(reason === 'invalid_key' && accountId === 'gone')) refused.push(error);
      }
    };
    const calls = Array.from({ length: 240 }, (_, index) => call(index % 3 ? 'hot' : 'gone', index));
    const changes = Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? one : other).accounts.setPlan('hot', {
        plan: `plan${index}`,
        subscriptionId: null,
        trialEndsAt: null,
        terms: { allowance: 10_000, overageRate: null },
        at: AT,
      }),
    );
    t.equal(await one.accounts.delete('gone'), true);
    await Promise.all([...calls, ...changes]);
    t.strictSame(refused, []);
    t.strictSame(await other.ledger.audit(AT), []);
    t.strictSame((await other.accounts.months('hot', AT)).length, 8, 'each change closed a month of its own');
    t.equal(await one.accounts.findById('gone', AT), undefined);
    t.equal(await other.accounts.purge(), 0, 'nothing of it is left');
    t.strictSame(await one.checkIntegrity(), []);
  },
  'shared',
);
