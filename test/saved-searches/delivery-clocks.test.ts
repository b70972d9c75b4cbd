import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../../src/lib/clock.ts';
import { createDelivery } from '../../src/saved-searches/delivery.ts';
import { DeliverySender, type DeliverySenderOptions } from '../../src/saved-searches/delivery-sender.ts';
import { preparedDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';
import { openService } from './second-process.ts';
import { HOOK, openWatch, type Watch } from './watch.ts';

/** Makes the first run of a search, whose delivery is then due. */
async function firstRun(watch: Watch, more: Parameters<Watch['create']>[0]): Promise<string> {
  const id = await watch.create({ frequency: 'weekly', ...more });
  watch.clock.advance((await watch.status(id)).search.nextRunAt - watch.clock.now());
  await watch.service.savedSearches.runner.round();
  return id;
}

const letters = (index: number): string => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

function senderOf(watch: Watch, more: Partial<DeliverySenderOptions>): DeliverySender {
  const { store } = watch.service;
  return new DeliverySender({
    store,
    clock: watch.clock,
    egress: watch.internet,
    mailer: undefined,
    service: 'Job Data',
    baseUrl: 'https://jobs.example.com',
    linkSecret: () => store.secret('feed'),
    onFault: () => {},
    ...more,
  });
}

/** Sends every quarter of an hour while the receiver answers 500, until the webhook is paused. */
async function hoursUntilPaused(watch: Watch, steps: Readonly<Record<number, number>>): Promise<number> {
  watch.receiver.status = 500;
  const id = await firstRun(watch, { webhookUrl: HOOK });
  for (let quarter = 0; quarter < 300; quarter += 1) {
    watch.clock.advance(steps[quarter / 4] ?? 0);
    await watch.service.savedSearches.sender.round();
    if ((await watch.status(id)).search.webhook === 'paused') return quarter / 4;
    watch.clock.advance(HOUR_MS / 4);
  }
  return Infinity;
}

for (const days of [2, 365])
  t.test(`a clock that is ${days} days ahead at a first attempt pauses no webhook that accepts others`, async (t) => {
    const watch = await openWatch(t);
    let refused: string | undefined;
    watch.internet.on(HOOK, ({ body }) => {
      const delivery = JSON.parse(body ?? '') as { id: string };
      refused ??= delivery.id;
      return { status: delivery.id === refused ? 500 : 200 };
    });
    const id = await firstRun(watch, { webhookUrl: HOOK, frequency: 'hourly' });
    watch.clock.advance(days * DAY_MS);
    await watch.service.savedSearches.sender.round();
    watch.clock.advance(-days * DAY_MS);
    for (let hour = 0; hour < 30; hour += 1) {
      watch.listed.titles = [`Nurse new ${letters(hour)}`];
      await watch.turn(HOUR_MS);
    }
    t.match(await watch.status(id), { search: { state: 'active', webhook: 'on' }, givenUp: { webhook: 1 } });
  });

for (const [name, steps] of [
  ['right', {}],
  ['set back in the last wait', { 10: -2 * DAY_MS }],
  ['set back in several waits', { 2: -2 * DAY_MS, 5: -2 * DAY_MS, 10: -2 * DAY_MS }],
  ['ahead for a moment in the last wait', { 10: 2 * DAY_MS, 10.25: -2 * DAY_MS }],
  ['ahead for a year from the last wait on', { 10: 365 * DAY_MS }],
] as const)
  t.test(`a webhook is paused after a day without an answer, and not sooner, if the clock is ${name}`, async (t) => {
    const hours = await hoursUntilPaused(await openWatch(t), steps);
    t.ok(hours >= 23, `${hours} hours`);
    t.ok(hours <= 36, `${hours} hours`);
  });

t.test('a service that runs rarely gives up a webhook delivery after ten attempts', async (t) => {
  const watch = await openWatch(t);
  watch.receiver.status = 500;
  const id = await firstRun(watch, { webhookUrl: HOOK });
  for (let turn = 0; turn < 15; turn += 1) {
    await watch.service.savedSearches.sender.round();
    watch.clock.advance(2 * DAY_MS);
  }
  t.equal((await watch.status(id)).search.webhook, 'paused');
  t.equal(watch.internet.requests.filter(({ url }) => url === HOOK).length, 10);
});

t.test('a delivery that is accepted while another is given up keeps the webhook on', async (t) => {
  const watch = await openWatch(t);
  const { store, savedSearches } = watch.service;
  let refused: string | undefined;
  watch.internet.on(HOOK, ({ body }) => {
    const delivery = JSON.parse(body ?? '') as { id: string };
    refused ??= delivery.id;
    return { status: delivery.id === refused ? 500 : 200 };
  });
  const id = await firstRun(watch, { webhookUrl: HOOK });
  const { failDelivery } = store.savedSearches;
  store.savedSearches.failDelivery = async (...words) => {
    store.savedSearches.failDelivery = failDelivery;
    const content = { kind: 'heartbeat', total: 0, jobs: [], platforms: [], receiptId: null } as const;
    await store.savedSearches.addDelivery(
      createDelivery((await store.savedSearches.find(id))!, content, watch.clock.now()),
    );
    await senderOf(watch, {}).round();
    return failDelivery(...words);
  };
  for (let hour = 0; hour < 30; hour += 1) {
    await savedSearches.sender.round();
    watch.clock.advance(HOUR_MS);
  }
  t.match(await watch.status(id), { search: { state: 'active', webhook: 'on' }, givenUp: { webhook: 1 } });
});

t.test('a mail is tried once a day for a month, also if the clock is corrected by a second each time', async (t) => {
  const tried: number[] = [];
  const watch = await openWatch(t, {
    mailer: {
      send: async () => {
        tried.push(watch.clock.now());
        throw new Error('421 away');
      },
    },
  });
  const { sender } = watch.service.savedSearches;
  const id = await firstRun(watch, { mail: true });
  for (;;) {
    await sender.round();
    watch.clock.advance(-1_000);
    await sender.round();
    const waiting = (await watch.status(id)).progress.find(({ state }) => state === 'waiting');
    if (!waiting) break;
    watch.clock.advance(waiting.nextAt - watch.clock.now());
  }
  t.equal(tried.length, 36);
  t.ok(tried.at(-1)! - tried[0]! > 28 * DAY_MS);
});

for (const [name, skew] of [
  ['three minutes behind', -3 * MINUTE_MS],
  ['two days behind', -2 * DAY_MS],
  ['two days ahead', 2 * DAY_MS],
] as const)
  t.test(
    `a mail is sent once if the clock of its replica is ${name}, and by another if that replica is killed`,
    { skip: await withoutPostgres() },
    async (t) => {
      const sent: string[] = [];
      let accept = (): void => {};
      const accepted = new Promise<void>((resolve) => {
        accept = resolve;
      });
      const mailer = {
        send: async ({ subject }: { subject: string }) => {
          sent.push(subject);
          if (sent.length === 1) await accepted;
        },
      };
      const watch = await openWatch(t, { url: await preparedDatabase(t), mailer });
      const clock: Clock = { now: () => watch.clock.now() + skew };
      const other = await openService(t, { ...watch, clock });
      const id = await firstRun(watch, { mail: true });
      watch.clock.advance(Math.max(0, -skew));
      const sending = senderOf(watch, { store: other.store, clock, mailer }).round();
      await until(() => sent.length === 1);
      const { sender } = watch.service.savedSearches;
      for (let minute = 0; minute < 6; minute += 1) {
        watch.clock.advance(MINUTE_MS);
        await sender.round();
      }
      t.equal(sent.length, 1, 'while it is being sent');
      await other.close();
      await sender.round();
      t.equal(sent.length, 2, 'when its replica has ended');
      t.match((await watch.status(id)).progress, [{ state: 'sent' }]);
      accept();
      await sending;
    },
  );
