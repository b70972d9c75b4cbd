import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts';
import { MailRefused } from '../../src/mail/mailer.ts';
import { feed, NHS } from '../support/job-answers.ts';
import { HOOK, openWatch, type Watch } from './watch.ts';

/** From ten searches to one. */
const SHRINKING = {
  free_trial: { monthly_credits: 1_000, rpm_limit: 1_000, saved_searches: 1 },
  pro: { monthly_credits: 2_000, overage_rate: 0.01, rpm_limit: 1_000, saved_searches: 10 },
};
const NHS_ONLY = { platforms: ['nhs_jobs'] };

async function change(watch: Watch, id: string, more: Parameters<Watch['input']>[0]) {
  return watch.service.savedSearches.searches.change(watch.accountId, id, watch.input(more));
}

t.test('a run that is due, asked for or to be tried again is made, whatever else is edited', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const due = await watch.create({ frequency: 'weekly' });
  const asked = await watch.create({ frequency: 'weekly', arguments: { query: 'cook', ...NHS_ONLY } });
  const { nextRunAt } = (await watch.status(due)).search;
  watch.clock.advance(HOUR_MS);
  await searches.runNow(watch.accountId, asked);
  await change(watch, asked, { frequency: 'weekly', name: 'renamed', arguments: { query: 'cook', ...NHS_ONLY } });
  await watch.turn();
  t.not((await watch.status(asked)).search.lastRunAt, null, 'asked for');
  await change(watch, due, { frequency: 'weekly', hour: 9 });
  t.not((await watch.status(due)).search.nextRunAt, nextRunAt, 'another hour is planned anew');
  await change(watch, due, { frequency: 'weekly' });
  t.equal((await watch.status(due)).search.nextRunAt, nextRunAt);
  watch.clock.advance(nextRunAt - watch.clock.now() + 1_000);
  await change(watch, due, { frequency: 'weekly', name: 'renamed' });
  watch.listed.titles = undefined;
  await watch.turn();
  const { search: failed } = await watch.status(due);
  t.match(failed, { failures: 1 }, 'due');
  const inAnHour = watch.clock.now() + HOUR_MS;
  t.equal(failed.nextRunAt, inAnHour);
  await change(watch, due, { frequency: 'weekly', name: 'again' });
  t.match((await watch.status(due)).search, { failures: 1, nextRunAt: inAnHour }, 'to be tried again');
  await searches.pause(watch.accountId, due);
  await searches.resume(watch.accountId, due);
  t.equal((await watch.status(due)).search.nextRunAt, inAnHour, 'resumed');
  await watch.turn(HOUR_MS);
  t.equal((await watch.status(due)).search.lastRunAt, inAnHour);
});

t.test('a run that was asked for is made after a pause, once, also if it had begun', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const { store } = watch.service;
  for (const [begun, edit] of [
    [false, {}],
    [true, {}],
    [false, { hour: 9 }],
  ] as const) {
    const args = { query: `nurse ${begun} ${JSON.stringify(edit)}`, ...NHS_ONLY };
    const id = await watch.create({ frequency: 'weekly', arguments: args });
    await searches.runNow(watch.accountId, id);
    const now = watch.clock.now();
    if (begun) {
      t.equal((await store.savedSearches.claimRun('lease', now, HOUR_MS))?.search.id, id);
      await store.savedSearches.returnRun(id, 'lease', now);
    }
    watch.clock.advance(1_000);
    await searches.pause(watch.accountId, id);
    if (begun) await watch.turn();
    t.equal((await watch.status(id)).search.lastRunAt, null, 'paused');
    await change(watch, id, { frequency: 'weekly', arguments: args, ...edit });
    await searches.resume(watch.accountId, id);
    await watch.turn();
    t.equal((await watch.status(id)).search.lastRunAt, watch.clock.now(), 'made');
    watch.clock.advance(1_000);
    await searches.pause(watch.accountId, id);
    await searches.resume(watch.accountId, id);
    await watch.turn();
    t.not((await watch.status(id)).search.lastRunAt, watch.clock.now(), 'once');
  }
});

t.test('a run that was asked for and paused during its call is not made again', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create({ frequency: 'weekly' });
  watch.internet.on(NHS, async () => {
    await searches.pause(watch.accountId, id);
    return feed([{ title: 'Nurse one' }]);
  });
  await searches.runNow(watch.accountId, id);
  await watch.turn();
  await searches.resume(watch.accountId, id);
  await watch.turn(HOUR_MS);
  t.equal(await watch.spent(), 2);
});

t.test('a planned run that was due during a pause is skipped, also if the schedule is edited then', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create();
  await searches.pause(watch.accountId, id);
  watch.clock.advance(2 * DAY_MS);
  await change(watch, id, { hour: 20 });
  await searches.resume(watch.accountId, id);
  await watch.turn();
  t.equal((await watch.status(id)).search.lastRunAt, null);
});

t.test('a resumed channel moves no run', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create({ frequency: 'weekly', mail: true, webhookUrl: HOOK });
  await searches.runNow(watch.accountId, id);
  await watch.service.store.savedSearches.change(id, { webhook: 'paused' });
  await searches.resume(watch.accountId, id);
  t.equal((await watch.status(id)).search.webhook, 'on');
  await watch.turn();
  t.not((await watch.status(id)).search.lastRunAt, null);
});

t.test('an edit keeps a pause that it does not mend, and ends the one that it does', async (t) => {
  const mailer = {
    send: async () => {
      throw new MailRefused('550');
    },
  };
  const watch = await openWatch(t, { mailer });
  const id = await watch.create({ mail: true });
  await watch.turn(2 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'mailbox' });
  await change(watch, id, { mail: true, name: 'renamed' });
  t.match((await watch.status(id)).search, { name: 'renamed', state: 'paused', pauseReason: 'mailbox' });
  watch.listed.titles = ['New'];
  await watch.turn(2 * DAY_MS);
  t.equal(await watch.spent(), 2, 'nothing is charged for what nobody gets');
  await change(watch, id, { mail: true, webhookUrl: HOOK });
  t.match((await watch.status(id)).search, { state: 'active', pauseReason: null, mail: 'paused' });
  for (const [pauseReason, edit, ends] of [
    ['arguments', { name: 'other' }, false],
    ['arguments', { arguments: { query: 'cook', ...NHS_ONLY } }, true],
    ['failing', { name: 'other' }, false],
    ['trial', { hour: 9 }, false],
    ['owner', { arguments: { query: 'chef', ...NHS_ONLY } }, false],
    ['zone', { name: 'again' }, true],
    ['webhook', { name: 'again' }, false],
    ['webhook', { webhookUrl: '' }, true],
  ] as const) {
    await watch.service.store.savedSearches.change(id, { state: 'paused', pauseReason });
    const { webhookUrl, arguments: args } = (await watch.status(id)).search;
    await change(watch, id, { webhookUrl, arguments: JSON.parse(args), ...edit });
    const said = `${pauseReason} ${JSON.stringify(edit)}`;
    t.equal((await watch.status(id)).search.state, ends ? 'active' : 'paused', said);
  }
});

t.test('unsubscribing ends the pause of a mailbox that refuses mail, and no other pause', async (t) => {
  const mailer = {
    send: async () => {
      throw new MailRefused('550');
    },
  };
  const watch = await openWatch(t, { mailer });
  const { links, searches } = watch.service.savedSearches;
  const id = await watch.create({ mail: true });
  await watch.turn(2 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'mailbox' });
  await links.endMails((await watch.status(id)).search);
  t.match((await watch.status(id)).search, { state: 'active', pauseReason: null, mail: 'off' });
  await watch.turn(DAY_MS);
  t.equal(await watch.spent(), 4, 'for the feed');
  await change(watch, id, { mail: true });
  await searches.pause(watch.accountId, id);
  await links.endMails((await watch.status(id)).search);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'owner', mail: 'off' });
  await change(watch, id, { mail: true });
  const { store } = watch.service;
  await store.savedSearches.change(id, { pauseReason: 'mailbox', mail: 'paused', zone: 'Atlantis/Poseidonis' });
  await links.endMails((await watch.status(id)).search);
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'zone' });
});

t.test('a limit is said once a month, however often the search is edited, and again when it is another', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create({ mail: true, monthlyLimit: 2 });
  await watch.turn(2 * DAY_MS);
  await watch.turn(DAY_MS);
  t.equal((await watch.status(id)).search.state, 'limit');
  const limits = () => watch.mails.filter(({ text }) => text.includes('monthly limit')).length;
  t.equal(limits(), 1);
  await change(watch, id, { mail: true, monthlyLimit: 2, name: 'renamed' });
  t.equal((await watch.status(id)).search.state, 'limit', 'a name is no limit');
  for (let round = 0; round < 3; round += 1) {
    await searches.pause(watch.accountId, id);
    await searches.resume(watch.accountId, id);
    await watch.turn(DAY_MS);
  }
  t.equal((await watch.status(id)).search.state, 'limit');
  t.equal(limits(), 1);
  await change(watch, id, { mail: true, monthlyLimit: 3 });
  t.equal((await watch.status(id)).search.state, 'active');
  await watch.turn(DAY_MS);
  t.equal(limits(), 2, 'a higher one, which is too low as well');
});

t.test('a search at its limit runs again when a change of plan begins a new month', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ monthlyLimit: 2 });
  const other = await watch.create({ arguments: { query: 'cook', ...NHS_ONLY } });
  await watch.turn(DAY_MS);
  await watch.turn(DAY_MS);
  t.equal((await watch.status(id)).search.state, 'limit');
  const { nextRunAt } = (await watch.status(other)).search;
  await watch.service.accounts.changePlan(watch.accountId, 'starter');
  t.equal((await watch.status(other)).search.nextRunAt, nextRunAt, 'another search keeps its time');
  await watch.turn(HOUR_MS);
  t.match(await watch.status(id), { search: { state: 'active', lastRunAt: watch.clock.now() }, spent: 2 });
  await watch.turn(DAY_MS);
  await watch.turn(DAY_MS);
  t.match(await watch.status(id), { search: { state: 'limit' }, spent: 2 }, 'once in that month too');
});

t.test('another schedule of a search at its limit holds from the next month on', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ monthlyLimit: 2 });
  await watch.turn(DAY_MS);
  await watch.turn(DAY_MS);
  const { periodEndsAt } = await watch.service.accounts.require(watch.accountId);
  const next = async (more: Parameters<Watch['input']>[0]) => {
    await change(watch, id, { monthlyLimit: 2, ...more });
    const { search } = await watch.status(id);
    t.equal(search.state, 'limit');
    return search.nextRunAt;
  };
  const weekly = await next({ frequency: 'weekly', weekday: 3, hour: 20 });
  t.ok(weekly >= periodEndsAt && weekly < periodEndsAt + 8 * DAY_MS);
  t.equal(new Date(weekly).getUTCDay(), 3);
  t.equal(await next({ frequency: 'weekly', weekday: 3, hour: 20, name: 'renamed' }), weekly);
  watch.clock.advance(periodEndsAt + 1_000 - watch.clock.now());
  const daily = await next({ hour: 9 });
  t.ok(daily > watch.clock.now() && daily < watch.clock.now() + DAY_MS + HOUR_MS, 'the month is over');
});

t.test('another webhook address gets another secret, shown once; the same address keeps its own', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const account = await watch.service.accounts.require(watch.accountId);
  const { search, webhookSecret } = await searches.create(account, watch.input({ webhookUrl: 'https://a.example/' }));
  const same = await change(watch, search.id, { webhookUrl: 'https://a.example/', name: 'renamed' });
  t.equal(same.webhookSecret, undefined);
  t.equal(same.search.webhookSecret, webhookSecret);
  const other = await change(watch, search.id, { webhookUrl: 'https://b.example/' });
  t.match(other.webhookSecret, /^whsec_/);
  t.not(other.webhookSecret, webhookSecret);
  t.equal(other.search.webhookSecret, other.webhookSecret);
  await change(watch, search.id, { webhookUrl: '' });
  const third = await change(watch, search.id, { webhookUrl: 'https://c.example/' });
  t.match(third.webhookSecret, /^whsec_/);
  t.not(third.webhookSecret, other.webhookSecret);
});

t.test('a plan that allows a search again resumes it; a shrunken one is told of each time', async (t) => {
  const watch = await openWatch(t, {
    plan: 'pro',
    plans: SHRINKING,
  });
  const { accounts } = watch.service;
  const { searches } = watch.service.savedSearches;
  const first = await watch.create();
  watch.clock.advance(1_000);
  const id = await watch.create({ mail: true, webhookUrl: HOOK, arguments: { query: 'cook', ...NHS_ONLY } });
  const plans = () => watch.mails.filter(({ text }) => text.includes('fewer saved searches')).length;
  await watch.turn(2 * DAY_MS);
  await accounts.changePlan(watch.accountId, 'free_trial');
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'plan' });
  t.match(watch.mails.at(-1)?.text, /runs again by itself/);
  t.notMatch(watch.mails.at(-1)?.text, /To resume the search/);
  await watch.turn(DAY_MS);
  t.equal(plans(), 1);
  await watch.service.store.savedSearches.change(id, { webhook: 'paused' });
  await searches.resume(watch.accountId, id);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'plan', webhook: 'on' }, 'sends alone');
  await t.rejects(searches.resume(watch.accountId, id), /This plan allows/);
  await searches.delete(watch.accountId, first);
  const spent = await watch.spent();
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'active', pauseReason: null });
  t.equal((await watch.spent()) - spent, 2);
  const younger = await watch.create({ mail: true }).catch((error: { fault?: string }) => error.fault);
  t.equal(younger, 'maximum');
  await accounts.changePlan(watch.accountId, 'pro');
  await watch.create();
  t.equal(plans(), 1);
});

t.test('what the owner paused does not resume with the plan', async (t) => {
  const watch = await openWatch(t, {
    plan: 'pro',
    plans: SHRINKING,
  });
  const { accounts } = watch.service;
  const { searches } = watch.service.savedSearches;
  await watch.create();
  watch.clock.advance(1_000);
  const id = await watch.create({ mail: true, arguments: { query: 'cook', ...NHS_ONLY } });
  await accounts.changePlan(watch.accountId, 'free_trial');
  await watch.turn(2 * DAY_MS);
  await searches.pause(watch.accountId, id);
  await accounts.changePlan(watch.accountId, 'pro');
  await watch.turn(2 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'owner' });
  await searches.resume(watch.accountId, id);
  await accounts.changePlan(watch.accountId, 'free_trial');
  await watch.turn(2 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'plan' });
  t.equal(watch.mails.filter(({ text }) => text.includes('fewer saved searches')).length, 2, 'news both times');
});

t.test('bad input: a name that is too long and a frequency that is none are refused, not changed', async (t) => {
  const watch = await openWatch(t);
  const fault = (more: Parameters<Watch['input']>[0]) =>
    watch.create(more).then(
      () => 'stored',
      (error: { fault?: string }) => error.fault,
    );
  t.equal(await fault({ name: 'x'.repeat(81) }), 'name');
  t.equal(await fault({ frequency: 'yearly' }), 'often');
  t.equal(await fault({ monthlyLimit: 2.0004 }), 'limit');
  t.equal(await fault({ name: 'x'.repeat(80), monthlyLimit: 2.001 }), 'stored');
});

t.test('a failing search is paused for the time in which it asked the sites, and no other', async (t) => {
  const watch = await openWatch(t, { plan: 'tight' });
  const id = await watch.create();
  const next = async () => {
    const { nextRunAt } = (await watch.status(id)).search;
    await watch.turn(Math.max(0, nextRunAt - watch.clock.now()));
  };
  watch.listed.titles = undefined;
  await next();
  t.match((await watch.status(id)).search, { failures: 1 });
  watch.listed.titles = ['x'];
  let last = 0;
  for (let call = 0; call < 20 && last !== 402 && last !== 429; call += 1)
    last = (await watch.call('scrape_jobs', { query: `q${call}`, ...NHS_ONLY })).status;
  await next();
  t.match((await watch.status(id)).lastResult, { outcome: 'refused', reason: 'quota_exceeded' });
  t.match((await watch.status(id)).search, { failingSince: null, failures: 0 });
});

t.test('an edit stores what was typed, and asks another question if its accents differ', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ arguments: { query: 'marche', ...NHS_ONLY } });
  await watch.turn(2 * DAY_MS);
  const stored = async () => JSON.parse((await watch.status(id)).search.arguments) as { query: string };
  const { nextRunAt } = (await watch.status(id)).search;
  await change(watch, id, { arguments: { query: 'MARCHE', ...NHS_ONLY } });
  t.equal((await stored()).query, 'MARCHE');
  t.match((await watch.status(id)).search, { hasRun: true, nextRunAt });
  const equal = { arguments: { query: ' marche', platforms: ['NHS_JOBS'], country: 'GB' } };
  await t.rejects(watch.create(equal), /asks the same/);
  await change(watch, id, { arguments: { query: 'marché', ...NHS_ONLY } });
  t.equal((await stored()).query, 'marché');
  t.equal((await watch.status(id)).search.hasRun, false);
  await t.rejects(watch.create({ arguments: { query: 'MARCHE\u0301', ...NHS_ONLY } }), /asks the same/);
  t.ok(await watch.create({ arguments: { query: 'marche', ...NHS_ONLY } }), 'a search of its own');
});

t.test('a run answers the same question in other words, written while it was under way', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  let isEdited = false;
  watch.internet.on(NHS, async () => {
    await change(watch, id, { arguments: { query: 'NURSE', country: 'GB', ...NHS_ONLY } });
    isEdited = true;
    return feed([{ title: 'Nurse one' }]);
  });
  await watch.turn(2 * DAY_MS);
  t.ok(isEdited);
  const { search } = await watch.status(id);
  t.match(search, { hasRun: true, arguments: /NURSE/ });
  t.equal((await watch.delivered(id)).length, 1);
  await watch.turn(DAY_MS);
  t.equal((await watch.delivered(id)).length, 1, 'no second first run');
});

t.test('platforms are stored by their codes, each once, however they are typed', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ arguments: { query: 'nurse', platforms: ['NHS_JOBS', ' nhs_jobs'] } });
  t.same(JSON.parse((await watch.status(id)).search.arguments), { query: 'nurse', ...NHS_ONLY });
  await t.rejects(watch.create(), /asks the same/);
});
