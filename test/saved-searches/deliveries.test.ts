import t from 'tap';
import { EgressError, type EgressFault } from '../../src/egress/egress.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import { MailRefused } from '../../src/mail/mailer.ts';
import { createDelivery } from '../../src/saved-searches/delivery.ts';
import { DeliverySender } from '../../src/saved-searches/delivery-sender.ts';
import { until } from '../support/until.ts';
import { some } from '../support/volume.ts';
import { HOOK, openWatch, type Watch } from './watch.ts';

/** A search whose first delivery is due. */
async function due(watch: Watch, more: Parameters<Watch['create']>[0] = { webhookUrl: HOOK }): Promise<string> {
  const id = await watch.create({ frequency: 'weekly', ...more });
  const { nextRunAt } = (await watch.status(id)).search;
  await watch.turn(nextRunAt - watch.clock.now());
  return id;
}

const letters = (index: number): string => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Moves the clock to the next run, and makes it. */
async function nextRun(watch: Watch, id: string): Promise<void> {
  const { nextRunAt } = (await watch.status(id)).search;
  await watch.turn(Math.max(0, nextRunAt - watch.clock.now()));
}

/** A mail server that refuses all e-mails until `isAway` is set to false. */
function awayMailer() {
  const mailer = {
    isAway: true,
    sent: [] as string[],
    send: async ({ subject }: { subject: string }): Promise<void> => {
      if (mailer.isAway) throw new Error('421 away');
      mailer.sent.push(subject);
    },
  };
  return mailer;
}

async function retryFor(watch: Watch, ms: number): Promise<void> {
  for (let at = 0; at < ms; at += HOUR_MS / 2) await watch.turn(HOUR_MS / 2);
}

t.test(
  'bad input: a webhook that always answers 500 is retried for a day, then paused, reported and resumable',
  async (t) => {
    const watch = await openWatch(t);
    watch.receiver.status = 500;
    const id = await due(watch);
    t.match((await watch.status(id)).progress, [{ state: 'waiting', tries: 1, fault: 'status' }]);
    await retryFor(watch, 20 * HOUR_MS);
    t.match((await watch.status(id)).search, { state: 'active', webhook: 'on' });
    await retryFor(watch, 5 * HOUR_MS);
    t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'webhook', webhook: 'paused' });
    t.equal(watch.internet.requests.filter(({ url }) => url === HOOK).length, 7);
    t.strictSame(
      (await watch.delivered(id)).map(({ kind, pauseReason }) => pauseReason ?? kind),
      ['webhook', 'first'],
    );
    t.equal((await watch.service.store.savedSearches.load(watch.clock.now())).failingWebhooks, 1);
    await watch.turn(7 * DAY_MS);
    t.equal(await watch.spent(), 2, 'nothing more is run for nobody');
    watch.receiver.status = 200;
    await watch.service.savedSearches.searches.resume(watch.accountId, id);
    await watch.turn();
    t.match(watch.received, [{ type: 'saved_search.first' }], 'nothing is lost');
    t.match((await watch.status(id)).search, { state: 'active', pauseReason: null, webhook: 'on' });
  },
);

t.test('bad input: if mail is on too, the search continues, and the mail reports the webhook', async (t) => {
  const watch = await openWatch(t);
  watch.receiver.status = 302;
  const id = await due(watch, { webhookUrl: HOOK, mail: true });
  await retryFor(watch, 25 * HOUR_MS);
  t.match((await watch.status(id)).search, { state: 'active', pauseReason: null, webhook: 'paused', mail: 'on' });
  t.match(watch.mails, [{}, { text: /webhook has accepted no delivery for a day[\s\S]*do not have to do anything/ }]);
  watch.listed.titles = ['Nurse new'];
  await watch.turn(7 * DAY_MS);
  t.match(watch.mails.at(-1), { subject: 'nurse: 1 new job' });
});

const WEBHOOK_FAULTS = ['refused', 'timeout', 'certificate', 'unresolved', 'connection'] satisfies EgressFault[];

/** In `npm test`, the state of each fault is seen, but only one is retried to the end. */
const RETRIED: readonly EgressFault[] = some(['timeout'], WEBHOOK_FAULTS);

for (const fault of WEBHOOK_FAULTS) {
  t.test(
    `bad input: a webhook that fails with "${fault}" has a separate state, and another address repairs it`,
    async (t) => {
      const watch = await openWatch(t);
      watch.internet.on(HOOK, () => {
        throw new EgressError(fault, 'no');
      });
      const id = await due(watch);
      t.match((await watch.status(id)).progress, [{ state: 'waiting', fault }]);
      if (!RETRIED.includes(fault)) return;
      await retryFor(watch, 25 * HOUR_MS);
      t.match((await watch.status(id)).search, { state: 'paused', webhook: 'paused' });
      const taken: string[] = [];
      watch.internet.on('https://other.example/', ({ body }) => {
        taken.push(body ?? '');
        return {};
      });
      const input = watch.input({ frequency: 'weekly', webhookUrl: 'https://other.example/x' });
      await watch.service.savedSearches.searches.change(watch.accountId, id, input);
      await watch.turn();
      t.equal(taken.length, 1);
      t.match((await watch.status(id)).search, { state: 'active', webhook: 'on' });
    },
  );
}

t.test('bad input: a receiver that answers 410 gets nothing more', async (t) => {
  const watch = await openWatch(t);
  watch.receiver.status = 410;
  const id = await due(watch);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'webhook' });
});

t.test('bad input: a mailbox that bounces gets nothing more; an unreachable mail server is waited for', async (t) => {
  const sent: string[] = [];
  let fault: Error | undefined = new Error('421 away');
  const mailer = {
    send: async ({ subject }: { subject: string }) => {
      if (fault) throw fault;
      sent.push(subject);
    },
  };
  const watch = await openWatch(t, { mailer });
  const id = await due(watch, { mail: true });
  t.match((await watch.status(id)).progress, [{ state: 'waiting', fault: 'mail_server' }]);
  fault = undefined;
  await retryFor(watch, HOUR_MS);
  t.strictSame(sent, ['nurse: 2 jobs found']);
  fault = new MailRefused('550 no such mailbox');
  watch.listed.titles = ['Nurse new'];
  await watch.turn(7 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'mailbox', mail: 'paused' });
  const kinds = (await watch.delivered(id)).map(({ kind, pauseReason }) => pauseReason ?? kind);
  t.strictSame(kinds.sort(), ['first', 'mailbox', 'new'], 'the feed has all');
});

t.test('one receiver that hangs delays no other', async (t) => {
  const watch = await openWatch(t);
  let hanging = 0;
  const never = new Promise<never>(() => {});
  watch.internet.on('https://hanging.example/', () => {
    hanging += 1;
    return never;
  });
  await watch.create({ frequency: 'weekly', webhookUrl: 'https://hanging.example/' });
  watch.clock.advance(1);
  await watch.create({ frequency: 'weekly', webhookUrl: HOOK, arguments: { query: 'cook', platforms: ['nhs_jobs'] } });
  watch.clock.advance(8 * DAY_MS);
  await watch.service.savedSearches.runner.round();
  void watch.service.savedSearches.sender.round();
  while (watch.received.length === 0 || hanging === 0) await new Promise((resolve) => setImmediate(resolve));
  t.equal(watch.received.length, 1);
  await watch.service.savedSearches.sender.close(0);
});

t.test('an unconfirmed address never gets mail', async (t) => {
  const watch = await openWatch(t);
  await watch.create({ mail: true });
  watch.clock.advance(1);
  const cook = { query: 'cook', platforms: ['nhs_jobs'] };
  const second = await watch.create({ mail: true, name: 'Visit shop.example', arguments: cook });
  await watch.service.store.mail.askConfirmation(watch.accountId, watch.clock.now());
  await watch.service.accounts.changePlan(watch.accountId, 'free_trial');
  await watch.turn(DAY_MS);
  t.match(await watch.delivered(second), [{ kind: 'paused', pauseReason: 'plan' }], 'the feed says so');
  t.match((await watch.status(second)).progress, [{ way: 'mail', state: 'failed', fault: 'unconfirmed' }]);
  t.match((await watch.status(second)).search, { mail: 'on' }, 'as its owner chose');
  t.strictSame(watch.mails, []);
});

t.test('what a resumed search sends again is written in one transaction with the change', async (t) => {
  const watch = await openWatch(t);
  const { store, savedSearches } = watch.service;
  watch.receiver.status = 410;
  const id = await due(watch);
  watch.receiver.status = 200;
  const { resend, addDelivery } = store.savedSearches;
  // A write that the store refuses, as with a full disk.
  const refused = { id: 'dlv_x', searchId: 'none', at: 0, content: '{}', ways: [] };
  store.savedSearches.resend = () => addDelivery(refused);
  const input = watch.input({ frequency: 'weekly', webhookUrl: `${HOOK}/2` });
  await t.rejects(savedSearches.searches.resume(watch.accountId, id));
  await t.rejects(savedSearches.searches.change(watch.accountId, id, input));
  t.match((await watch.status(id)).search, { state: 'paused', webhook: 'paused', webhookUrl: HOOK });
  store.savedSearches.resend = resend;
  await savedSearches.searches.resume(watch.accountId, id);
  await watch.turn();
  t.match(watch.received, [{ type: 'saved_search.first' }], 'the next press sends it');
});

t.test('a pause that happens while the owner saves the search remains', async (t) => {
  const watch = await openWatch(t);
  const { store, savedSearches } = watch.service;
  const id = await watch.create({ frequency: 'weekly', webhookUrl: HOOK });
  watch.receiver.status = 410;
  watch.clock.advance((await watch.status(id)).search.nextRunAt - watch.clock.now());
  await savedSearches.runner.round();
  const { list } = store.savedSearches;
  store.savedSearches.list = async (accountId) => {
    store.savedSearches.list = list;
    await savedSearches.sender.round();
    return list(accountId);
  };
  const input = watch.input({ frequency: 'weekly', webhookUrl: HOOK, name: 'renamed' });
  await savedSearches.searches.change(watch.accountId, id, input);
  t.match((await watch.status(id)).search, { name: 'renamed', state: 'paused', webhook: 'paused' });
});

t.test('a late answer of the old address does not affect the new one', async (t) => {
  const watch = await openWatch(t);
  const { savedSearches } = watch.service;
  const taken: string[] = [];
  watch.internet.on('https://new.example/', ({ body }) => {
    taken.push(body ?? '');
    return {};
  });
  const id = await watch.create({ frequency: 'weekly', webhookUrl: HOOK });
  watch.internet.on(HOOK, async () => {
    const input = watch.input({ frequency: 'weekly', webhookUrl: 'https://new.example/x' });
    await savedSearches.searches.change(watch.accountId, id, input);
    return { status: 410 };
  });
  await watch.turn((await watch.status(id)).search.nextRunAt - watch.clock.now());
  await watch.turn();
  t.equal(taken.length, 1);
  t.match((await watch.status(id)).search, { state: 'active', webhook: 'on' });
});

t.test('a mail server that is away for days is waited for', async (t) => {
  const mailer = awayMailer();
  const watch = await openWatch(t, { mailer });
  const id = await due(watch, { mail: true });
  await retryFor(watch, 3 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'active', mail: 'on' });
  mailer.isAway = false;
  await retryFor(watch, DAY_MS);
  t.strictSame(mailer.sent, ['nurse: 2 jobs found']);
});

t.test('mail waits for a mail server as documented, and is sent at once when there is one', async (t) => {
  const watch = await openWatch(t);
  const { store } = watch.service;
  const sent: string[] = [];
  let isDown = false;
  const common = {
    store,
    clock: watch.clock,
    egress: watch.internet,
    service: 'Job Data',
    baseUrl: 'https://jobs.example.com',
    linkSecret: () => store.secret('feed'),
  };
  const without = new DeliverySender({ ...common, mailer: undefined, onFault: (error) => t.fail(String(error)) });
  const mailer = {
    send: async ({ subject }: { subject: string }) => {
      if (isDown) throw new Error('421 away');
      sent.push(subject);
    },
  };
  const having = new DeliverySender({ ...common, mailer, onFault: () => {} });
  const id = await watch.create({ frequency: 'weekly', mail: true });
  const progress = async () => (await watch.status(id)).progress[0];
  watch.clock.advance((await watch.status(id)).search.nextRunAt - watch.clock.now());
  await watch.service.savedSearches.runner.round();
  await without.round();
  t.match(await progress(), { state: 'waiting', tries: 0 }, 'left to others first');
  watch.clock.advance(MINUTE_MS);
  for (const [tries, minutes] of [1, 5, 30, 120, 360, 900, 1_440, 1_440].entries()) {
    await without.round();
    const { nextAt, ...rest } = (await progress())!;
    t.match(rest, { state: 'waiting', tries: tries + 1, fault: 'no_mail_server' });
    t.equal(nextAt - watch.clock.now(), minutes * MINUTE_MS);
    watch.clock.advance((minutes + 1) * MINUTE_MS);
  }
  await without.round();
  isDown = true;
  await Promise.all([having.round(), having.round(), without.round()]);
  const { nextAt, ...rest } = (await progress())!;
  t.match(rest, { state: 'waiting', tries: 1, fault: 'mail_server' });
  t.equal(nextAt - watch.clock.now(), MINUTE_MS);
  isDown = false;
  watch.clock.advance(MINUTE_MS);
  await without.round();
  await having.round();
  t.match(await progress(), { state: 'sent' });
  t.strictSame(sent, ['nurse: 2 jobs found']);
});

t.test('a mail that a slow server accepts late is sent once', async (t) => {
  const watch = await openWatch(t);
  const { store } = watch.service;
  let accept = (): void => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  let sends = 0;
  const sender = new DeliverySender({
    store,
    clock: watch.clock,
    egress: watch.internet,
    mailer: {
      send: () => {
        sends += 1;
        return accepted;
      },
    },
    mailMs: 1,
    service: 'Job Data',
    baseUrl: 'https://jobs.example.com',
    linkSecret: () => store.secret('feed'),
    onFault: (error) => t.fail(String(error)),
  });
  const id = await watch.create({ frequency: 'weekly', mail: true });
  watch.clock.advance((await watch.status(id)).search.nextRunAt - watch.clock.now());
  await watch.service.savedSearches.runner.round();
  await sender.round();
  t.match((await watch.status(id)).progress, [{ state: 'waiting', tries: 1, fault: 'timeout' }]);
  accept();
  await until(async () => (await watch.status(id)).progress[0]?.state === 'sent');
  watch.clock.advance(DAY_MS);
  await sender.round();
  t.equal(sends, 1);
});

for (const way of ['mail', 'webhook'] as const)
  t.test(`a delivery by ${way} is sent once, also if the store is away when it is accepted`, async (t) => {
    const watch = await openWatch(t);
    const { savedSearches } = watch.service.store;
    const { noteAttempt } = savedSearches;
    let notes = 0;
    savedSearches.noteAttempt = async (...words) => {
      notes += 1;
      if (notes <= 3) throw new Error('away');
      return noteAttempt(...words);
    };
    const id = await due(watch, way === 'mail' ? { mail: true } : { webhookUrl: HOOK });
    for (let minute = 0; minute < 10; minute += 1) await watch.turn(MINUTE_MS);
    t.equal(way === 'mail' ? watch.mails.length : watch.received.length, 1);
    t.match(await watch.status(id), { progress: [{ state: 'sent' }] });
  });

t.test('a delivery that is accepted while the owner resumes its webhook is not sent again', async (t) => {
  const watch = await openWatch(t);
  const { store, savedSearches } = watch.service;
  let posts = 0;
  watch.internet.on(HOOK, async () => {
    posts += 1;
    if (posts > 1) return { status: 200 };
    // Another process gives up another delivery of the search meanwhile.
    await store.savedSearches.change(id, { webhook: 'paused' });
    await savedSearches.searches.resume(watch.accountId, id);
    return { status: 200 };
  });
  const id = await watch.create({ frequency: 'weekly', webhookUrl: HOOK });
  await nextRun(watch, id);
  await watch.turn(MINUTE_MS);
  t.equal(posts, 1);
});

t.test(
  'deliveries that wait for a mail server outlive the retention time until they are sent or given up',
  async (t) => {
    const mailer = awayMailer();
    const watch = await openWatch(t, { mailer, env: { RETENTION_DAYS: '1' } });
    const id = await due(watch, { mail: true });
    const waitFor = async (days: number): Promise<void> => {
      for (let day = 0; day < days; day += 1) {
        await watch.turn(DAY_MS);
        await watch.service.purge();
      }
    };
    await waitFor(5);
    mailer.isAway = false;
    await waitFor(1);
    t.strictSame(mailer.sent, ['nurse: 2 jobs found']);
    await watch.service.purge();
    t.strictSame(await watch.delivered(id), [], 'sent, and older than the retention time');
    mailer.isAway = true;
    watch.listed.titles = ['Nurse new'];
    await waitFor(28);
    t.match(await watch.delivered(id), [{ kind: 'new' }], 'waited for');
    t.match((await watch.status(id)).progress, [{ state: 'waiting', fault: 'mail_server' }]);
    for (let day = 0; day < 15; day += 1) await watch.turn(DAY_MS);
    const givenUp = (await watch.status(id)).progress.filter(({ state }) => state === 'failed');
    t.match(givenUp, [{ fault: 'mail_server' }], 'said on the page');
    t.match((await watch.status(id)).search, { mail: 'on', state: 'active' });
    await watch.service.purge();
    t.match(await watch.delivered(id), [{ kind: 'heartbeat' }], 'what waits still');
  },
);

t.test('jobs that are found while a webhook is paused reach it when it is resumed, each once', async (t) => {
  const watch = await openWatch(t);
  watch.receiver.status = 410;
  const id = await due(watch, { webhookUrl: HOOK, mail: true, frequency: 'daily' });
  t.match((await watch.status(id)).search, { state: 'active', webhook: 'paused' });
  const found = ['Nurse one', 'Nurse two'];
  for (const letter of 'abc') {
    watch.listed.titles = [`Nurse new ${letter}`];
    found.push(...watch.listed.titles);
    await watch.turn(DAY_MS);
  }
  watch.receiver.status = 200;
  await watch.turn(DAY_MS);
  t.strictSame(watch.received, [], 'nothing is sent while it is paused');
  t.equal((await watch.service.store.savedSearches.load(watch.clock.now())).waitingDeliveries, 0);
  await watch.service.savedSearches.searches.resume(watch.accountId, id);
  await watch.turn();
  await watch.turn();
  t.strictSame(watch.received.flatMap(({ data }) => data.jobs.map(({ title }) => title)).sort(), found.sort());
  t.equal(watch.mails.length, 5, 'four with jobs and one about the webhook');
});

t.test('a webhook that was paused for long gets the hundred newest deliveries, and the page says so', async (t) => {
  const watch = await openWatch(t);
  watch.receiver.status = 410;
  const id = await due(watch, { webhookUrl: HOOK, mail: true, frequency: 'hourly' });
  for (let hour = 0; hour < 105; hour += 1) {
    watch.listed.titles = [`Nurse ${[...String(hour)].map((digit) => 'abcdefghij'[Number(digit)]).join('')} x`];
    await watch.turn(HOUR_MS);
  }
  watch.receiver.status = 200;
  await watch.service.savedSearches.searches.resume(watch.accountId, id);
  for (let round = 0; round < 3; round += 1) await watch.turn();
  t.equal(watch.received.length, 100);
  t.equal((await watch.delivered(id)).length, 100, 'as many as this looks at');
  await watch.service.savedSearches.searches.resume(watch.accountId, id);
  await watch.turn();
  t.equal(watch.received.length, 100, 'what was skipped stays skipped');
});

t.test(
  'mail that waits ends when its owner unsubscribes: nothing old is sent when it is switched on again',
  async (t) => {
    for (const end of ['link', 'form'] as const) {
      const mailer = awayMailer();
      const watch = await openWatch(t, { mailer });
      const id = await due(watch, { mail: true });
      const { links, searches } = watch.service.savedSearches;
      const input = watch.input({ frequency: 'weekly' });
      if (end === 'link') await links.endMails((await watch.status(id)).search);
      else await searches.change(watch.accountId, id, input);
      mailer.isAway = false;
      await watch.turn(DAY_MS);
      await searches.change(watch.accountId, id, { ...input, mail: true });
      await watch.turn(DAY_MS);
      await searches.pause(watch.accountId, id);
      await searches.resume(watch.accountId, id);
      await watch.turn(DAY_MS);
      t.strictSame(mailer.sent, [], end);
      t.match((await watch.status(id)).progress, [{ way: 'mail', state: 'failed', fault: 'switched_off' }], 'said');
      watch.listed.titles = ['Nurse new'];
      await watch.turn(7 * DAY_MS);
      t.strictSame(mailer.sent, ['nurse: 1 new job'], end);
    }
  },
);

t.test('a channel that is switched off while a delivery is claimed gets nothing', async (t) => {
  const watch = await openWatch(t);
  const { store, savedSearches } = watch.service;
  const { claimDelivery } = store.savedSearches;
  const id = await watch.create({ frequency: 'weekly', mail: true });
  store.savedSearches.claimDelivery = async (...words) => {
    const claimed = await claimDelivery(...words);
    if (claimed) await savedSearches.links.endMails((await watch.status(id)).search);
    return claimed;
  };
  await watch.turn(8 * DAY_MS);
  t.strictSame(watch.mails, []);
});

const NOTHING_NEW = { kind: 'heartbeat', total: 0, jobs: [], platforms: [], receiptId: null } as const;

/** Deliveries of a search that wait from now on. */
async function queue(watch: Watch, id: string, count: number): Promise<void> {
  const { savedSearches } = watch.service.store;
  const search = (await savedSearches.find(id))!;
  for (let index = 0; index < count; index += 1)
    await savedSearches.addDelivery(createDelivery(search, NOTHING_NEW, watch.clock.now()));
}

t.test('receivers of one account that hang hold up no other account: accounts take turns', async (t) => {
  const watch = await openWatch(t);
  const { accounts, savedSearches } = watch.service;
  let attempts = 0;
  let atOnce = 0;
  let most = 0;
  let before: number | undefined;
  watch.internet.on('https://hanging', async () => {
    attempts += 1;
    most = Math.max(most, (atOnce += 1));
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    throw new EgressError('timeout', 'no');
  });
  watch.internet.on(HOOK, () => {
    before ??= attempts;
    return {};
  });
  for (let index = 0; index < 5; index += 1) {
    const args = { query: `nurse ${'abcde'[index]}`, platforms: ['nhs_jobs'] };
    const id = await watch.create({ arguments: args, webhookUrl: `https://hanging${index}.example/` });
    await queue(watch, id, 10);
  }
  watch.clock.advance(1_000);
  const other = await accounts.create({ email: 'other@example.com', plan: 'pro' });
  const { search } = await savedSearches.searches.create(other, watch.input({ webhookUrl: HOOK }));
  await queue(watch, search.id, 1);
  await savedSearches.sender.round();
  t.equal(attempts, 50, 'all are tried');
  t.ok(most <= 2, `${most} of an account at once`);
  t.ok(before !== undefined && before <= 2, `${before} before it`);
});

t.test('attempts that hang for long do not keep those that are due later from beginning', async (t) => {
  const watch = await openWatch(t);
  const { accounts, savedSearches } = watch.service;
  const never = new Promise<never>(() => {});
  let hanging = 0;
  watch.internet.on('https://hanging.example/', () => {
    hanging += 1;
    return never;
  });
  const id = await watch.create({ webhookUrl: 'https://hanging.example/' });
  await queue(watch, id, 20);
  void savedSearches.sender.round();
  await until(() => hanging > 0);
  const other = await accounts.create({ email: 'other@example.com', plan: 'pro' });
  const { search } = await savedSearches.searches.create(other, watch.input({ webhookUrl: HOOK }));
  await queue(watch, search.id, 3);
  void savedSearches.sender.round();
  await until(() => watch.received.length === 3);
  t.equal(hanging, 1, 'one of a search at once');
  await savedSearches.sender.close(0);
});

t.test('a mail server that hangs holds up no webhook', async (t) => {
  const watch = await openWatch(t);
  const { store } = watch.service;
  let mails = 0;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sender = new DeliverySender({
    store,
    clock: watch.clock,
    egress: watch.internet,
    mailer: {
      send: () => {
        mails += 1;
        return held;
      },
    },
    service: 'Job Data',
    baseUrl: 'https://jobs.example.com',
    linkSecret: () => store.secret('feed'),
    onFault: (error) => t.fail(String(error)),
  });
  const mailed = await watch.create({ mail: true });
  await queue(watch, mailed, 20);
  watch.clock.advance(1_000);
  const args = { query: 'cook', platforms: ['nhs_jobs'] };
  const hooked = await watch.create({ webhookUrl: HOOK, arguments: args });
  await queue(watch, hooked, 1);
  void sender.round();
  await until(() => watch.received.length === 1 && mails > 0);
  t.ok(mails <= 2);
  const closed = sender.close();
  release();
  await closed;
});

t.test('one mail says that the only receiver, a webhook, is paused, and e-mail stays off', async (t) => {
  const watch = await openWatch(t);
  watch.receiver.status = 500;
  const id = await due(watch, { webhookUrl: HOOK });
  await retryFor(watch, 3 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'webhook', mail: 'off' });
  t.match(watch.mails, [
    {
      subject: 'nurse: paused',
      text: /webhook has accepted no delivery for a day[\s\S]*E-mail stays off for this search/,
    },
  ]);
  t.equal(watch.mails.length, 1);
  t.notOk(watch.mails[0]?.unsubscribeUrl, 'there is nothing to end');
  t.notMatch(watch.mails[0]?.text, 'unsubscribe');
  t.match(
    await watch.delivered(id),
    [{ kind: 'paused', pauseReason: 'webhook' }, { kind: 'first' }],
    'so does the feed',
  );
  watch.receiver.status = 200;
  await watch.service.savedSearches.searches.resume(watch.accountId, id);
  watch.listed.titles = ['Nurse new'];
  await watch.turn(7 * DAY_MS);
  t.equal(watch.received.length, 2);
  t.equal(watch.mails.length, 1, 'jobs are not mailed');
});

t.test(
  'the mail about a paused webhook waits for the mail server, and goes to nobody once it is resumed',
  async (t) => {
    for (const [isResumed, isRenamed] of [
      [false, false],
      [false, true],
      [true, false],
    ]) {
      const mailer = awayMailer();
      const watch = await openWatch(t, { mailer });
      watch.receiver.status = 410;
      const id = await due(watch, { webhookUrl: HOOK });
      await watch.turn();
      watch.receiver.status = 200;
      const renamed = watch.input({ frequency: 'weekly', webhookUrl: HOOK, name: 'renamed' });
      if (isRenamed) await watch.service.savedSearches.searches.change(watch.accountId, id, renamed);
      if (isResumed) await watch.service.savedSearches.searches.resume(watch.accountId, id);
      mailer.isAway = false;
      await watch.turn(HOUR_MS);
      await watch.turn(HOUR_MS);
      t.strictSame(mailer.sent, isResumed ? [] : ['nurse: paused']);
      t.equal((await watch.service.store.savedSearches.load(watch.clock.now())).waitingDeliveries, 0);
    }
  },
);

t.test('a delivery that a receiver never accepts is given up and reported; the webhook continues', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ webhookUrl: HOOK, frequency: 'hourly' });
  let refused: string | undefined;
  let accepted = 0;
  let isAway = false;
  watch.internet.on(HOOK, ({ body }) => {
    const delivery = JSON.parse(body ?? '') as { id: string };
    refused ??= delivery.id;
    if (isAway || delivery.id === refused) return { status: 500 };
    accepted += 1;
    return { status: 200 };
  });
  const hours = async (count: number): Promise<void> => {
    for (let hour = 0; hour < count; hour += 1) {
      watch.listed.titles = [
        `Nurse ${[...String(watch.clock.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`,
      ];
      await watch.turn(HOUR_MS);
    }
  };
  await hours(40);
  t.match(await watch.status(id), { search: { state: 'active', webhook: 'on' }, givenUp: { webhook: 1 } });
  t.equal(accepted, 39);
  t.strictSame(watch.mails, []);
  isAway = true;
  await hours(60);
  t.match((await watch.status(id)).search, { webhook: 'paused', pauseReason: 'webhook' }, 'a day without any');
});

t.test('a webhook that has accepted others since the first attempt at a delivery continues', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ frequency: 'weekly', mail: true, webhookUrl: HOOK });
  let isAway = true;
  let refused: string | undefined;
  const accepted: string[] = [];
  watch.internet.on(HOOK, ({ body }) => {
    const delivery = JSON.parse(body ?? '') as { id: string };
    refused ??= delivery.id;
    if (isAway || delivery.id === refused) return { status: 500 };
    accepted.push(delivery.id);
    return { status: 200 };
  });
  /** Like a service that checks every five seconds. */
  const retry = async (): Promise<void> => {
    for (;;) {
      const waiting = (await watch.status(id)).progress.filter(
        ({ way, state }) => way === 'webhook' && state === 'waiting',
      );
      const { webhook } = (await watch.status(id)).search;
      if (webhook !== 'on' || waiting.length === 0) return;
      await watch.turn(Math.min(...waiting.map(({ nextAt }) => nextAt)) - watch.clock.now() + 4_000);
    }
  };
  await nextRun(watch, id);
  await retry();
  t.match((await watch.status(id)).search, { webhook: 'paused' }, 'it was away for a day');
  watch.listed.titles = ['Nurse new'];
  await nextRun(watch, id);
  isAway = false;
  await watch.service.savedSearches.searches.resume(watch.accountId, id);
  await watch.turn();
  t.equal(accepted.length, 1, 'it accepts the other delivery at once');
  await retry();
  t.match((await watch.status(id)).search, { webhook: 'on' }, 'only one delivery is given up');
});

t.test('a resumed mailbox gets the ten newest of the messages that it missed', async (t) => {
  const sent: string[] = [];
  let bounces = true;
  const mailer = {
    send: async ({ subject }: { subject: string }) => {
      if (bounces) throw new MailRefused('550');
      sent.push(subject);
    },
  };
  const watch = await openWatch(t, { mailer });
  const id = await watch.create({ mail: true, webhookUrl: HOOK });
  watch.clock.advance(DAY_MS);
  await watch.service.savedSearches.runner.round();
  watch.clock.advance(1_000);
  await watch.service.savedSearches.sender.round();
  for (let day = 0; day < 9; day += 1) {
    watch.listed.titles = [`Nurse new ${letters(day)}`];
    await watch.turn(DAY_MS);
  }
  t.equal(watch.received.filter(({ type }) => type !== 'saved_search.paused').length, 10, 'ten messages were missed');
  bounces = false;
  await watch.service.savedSearches.searches.resume(watch.accountId, id);
  await watch.turn();
  t.equal(sent.length, 10);
});

t.test('a new webhook address gets what it missed, also if the old one accepts late', async (t) => {
  const watch = await openWatch(t);
  const { store, savedSearches } = watch.service;
  const second = new DeliverySender({
    store,
    clock: watch.clock,
    egress: watch.internet,
    mailer: undefined,
    service: 'Job Data',
    baseUrl: 'https://jobs.example.com',
    linkSecret: () => store.secret('feed'),
    onFault: (error) => t.fail(String(error)),
  });
  let isUp = false;
  const taken: string[] = [];
  watch.internet.on('https://new.example/', ({ body }) => {
    if (!isUp) return { status: 503 };
    taken.push(body ?? '');
    return {};
  });
  const id = await watch.create({ frequency: 'weekly', webhookUrl: HOOK });
  watch.internet.on(HOOK, async () => {
    await savedSearches.searches.change(
      watch.accountId,
      id,
      watch.input({ frequency: 'weekly', webhookUrl: 'https://new.example/x' }),
    );
    await second.round();
    return { status: 200 };
  });
  await nextRun(watch, id);
  isUp = true;
  await watch.turn(MINUTE_MS);
  await watch.turn(HOUR_MS);
  t.equal(taken.length, 1);
});

t.test('one e-mail says that the only receiver is paused, whichever process has given it up', async (t) => {
  const watch = await openWatch(t);
  const { store, savedSearches } = watch.service;
  const without = new DeliverySender({
    store,
    clock: watch.clock,
    egress: watch.internet,
    mailer: undefined,
    service: 'Job Data',
    baseUrl: 'https://jobs.example.com',
    linkSecret: () => store.secret('feed'),
    onFault: (error) => t.fail(String(error)),
  });
  watch.receiver.status = 410;
  const id = await watch.create({ webhookUrl: HOOK });
  watch.clock.advance(DAY_MS);
  await savedSearches.runner.round();
  await without.round();
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'webhook' });
  await watch.turn(HOUR_MS);
  t.equal(watch.mails.length, 1);
});

t.test('each delivery contains the ID of its receipt', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true, webhookUrl: HOOK });
  await watch.turn(DAY_MS);
  const [{ receiptId } = { receiptId: null }] = await watch.delivered(id);
  const receipt = String(receiptId);
  t.match(receipt, /^rcpt_/);
  t.match(JSON.stringify(watch.received), receipt, 'webhook');
  t.ok(watch.mails[0]?.text.includes(receipt), 'e-mail');
  const address = await watch.service.savedSearches.links.feedAddress((await watch.status(id)).search, '');
  t.ok((await watch.service.app.inject({ url: address })).payload.includes(receipt), 'feed');
});

t.test('a message about a receiver that answered 410 says so', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true, webhookUrl: HOOK, frequency: 'hourly' });
  await nextRun(watch, id);
  t.equal(watch.received.length, 1, 'it has just accepted one');
  watch.receiver.status = 410;
  watch.listed.titles = ['Nurse new'];
  await nextRun(watch, id);
  await watch.turn();
  t.match((await watch.status(id)).search, { webhook: 'paused' });
  t.match(watch.mails.at(-1)?.text, /for a day, or it answered 410/);
});
