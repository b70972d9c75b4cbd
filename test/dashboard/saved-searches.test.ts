import t from 'tap';
import { type HTMLElement, parse } from 'node-html-parser';
import { DAY_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import { createDelivery } from '../../src/saved-searches/delivery.ts';
import { linkToken } from '../../src/saved-searches/deliver/secret-links.ts';
import { openWatch, HOOK, type Watch } from '../saved-searches/watch.ts';
import { ParsedPage, openPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

const FORM = {
  'arg-query': 'nurse',
  'arg-platforms': ['nhs_jobs'],
  'arg-country': 'GB',
  frequency: 'daily',
  hour: '8',
  weekday: '1',
  zone: 'Europe/London',
};

async function visit(t: Parameters<typeof openWatch>[0], options: Parameters<typeof openWatch>[1] = {}) {
  const watch = await openWatch(t, { sendsMail: false, ...options });
  const visitor = new Visitor(watch.service.app, { 'accept-language': 'en' });
  await visitor.register('ada@example.com');
  return { watch, visitor };
}

async function feedOf(visitor: Visitor): Promise<string> {
  const page = await openPage(visitor, '/saved-searches');
  return new URL(page.text('code.id[id^=feed-]')).pathname;
}

function searchId(page: ParsedPage): string {
  return page.attributes('section[id^=sea_]', 'id')[0] ?? '';
}

async function act(visitor: Visitor, name: string, id: string) {
  return visitor.submit('/saved-searches', '/saved-searches/act', { id, act: name });
}

t.test('from sign-up to a first feed entry on sample data in six clicks, without JavaScript', async (t) => {
  const watch = await openWatch(t, { sendsMail: false });
  const visitor = new Visitor(watch.service.app, { 'accept-language': 'en' });
  let clicks = 0;
  /** Follows a link that the page has. */
  const click = async (from: string, selector: string): Promise<string> => {
    clicks += 1;
    const [href] = (await openPage(visitor, from)).links(selector);
    t.ok(href, `${from} has ${selector}`);
    return href as string;
  };
  const signUp = await click('/', 'a[href^="/signup"]');
  clicks += 1;
  const entered = await visitor.submit(signUp, '/signup', {
    email: 'ada@example.com',
    password: 'correct horse battery',
  });
  t.equal(entered.status, 303);
  const overview = String(entered.headers['location']);
  const playground = await click(overview, 'header a[href^="/playground"]');
  clicks += 1;
  const fields = (await openPage(visitor, playground)).fields('form#call');
  const answer = await visitor.request('POST', '/playground', fields);
  t.equal(answer.status, 200);
  clicks += 1;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer.page.fields('form#save-search')))
    for (const one of [value].flat()) query.append(name, one);
  const filled = await visitor.get(`/saved-searches/new?${query}`);
  t.equal(filled.status, 200);
  clicks += 1;
  const saved = await visitor.request('POST', '/saved-searches/new', filled.page.fields('form#search'));
  t.equal(saved.status, 303);
  t.equal(clicks, 6);
  const feed = await visitor.get(await feedOf(visitor));
  const entries = parse(feed.text).querySelectorAll('entry');
  t.ok(entries.length > 0);
  t.match(entries[0]?.querySelector('title')?.text, /^Example: /);
  t.equal(await watch.service.store.usage.count({ accountId: watch.accountId }).then(({ cost }) => cost), 0);
});

t.test('the page lists searches with next run, last result and credits, and its buttons work', async (t) => {
  const { watch, visitor } = await visit(t);
  const created = await visitor.submit('/saved-searches/new', '/saved-searches/new', {
    ...FORM,
    name: 'Night <b>shifts',
    limit: '20',
  });
  t.equal(created.status, 303);
  const page = await openPage(visitor, '/saved-searches?done=saved');
  const id = searchId(page);
  t.match(page.text(`#${id} h2`), /Night <b>shifts active/);
  t.match(page.texts(`#${id} dd`), [
    /nurse/,
    'Every day, 08:00 (Europe/London)',
    /21 Nov 2026, 08:\d\d \(Europe\/London\)/,
    'none yet',
    '0 of 20 credits',
    /Atom feed/,
  ]);
  t.equal((await act(visitor, 'run', id)).headers['location'], '/saved-searches?done=started');
  t.match((await openPage(visitor, '/saved-searches')).text(`#${id} dl`), 'within the next minute');
  await watch.turn();
  const ran = await openPage(visitor, '/saved-searches');
  t.match(ran.text(`#${id} dl`), /2 new jobs of 2 NHS Jobs: delivered 2 jobs Receipt: rcpt_/);
  t.match(ran.text(`#${id} dl`), '2 of 20 credits');
  const [receipt = ''] = /rcpt_\w+/.exec(ran.text(`#${id} dl`)) ?? [];
  t.equal(ran.text(`#${id} code#id-${receipt}`), receipt);
  t.equal(ran.count(`#${id} button[data-copy="id-${receipt}"]`), 1, 'a button copies the receipt ID');
  t.equal((await act(visitor, 'pause', id)).headers['location'], '/saved-searches?done=paused');
  const paused = await openPage(visitor, '/saved-searches');
  t.match(paused.text(`#${id} .notice`), 'The search was paused in the dashboard.');
  const account = await openPage(visitor, '/account');
  t.match(account.text('main'), /Saved search paused/);
  const taken = await visitor.get('/account/export.json');
  t.match(JSON.parse(taken.text), {
    saved_searches: [
      {
        id,
        arguments: { query: 'nurse' },
        last_result: { receipt_id: /^rcpt_/ },
        deliveries: [{ kind: 'first', jobs: [{}, {}], receipt_id: /^rcpt_/, at: /^2026-/ }],
      },
    ],
  });
  t.match((await openPage(visitor, '/usage')).text('main'), /Night <b>shifts/);
  await act(visitor, 'resume', id);
  const edit = await openPage(visitor, `/saved-searches/edit?id=${id}`);
  t.strictSame(edit.attributes('#search input[name=name]', 'value'), ['Night <b>shifts']);
  await visitor.submit(`/saved-searches/edit?id=${id}`, '/saved-searches/edit', {
    ...FORM,
    id,
    hour: '9',
    zone: 'Europe/Paris',
    limit: '',
  });
  t.match((await openPage(visitor, '/saved-searches')).texts(`#${id} dd`)[1], 'Every day, 09:00 (Europe/Paris)');
  await act(visitor, 'delete', id);
  t.equal((await openPage(visitor, '/saved-searches')).has('section[id^=sea_]'), false);
  t.equal((await act(visitor, 'delete', id)).status, 400);
  const french = new Visitor(watch.service.app, { 'accept-language': 'fr' });
  await french.register('zoe@example.com');
  t.match((await openPage(french, '/saved-searches')).text('h1'), 'Recherches enregistrées');
});

t.test('an unknown button does nothing', async (t) => {
  const { visitor } = await visit(t);
  for (const name of ['__proto__', 'constructor', 'toString', 'fly']) {
    const answer = await act(visitor, name, 'sea_none');
    t.match(answer, { status: 303, headers: { location: '/saved-searches' } }, name);
  }
});

t.test('a refused form says what is wrong and keeps the typed values', async (t) => {
  const { visitor } = await visit(t);
  for (const [field, value, says] of [
    ['zone', 'Mars/Olympus', 'There is no such time zone'],
    ['limit', '1', 'Enter a number of credits'],
    ['limit', 'many', 'Enter a number of credits'],
    ['webhook', 'http://127.0.0.1/', 'Enter a public web address'],
    ['hour', '25', 'Choose an hour'],
    ['mail', 'on', 'sends no e-mail'],
    ['frequency', 'yearly', 'Choose from the list how often'],
    ['limit', '2.0004', 'Enter a number of credits'],
    ['frequency', 'hourly', 'does not allow searches to run that often'],
    ['arg-query', '', 'Job title or keywords: This field is required.'],
    ['arg-platforms', 'nowhere', 'Job platforms: Your account cannot use these platforms: nowhere.'],
  ] as const) {
    const { status, page } = await visitor.submit('/saved-searches/new', '/saved-searches/new', {
      ...FORM,
      name: 'Typed',
      [field]: value,
    });
    t.equal(status, 400, field);
    t.match(page.text('.notice.bad'), says);
    t.strictSame(page.attributes('#search input[name=name]', 'value'), ['Typed']);
  }
  const long = { ...FORM, name: 'x'.repeat(81) };
  const tooLong = await visitor.submit('/saved-searches/new', '/saved-searches/new', long);
  t.match(tooLong.page.text('.notice.bad'), '1 to 80 visible characters');
  await visitor.submit('/saved-searches/new', '/saved-searches/new', FORM);
  const twice = await visitor.submit('/saved-searches/new', '/saved-searches/new', FORM);
  t.match(twice.page.text('.notice.bad'), 'an identical saved search');
  const beyond = await visitor.submit('/saved-searches/new', '/saved-searches/new', { ...FORM, 'arg-query': 'cook' });
  t.match(beyond.page.text('.notice.bad'), 'as many saved searches as your plan allows');
});

const FAULTS = [
  [
    { 'arg-platforms': [] },
    'platforms',
    'Tick at least one platform for Great Britain.',
    'Cochez au moins une plateforme pour la Grande-Bretagne.',
  ],
  [
    { 'arg-platforms': ['apec'] },
    'platforms',
    /cover Great Britain: APEC/,
    /ne couvrent pas la Grande-Bretagne : APEC/,
  ],
  [
    { 'arg-platforms': ['adzuna_gb'] },
    'platforms',
    /cannot use these platforms: adzuna_gb/,
    /n’a pas accès à ces plateformes : adzuna_gb/,
  ],
  [{ 'arg-query': ' ' }, 'query', 'This field is required.', 'Ce champ est obligatoire.'],
  [{ 'arg-query': 'x'.repeat(201) }, 'query', 'At most 200 characters.', '200 caractères au maximum.'],
  [{ 'arg-radius_km': '5' }, 'radius_km', /needs a place: fill in “Where”/, /suppose un lieu : remplissez « Lieu »/],
  [{ 'arg-location': 'Leeds', 'arg-radius_km': '-1' }, 'radius_km', 'At least 0.', 'Au moins 0.'],
  [{ 'arg-posted_within_days': '91' }, 'posted_within_days', 'At most 90.', '90 au maximum.'],
  [
    { 'arg-posted_within_days': 'two' },
    'posted_within_days',
    /not in the expected format/,
    /n’a pas le format attendu/,
  ],
  [{ 'arg-min_salary': '£40k' }, 'min_salary', /Enter only digits/, /Indiquez uniquement des chiffres/],
  [{ zone: 'Mars/Olympus' }, 'zone', /no such time zone/, /fuseau horaire n’existe pas/],
  [{ frequency: 'yearly' }, 'frequency', /Choose from the list/, /Choisissez une fréquence/],
  [{ hour: '25' }, 'hour', /Choose an hour/, /Choisissez une heure/],
] as const;

t.test('a fault is shown at its field in the page’s language, without API terms', async (t) => {
  const { watch, visitor: english } = await visit(t);
  const french = new Visitor(watch.service.app, { 'accept-language': 'fr' });
  await french.register('zoe@example.com');
  for (const [more, name, inEnglish, inFrench] of FAULTS) {
    for (const [visitor, says] of [
      [english, inEnglish],
      [french, inFrench],
    ] as const) {
      const form = { ...FORM, ...more } as Record<string, string | string[]>;
      const { status, page } = await visitor.submit('/saved-searches/new', '/saved-searches/new', form);
      t.equal(status, 400);
      const id = page.has(`#arg-${name}`) ? `arg-${name}` : name;
      t.match(page.text(`#${id}-error`), says, `${name} at the field`);
      t.match(page.text('.notice.bad'), says, `${name} at the top`);
      t.strictSame(page.links('.notice.bad a'), [`#${id}`]);
      t.notMatch(page.text('.notice.bad'), /Invalid arguments|ping lists|must |\[/);
      t.strictSame(page.attributes('.notice.bad [lang]', 'lang'), [], 'nothing in another language');
      const described = page.attributes(`#${id}`, 'aria-describedby')[0] ?? '';
      t.ok(described.split(' ').includes(`${id}-error`), name);
    }
  }
});

t.test('all faults of a search are shown at once', async (t) => {
  const { visitor } = await visit(t);
  const form = { ...FORM, 'arg-platforms': [], 'arg-query': '', 'arg-radius_km': '5', 'arg-min_salary': 'much' };
  const { page } = await visitor.submit('/saved-searches/new', '/saved-searches/new', form);
  t.strictSame(page.links('.notice.bad a').sort(), [
    '#arg-min_salary',
    '#arg-platforms',
    '#arg-query',
    '#arg-radius_km',
  ]);
});

t.test('a rare fault is shown at its field with the API’s message', async (t) => {
  const { visitor } = await visit(t);
  const form = { ...FORM, 'arg-exclude': 'nurse' };
  const { page } = await visitor.submit('/saved-searches/new', '/saved-searches/new', form);
  t.match(page.text('#arg-exclude-error'), 'is the query itself');
  t.strictSame(page.attributes('#arg-exclude-error [lang]', 'lang'), ['en']);
});

t.test('the form starts with the country of the language and its configured platforms', async (t) => {
  const { watch, visitor: english } = await visit(t);
  const french = new Visitor(watch.service.app, { 'accept-language': 'fr' });
  await french.register('zoe@example.com');
  for (const [visitor, path, country, zone, has, hasNot] of [
    [english, '/saved-searches/new', 'GB', 'Europe/London', 'reed', 'apec'],
    [french, '/saved-searches/new', 'FR', 'Europe/Paris', 'apec', 'reed'],
    [english, '/saved-searches/new?arg-country=FR', 'FR', 'Europe/Paris', 'apec', 'reed'],
  ] as const) {
    const page = await openPage(visitor, path);
    t.strictSame([page.values('arg-country'), page.values('zone')], [[country], [zone]], path);
    const ticked = page.ticked('arg-platforms');
    t.ok(ticked.includes(has) && !ticked.includes(hasNot), ticked.join(' '));
  }
  const filled = await openPage(english, '/saved-searches/new');
  const saved = await english.submit('/saved-searches/new', '/saved-searches/new', {
    ...filled.fields('form#search'),
    'arg-query': 'nurse',
  });
  t.equal(saved.status, 303, 'only the words to search for are missing');
});

t.test(
  'the form asks what and where, then when, then how; and about e-mail only if the service sends it',
  async (t) => {
    const { visitor } = await visit(t);
    const page = await openPage(visitor, '/saved-searches/new');
    t.strictSame(page.texts('#search h2'), ['Search', 'Schedule', 'Delivery']);
    const names = [...new Set(page.attributes('#search :is(input, select, textarea):not([type=hidden])', 'name'))];
    t.strictSame(names.slice(0, 5), ['arg-query', 'arg-location', 'arg-radius_km', 'arg-country', 'arg-platforms']);
    t.strictSame(names.slice(-8), ['name', 'frequency', 'weekday', 'hour', 'zone', 'limit', 'webhook', 'example']);
    t.equal(page.count('#search code'), 0, 'no names of the API');
    t.match(page.text('#weekday-hint'), 'Only used if the search runs every week.');
    t.notMatch(page.text('main'), /e-mail/);
    t.notMatch((await openPage(visitor, '/saved-searches')).text('main'), /e-mail/);
    const { watch, visitor: mailed } = await visit(t, { sendsMail: true });
    const token = /\/confirm\?token=(\S+)/.exec(watch.mails.at(-1)?.text ?? '')?.[1] ?? '';
    const password = 'correct horse battery';
    t.equal((await mailed.submit(`/confirm?token=${token}`, '/confirm', { token, password })).status, 303);
    t.match((await openPage(mailed, '/saved-searches')).text('.lead'), 'by e-mail, webhook or Atom feed');
    t.strictSame((await openPage(mailed, '/saved-searches/new')).ticked('mail'), ['on']);
  },
);

t.test('a webhook’s secret is shown once, and a new one on request', async (t) => {
  const { watch, visitor } = await visit(t);
  const made = await visitor.submit('/saved-searches/new', '/saved-searches/new', { ...FORM, webhook: HOOK });
  const secret = made.page.text('#secret');
  t.match(secret, /^whsec_/);
  const id = searchId(await openPage(visitor, '/saved-searches'));
  t.equal((await visitor.get('/saved-searches')).text.includes(secret), false);
  t.not((await act(visitor, 'secret', id)).page.text('#secret'), secret);
  watch.receiver.status = 500;
  await act(visitor, 'run', id);
  await watch.turn();
  t.match(
    (await openPage(visitor, '/saved-searches')).text(`#${id} dl`),
    /the receiver answered with an error; next attempt/,
  );
});

t.test('SPEC §14: the feed has a secret address that can be renewed, an ETag, and needs no log-in', async (t) => {
  const { watch, visitor } = await visit(t);
  await visitor.submit('/saved-searches/new', '/saved-searches/new', FORM);
  const path = await feedOf(visitor);
  const reader = watch.service.app;
  const first = await reader.inject({ url: path });
  t.match(first.headers, {
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
  });
  t.notOk(first.headers['set-cookie']);
  const etag = String(first.headers['etag']);
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    t.equal((await reader.inject({ url: path, headers: { 'if-none-match': tag } })).statusCode, 304, tag);
  const id = searchId(await openPage(visitor, '/saved-searches'));
  await watch.turn(DAY_MS);
  const later = await reader.inject({ url: path, headers: { 'if-none-match': etag } });
  t.equal(later.statusCode, 200);
  t.strictSame(
    parse(later.payload)
      .querySelectorAll('entry > title')
      .map(({ text }) => text),
    ['Nurse one', 'Nurse two'],
  );
  await act(visitor, 'feed', id);
  t.equal((await reader.inject({ url: path })).statusCode, 404);
  const renewed = await feedOf(visitor);
  t.not(renewed, path);
  t.equal((await reader.inject({ url: renewed })).statusCode, 200);
  for (const bad of [`/feeds/${id}/x`, '/feeds/sea_none/x', `${renewed}x`])
    t.equal((await reader.inject({ url: bad })).statusCode, 404, bad);
  await act(visitor, 'delete', id);
  t.equal((await reader.inject({ url: renewed })).statusCode, 404);
});

t.test(
  'SPEC §14: one click stops the mails, whatever form the mail program posts; opening the link does not',
  async (t) => {
    const watch: Watch = await openWatch(t);
    const id = await watch.create({ mail: true });
    const { app, store } = watch.service;
    const token = linkToken(await watch.service.savedSearches.links.secret(), 'unsubscribe', id);
    const url = `/unsubscribe/${id}/${token}`;
    const look = new ParsedPage(
      await app.inject({ url }).then((answer) => ({ status: answer.statusCode, text: answer.payload })),
    );
    t.match(look.text('h1'), 'Stop these e-mails?');
    t.equal((await store.savedSearches.find(id))?.mail, 'on');
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
      ],
    ] as const) {
      await store.savedSearches.change(id, { mail: 'on' });
      watch.clock.advance(2 * DAY_MS);
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
        payload,
      });
      t.equal(answer.statusCode, 200, type);
      t.equal((await store.savedSearches.find(id))?.mail, 'off');
    }
    await app.inject({ method: 'POST', url });
    const noted = (await store.audit.list(watch.accountId, 10)).filter(({ action }) => action === 'search.unsubscribe');
    t.match(noted, [{ detail: id }, { detail: id }], 'noted each time, and not when there was nothing to stop');
    for (const bad of [`/unsubscribe/${id}/wrong`, `/unsubscribe/sea_x/${token}`]) {
      t.equal((await app.inject({ method: 'POST', url: bad })).statusCode, 404);
      t.equal((await app.inject({ url: bad })).statusCode, 404);
    }
    const mailed = await watch.create({ mail: true, arguments: { query: 'cook', platforms: ['nhs_jobs'] } });
    await watch.turn(DAY_MS);
    const { unsubscribeUrl = '' } = watch.mails[0] ?? {};
    t.match(unsubscribeUrl, `https://jobs.example.com/unsubscribe/${mailed}/`);
    t.equal((await app.inject({ method: 'POST', url: new URL(unsubscribeUrl).pathname })).statusCode, 200);
  },
);

t.test('"run now" and "delete" during a run say so and do nothing; afterwards they do', async (t) => {
  const { watch, visitor } = await visit(t);
  await visitor.submit('/saved-searches/new', '/saved-searches/new', FORM);
  const id = searchId(await openPage(visitor, '/saved-searches'));
  const { store } = watch.service;
  await act(visitor, 'run', id);
  await store.savedSearches.claimRun('a', watch.clock.now(), 60_000);
  const before = await store.savedSearches.find(id);
  for (const name of ['run', 'delete']) {
    const answer = await act(visitor, name, id);
    t.equal(answer.status, 400, name);
    t.match(answer.shown, /The search is running\. Try again in a few minutes\./, name);
  }
  t.match((await openPage(visitor, '/saved-searches')).text('main'), /running now/);
  t.strictSame(await store.savedSearches.find(id), before);
  await store.savedSearches.change(id, { state: 'paused', pauseReason: 'owner' });
  await act(visitor, 'run', id);
  t.match(await store.savedSearches.find(id), { state: 'paused' }, 'nor is it resumed');
  await store.savedSearches.dropRun(id, 'a', watch.clock.now());
  t.equal((await act(visitor, 'run', id)).status, 303);
  t.match(await store.savedSearches.find(id), { state: 'active', nextRunAt: watch.clock.now() });
  t.equal((await act(visitor, 'delete', id)).status, 303);
  t.equal(await store.savedSearches.find(id), undefined);
});

t.test('a blank hour or weekday is refused with a message, and is not midnight', async (t) => {
  const { visitor } = await visit(t);
  for (const blank of [{ hour: '' }, { hour: ' ' }, { hour: '1e1' }, { weekday: '' }, { hour: '-1' }]) {
    const answer = await visitor.submit('/saved-searches/new', '/saved-searches/new', { ...FORM, ...blank });
    t.equal(answer.status, 400, JSON.stringify(blank));
    t.match(answer.shown, /Choose an hour from the list and a day of the week\./);
  }
  t.match((await openPage(visitor, '/saved-searches')).text('main'), /You have no saved searches yet/);
});

t.test('an edit while the service sends no e-mail leaves e-mail on and keeps the waiting deliveries', async (t) => {
  const { watch, visitor } = await visit(t);
  await visitor.submit('/saved-searches/new', '/saved-searches/new', FORM);
  const id = searchId(await openPage(visitor, '/saved-searches'));
  const { store } = watch.service;
  const edit = (more: object) =>
    visitor.submit(`/saved-searches/edit?id=${id}`, '/saved-searches/edit', { ...FORM, id, ...more });
  const off = await openPage(visitor, `/saved-searches/edit?id=${id}`);
  t.notMatch(off.text('#search'), /e-mail/, 'nothing is said of what is not possible here');
  await edit({ name: 'Without' });
  t.match(await store.savedSearches.find(id), { name: 'Without', mail: 'off' });
  // As it was saved while there was a mail server.
  await store.savedSearches.change(id, { mail: 'on' });
  await watch.turn(2 * DAY_MS);
  await watch.turn(MINUTE_MS);
  const waiting = [{ way: 'mail', state: 'waiting', fault: 'no_mail_server' }];
  t.match(await store.savedSearches.progress(id), waiting);
  t.match((await openPage(visitor, `/saved-searches/edit?id=${id}`)).text('#search'), /E-mail stays switched on/);
  t.equal((await edit({ name: 'Renamed' })).status, 303);
  t.match(await store.savedSearches.find(id), { name: 'Renamed', mail: 'on' });
  t.match(await store.savedSearches.progress(id), waiting);
  await store.savedSearches.change(id, { mail: 'paused' });
  await edit({ name: 'Again' });
  t.match(await store.savedSearches.find(id), { mail: 'paused' });
});

/** All pages of a feed: the titles of their entries, in order. */
async function feedTitles(watch: Watch, path: string): Promise<{ pages: number; titles: string[] }> {
  const titles: string[] = [];
  let pages = 0;
  for (let next: string | undefined = path; next !== undefined; pages += 1) {
    const { payload }: { payload: string } = await watch.service.app.inject({ url: next });
    const feed: HTMLElement = parse(payload);
    titles.push(...feed.querySelectorAll('entry > title').map(({ text }) => text));
    const href: string | undefined = feed.querySelector('link[rel=next]')?.getAttribute('href');
    next = href === undefined ? undefined : href.slice(new URL(href).origin.length);
  }
  return { pages, titles };
}

t.test('the owner can reach each charged job: in the feed’s pages, and on a separate page', async (t) => {
  const { watch, visitor } = await visit(t);
  const { savedSearches } = watch.service;
  const account = await watch.service.accounts.require('ada@example.com');
  const { search } = await savedSearches.searches.create(account, watch.input());
  await watch.turn(2 * DAY_MS);
  watch.listed.titles = Array.from({ length: 260 }, (_, index) => `Nurse number ${index} of many`);
  await watch.turn(DAY_MS);
  const all = [...watch.listed.titles].sort();
  const path = new URL(await savedSearches.links.feedAddress(search, 'https://x.example')).pathname;
  const first = parse((await watch.service.app.inject({ url: path })).payload);
  const last = first.querySelectorAll('entry').at(-1);
  t.equal(first.querySelectorAll('entry').length, 100);
  t.equal(last?.querySelector('title')?.text, 'And 161 more jobs.', 'what is left out is said');
  const page = last?.querySelector('link')?.getAttribute('href') ?? '';
  const { pages, titles } = await feedTitles(watch, path);
  t.equal(pages, 3);
  t.strictSame(titles.filter((title) => title.startsWith('Nurse number')).sort(), all);
  t.ok(titles.includes('Nurse one'), 'and those of the delivery before');
  const listed: string[] = [];
  for (let next: string | undefined = page.slice(new URL(page).origin.length); next !== undefined;) {
    const seen = await openPage(visitor, next);
    listed.push(...seen.texts('main ol li bdi'));
    next = seen.attributes('main a[href*="&page="]', 'href')[0];
  }
  t.strictSame(listed.sort(), all);
  const stranger = new Visitor(watch.service.app, { 'accept-language': 'en' });
  const target = page.slice(new URL(page).origin.length);
  t.match(await stranger.get(target), { status: 303, headers: { location: /^\/login/ } });
  await stranger.register('eve@example.com');
  t.equal((await stranger.get(target)).status, 404);
  const list = await openPage(visitor, `/saved-searches/delivered?id=${search.id}`);
  const [, oldest = '', ...more] = list.attributes('main li a', 'href');
  t.equal(more.length, 0);
  t.match((await openPage(visitor, oldest)).text('main'), /Receipt: rcpt_/);
  const [, onCard] = (await openPage(visitor, '/saved-searches')).attributes('main dd a', 'href');
  t.equal(onCard, `/saved-searches/delivered?id=${search.id}`);
  t.match(
    (await openPage(visitor, `/saved-searches/delivered?id=${search.id}&delivery=dlv_gone`)).text('main'),
    /no longer kept/,
  );
});

t.test('an unchanged feed reads no contents, and one address cannot read without limit', async (t) => {
  const watch = await openWatch(t);
  const { app, store, savedSearches } = watch.service;
  const id = await watch.create();
  await watch.turn(2 * DAY_MS);
  const search = (await store.savedSearches.find(id))!;
  const [{ jobs } = { jobs: [] }] = await watch.delivered(id);
  const many = Array.from({ length: 50 }, (_, index) => ({ ...jobs[0]!, dedup_hash: `hash ${index}` }));
  const content = { kind: 'new', total: 50, jobs: many, platforms: [], receiptId: null } as const;
  for (let index = 1; index <= 20; index += 1)
    await store.savedSearches.addDelivery(createDelivery(search, content, watch.clock.now() + index));
  const url = new URL(await savedSearches.links.feedAddress(search, 'https://x.example')).pathname;
  let bodies = 0;
  const { delivery, deliveries } = store.savedSearches;
  store.savedSearches.delivery = (one) => {
    bodies += 1;
    return delivery(one);
  };
  store.savedSearches.deliveries = (one, limit) => {
    bodies += limit;
    return deliveries(one, limit);
  };
  const first = await app.inject({ url });
  t.equal(parse(first.payload).querySelectorAll('entry').length, 100);
  t.equal(bodies, 2, 'as many as are shown');
  const etag = String(first.headers['etag']);
  t.equal((await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode, 304);
  t.equal(bodies, 2);
  const places = ['x', '1.2', '1.2.dlv_1.3', '-1.0.dlv_1', "1.0.'"];
  for (const from of places) t.equal((await app.inject({ url: `${url}?from=${from}` })).statusCode, 404, from);
  let status = 0;
  for (let reads = 0; reads < 400 && status !== 429; reads += 1) {
    const answer = await app.inject({ url, headers: { 'if-none-match': etag } });
    status = answer.statusCode;
    if (status === 429) t.ok(Number(answer.headers['retry-after']) > 0);
  }
  t.equal(status, 429);
  const elsewhere = { url, headers: { 'if-none-match': etag }, remoteAddress: '203.0.113.9' };
  t.equal((await app.inject(elsewhere)).statusCode, 304, 'another network');
});

t.test('the page says how many deliveries an enabled channel has given up', async (t) => {
  const { watch, visitor } = await visit(t);
  const { store } = watch.service;
  await visitor.submit('/saved-searches/new', '/saved-searches/new', { ...FORM, webhook: HOOK });
  const id = searchId(await openPage(visitor, '/saved-searches'));
  const search = (await store.savedSearches.find(id))!;
  const content = { kind: 'heartbeat', total: 0, jobs: [], platforms: [], receiptId: null } as const;
  await store.savedSearches.addDelivery(createDelivery(search, content, watch.clock.now()));
  const claimed = (await store.savedSearches.claimDelivery(watch.clock.now(), 1))!;
  await store.savedSearches.failDelivery(claimed, 'status', () => undefined);
  const said = /1 delivery could not be sent; the jobs are under “All deliveries”/;
  t.match((await visitor.get('/saved-searches')).shown, said);
  await store.savedSearches.change(id, { webhook: 'paused' });
  t.notMatch((await visitor.get('/saved-searches')).text, said, 'it is sent when the channel is resumed');
});

t.test('a feed that is read too often gets a plain-text message, changed or not', async (t) => {
  const { visitor, watch } = await visit(t);
  await visitor.submit('/saved-searches/new', '/saved-searches/new', FORM);
  const url = await feedOf(visitor);
  const { headers } = await watch.service.app.inject({ url });
  const unchanged = { url, headers: { 'if-none-match': String(headers['etag']) } };
  for (let read = 1; read < 300; read += 1) t.equal((await watch.service.app.inject(unchanged)).statusCode, 304);
  const refused = await watch.service.app.inject(unchanged);
  t.equal(refused.statusCode, 429);
  t.match(refused.headers, { 'content-type': /^text\/plain/, 'retry-after': '300', 'cache-control': 'no-store' });
  t.equal(refused.payload, 'Too many feeds are read from this network. Try again in 5 min.\n');
});

/** A search of the visitor that has run once. */
async function ranOnce(t: Parameters<typeof openWatch>[0]) {
  const { watch, visitor } = await visit(t);
  await visitor.submit('/saved-searches/new', '/saved-searches/new', FORM);
  const id = searchId(await openPage(visitor, '/saved-searches'));
  await watch.turn(2 * DAY_MS);
  const { store } = watch.service;
  const [{ jobs } = { jobs: [] }] = await watch.delivered(id);
  /** Stores a delivery of that many jobs, a second after the one before. */
  const add = async (name: string, count: number, second: number) => {
    const search = (await store.savedSearches.find(id))!;
    const many = Array.from({ length: count }, (_, index) => {
      const title = `${name} ${index}`;
      return { ...jobs[0]!, title, dedup_hash: title };
    });
    const content = { kind: 'new', total: count, jobs: many, platforms: [], receiptId: null } as const;
    await store.savedSearches.addDelivery(createDelivery(search, content, watch.clock.now() + second * 1_000));
  };
  return { watch, visitor, id, add };
}

t.test('the form ticks platforms that were stored in capitals, and saves them', async (t) => {
  const { watch, visitor, id } = await ranOnce(t);
  const { savedSearches } = watch.service.store;
  await savedSearches.change(id, { arguments: '{"platforms":["NHS_JOBS","reed","REED"],"query":"nurse"}' });
  t.match((await openPage(visitor, '/saved-searches')).text(`#${id}`), /NHS Jobs, Reed Job title/);
  const edit = await openPage(visitor, `/saved-searches/edit?id=${id}`);
  t.strictSame(edit.ticked('arg-platforms').sort(), ['nhs_jobs', 'reed']);
  const saved = await visitor.request('POST', '/saved-searches/edit', edit.fields('form#search'));
  t.equal(saved.status, 303);
  t.match((await savedSearches.find(id))?.arguments, '"platforms":["reed","nhs_jobs"]');
});

t.test('an example is offered until the first delivery, and not again after an edit', async (t) => {
  const { watch, visitor, id } = await ranOnce(t);
  const offered = async () => (await openPage(visitor, '/saved-searches')).has(`#${id} [value=preview]`);
  t.equal(await offered(), false);
  await visitor.submit(`/saved-searches/edit?id=${id}`, '/saved-searches/edit', { ...FORM, id, 'arg-query': 'cook' });
  t.equal((await watch.service.store.savedSearches.find(id))?.hasRun, false);
  t.equal(await offered(), false, 'the feed would not show it');
  t.equal((await act(visitor, 'preview', id)).headers['location'], '/saved-searches?done=noPreview');
});

t.test('a list of deliveries leads to earlier ones, even if a sample is among the newest', async (t) => {
  const { watch, visitor, id, add } = await ranOnce(t);
  for (let second = 1; second <= 120; second += 1) await add(`n${second}`, 1, second);
  const { store, clock } = { ...watch.service, clock: watch.clock };
  const search = (await store.savedSearches.find(id))!;
  // As an earlier release stored it after an edit.
  const sample = { kind: 'sample', total: 0, jobs: [], platforms: [], receiptId: null } as const;
  await store.savedSearches.addDelivery(createDelivery(search, sample, clock.now() + DAY_MS, `smp_${id}`));
  const rows: unknown[] = [];
  let next: string | undefined = `/saved-searches/delivered?id=${id}`;
  for (let pages = 0; next !== undefined && pages < 5; pages += 1) {
    const page: ParsedPage = await openPage(visitor, next);
    rows.push(...page.attributes('main li a', 'href'));
    next = page.attributes('main a[href*="&from="]', 'href')[0];
  }
  t.equal(rows.length, 121);
  t.equal(new Set(rows).size, 121);
});

t.test('an out-of-range page of a delivery shows its first or last page', async (t) => {
  const { visitor, id, add, watch } = await ranOnce(t);
  await add('Nurse', 150, 1);
  const [{ id: delivery } = { id: '' }] = await watch.delivered(id);
  for (const [page, start, jobs] of [
    ['0', '1', 100],
    ['2', '101', 50],
    ['3', '101', 50],
    ['999999999999', '101', 50],
    ['-1', '1', 100],
    ['x', '1', 100],
  ] as const) {
    const shown = await openPage(visitor, `/saved-searches/delivered?id=${id}&delivery=${delivery}&page=${page}`);
    t.strictSame(shown.attributes('main ol', 'start'), [start], page);
    t.equal(shown.count('main ol > li'), jobs, page);
  }
});

t.test('each feed entry is on exactly one page, wherever a long delivery begins', async (t) => {
  for (const before of [98, 99, 100]) {
    const { watch, id, add } = await ranOnce(t);
    await add('Long', 150, 1);
    await add('Short', before, 2);
    const search = (await watch.service.store.savedSearches.find(id))!;
    const { links } = watch.service.savedSearches;
    const { titles } = await feedTitles(watch, new URL(await links.feedAddress(search, 'https://x.example')).pathname);
    t.equal(new Set(titles).size, titles.length, String(before));
    t.equal(titles.filter((title) => title.startsWith('Long')).length, 150);
    t.equal(titles.filter((title) => title.endsWith(' more jobs.')).length, 1, 'what a page leaves out is said once');
  }
});

t.test('the export has every attempt of every stored delivery', async (t) => {
  const { watch, visitor, id } = await ranOnce(t);
  const { store } = watch.service;
  await store.savedSearches.change(id, { webhook: 'on', webhookUrl: HOOK });
  const search = (await store.savedSearches.find(id))!;
  const content = { kind: 'heartbeat', total: 0, jobs: [], platforms: [], receiptId: null } as const;
  for (let index = 1; index <= 30; index += 1)
    await store.savedSearches.addDelivery(createDelivery(search, content, watch.clock.now() + index));
  const exported = JSON.parse((await visitor.get('/account/export.json')).text);
  const [{ deliveries, attempts }] = exported.saved_searches;
  t.equal(deliveries.length, 31);
  t.equal(attempts.length, 30);
});
