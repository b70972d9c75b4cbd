import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import type { DeliveryContent } from '../../src/saved-searches/deliver/content.ts';
import type { LedgerEntry } from '../../src/store/types.ts';
import { feed, NHS } from '../support/job-answers.ts';
import { preparedDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { openService } from './second-process.ts';
import { openWatch, type Watch } from './watch.ts';

/** A process dies at one of the store's steps: before it is done, or when it is done and the process does not hear of it. */
interface Kill {
  step: number;
  when: 'before' | 'after';
}

/** The store's steps of a run; the first one claims it. */
const STEPS = {
  savedSearches: ['claimRun', 'list', 'seen', 'finishRun', 'returnRun', 'dropRun'],
  accounts: ['findById'],
  usage: ['count', 'calls'],
  mail: ['confirmation'],
  replays: ['find', 'save'],
  ledger: ['reserve', 'settle', 'release', 'charge'],
} as const;

type AnyStep = (...words: unknown[]) => Promise<unknown>;

/** Lets a test kill the process at a step: from then on the store accepts nothing from it. */
function killable(watch: Watch) {
  const { store } = watch.service;
  const held = new Set<string>();
  const originals: [Record<string, AnyStep>, string, AnyStep][] = [];
  let kill: Kill | undefined;
  let taken = 0;
  let isDead = false;
  for (const [part, names] of Object.entries(STEPS)) {
    const steps = store[part as keyof typeof STEPS] as unknown as Record<string, AnyStep>;
    for (const name of names) {
      const original = (steps[name] as AnyStep).bind(steps);
      originals.push([steps, name, original]);
      steps[name] = async (...words) => {
        const isHere = taken === kill?.step;
        taken += 1;
        if (isDead || (isHere && kill?.when === 'before')) isDead = true;
        if (isDead) throw new Error('killed');
        if (name === 'reserve') held.add((words[0] as { receiptId: string }).receiptId);
        const answer = await original(...words);
        if (isHere) isDead = true;
        if (isDead) throw new Error('killed');
        if (name === 'settle' || name === 'release') held.delete(words[0] as string);
        return answer;
      };
    }
  }
  const originalOf = (wanted: string): AnyStep => originals.find(([, name]) => name === wanted)?.[2] as AnyStep;
  return {
    /** How many steps the round took. */
    async round(at?: Kill): Promise<number> {
      kill = at;
      taken = 0;
      await watch.service.savedSearches.runner.round();
      kill = undefined;
      return taken;
    },
    /** Another process that releases the dead one's reservations, as the orphan sweeper does. */
    async restart(): Promise<void> {
      isDead = false;
      for (const receiptId of held)
        await originalOf('release')(receiptId, 'abandoned', watch.clock.now(), 0).catch(() => {});
      held.clear();
    },
  };
}

/** What the owner does between the death and the takeover. */
const MEANWHILE = {
  nothing: async () => {},
  edited: async (watch: Watch, id: string) => {
    const { query } = (await watch.status(id)).arguments as { query: string };
    const asked = { query: `${query} manager`, platforms: ['nhs_jobs'] };
    await watch.service.savedSearches.searches.change(watch.accountId, id, watch.input({ arguments: asked }));
  },
  moved: async (watch: Watch, id: string) => {
    const { query } = (await watch.status(id)).arguments as { query: string };
    const input = watch.input({ arguments: { query, platforms: ['nhs_jobs'] }, hour: 17 });
    await watch.service.savedSearches.searches.change(watch.accountId, id, input);
  },
  paused: (watch: Watch, id: string) => watch.service.savedSearches.searches.pause(watch.accountId, id),
  resumed: async (watch: Watch, id: string) => {
    await watch.service.savedSearches.searches.pause(watch.accountId, id);
    await watch.service.savedSearches.searches.resume(watch.accountId, id);
  },
  deleted: (watch: Watch, id: string) =>
    watch.service.savedSearches.searches.delete(watch.accountId, id).catch((error: { fault?: string }) => {
      if (error.fault !== 'running') throw error;
    }),
  'zone gone': (watch: Watch, id: string) =>
    watch.service.store.savedSearches.change(id, { zone: 'Atlantis/Poseidonis' }),
  'limit lowered': (watch: Watch, id: string) => watch.service.store.savedSearches.change(id, { monthlyLimit: 0 }),
} satisfies Record<string, (watch: Watch, id: string) => Promise<unknown>>;

async function paidCalls(watch: Watch, id: string): Promise<LedgerEntry[]> {
  const calls = await watch.service.store.usage.calls({ accountId: watch.accountId, keyId: id }, 100);
  return calls.filter(({ amount }) => amount > 0);
}

/** Sentences about jobs that were charged and not delivered, or delivered twice. */
function faultsOf(paid: readonly LedgerEntry[], contents: readonly DeliveryContent[]): string[] {
  const faults: string[] = [];
  const receipts = contents.flatMap(({ receiptId }) => (receiptId === null ? [] : [receiptId]));
  for (const { receiptId, state, outcome } of paid) {
    if (state !== 'settled' || outcome !== 'ok') faults.push(`${receiptId} is ${state} (${outcome})`);
    const times = receipts.filter((one) => one === receiptId).length;
    if (times !== 1) faults.push(`${receiptId} was charged and delivered ${times} times`);
  }
  for (const receipt of receipts)
    if (!paid.some(({ receiptId }) => receiptId === receipt)) faults.push(`${receipt} was delivered and not charged`);
  const titles = contents.flatMap(({ jobs }) => jobs.map(({ title }) => title));
  if (new Set(titles).size !== titles.length) faults.push(`a job was delivered twice: ${titles.join(', ')}`);
  return faults;
}

/** Every answer has a job that no earlier answer had. */
function listNewJobs(watch: Watch): void {
  let answers = 0;
  watch.internet.on(NHS, ({ url }) => {
    answers += 1;
    const letters = [...String(answers)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    return feed([{ title: `${new URL(url).searchParams.get('keyword')} ${letters}` }]);
  });
}

for (const [name, meanwhile] of Object.entries(MEANWHILE)) {
  t.test(
    `SPEC §14: a process that is killed at any step of a run, then "${name}": what is charged is delivered once`,
    async (t) => {
      const watch = await openWatch(t, {
        plan: 'rich',
        plans: { rich: { monthly_credits: 100_000, rpm_limit: 1_000 } },
      });
      listNewJobs(watch);
      const process = killable(watch);
      const first = await watch.create({ arguments: { query: 'nurse', platforms: ['nhs_jobs'] } });
      watch.clock.advance(DAY_MS);
      // The last two look for another run.
      const steps = (await process.round()) - 2;
      t.ok(steps >= 9, `${steps} steps`);
      await watch.service.savedSearches.searches.delete(watch.accountId, first);
      let chargedAndKilled = 0;
      for (let step = 0; step < steps; step += 1) {
        for (const when of ['before', 'after'] as const) {
          const query = `cook${'abcdefghijklmnop'[step]}${when}`;
          const about = `step ${step}, ${when}`;
          const id = await watch.create({ arguments: { query, platforms: ['nhs_jobs'] } });
          const { nextRunAt } = (await watch.status(id)).search;
          watch.clock.advance(nextRunAt - watch.clock.now());
          await process.round({ step, when });
          await process.restart();
          const before = await paidCalls(watch, id);
          const isDelivered = (await watch.delivered(id)).length > 0;
          if (before.length > 0 && !isDelivered) chargedAndKilled += 1;
          await meanwhile(watch, id);
          // The lease expires, and the next process takes the run over.
          for (let look = 0; look < 3; look += 1) await watch.turn(2 * MINUTE_MS);
          const isGone = (await watch.service.store.savedSearches.find(id)) === undefined;
          const paid = await paidCalls(watch, id);
          const contents = await watch.delivered(id);
          if (isGone && isDelivered) {
            await watch.turn(2 * DAY_MS);
            continue;
          }
          t.strictSame(faultsOf(paid, contents), [], about);
          t.ok(paid.length <= 1, `${about}: charged once`);
          if (before.length > 0 && !isGone)
            t.match(
              contents,
              [{ kind: /first|paused/ }].concat(contents.length > 1 ? [{ kind: /first|paused/ }] : []),
              about,
            );
          if (name === 'nothing') t.equal(paid.length, 1, `${about}: the run is made`);
          if (isGone) continue;
          const { search } = await watch.status(id);
          t.equal(search.runDueAt, null, `${about}: nothing is left open`);
          if (name === 'paused') t.match(search, { state: 'paused', pauseReason: 'owner' }, about);
          if (name === 'edited') {
            // A run that no process had begun uses the new question at once.
            const isAsked = step === 0 && when === 'before';
            t.equal(search.hasRun, isAsked, `${about}: its new question has ${isAsked ? 'an' : 'no'} answer yet`);
            await watch.turn(DAY_MS + HOUR_MS);
            const [newest] = await watch.delivered(id);
            t.match(
              newest,
              { kind: isAsked ? 'new' : 'first', jobs: [{ title: /manager/ }] },
              `${about}: it goes on with the new question`,
            );
            t.strictSame(faultsOf(await paidCalls(watch, id), await watch.delivered(id)), [], about);
          }
          await watch.service.savedSearches.searches.delete(watch.accountId, id);
        }
      }
      t.ok(chargedAndKilled >= 2, 'some were killed between the charge and the delivery');
      const { store } = watch.service;
      t.strictSame(await store.ledger.audit(watch.clock.now()), []);
      t.equal(
        (await store.usage.calls({ accountId: watch.accountId }, 1_000)).filter(({ state }) => state === 'reserved')
          .length,
        0,
      );
    },
  );
}

t.test(
  'SPEC §14: a run that another process has finished is not charged again by a slow process',
  { skip: await withoutPostgres() },
  async (t) => {
    const watch = await openWatch(t, { url: await preparedDatabase(t), env: { JOBS_CACHE_SECONDS: '3600' } });
    const other = await openService(t, watch);
    const id = await watch.create();
    const { ledger } = watch.service.store;
    const { reserve } = ledger;
    ledger.reserve = async (...words) => {
      ledger.reserve = reserve;
      watch.clock.advance(10 * MINUTE_MS);
      await other.savedSearches.runner.round();
      t.equal((await watch.delivered(id)).length, 1, 'taken over and delivered');
      t.equal(await watch.spent(), 2);
      return reserve(...words);
    };
    await watch.turn(DAY_MS);
    t.equal(await watch.spent(), 2, 'charged once');
    t.equal((await watch.delivered(id)).length, 1, 'delivered once');
  },
);
