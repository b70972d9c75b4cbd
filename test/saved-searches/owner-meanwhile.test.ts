import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts';
import { MailRefused } from '../../src/mail/mailer.ts';
import { feed, NHS } from '../support/job-answers.ts';
import { openWatch, type Watch } from './watch.ts';

async function change(watch: Watch, id: string, more: Parameters<Watch['input']>[0]) {
  return watch.service.savedSearches.searches.change(watch.accountId, id, watch.input(more));
}

/** Moves the clock to the next run, and makes it. */
async function nextRun(watch: Watch, id: string): Promise<void> {
  const { nextRunAt } = (await watch.status(id)).search;
  await watch.turn(Math.max(0, nextRunAt - watch.clock.now()));
}

t.test('SPEC §14: a search that is paused while it runs stays paused and costs nothing more', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  watch.internet.on(NHS, async () => {
    await watch.service.savedSearches.searches.pause(watch.accountId, id);
    return feed([{ title: 'Nurse one' }]);
  });
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'owner' });
  t.match(await watch.delivered(id), [{ kind: 'first', total: 1 }], 'what was charged is delivered');
  await watch.turn(3 * DAY_MS);
  t.equal(await watch.spent(), 2);
});

t.test('a search whose question changes while it runs starts again with the ten best', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  const cook = { query: 'cook', platforms: ['nhs_jobs'] };
  watch.internet.on(NHS, async () => {
    await watch.service.savedSearches.searches.change(watch.accountId, id, watch.input({ arguments: cook }));
    return feed([{ title: 'Nurse one' }]);
  });
  await watch.turn(DAY_MS);
  t.strictSame(watch.mails, [], 'mail was switched off meanwhile');
  watch.internet.on(NHS, () =>
    feed(Array.from({ length: 15 }, (_, index) => ({ title: `Cook ${String.fromCharCode(65 + index)}` }))),
  );
  await watch.turn(DAY_MS);
  const [first] = await watch.delivered(id);
  t.match(first, { kind: 'first', total: 15 });
  t.equal(first?.jobs.length, 10);
});

t.test('bad input: two equal searches, sent at once or in other words, become one', async (t) => {
  const watch = await openWatch(t);
  const made = await Promise.allSettled([watch.create(), watch.create(), watch.create()]);
  t.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const more of [{ country: 'GB' }, { platforms: ['nhs_jobs', 'nhs_jobs'] }, { location: ' ' }]) {
    const asked = { query: 'nurse', platforms: ['nhs_jobs'], ...more };
    await t.rejects(watch.create({ arguments: asked }), /asks the same/);
  }
});

t.test('bad input: two searches that are made equal at once stay two', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const of = (query: string) => watch.input({ arguments: { query, platforms: ['nhs_jobs'] } });
  const ids = [await watch.create(of('a')), await watch.create(of('b'))];
  const ends = await Promise.allSettled(ids.map((id) => searches.change(watch.accountId, id, of('same'))));
  t.same(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

t.test('a machine that slept for days after one failure tries again before it gives a search up', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  watch.listed.titles = undefined;
  await watch.turn(DAY_MS);
  await watch.turn(4 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'active', failures: 1 });
  for (let round = 0; round < 3; round += 1) await watch.turn(12 * HOUR_MS);
  t.match((await watch.status(id)).search, { state: 'active' }, 'not after a day and a half');
  for (let round = 0; round < 3; round += 1) await watch.turn(12 * HOUR_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'failing' });
});

t.test('a changed question starts again: it says how many jobs there are, and delivers none twice', async (t) => {
  const watch = await openWatch(t);
  watch.listed.titles = ['Nurse one', 'Nurse two', 'Nurse three'];
  const id = await watch.create({ mail: true });
  await watch.turn(DAY_MS);
  const ask = (query: string) => {
    const input = watch.input({ mail: true, name: 'mine', arguments: { query, platforms: ['nhs_jobs'] } });
    return watch.service.savedSearches.searches.change(watch.accountId, id, input);
  };
  await ask('night nurse');
  await watch.turn(DAY_MS);
  t.match(watch.mails.at(-1), { subject: 'mine: 3 jobs found', text: /finds 3 jobs, all of them found before/ });
  await ask('ward nurse');
  watch.listed.titles.push('Nurse four', 'Nurse five');
  await watch.turn(DAY_MS);
  t.match(watch.mails.at(-1), {
    subject: 'mine: 5 jobs found',
    text: /finds 5 jobs, 3 of them found before\. Here are the other 2\./,
  });
  const titles = (await watch.delivered(id)).flatMap(({ jobs }) => jobs.map(({ title }) => title));
  t.equal(new Set(titles).size, titles.length);
});

t.test('an equal question in other words is no change, also while a run asks it', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  const reword = (query: string, more: object) => {
    const input = watch.input({ name: 'mine', arguments: { query, platforms: ['nhs_jobs'], ...more } });
    return watch.service.savedSearches.searches.change(watch.accountId, id, input);
  };
  watch.internet.on(NHS, async () => {
    await reword(' Nurse', { country: 'GB', radius_km: 10, sort: 'relevance', min_salary: '0', exclude: [] });
    return feed([{ title: 'Nurse one' }]);
  });
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { name: 'mine', hasRun: true });
  watch.internet.on(NHS, () => feed([{ title: 'Nurse one' }, { title: 'Nurse two' }]));
  await reword('NURSE', {});
  await watch.turn(DAY_MS);
  t.match(await watch.delivered(id), [{ kind: 'new', total: 1 }, { kind: 'first' }]);
  await t.rejects(watch.create({ arguments: { query: 'nurse', platforms: ['nhs_jobs'], radius_km: 10 } }), /the same/);
  await watch.create({ arguments: { query: 'nurse', platforms: ['nhs_jobs'], radius_km: 20 } });
});

t.test('a search that cannot run says so where it is started, and mails once', async (t) => {
  const watch = await openWatch(t);
  const { accounts, savedSearches, store } = watch.service;
  const first = await watch.create();
  watch.clock.advance(1);
  const id = await watch.create({ mail: true, arguments: { query: 'cook', platforms: ['nhs_jobs'] } });
  await accounts.changePlan(watch.accountId, 'free_trial');
  const { runNow, resume } = savedSearches.searches;
  const start = (act: typeof runNow) => act.call(savedSearches.searches, watch.accountId, id);
  await t.rejects(start(runNow), /fewer saved searches/);
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'plan' });
  for (let press = 0; press < 3; press += 1) {
    await t.rejects(start(runNow), /fewer saved searches/);
    await t.rejects(start(resume), /fewer saved searches/);
    await watch.turn();
  }
  t.equal(watch.mails.length, 1);
  await savedSearches.searches.delete(watch.accountId, first);
  // The trial is over, which the page says when the search is started.
  await watch.turn(20 * DAY_MS);
  for (let press = 0; press < 3; press += 1) {
    await start(runNow);
    await watch.turn();
    t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'trial' });
  }
  t.equal(watch.mails.length, 2);
  await store.savedSearches.change(id, { zone: 'Atlantis/Poseidonis' });
  await t.rejects(start(runNow), /no time zone/);
  await t.rejects(start(resume), /no time zone/);
});

t.test('what owners do with a search is listed with the changes of the account', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  const { searches } = watch.service.savedSearches;
  const account = watch.accountId;
  await searches.change(account, id, watch.input());
  await searches.change(account, id, watch.input({ hour: 9 }));
  await searches.pause(account, id);
  await searches.resume(account, id);
  await searches.renewFeed(account, id);
  await searches.change(account, id, watch.input({ webhookUrl: 'https://receiver.example/' }));
  await searches.renewSecret(account, id);
  await searches.delete(account, id);
  const entries = await watch.service.store.audit.list(account, 100);
  const counts = Object.fromEntries(
    entries.filter(({ action }) => action.startsWith('search.')).map(({ action, times }) => [action, times]),
  );
  t.strictSame(counts, {
    'search.create': 1,
    'search.change': 2,
    'search.pause': 1,
    'search.resume': 1,
    'search.feed': 1,
    'search.secret': 1,
    'search.delete': 1,
  });
});

t.test('a webhook address is stored in full, so that it can be saved again', async (t) => {
  const watch = await openWatch(t);
  const at = (path: string) => watch.create({ webhookUrl: `https://receiver.example/${path}` });
  await t.rejects(at('é'.repeat(400)), /web address/);
  await t.rejects(at('é'.repeat(330)), /web address/);
  const id = await at('é'.repeat(300));
  const { webhookUrl } = (await watch.status(id)).search;
  t.ok(webhookUrl.length > 1_800 && webhookUrl.length <= 2_000);
  await watch.service.savedSearches.searches.change(watch.accountId, id, watch.input({ webhookUrl, name: 'again' }));
});

t.test('SPEC §14: a search that fails for three days is paused and reported, also if it was edited', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  watch.listed.titles = undefined;
  for (;;) {
    const { search } = await watch.status(id);
    const failingMs = search.failingSince === null ? 0 : search.nextRunAt - search.failingSince;
    if (failingMs >= 3 * DAY_MS) break;
    await nextRun(watch, id);
  }
  watch.internet.on(NHS, async () => {
    await change(watch, id, { mail: true, hour: 9 });
    watch.internet.on(NHS, { status: 503, body: 'away' });
    return { status: 503, body: 'away' };
  });
  await nextRun(watch, id);
  t.match((await watch.status(id)).search, { state: 'active', hour: 9 }, 'edited during the run');
  await nextRun(watch, id);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'failing' });
  t.equal(watch.mails.filter(({ text }) => text.includes('three days')).length, 1, 'said');
});

t.test('a platform that has not answered for a day is reported, also if the search was edited', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  watch.listed.titles = undefined;
  for (;;) {
    const { search } = await watch.status(id);
    const failingMs = search.failingSince === null ? 0 : search.nextRunAt - search.failingSince;
    if (failingMs >= 23 * HOUR_MS) break;
    await nextRun(watch, id);
  }
  watch.internet.on(NHS, async () => {
    await change(watch, id, { mail: true, hour: 9 });
    watch.internet.on(NHS, { status: 503, body: 'away' });
    return { status: 503, body: 'away' };
  });
  await nextRun(watch, id);
  for (let run = 0; run < 5; run += 1) await nextRun(watch, id);
  t.match((await watch.status(id)).search, { state: 'active' });
  t.equal(watch.mails.filter(({ text }) => text.includes('has not answered for a day')).length, 1, 'said');
});

/** Lets `other` act between what the next change has read and its writing. */
function meanwhile(watch: Watch, other: () => Promise<unknown>): void {
  const { store } = watch.service;
  const { transaction } = store;
  store.transaction = async (begin) => {
    store.transaction = transaction;
    await other();
    return transaction(begin);
  };
}

const refusing = {
  send: async () => {
    throw new MailRefused('550');
  },
};

t.test('unsubscribing ends the pause of a mailbox that is refused at that moment', async (t) => {
  const watch = await openWatch(t, { mailer: refusing });
  const { links, runner, sender } = watch.service.savedSearches;
  const id = await watch.create({ mail: true });
  watch.clock.advance(DAY_MS);
  await runner.round();
  meanwhile(watch, () => sender.round());
  await links.endMails((await watch.status(id)).search);
  t.match((await watch.status(id)).search, { state: 'active', pauseReason: null, mail: 'off' });
});

t.test('unsubscribing does not end a pause that the owner begins at that moment', async (t) => {
  const watch = await openWatch(t, { mailer: refusing });
  const { links, searches } = watch.service.savedSearches;
  const id = await watch.create({ mail: true });
  await watch.turn(DAY_MS);
  meanwhile(watch, () => searches.pause(watch.accountId, id));
  await links.endMails((await watch.status(id)).search);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'owner', mail: 'off' });
});

t.test('unsubscribing at the moment when the owner resumes the search ends its mails', async (t) => {
  const watch = await openWatch(t, { mailer: refusing });
  const { links, searches } = watch.service.savedSearches;
  const id = await watch.create({ mail: true });
  await watch.turn(DAY_MS);
  meanwhile(watch, async () => links.endMails((await watch.status(id)).search));
  await searches.resume(watch.accountId, id);
  t.match((await watch.status(id)).search, { state: 'active', mail: 'off' });
});
