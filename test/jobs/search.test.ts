import t from 'tap';
import { EgressError } from '../../src/egress/egress.ts';
import { nhsFeed } from '../support/api.ts';
import { KEYED, NHS, REED } from '../support/job-answers.ts';
import { openTestSearch } from '../support/test-search.ts';
import { until } from '../support/until.ts';

const WTTJ_UK = 'https://api.welcometothejungle.com/';

const pageOf = (url: string): number => Number(new URL(url).searchParams.get('page') ?? 1);

t.test('a platform’s next page does not wait for another platform', async (t) => {
  const { internet, ask } = await openTestSearch();
  let release: () => void = () => {};
  const hung = new Promise<void>((resolve) => (release = resolve));
  internet
    .on(REED, async () => {
      await hung;
      return { status: 500 };
    })
    .on(NHS, ({ url }) => {
      // When the last page that the limit needs has arrived, the other platform is no longer waited for.
      if (pageOf(url) === 5) release();
      return { body: nhsFeed(10, { pages: 9, from: pageOf(url) * 100 }) };
    });
  const result = await ask(['reed', 'nhs_jobs']);
  t.equal(result.total_jobs, 50, 'as many as were to be had');
  t.match(result.platforms, [
    { platform: 'reed', status: 'error' },
    { platform: 'nhs_jobs', status: 'ok', jobs: 50 },
  ]);
});

t.test('a page with nothing new ends the paging of that platform', async (t) => {
  const { internet, ask } = await openTestSearch();
  internet.on(NHS, { body: nhsFeed(10, { pages: 9, from: 100 }) });
  t.match(await ask(['nhs_jobs']), { total_jobs: 10, platforms: [{ status: 'ok', jobs: 10 }] });
  t.equal(internet.requests.length, 2, 'the second page repeats the first');
});

t.test('a page with only jobs abroad does not end it', async (t) => {
  const { internet, ask } = await openTestSearch();
  const job = (index: number, code: string) => ({
    name: `Nurse ${index}`,
    slug: `nurse-${index}`,
    reference: `r${index}`,
    organization: { name: `Ward ${index}`, slug: 'ward' },
    published_at: '2026-11-10T09:00:00Z',
    offices: [{ city: code === 'GB' ? 'Leeds' : 'Lille', country_code: code }],
  });
  internet.on(WTTJ_UK, ({ url }) => {
    const page = pageOf(url);
    const jobs = Array.from({ length: page < 4 ? 10 : 3 }, (_, index) =>
      job(page * 100 + index, page === 1 || page === 2 ? 'FR' : 'GB'),
    );
    return { body: JSON.stringify({ data: jobs }) };
  });
  t.match(await ask(['wttj_gb']), { total_jobs: 13, platforms: [{ status: 'ok' }] });
  t.equal(internet.requests.length, 4);
});

t.test(
  'a list without a search function is filtered over more pages, and the reason says so if nothing was found',
  async (t) => {
    const { internet, ask } = await openTestSearch();
    internet.on('https://teaching-vacancies.service.gov.uk/', ({ url }) => ({
      body: JSON.stringify({
        data: [
          {
            '@type': 'JobPosting',
            title: pageOf(url) === 7 ? 'School nurse' : 'Teacher of History',
            url: `https://teaching-vacancies.service.gov.uk/jobs/${pageOf(url)}`,
            hiringOrganization: { name: 'Hill School' },
          },
        ],
        meta: { totalPages: 40 },
      }),
    }));
    t.match(await ask(['teaching_vacancies']), { total_jobs: 1, jobs: [{ title: 'School nurse' }] });
    t.match((await ask(['teaching_vacancies'], { query: 'falconer' })).platforms[0], {
      status: 'empty',
      reason: /first 20 pages, but there are more/,
    });
  },
);

t.test('a shared fetch has a separate deadline, not that of its first caller', async (t) => {
  const { internet, ask } = await openTestSearch();
  let answer: () => void = () => {};
  internet.on(NHS, () => new Promise((resolve) => (answer = () => resolve({ body: nhsFeed(2) }))));
  const hasty = ask(['nhs_jobs'], {}, { deadlineMs: 60 });
  const patient = ask(['nhs_jobs']);
  await t.rejects(hasty, /timeout/);
  t.ok((internet.requests[0]?.timeoutMs ?? 0) > 10_000);
  answer();
  t.equal((await patient).total_jobs, 2);
  t.equal(internet.requests.length, 1);
});

t.test('a 429 without Retry-After starts a cooldown', async (t) => {
  const { internet, ask, breaker } = await openTestSearch();
  internet.on(NHS, { status: 429 });
  await t.rejects(ask(['nhs_jobs']), /rate_limited/);
  t.strictSame(breaker.openCodes(), ['nhs_jobs']);
  await t.rejects(ask(['nhs_jobs']), /paused/);
  t.equal(internet.requests.length, 1);
});

t.test('SPEC §3: busy: our queue is full, which is not the site’s fault', async (t) => {
  const { internet, ask, breaker } = await openTestSearch();
  internet.on(NHS, () => {
    throw new EgressError('queued', 'too many requests are already waiting for this site', undefined, 12_300);
  });
  for (let call = 0; call < 5; call += 1)
    await t.rejects(ask(['nhs_jobs'], { query: `q${call}` }), {
      message: /nhs_jobs: busy \(too many requests are already waiting for this site; try again in 13 seconds\)/,
      details: { retry_after_seconds: 13, platforms: [{ status: 'busy', retry_after_seconds: 13 }] },
    });
  t.strictSame(breaker.openCodes(), []);
});

t.test('SPEC §3: a caller whose time ends in our queue is told when to retry', async (t) => {
  const { internet, ask, breaker, clock } = await openTestSearch();
  const turnAt = clock.now() + 20_000;
  internet.on(NHS, ({ onQueue }) => {
    onQueue?.(() => turnAt);
    return new Promise(() => {});
  });
  await t.rejects(ask(['nhs_jobs'], {}, { deadlineMs: 30 }), {
    message: /nhs_jobs: busy/,
    details: { retry_after_seconds: 21, platforms: [{ status: 'busy', retry_after_seconds: 21 }] },
  });
  t.strictSame(breaker.openCodes(), []);
});

t.test('SPEC §3: a platform that has not answered five seconds after the others is not waited for', async (t) => {
  const { internet, ask, breaker, clock } = await openTestSearch(KEYED);
  const answers: (() => void)[] = [];
  internet
    .on(NHS, { body: nhsFeed(2) })
    .on(
      REED,
      () =>
        new Promise((resolve) =>
          answers.push(() => resolve({ body: JSON.stringify({ results: [], totalResults: 0 }) })),
        ),
    );
  const asked = ask(['reed', 'nhs_jobs'], { query: 'one' });
  let isOver = false;
  void asked.finally(() => (isOver = true));
  await until(() => {
    clock.advance(100);
    return isOver;
  });
  t.match(await asked, {
    total_jobs: 2,
    platforms: [
      { platform: 'reed', status: 'timeout', jobs: 0, reason: /^no answer within 5 seconds of the other platforms/ },
      { platform: 'nhs_jobs', status: 'ok', jobs: 2 },
    ],
  });
  answers.shift()?.();
  const later = await ask(['reed', 'nhs_jobs'], { query: 'one' });
  t.match(later.platforms[0], { status: 'empty' });
  t.equal(answers.length, 0, 'what it answered late was not asked for again');
  t.strictSame(breaker.openCodes(), []);
});

t.test('SPEC §3: callers that stop waiting for a silent platform count for its cooldown, once per fetch', async (t) => {
  const { internet, ask, breaker, clock } = await openTestSearch();
  const fail: (() => void)[] = [];
  internet.on(NHS, () => new Promise((_, reject) => fail.push(() => reject(new EgressError('timeout', 'no answer')))));
  const giveUp = async (query: string, callers: number) => {
    const calls = Array.from({ length: callers }, () => ask(['nhs_jobs'], { query }, { deadlineMs: 40 }));
    await until(() => fail.length > 0);
    clock.advance(6_000);
    await Promise.allSettled(calls);
  };
  await giveUp('one', 3);
  t.strictSame(breaker.openCodes(), [], 'one fetch is one failure');
  fail.shift()?.();
  await giveUp('two', 1);
  t.strictSame(breaker.openCodes(), [], 'and its own time-out is the same one');
  fail.shift();
  await giveUp('three', 1);
  t.strictSame(breaker.openCodes(), ['nhs_jobs']);
});

t.test('a caller with a short deadline proves nothing about a site', async (t) => {
  const { internet, ask, breaker } = await openTestSearch();
  internet.on(NHS, () => new Promise(() => {}));
  for (const query of ['one', 'two', 'three', 'four'])
    await t.rejects(ask(['nhs_jobs'], { query }, { deadlineMs: 20 }), /timeout/);
  t.strictSame(breaker.openCodes(), []);
});

t.test('further pages wait for the first pages of other searches', async (t) => {
  const { internet, ask } = await openTestSearch();
  internet.on(NHS, ({ url }) => ({ body: nhsFeed(10, { pages: 3, from: pageOf(url) * 100 }) }));
  await ask(['nhs_jobs']);
  t.strictSame(
    internet.requests.map(({ yields }) => yields),
    [false, true, true],
  );
});

t.test('a stored answer never outlives its pages', async (t) => {
  const { internet, clock, store, ask } = await openTestSearch();
  internet.on(NHS, { body: nhsFeed(2, { from: 1 }) });
  const first = await ask(['nhs_jobs']);
  t.match(await ask(['nhs_jobs']), { source: 'cache', total_jobs: 2 }, 'kept as a whole from here on');
  // All pages are removed, and the next one is the first of its row again.
  await store.jobsCache.purge(clock.now(), 0);
  internet.on(NHS, { body: nhsFeed(3, { from: 50 }) });
  await ask(['nhs_jobs'], { limit: 10 });
  const later = await ask(['nhs_jobs']);
  t.equal(later.total_jobs, 3);
  t.notSame(
    later.jobs.map(({ url }) => url),
    first.jobs.map(({ url }) => url),
  );
});

t.test('an advert is stored no longer than its source’s terms allow', async (t) => {
  const { internet, clock, ask } = await openTestSearch({}, 7 * 86_400);
  internet.on('https://candidat.francetravail.fr/', {
    headers: { 'content-type': 'text/html' },
    body: '<ul><li class="result" data-id-offre="200X"><h2><span class="media-heading-title">Infirmier</span></h2></li></ul>',
  });
  await ask(['france_travail']);
  clock.advance(86_300_000);
  t.equal((await ask(['france_travail'])).source, 'cache');
  clock.advance(200_000);
  t.equal((await ask(['france_travail'])).source, 'scrape');
});

t.test('the reason about an unknown place names what is really sent', async (t) => {
  const { internet, ask } = await openTestSearch();
  internet.on('https://', { body: nhsFeed(1) }).on(WTTJ_UK, { body: '{"data":[]}' });
  const rows = (await ask(['nhs_jobs', 'wttj_gb'], { location: 'Trumpton' })).platforms;
  t.match(rows[0]?.reason, /passed on as typed/);
  t.match(rows[1]?.reason, /does not accept such a place/);
  t.notOk(internet.requests.find(({ url }) => url.startsWith(WTTJ_UK))?.url.includes('Trumpton'));
});

t.test('SPEC §3: a fetch shared by several accounts counts for each account that waits', async (t) => {
  const { internet, ask } = await openTestSearch();
  const answers: (() => void)[] = [];
  internet.on(NHS, () => new Promise((resolve) => answers.push(() => resolve({ body: nhsFeed(3) }))));
  const accounts = () => [...(internet.requests.at(-1)?.accounts ?? [])].sort();
  const callers = ['one', 'two', 'two'].map((accountId) => {
    const leaving = new AbortController();
    return { leaving, answer: ask(['nhs_jobs'], {}, { accountId, signal: leaving.signal }) };
  });
  await until(() => accounts().length === 2);
  t.strictSame(accounts(), ['one', 'two']);
  t.equal(internet.requests.length, 1);
  for (const [index, left] of [['one', 'two'], ['one'], ['one']].entries()) {
    const caller = [...callers].reverse()[index];
    caller?.leaving.abort();
    await t.rejects(async () => void (await caller?.answer), /timeout/);
    t.strictSame(accounts(), left);
  }
  const third = ask(['nhs_jobs'], {}, { accountId: 'three' });
  await until(() => accounts().includes('three'));
  t.strictSame(accounts(), ['three'], 'who has gone is followed by who has come');
  answers.shift()?.();
  t.equal((await third).total_jobs, 3);
});

t.test('a caller that stops waiting does not end the fetch for others', async (t) => {
  const { internet, ask, breaker } = await openTestSearch();
  let answer: () => void = () => {};
  let seen: () => void = () => {};
  const asked = new Promise<void>((resolve) => (seen = resolve));
  internet.on(NHS, () => {
    seen();
    return new Promise((resolve) => (answer = () => resolve({ body: nhsFeed(3) })));
  });
  const leaving = new AbortController();
  const first = ask(['nhs_jobs'], {}, { signal: leaving.signal });
  await asked;
  const second = ask(['nhs_jobs']);
  leaving.abort();
  await t.rejects(first, /timeout/);
  answer();
  t.equal((await second).total_jobs, 3);
  t.equal(internet.requests.length, 1);
  t.strictSame(breaker.openCodes(), []);
});

t.test('an advert that links to another site is left out and reported', async (t) => {
  const { internet, ask } = await openTestSearch(KEYED);
  const advert = (jobId: number, jobUrl: string) => ({
    jobId,
    jobTitle: `Nurse ${jobId}`,
    employerName: 'Acme',
    locationName: 'Leeds',
    date: '10/11/2026',
    jobDescription: 'Care.',
    jobUrl,
  });
  const results = [advert(1, 'https://www.reed.co.uk/jobs/nurse/1?utm_source=x'), advert(2, 'http://169.254.169.254/')];
  internet.on(REED, { body: JSON.stringify({ results, totalResults: 2 }) });
  t.match(await ask(['reed']), {
    total_jobs: 1,
    jobs: [{ url: 'https://www.reed.co.uk/jobs/nurse/1' }],
    platforms: [
      { status: 'ok', read: 1, reason: "left out because they have no title or no link to the platform's own site: 1" },
    ],
  });
});

t.test('SPEC §3: a location can be "remote", several places, or a town in the other country', async (t) => {
  const { internet, ask } = await openTestSearch(KEYED);
  const places = ['Leeds', 'Bradford', 'York', 'Leeds (remote)'];
  const results = places.map((locationName, index) => ({
    jobId: index + 1,
    jobTitle: index === 3 ? 'Nurse (fully remote)' : `Nurse ${index}`,
    employerName: 'Acme',
    locationName,
    date: '10/11/2026',
    jobDescription: 'Care.',
    jobUrl: `https://www.reed.co.uk/jobs/nurse/${index + 1}`,
  }));
  internet.on(REED, { body: JSON.stringify({ results, totalResults: 4 }) });
  const several = await ask(['reed'], { location: 'Leeds or Bradford' });
  t.strictSame(several.jobs.map(({ location }) => location).sort(), ['Bradford', 'Leeds', 'Leeds (remote)']);
  t.match(several.platforms, [{ left_out: { location: 1 } }]);
  const remote = await ask(['reed'], { location: 'remote' });
  t.strictSame(
    remote.jobs.map(({ work_mode: mode }) => mode),
    ['remote'],
  );
  t.match(remote.platforms, [{ left_out: { work_mode: 3 } }]);
  const before = internet.requests.length;
  await t.rejects(ask(['reed'], { location: 'Lyon' }), {
    message: '"Lyon" is in France. Search there with country "FR" and its platforms, or give another location.',
    reason: 'validation',
  });
  t.equal(internet.requests.length, before, 'nothing was asked');
});
