import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import { feed, NHS } from '../support/job-answers.ts';
import { ServiceError } from '../../src/errors.ts';
import { SearchRunner } from '../../src/saved-searches/search-runner.ts';
import { HOOK, openWatch } from './watch.ts';

t.test('SPEC §14: a run is a metered call, delivers only new jobs, and plans the next run', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true, webhookUrl: 'https://receiver.example/hook' });
  await watch.turn();
  t.equal((await watch.status(id)).lastResult, undefined, 'not due yet');
  await watch.turn(DAY_MS);
  t.equal(await watch.spent(), 2);
  const [first, ...others] = await watch.delivered(id);
  t.strictSame(others, []);
  t.match(first, { kind: 'first', total: 2, jobs: [{ title: 'Nurse one' }, { title: 'Nurse two' }] });
  t.match(watch.received, [{ type: 'saved_search.first', data: { total_new: 2 } }]);
  t.match(watch.mails, [{ to: 'caller@example.com', subject: 'nurse: 2 jobs found' }]);
  t.match(await watch.status(id), {
    spent: 2,
    isAllowed: true,
    lastResult: { outcome: 'ok', total: 2, fresh: 2, cost: 2, receiptId: first?.receiptId },
    progress: [{ state: 'sent' }, { state: 'sent' }],
  });
  await watch.turn(DAY_MS);
  t.equal(watch.received.length, 1, 'nothing new: nothing is sent');
  t.match((await watch.status(id)).lastResult, {
    fresh: 0,
    platforms: [{ platform: 'nhs_jobs', left_out: { dedup_hashes: 2 } }],
  });
  watch.listed.titles = ['Nurse two', 'Nurse three'];
  await watch.turn(DAY_MS);
  t.match(watch.received[1], { type: 'saved_search.new', data: { total_new: 1, jobs: [{ title: 'Nurse three' }] } });
  t.equal(await watch.spent(), 6);
  const { store } = watch.service;
  t.strictSame(await store.ledger.audit(watch.clock.now()), []);
  const calls = await store.ledger.list(watch.accountId, watch.clock.now());
  t.ok(
    calls.every(({ keyId, outcome }) => keyId === id && outcome === 'ok'),
    'the search is the key',
  );
});

t.test('a service that slept for a week makes one run, and no clock change makes two', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  await watch.turn(8 * DAY_MS);
  await watch.turn();
  t.equal(await watch.spent(), 2);
  await watch.turn(-2 * DAY_MS);
  await watch.turn();
  t.equal(await watch.spent(), 4, 'planned three days ahead by a clock that was wrong');
  await watch.turn(HOUR_MS);
  t.equal(await watch.spent(), 4);
  t.ok((await watch.status(id)).search.nextRunAt - watch.clock.now() <= DAY_MS + HOUR_MS);
});

t.test('the first delivery says how many jobs there are, and contains the ten best', async (t) => {
  const watch = await openWatch(t);
  watch.listed.titles = Array.from({ length: 30 }, (_, index) => `Nurse ${String.fromCharCode(65 + index)}${index}`);
  const id = await watch.create();
  await watch.turn(DAY_MS);
  const [first] = await watch.delivered(id);
  t.equal(first?.total, 30);
  t.equal(first?.jobs.length, 10);
  watch.listed.titles.push('Nurse extra');
  await watch.turn(DAY_MS);
  t.match(
    await watch.delivered(id),
    [{ kind: 'new', jobs: [{ title: 'Nurse extra' }] }, {}],
    'the other twenty are known',
  );
});

t.test('a job that is listed twice is counted once', async (t) => {
  const watch = await openWatch(t);
  watch.listed.titles = ['Nurse same', 'Nurse same', 'Nurse other'];
  const id = await watch.create();
  await watch.turn(DAY_MS);
  t.match(await watch.delivered(id), [{ kind: 'first', total: 2, jobs: [{}, {}] }]);
});

t.test('a month without new jobs is reported once', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  for (let day = 0; day < 32; day += 1) await watch.turn(DAY_MS);
  t.strictSame(
    (await watch.delivered(id)).map(({ kind }) => kind).filter((kind) => kind !== 'first'),
    ['heartbeat'],
  );
  t.match(watch.mails.at(-1), { subject: 'nurse: no new jobs for a month' });
});

t.test('a clock that is a year ahead for a moment leaves no record dated next year', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  for (let day = 0; day < 20; day += 1) await watch.turn(DAY_MS);
  watch.clock.advance(365 * DAY_MS);
  await watch.turn();
  watch.clock.advance(-365 * DAY_MS);
  const kinds = async (): Promise<string[]> => (await watch.delivered(id)).map(({ kind }) => kind);
  t.equal((await kinds()).length, 2);
  for (let day = 0; day < 32; day += 1) await watch.turn(DAY_MS);
  t.strictSame((await kinds()).sort(), ['first', 'heartbeat', 'heartbeat', 'heartbeat'], 'at once, and a month later');
  t.ok(((await watch.status(id)).search.lastDeliveredAt as number) <= watch.clock.now());
  const limited = await watch.create({ monthlyLimit: 2, arguments: { query: 'cook', platforms: ['nhs_jobs'] } });
  await watch.turn(DAY_MS);
  await watch.service.store.savedSearches.change(limited, {
    nextRunAt: watch.clock.now() + 300 * DAY_MS,
    state: 'limit',
  });
  await watch.turn();
  const { search } = await watch.status(limited);
  t.ok(search.nextRunAt - watch.clock.now() < 40 * DAY_MS, 'its next month is not next year’s');
});

t.test('a limit ends with its month, even if the runs of the next month fail', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ monthlyLimit: 2 });
  for (let day = 0; day < 2; day += 1) await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'limit', pauseReason: 'limit' });
  watch.listed.titles = undefined;
  const { nextRunAt } = (await watch.status(id)).search;
  await watch.turn(nextRunAt - watch.clock.now());
  t.match(await watch.status(id), {
    search: { state: 'active', pauseReason: null, failures: 1 },
    lastResult: { outcome: 'failed' },
  });
});

t.test('a job delivered by a weekly search is not new again, however short the retention is', async (t) => {
  const watch = await openWatch(t, { env: { RETENTION_DAYS: '3' } });
  const id = await watch.create({ frequency: 'weekly' });
  await watch.turn(8 * DAY_MS);
  for (let week = 0; week < 3; week += 1) {
    for (let day = 0; day < 6; day += 1) {
      watch.clock.advance(DAY_MS);
      await watch.service.purge();
    }
    if (week === 1) watch.listed.titles = ['Nurse two'];
    if (week === 2) watch.listed.titles = ['Nurse one', 'Nurse two', 'Nurse three'];
    const { nextRunAt } = (await watch.status(id)).search;
    await watch.turn(nextRunAt - watch.clock.now());
    if (week < 2) t.match((await watch.status(id)).lastResult, { fresh: 0 }, `week ${week}`);
  }
  t.match((await watch.delivered(id))[0], { total: 1, jobs: [{ title: 'Nurse three' }] }, 'one was away for a week');
  await watch.service.savedSearches.searches.pause(watch.accountId, id);
  watch.clock.advance(60 * DAY_MS);
  await watch.service.purge();
  await watch.service.savedSearches.searches.resume(watch.accountId, id);
  const { nextRunAt } = (await watch.status(id)).search;
  await watch.turn(nextRunAt - watch.clock.now());
  t.match((await watch.status(id)).lastResult, { total: 3, fresh: 0 }, 'paused for two months');
});

t.test(
  'more jobs than a run reads: it says that new ones can be missed, unless the newest are read first',
  async (t) => {
    const watch = await openWatch(t);
    const letters = (index: number): string => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    watch.listed.titles = Array.from({ length: 510 }, (_, index) => `Nurse ${letters(index)}`);
    const best = await watch.create({ mail: true });
    const sorted = { query: 'nurse', platforms: ['nhs_jobs'], sort: 'date' };
    const newest = await watch.create({ arguments: sorted });
    await watch.turn(DAY_MS);
    t.match(await watch.delivered(best), [{ kind: 'first', notRead: 210 }]);
    t.match(watch.mails[0]?.text, /210 more adverts than a run reads, and some of them may be new jobs/);
    t.match((await watch.status(best)).lastResult, { notRead: 210 });
    t.equal((await watch.delivered(newest))[0]?.notRead, undefined);
  },
);

t.test('failing runs cost nothing, are retried sooner, and pause the search after three days', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  watch.listed.titles = undefined;
  await watch.turn(DAY_MS);
  t.match(await watch.status(id), {
    lastResult: { outcome: 'failed', reason: 'upstream_failed' },
    search: { failures: 1 },
  });
  const { nextRunAt } = (await watch.status(id)).search;
  t.equal(nextRunAt - watch.clock.now(), HOUR_MS);
  watch.listed.titles = ['Nurse one'];
  await watch.turn(HOUR_MS);
  t.match((await watch.status(id)).search, { failures: 0, failingSince: null, state: 'active' });
  watch.listed.titles = undefined;
  for (let round = 0; round < 12; round += 1) await watch.turn(12 * HOUR_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'failing' });
  t.equal(await watch.spent(), 2);
  t.match((await watch.delivered(id))[0], { kind: 'paused', pauseReason: 'failing', receiptId: null });
  t.match(watch.mails.at(-1), { subject: 'nurse: paused', text: /No platform has delivered for three days/ });
  watch.listed.titles = ['Nurse two'];
  await watch.service.savedSearches.searches.resume(watch.accountId, id);
  await watch.turn(DAY_MS);
  t.match((await watch.delivered(id))[0], { kind: 'new', jobs: [{ title: 'Nurse two' }] });
});

t.test(
  'the monthly limit stops a search before it costs more, is reported once, and ends with the month',
  async (t) => {
    const watch = await openWatch(t);
    const id = await watch.create({ monthlyLimit: 5 });
    for (let day = 0; day < 6; day += 1) await watch.turn(DAY_MS);
    t.equal((await watch.status(id)).spent, 4);
    t.match((await watch.status(id)).search, { state: 'limit', pauseReason: 'limit' });
    t.strictSame(
      (await watch.delivered(id)).map(({ kind, pauseReason }) => pauseReason ?? kind),
      ['limit', 'first'],
    );
    await watch.service.savedSearches.searches.runNow(watch.accountId, id);
    await watch.turn();
    t.equal((await watch.delivered(id)).length, 2, 'said once');
    const { periodEndsAt } = await watch.service.accounts.require(watch.accountId);
    await watch.turn(periodEndsAt - watch.clock.now() + DAY_MS);
    t.match((await watch.status(id)).search, { state: 'active', pauseReason: null });
    t.equal((await watch.status(id)).spent, 2);
  },
);

t.test('SPEC §14: a run that was killed when it was charged is delivered, even if it reaches the limit', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ monthlyLimit: 3 });
  const { savedSearches } = watch.service.store;
  const { finishRun } = savedSearches;
  savedSearches.finishRun = () => Promise.reject(new Error('killed'));
  await watch.turn(DAY_MS);
  t.equal(await watch.spent(), 2);
  t.strictSame(await watch.delivered(id), []);
  savedSearches.finishRun = finishRun;
  await watch.turn(10 * MINUTE_MS);
  t.match(await watch.delivered(id), [{ kind: 'first', total: 2 }]);
  t.equal(await watch.spent(), 2);
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'limit' });
});

t.test(
  'without credits a run is refused free of charge, reports it once, and continues when there are credits',
  async (t) => {
    const watch = await openWatch(t, { plan: 'tight' });
    const id = await watch.create();
    for (let day = 0; day < 5; day += 1) await watch.turn(DAY_MS);
    t.equal(await watch.spent(), 4);
    t.match(await watch.status(id), { search: { state: 'active' }, lastResult: { reason: 'quota_exceeded' } });
    t.strictSame(
      (await watch.delivered(id)).map(({ kind, pauseReason }) => pauseReason ?? kind),
      ['credits', 'first'],
    );
    await watch.service.accounts.changePlan(watch.accountId, 'pro');
    watch.listed.titles = ['Nurse nine'];
    await watch.turn(DAY_MS);
    t.match((await watch.delivered(id))[0], { kind: 'new', jobs: [{ title: 'Nurse nine' }] });
  },
);

t.test('a reduced plan pauses the newest searches, and those that run too often', async (t) => {
  const watch = await openWatch(t);
  const ids = [];
  for (const query of ['nurse', 'cook', 'driver']) {
    ids.push(await watch.create({ arguments: { query, platforms: ['nhs_jobs'] } }));
    watch.clock.advance(1);
  }
  const [first, second, third] = ids as [string, string, string];
  await watch.service.accounts.changePlan(watch.accountId, 'free_trial');
  t.equal((await watch.status(second)).isAllowed, false, 'seen before it is due');
  await watch.turn(DAY_MS);
  t.match((await watch.status(first)).search, { state: 'active', hasRun: true });
  for (const id of [second, third])
    t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'plan', hasRun: false });
  t.equal(await watch.spent(), 2);
  const hourly = await openWatch(t);
  const often = await hourly.create({ frequency: 'hourly' });
  await hourly.service.accounts.changePlan(hourly.accountId, 'free_trial');
  await hourly.turn(HOUR_MS);
  t.match((await hourly.status(often)).search, { state: 'paused', pauseReason: 'plan' });
});

t.test('a trial that ends pauses its search and says why', async (t) => {
  const watch = await openWatch(t, { plan: 'free_trial' });
  const id = await watch.create();
  await watch.turn(15 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'trial' });
  t.match(await watch.delivered(id), [{ pauseReason: 'trial' }]);
});

t.test('arguments and zones that a later release no longer has pause the search with a sentence', async (t) => {
  const watch = await openWatch(t);
  const { savedSearches } = watch.service.store;
  const gone = await watch.create();
  await savedSearches.change(gone, { arguments: '{"query":"nurse","platforms":["gone_site"]}' });
  const shape = await watch.create({ arguments: { query: 'cook', platforms: ['nhs_jobs'] } });
  await savedSearches.change(shape, { arguments: '{"query":"cook","platforms":["nhs_jobs"],"hours":["sometimes"]}' });
  const zone = await watch.create({ arguments: { query: 'driver', platforms: ['nhs_jobs'] } });
  await savedSearches.change(zone, { zone: 'Atlantis/Poseidonis' });
  await watch.turn(DAY_MS);
  t.match((await watch.status(gone)).search, { state: 'paused', pauseReason: 'arguments', pauseDetail: /gone_site/ });
  t.match((await watch.status(shape)).search, { state: 'paused', pauseReason: 'arguments', pauseDetail: /hours/ });
  t.match((await watch.status(zone)).search, {
    state: 'paused',
    pauseReason: 'zone',
    pauseDetail: 'Atlantis/Poseidonis',
  });
  t.equal(await watch.spent(), 0);
  await watch.service.savedSearches.searches.change(
    watch.accountId,
    zone,
    watch.input({ arguments: { query: 'driver', platforms: ['nhs_jobs'] } }),
  );
  await watch.turn(DAY_MS);
  t.match((await watch.status(zone)).search, { state: 'active', hasRun: true }, 'what was mended runs again');
});

t.test('a run waits while interactive calls run, but at most ten minutes', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  watch.internet.on('https://www.jobs.nhs.uk/', async () => {
    await gate;
    return { body: '' };
  });
  const call = watch.call('scrape_jobs', { query: 'porter', platforms: ['nhs_jobs'] });
  while (watch.internet.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const { nextRunAt } = (await watch.status(id)).search;
  watch.clock.advance(nextRunAt - watch.clock.now());
  await watch.service.savedSearches.runner.round();
  t.equal((await watch.status(id)).lastResult, undefined);
  watch.clock.advance(10 * MINUTE_MS);
  const round = watch.service.savedSearches.runner.round();
  while (watch.internet.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
  open();
  await Promise.all([round, call]);
  t.ok((await watch.status(id)).lastResult);
});

t.test('during interactive calls, a process starts its runs four seconds apart', async (t) => {
  const watch = await openWatch(t);
  for (const query of ['nurse', 'porter', 'cook'])
    await watch.create({ arguments: { query, platforms: ['nhs_jobs'] } });
  const { store, accounts, clock } = watch.service;
  let peoplesCalls = 0;
  let ownCalls = 0;
  const waits: number[] = [];
  const runner = new SearchRunner({
    store,
    accounts,
    clock,
    deadlineMs: 1_000,
    callsRunning: () => 0,
    callsBegun: () => ownCalls + peoplesCalls,
    wait: async (ms) => void waits.push(ms),
    chargedAnswer: async () => undefined,
    terms: new Map(),
    call: async () => {
      ownCalls += 1;
      throw new ServiceError('upstream_failed', 'away');
    },
    onFault: (error) => t.fail(String(error)),
  });
  watch.clock.advance(DAY_MS);
  await runner.round();
  t.equal(ownCalls, 3);
  t.strictSame(waits, [], 'nobody calls');
  peoplesCalls = 1;
  watch.clock.advance(DAY_MS);
  await runner.round();
  t.equal(ownCalls, 6);
  t.strictSame(waits, [4_000, 8_000], 'the first at once, each of the others after the one before');
  await runner.close();
});

t.test('a search that is paused or changed while its run waits sends no request', async (t) => {
  const watch = await openWatch(t);
  const { store, accounts, savedSearches } = watch.service;
  const { searches } = savedSearches;
  const nhs = (query: string) => ({ query, platforms: ['nhs_jobs'] });
  const first = await watch.create();
  const ids = [await watch.create({ arguments: nhs('cook') }), await watch.create({ arguments: nhs('chef') })];
  const acts = [
    () => searches.pause(watch.accountId, ids[0]!),
    () => searches.change(watch.accountId, ids[1]!, watch.input({ arguments: nhs('pilot') })),
  ];
  const asked: unknown[] = [];
  let acting: Promise<unknown> | undefined;
  let begun = 0;
  const runner = new SearchRunner({
    store,
    accounts,
    clock: watch.clock,
    deadlineMs: 1_000,
    callsRunning: () => 0,
    callsBegun: () => (begun += 5),
    wait: () => (acting ??= Promise.all(acts.splice(0).map((act) => act()))),
    chargedAnswer: async () => undefined,
    terms: new Map(),
    call: async ({ arguments: { query } }) => {
      asked.push(query);
      throw new ServiceError('upstream_failed', 'away');
    },
    onFault: (error) => t.fail(String(error)),
  });
  for (const id of [first, ...ids]) {
    watch.clock.advance(1_000);
    await searches.runNow(watch.accountId, id);
  }
  await runner.round();
  t.strictSame(acts, [], 'waited');
  t.notOk(asked.includes('cook'), 'paused');
  t.notOk(asked.includes('chef'), 'changed');
  await runner.close();
});

t.test('what an owner saves is validated, and every fault has a separate code', async (t) => {
  const watch = await openWatch(t, { sendsMail: false });
  const bad: [Parameters<typeof watch.create>[0], string][] = [
    [{ zone: 'Mars/Olympus' }, 'zone'],
    [{ hour: 24 }, 'hour'],
    ...['\u3164', '\u2800\u2800', ' \u3164 \u00ad', '\u{e0041}', '\u115f'].map((name): [{ name: string }, string] => [
      { name },
      'name',
    ]),
    [{ weekday: 0 }, 'hour'],
    [{ monthlyLimit: 1.9 }, 'limit'],
    [{ monthlyLimit: Number.NaN }, 'limit'],
    [{ mail: true }, 'mail'],
    ...[
      'http://127.0.0.1/x',
      'http://localhost:8080/',
      'https://10.1.2.3/',
      'ftp://example.com/',
      'https://u:p@example.com/',
      'https://[::1]/',
      'http://169.254.169.254/',
      'nonsense',
    ].map((webhookUrl): [{ webhookUrl: string }, string] => [{ webhookUrl }, 'webhook']),
  ];
  for (const [input, fault] of bad) {
    const refused = await watch.create(input).then(
      () => undefined,
      (error: { fault?: string }) => error.fault,
    );
    t.equal(refused, fault, JSON.stringify(input));
  }
  for (const args of [
    { query: 'x' },
    { query: 'x', platforms: ['nowhere'] },
    { query: 'x', platforms: ['nhs_jobs'], location: 'Lyon' },
  ])
    await t.rejects(watch.create({ arguments: args }), JSON.stringify(args));
  const id = await watch.create({
    arguments: { query: 'nurse ', platforms: ['reed', 'nhs_jobs'], limit: 3, evidence: true },
  });
  t.strictSame((await watch.status(id)).arguments, { platforms: ['reed', 'nhs_jobs'], query: 'nurse ' });
  await t.rejects(
    watch.create({ arguments: { platforms: ['nhs_jobs', 'reed'], query: 'nurse' } }),
    /"nurse" asks the same/,
  );
  const another = await watch.service.accounts.create({ email: 'other@example.com' });
  const { searches } = watch.service.savedSearches;
  for (const act of ['pause', 'resume', 'runNow', 'delete', 'renewFeed', 'renewSecret'] as const)
    await t.rejects(async () => void (await searches[act](another.id, id)), /no saved search/, act);
  await t.rejects(searches.create(another, watch.input({ frequency: 'hourly' })), /at most daily/);
  await searches.create(another, watch.input());
  await t.rejects(
    searches.create(another, watch.input({ arguments: { query: 'cook', platforms: ['nhs_jobs'] } })),
    /at most 1 saved/,
  );
});

t.test(
  'a process that dies between charge and delivery: the next one delivers, and nothing is charged twice',
  async (t) => {
    const watch = await openWatch(t);
    const id = await watch.create();
    const { savedSearches } = watch.service.store;
    const { finishRun, returnRun } = savedSearches;
    savedSearches.finishRun = () => Promise.reject(new Error('killed'));
    savedSearches.returnRun = async () => {};
    await watch.turn(DAY_MS);
    t.equal(await watch.spent(), 2);
    t.strictSame(await watch.delivered(id), []);
    Object.assign(savedSearches, { finishRun, returnRun });
    await watch.turn(MINUTE_MS);
    t.strictSame(await watch.delivered(id), [], 'its lease is not over');
    watch.listed.titles = ['Nurse other'];
    await watch.turn(2 * MINUTE_MS);
    t.match(await watch.delivered(id), [{ kind: 'first', total: 2 }], 'the answer that was charged');
    t.equal(await watch.spent(), 2);
    const calls = await watch.service.store.ledger.list(watch.accountId, watch.clock.now());
    t.match(calls, [{ outcome: 'ok', amount: 2_000 }]);
    t.match(
      (await watch.status(id)).lastResult,
      { cost: 2, receiptId: calls[0]?.receiptId },
      'the receipt of the charge',
    );
  },
);

for (const days of [2, 30, 400]) {
  t.test(
    `a service that was down for ${days} days delivers what was charged before, and charges nothing again`,
    async (t) => {
      const watch = await openWatch(t);
      const id = await watch.create();
      const { savedSearches } = watch.service.store;
      const { finishRun } = savedSearches;
      savedSearches.finishRun = () => Promise.reject(new Error('killed'));
      await watch.turn(DAY_MS);
      savedSearches.finishRun = finishRun;
      const calls = await watch.service.store.usage.calls({ accountId: watch.accountId }, 10);
      watch.listed.titles = ['Nurse other'];
      watch.clock.advance(days * DAY_MS);
      await watch.service.purge();
      await watch.turn();
      t.match(await watch.delivered(id), [{ kind: 'first', total: 2, receiptId: calls[0]?.receiptId }]);
      t.strictSame(await watch.service.store.usage.calls({ accountId: watch.accountId }, 10), calls);
    },
  );
}

t.test('a deleted account’s searches are deleted too, and its export contains them', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  await watch.turn(DAY_MS);
  await watch.create({ arguments: { query: 'cook', platforms: ['nhs_jobs'] } });
  await watch.service.accounts.delete(watch.accountId);
  await watch.turn(DAY_MS);
  t.equal(await watch.service.store.savedSearches.find(id), undefined);
  t.strictSame(await watch.service.store.savedSearches.deliveries(id, 5), []);
});

t.test('an account with many due searches delays nobody', async (t) => {
  const watch = await openWatch(t);
  const { accounts, savedSearches, store } = watch.service;
  const asked: string[] = [];
  watch.internet.on(NHS, ({ url }) => {
    asked.push(url.includes('baker') ? 'baker' : 'nurse');
    return feed([{ title: 'One' }]);
  });
  for (let index = 0; index < 10; index += 1)
    await watch.create({ arguments: { query: `nurse ${index}`, platforms: ['nhs_jobs'] } });
  const other = await accounts.create({ email: 'other@example.com', plan: 'pro' });
  const input = watch.input({ arguments: { query: 'baker', platforms: ['nhs_jobs'] } });
  const { search } = await savedSearches.searches.create(other, input);
  watch.clock.advance(DAY_MS);
  await store.savedSearches.change(search.id, { nextRunAt: watch.clock.now() });
  await watch.turn();
  t.equal(asked.length, 11);
  t.ok(asked.indexOf('baker') <= 2, 'the two runs that begin first, then the other account');
});

t.test('every message about removed arguments names them', async (t) => {
  const gone = { arguments: '{"query":"nurse","platforms":["gone_site"]}' };
  const shape = { arguments: '{"query":"nurse","platforms":["nhs_jobs"],"hours":["sometimes"]}' };
  for (const [change, name] of [
    [gone, /gone_site/],
    [shape, /hours/],
  ] as const) {
    for (const language of ['en', 'fr'] as const) {
      const watch = await openWatch(t);
      const id = await watch.create({ mail: true, webhookUrl: HOOK, language });
      await watch.service.store.savedSearches.change(id, change);
      await watch.turn(DAY_MS);
      t.match(watch.mails, [{ text: name, html: name }]);
      t.match(watch.received, [{ data: { reason: 'arguments', detail: name } }]);
      const feed = await watch.service.savedSearches.links.feedAddress((await watch.status(id)).search, '');
      t.match((await watch.service.app.inject({ url: feed })).payload, name);
    }
  }
});

t.test('each monthly limit is reported once, however often the owner returns to it', async (t) => {
  const watch = await openWatch(t);
  const { searches } = watch.service.savedSearches;
  const id = await watch.create({ mail: true, monthlyLimit: 2 });
  await watch.turn(DAY_MS);
  for (const monthlyLimit of [2, 4, 2, 4, 2]) {
    await searches.change(watch.accountId, id, watch.input({ mail: true, monthlyLimit }));
    await watch.turn(DAY_MS);
    await watch.turn(DAY_MS);
  }
  const said = watch.mails.filter(({ text }) => /monthly limit/.test(text));
  t.equal(said.length, 2);
  t.equal((await watch.status(id)).spent, 4);
  const { periodEndsAt } = await watch.service.accounts.require(watch.accountId);
  await watch.turn(periodEndsAt - watch.clock.now() + DAY_MS);
  await watch.turn(DAY_MS);
  t.equal(watch.mails.filter(({ text }) => /monthly limit/.test(text)).length, 3, 'said anew in the next month');
});
