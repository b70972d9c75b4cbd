import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
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

/** Moves the clock to the next run, and makes it. */
async function nextRun(watch: Watch, id: string): Promise<void> {
  const { nextRunAt } = (await watch.status(id)).search;
  await watch.turn(Math.max(0, nextRunAt - watch.clock.now()));
}

t.test('a run that is due, requested or to be retried is made, whatever else is edited', async (t) => {
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

t.test('an edit keeps a pause that it does not fix, and ends the one that it fixes', async (t) => {
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

for (const way of ['form', 'link'] as const)
  t.test(`a search whose webhook is paused too does not run when its mails are ended by the ${way}`, async (t) => {
    let bounces = false;
    const mailer = {
      send: async () => {
        if (bounces) throw new MailRefused('550');
      },
    };
    const watch = await openWatch(t, { mailer });
    const id = await watch.create({ mail: true, webhookUrl: HOOK });
    watch.receiver.status = 410;
    await watch.turn(DAY_MS);
    bounces = true;
    watch.listed.titles = ['Nurse new'];
    await watch.turn(DAY_MS);
    t.match((await watch.status(id)).search, { pauseReason: 'mailbox', mail: 'paused', webhook: 'paused' });
    const spent = await watch.spent();
    if (way === 'form') await change(watch, id, { mail: false, webhookUrl: HOOK });
    else await watch.service.savedSearches.links.endMails((await watch.status(id)).search);
    await watch.turn(2 * DAY_MS);
    t.match((await watch.status(id)).search, {
      state: 'paused',
      pauseReason: 'webhook',
      mail: 'off',
      webhook: 'paused',
    });
    t.equal(await watch.spent(), spent);
  });

t.test(
  'a reached limit is reported once a month, however often the search is edited, and again after a new limit',
  async (t) => {
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
  },
);

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

t.test('a plan that allows a search again resumes it; each further reduction is reported', async (t) => {
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

t.test('bad input: a name that is too long and an unknown frequency are refused and change nothing', async (t) => {
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

t.test('a failing search is paused only for the time in which it sent requests', async (t) => {
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

t.test('a search whose only receiver is paused is not run and charged when its plan allows it again', async (t) => {
  const watch = await openWatch(t, { plan: 'pro', plans: SHRINKING });
  await watch.create();
  watch.clock.advance(1_000);
  const id = await watch.create({ webhookUrl: HOOK, arguments: { query: 'cook', ...NHS_ONLY } });
  await watch.service.accounts.changePlan(watch.accountId, 'free_trial');
  watch.receiver.status = 410;
  await nextRun(watch, id);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'webhook', webhook: 'paused' });
  await watch.turn();
  t.match(watch.mails, [{ subject: 'cook: paused', text: /To resume the search/ }]);
  await watch.service.accounts.changePlan(watch.accountId, 'pro');
  for (let day = 0; day < 3; day += 1) await nextRun(watch, id);
  t.match((await watch.status(id)).search, { state: 'paused' });
  t.equal((await watch.status(id)).spent, 0, 'nothing is run for nobody');
});

t.test(
  'an edit that fixes a failing search leaves its webhook paused, and the search does not run without a receiver',
  async (t) => {
    const watch = await openWatch(t);
    const id = await watch.create({ webhookUrl: HOOK });
    watch.listed.titles = undefined;
    while ((await watch.status(id)).search.state === 'active') {
      const { failingSince, nextRunAt } = (await watch.status(id)).search;
      if (failingSince !== null && nextRunAt - failingSince >= 3 * DAY_MS) watch.receiver.status = 410;
      await nextRun(watch, id);
    }
    t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'failing', webhook: 'paused' });
    watch.listed.titles = ['Cook one'];
    await change(watch, id, { webhookUrl: HOOK, arguments: { query: 'cook', ...NHS_ONLY } });
    await watch.turn(DAY_MS + HOUR_MS);
    const { search, spent } = await watch.status(id);
    t.match(search, { state: 'paused', webhook: 'paused' }, 'the webhook is still paused, so the search is');
    t.equal(spent, 0);
  },
);

t.test('of two searches that wait for the plan, one runs when there is room for one', async (t) => {
  const watch = await openWatch(t, { plan: 'pro', plans: SHRINKING });
  const ids: string[] = [];
  for (const query of ['nurse', 'cook', 'driver']) {
    ids.push(await watch.create({ mail: true, arguments: { query, ...NHS_ONLY } }));
    watch.clock.advance(1_000);
  }
  const [first, second, third] = ids as [string, string, string];
  await watch.service.accounts.changePlan(watch.accountId, 'free_trial');
  await nextRun(watch, second);
  for (const id of [second, third]) t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'plan' });
  const before = await watch.spent();
  await watch.service.savedSearches.searches.delete(watch.accountId, first);
  await nextRun(watch, second);
  t.equal((await watch.spent()) - before, 2, 'one run');
  t.match((await watch.status(third)).search, { state: 'paused', pauseReason: 'plan', hasRun: false });
});

t.test('a younger search that waits for the plan does not run before the older one', async (t) => {
  const watch = await openWatch(t, { plan: 'pro', plans: SHRINKING });
  const first = await watch.create();
  watch.clock.advance(1_000);
  const second = await watch.create({ mail: true, arguments: { query: 'cook', ...NHS_ONLY } });
  watch.clock.advance(1_000);
  const third = await watch.create({ mail: true, hour: 7, arguments: { query: 'driver', ...NHS_ONLY } });
  await watch.service.accounts.changePlan(watch.accountId, 'free_trial');
  await nextRun(watch, third);
  await nextRun(watch, second);
  await watch.service.savedSearches.searches.delete(watch.accountId, first);
  for (let hour = 0; hour < 48; hour += 1) await watch.turn(HOUR_MS);
  t.equal((await watch.status(third)).spent, 0, 'the plan allows one, and the oldest search runs');
  t.equal(watch.mails.filter(({ subject }) => subject === 'driver: paused').length, 1, 'told once');
});

t.test('a run that nobody has asked for is not made when a paused search is resumed', async (t) => {
  const watch = await openWatch(t, { plan: 'free_trial' });
  const { searches } = watch.service.savedSearches;
  const id = await watch.create({ frequency: 'weekly' });
  while ((await watch.status(id)).search.state === 'active') await nextRun(watch, id);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'trial' });
  await searches.pause(watch.accountId, id);
  await watch.service.accounts.changePlan(watch.accountId, 'pro');
  watch.clock.advance(2 * DAY_MS);
  await searches.resume(watch.accountId, id);
  await watch.turn();
  t.equal(await watch.spent(), 0, 'the next planned run is five days later');
});

t.test('a change of the monthly limit alone does not move a run that a killed process had begun', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ frequency: 'weekly' });
  const { nextRunAt } = (await watch.status(id)).search;
  watch.clock.advance(nextRunAt - watch.clock.now());
  const claimed = await watch.service.store.savedSearches.claimRun('killed', watch.clock.now(), 2 * MINUTE_MS);
  t.equal(claimed?.search.id, id);
  await change(watch, id, { frequency: 'weekly', monthlyLimit: 50 });
  await watch.turn(5 * MINUTE_MS);
  await watch.turn(MINUTE_MS);
  t.not((await watch.status(id)).search.lastRunAt, null, 'taken up by another process');
});

t.test(
  'a run that was asked for, begun and killed is made after a pause, also if the schedule is edited',
  async (t) => {
    const watch = await openWatch(t);
    const { searches } = watch.service.savedSearches;
    const id = await watch.create({ frequency: 'weekly' });
    await searches.runNow(watch.accountId, id);
    const claimed = await watch.service.store.savedSearches.claimRun('killed', watch.clock.now(), 2 * MINUTE_MS);
    t.equal(claimed?.search.id, id);
    watch.clock.advance(1_000);
    await searches.pause(watch.accountId, id);
    await change(watch, id, { frequency: 'weekly', hour: 9 });
    await searches.resume(watch.accountId, id);
    await watch.turn(5 * MINUTE_MS);
    await watch.turn(MINUTE_MS);
    t.not((await watch.status(id)).search.lastRunAt, null, 'made');
  },
);

t.test('a run that was asked for is made after a pause, also if the clock was an hour ahead before', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create();
  await nextRun(watch, id);
  watch.clock.advance(-HOUR_MS);
  await searches.runNow(watch.accountId, id);
  watch.clock.advance(1_000);
  await searches.pause(watch.accountId, id);
  watch.clock.advance(MINUTE_MS);
  await searches.resume(watch.accountId, id);
  await watch.turn();
  t.equal((await watch.status(id)).search.lastRunAt, watch.clock.now(), 'made');
});

t.test('another schedule, saved during the first run after a limit, holds from then on', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ monthlyLimit: 2 });
  await watch.turn(DAY_MS);
  await watch.turn(DAY_MS);
  t.equal((await watch.status(id)).search.state, 'limit');
  watch.internet.on(NHS, async () => {
    await change(watch, id, { monthlyLimit: 2, frequency: 'weekly', weekday: 3, hour: 20 });
    return feed([{ title: 'Nurse one' }]);
  });
  await nextRun(watch, id);
  const { search } = await watch.status(id);
  t.match(search, { state: 'active', frequency: 'weekly', hour: 20 });
  const next = new Date(search.nextRunAt);
  t.strictSame([next.getUTCDay(), next.getUTCHours()], [3, 20], next.toISOString());
});

t.test('a higher limit lets the search run again, also if it reached the lower one while it was saved', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ monthlyLimit: 2 });
  await watch.turn(DAY_MS);
  const { nextRunAt } = (await watch.status(id)).search;
  watch.clock.advance(nextRunAt - watch.clock.now());
  const { savedSearches } = watch.service.store;
  const { list } = savedSearches;
  savedSearches.list = async (accountId) => {
    savedSearches.list = list;
    await watch.service.savedSearches.runner.round();
    return list(accountId);
  };
  await change(watch, id, { monthlyLimit: 100 });
  const { search } = await watch.status(id);
  t.equal(search.monthlyLimit, 100_000);
  t.ok(
    search.nextRunAt - watch.clock.now() < 2 * DAY_MS,
    `${search.state} until ${new Date(search.nextRunAt).toISOString()}`,
  );
});

t.test('a change of plan begins a new month for a search that reaches its limit at that moment', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ monthlyLimit: 2 });
  await watch.turn(DAY_MS);
  const { savedSearches } = watch.service.store;
  const { finishRun } = savedSearches;
  savedSearches.finishRun = async (...words) => {
    savedSearches.finishRun = finishRun;
    await watch.service.accounts.changePlan(watch.accountId, 'starter');
    return finishRun(...words);
  };
  await nextRun(watch, id);
  await watch.turn(2 * DAY_MS);
  const { search, spent } = await watch.status(id);
  t.equal(spent, 2, `${search.state} until ${new Date(search.nextRunAt).toISOString()}`);
});

t.test('a run that is due and was asked for is made once, also if it is paused and resumed meanwhile', async (t) => {
  const watch = await openWatch(t);
  const { searches, runner } = watch.service.savedSearches;
  const { savedSearches } = watch.service.store;
  const { finishRun } = savedSearches;
  for (const when of ['during its call', 'before another process takes it over']) {
    const isKilled = when !== 'during its call';
    const id = await watch.create({ arguments: { query: `nurse ${isKilled}`, ...NHS_ONLY } });
    const { nextRunAt } = (await watch.status(id)).search;
    watch.clock.advance(nextRunAt - watch.clock.now() + MINUTE_MS);
    await searches.runNow(watch.accountId, id);
    const again = async (): Promise<void> => {
      await searches.pause(watch.accountId, id);
      await searches.resume(watch.accountId, id);
    };
    let calls = 0;
    watch.internet.on(NHS, async () => {
      calls += 1;
      if (calls === 1 && !isKilled) await again();
      return feed([{ title: 'Nurse one' }]);
    });
    if (isKilled) {
      savedSearches.finishRun = () => Promise.reject(new Error('killed'));
      await runner.round();
      savedSearches.finishRun = finishRun;
      await again();
      watch.clock.advance(5 * MINUTE_MS);
    }
    for (let round = 0; round < 3; round += 1) await watch.turn(5_000);
    t.equal(calls, 1, when);
    t.match(await watch.status(id), { spent: 2, search: { askedAt: null, runDueAt: null } }, when);
    await searches.delete(watch.accountId, id);
  }
});

t.test('a run that is due and was asked for is made once, also if its limit is raised meanwhile', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ monthlyLimit: 2 });
  await nextRun(watch, id);
  await nextRun(watch, id);
  const { state, nextRunAt } = (await watch.status(id)).search;
  t.equal(state, 'limit');
  watch.clock.advance(nextRunAt - watch.clock.now() + MINUTE_MS);
  await watch.service.savedSearches.searches.runNow(watch.accountId, id);
  let calls = 0;
  watch.internet.on(NHS, async () => {
    calls += 1;
    if (calls === 1) await change(watch, id, { monthlyLimit: 20 });
    return feed([{ title: 'Nurse one' }]);
  });
  for (let round = 0; round < 3; round += 1) await watch.turn(5_000);
  t.equal(calls, 1);
  t.match(await watch.status(id), { spent: 2, search: { state: 'active', monthlyLimit: 20_000 } });
});

t.test('a run that was asked for is made with other arguments, also if a pause ends with that edit', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create({ frequency: 'weekly' });
  await searches.runNow(watch.accountId, id);
  let isEdited = false;
  watch.internet.on(NHS, async ({ url }) => {
    if (new URL(url).searchParams.get('keyword') === 'cook') return feed([{ title: 'Cook' }]);
    if (!isEdited) {
      isEdited = true;
      await watch.service.store.savedSearches.change(id, { state: 'paused', pauseReason: 'failing' });
      await change(watch, id, { frequency: 'weekly', arguments: { query: 'cook', ...NHS_ONLY } });
    }
    return { status: 503, body: 'away' };
  });
  for (let round = 0; round < 3; round += 1) await watch.turn(5_000);
  t.equal(await watch.spent(), 2);
  t.match(await watch.delivered(id), [{ kind: 'first', jobs: [{ title: 'Cook' }] }]);
});

t.test('a planned run that fails is repeated after an hour, also if it is paused and resumed meanwhile', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create({ frequency: 'weekly' });
  watch.internet.on(NHS, async () => {
    await searches.pause(watch.accountId, id);
    await searches.resume(watch.accountId, id);
    return { status: 503, body: 'away' };
  });
  await nextRun(watch, id);
  const { failures, nextRunAt } = (await watch.status(id)).search;
  t.equal(failures, 1);
  t.equal(nextRunAt - watch.clock.now(), HOUR_MS);
});

t.test('a planned run that is paused before its call and resumed at once is made', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create({ frequency: 'weekly' });
  const { nextRunAt } = (await watch.status(id)).search;
  const { savedSearches } = watch.service.store;
  const { dropRun } = savedSearches;
  savedSearches.dropRun = async (...words) => {
    savedSearches.dropRun = dropRun;
    await searches.resume(watch.accountId, id);
    return dropRun(...words);
  };
  const { list } = savedSearches;
  savedSearches.list = async (accountId) => {
    savedSearches.list = list;
    await searches.pause(watch.accountId, id);
    return list(accountId);
  };
  await watch.turn(nextRunAt - watch.clock.now());
  t.equal(savedSearches.dropRun, dropRun, 'discarded');
  await watch.turn(5_000);
  t.equal(await watch.spent(), 2);
});

t.test('a run that was asked for is made once, also if two pages resume the search', async (t) => {
  const watch = await openWatch(t);
  const { searches, runner } = watch.service.savedSearches;
  const id = await watch.create({ frequency: 'weekly' });
  await searches.runNow(watch.accountId, id);
  watch.clock.advance(1_000);
  await searches.pause(watch.accountId, id);
  const { savedSearches } = watch.service.store;
  const { list } = savedSearches;
  savedSearches.list = async (accountId) => {
    savedSearches.list = list;
    await searches.resume(watch.accountId, id);
    await runner.round();
    return list(accountId);
  };
  await searches.resume(watch.accountId, id);
  await watch.turn(5_000);
  t.equal(await watch.spent(), 2);
});
