import t from 'tap';
import type { PlaygroundOutcome } from '../../../src/dashboard/tool-calls/answers.ts';
import { pieceView } from '../../../src/dashboard/components/piece.ts';
import { FIRST_VIEW, type JobsView } from '../../../src/dashboard/tool-calls/jobs.ts';
import type { Language } from '../../../src/dashboard/texts/index.ts';
import { writeJobsCsv } from '../../../src/widgets/shared/jobs-csv.ts';
import { payBar, payScale } from '../../../src/widgets/shared/pay-bar.ts';
import { selectJobs } from '../../../src/widgets/shared/select-jobs.ts';
import { parsePiece } from '../../support/page.ts';
import { found, HOSTILE, job, MAXIMUM_ANSWER, shown } from '../../support/playground-answer.ts';

const ELSEWHERE = { platform: 'totaljobs', url: 'https://t.example/1', company: 'Acme', location: 'Leeds' };

t.test('jobs with each site’s outcome, pay on one scale and other places, in the page’s language', async (t) => {
  const jobs = [
    job({ title: HOSTILE, also_on: [ELSEWHERE] }),
    job({ salary_min: 60_000, salary_max: null, work_mode: 'hybrid', url: 'javascript:alert(1)' }),
    job({ salary_min: null, salary_max: 20_000, salary_period: 'hour', salary_text: '£10 an hour' }),
    job({ salary_min: null, salary_max: null, salary_unlisted: true, salary_text: 'Competitive' }),
  ];
  const rows = [
    { platform: 'reed', status: 'ok', jobs: 4, cached: true, left_out: { work_mode: 1, location: 2, other: 3 } },
    { platform: 'totaljobs', status: 'blocked', jobs: 0, reason: HOSTILE },
    { platform: 'unheard_of', status: 'timeout', jobs: 0 },
  ] as const;
  const page = parsePiece(shown({ tool: 'scrape_jobs', result: found(jobs, [...rows]) }));
  const english = page.text('#result');
  t.match(english, /Reed: 4 jobs.*Totaljobs: blocked.*unheard_of: too slow/);
  t.match(english, 'The platform blocked the service. You are not charged for this platform.');
  t.match(english, /from the cache/);
  t.match(english, 'Left out by filters: work mode 1, place 2, other 3.');
  t.match(english, /Scale of the pay bars: £20,000 to £60,000 a year/);
  t.match(english, /£30,000 – £35,000.*from £60,000.*up to £20,000.*“£10 an hour”.*pay not listed.*“Competitive”/);
  t.match(english, 'also on Totaljobs');
  t.equal(page.text('a[href="https://t.example/1"][rel="noopener noreferrer nofollow"][target=_blank]'), 'Totaljobs');
  t.notOk(page.has('script, img'));
  t.strictSame(page.forbidden(), []);
  const french = shown({ tool: 'scrape_jobs', result: { ...found(jobs, [...rows]), country: 'FR' }, language: 'fr' });
  t.match(french, /30\u202f000\s€ – 35\u202f000\s€/);
  t.match(french, 'bloqué');
  t.match(french, /Écartées par les filtres\s: mode de travail 1, lieu 2, other 3\./);
  const outcomes = '.platform-rows td:nth-child(2)';
  t.strictSame(page.texts(outcomes), ['4 jobs from the cache', 'blocked us', 'too slow']);
  const inFrench = parsePiece(french);
  t.strictSame(inFrench.texts(outcomes), ['4 offres du cache', 'nous a bloqués', 'trop lente']);
  for (const one of [page, inFrench])
    t.strictSame(one.attributes(`${outcomes} [title]`, 'title'), ['ok', 'blocked', 'timeout'], 'codes are tooltips');
  t.strictSame(inFrench.attributes('.platform-rows .soft .hint', 'lang'), ['en'], 'the reason is in English');
  const none = parsePiece(shown({ tool: 'scrape_jobs', result: found([], [{ status: 'empty', jobs: 0 }]) }));
  t.match(none.text('#result'), /found nothing.*No jobs match/);
  t.notOk(none.has('details[open]'));
});

t.test('the number of jobs is stated once, and separately how many a filter or a page shows', async (t) => {
  const jobs = Array.from({ length: 25 }, (_, index) =>
    job({ work_mode: index < 4 ? 'remote' : 'on-site', salary_min: null, salary_max: null }),
  );
  const texts = (language: Language, count: number, view: Partial<JobsView> = {}, total = count, args = {}) => {
    const result = { ...found(jobs.slice(0, count)), total_found: total };
    const page = parsePiece(shown({ tool: 'scrape_jobs', result, language, view, args }));
    return [page.text('.total'), ...page.texts('p.range')].filter(Boolean);
  };
  t.strictSame(texts('en', 0), ['No jobs found']);
  t.strictSame(texts('en', 1), ['1 job found']);
  t.strictSame(texts('en', 3), ['3 jobs found']);
  t.strictSame(texts('en', 3, {}, 6), ['3 of the 6 jobs found']);
  t.strictSame(texts('en', 3, {}, 31, { offset: 3 }), ['Jobs 4 to 6 of the 31 found']);
  t.strictSame(texts('en', 1, {}, 31, { offset: 30 }), ['Job 31 of the 31 found']);
  t.strictSame(texts('fr', 3, {}, 31, { offset: 3 }), ['Offres 4 à 6 sur les 31 trouvées']);
  t.strictSame(texts('en', 25), ['25 jobs found', '1–20 of 25']);
  t.strictSame(texts('en', 25, { work: 'remote' }), ['25 jobs found', '4 of these 25 match the filter']);
  t.match(texts('en', 5, { work: 'on-site' }), ['5 jobs found', '1 of these 5 matches the filter']);
  t.match(texts('fr', 5, { work: 'on-site' }), ['5 offres trouvées', '1 sur ces 5 correspond au filtre']);
  t.strictSame(texts('fr', 3), ['3 offres trouvées']);
  t.strictSame(texts('fr', 3, {}, 6), ['3 offres sur les 6 trouvées']);
  t.strictSame(texts('fr', 25, { work: 'on-site' }), [
    '25 offres trouvées',
    '21 sur ces 25 correspondent au filtre · 1–20 sur 21',
  ]);
  t.end();
});

t.test('a pay bar matches its scale', async (t) => {
  const pay = (min: number | null, max: number | null) => ({ salary_min: min, salary_max: max });
  t.equal(payScale([pay(null, null)]), undefined);
  t.strictSame(payScale([pay(30_000, 35_000), pay(61_000, null)]), { low: 30_000, high: 65_000 });
  t.strictSame(payScale([pay(30_000, 30_000)]), { low: 29_000, high: 31_000 }, 'one figure alone');
  t.strictSame(payScale([pay(0, 0)]), { low: 0, high: 1_000 });
  t.strictSame(payScale([pay(1, 90_000_000)])?.low, 0);
  const scale = { low: 20_000, high: 60_000 };
  const rects = (min: number | null, max: number | null) => {
    const bar = parsePiece(pieceView(payBar(pay(min, max), scale)).text);
    const of = (name: string) => bar.attributes('rect.range, rect.open', name);
    return of('class').map((kind, index) => [kind, Number(of('x')[index]), Number(of('width')[index])]);
  };
  t.strictSame(rects(30_000, 40_000), [['range', 25, 25]]);
  t.strictSame(rects(60_000, 60_000), [['range', 98.5, 1.5]], 'at the end, and still to be seen');
  t.strictSame(rects(40_000, null), [
    ['open', 50, 50],
    ['range', 50, 1.5],
  ]);
  t.strictSame(rects(null, 40_000), [
    ['open', 0, 50],
    ['range', 48.5, 1.5],
  ]);
});

t.test('jobs are sorted and filtered; missing values come last, equal ones keep their order', async (t) => {
  const jobs = [
    job({ title: 'a', salary_min: null, salary_max: null, posted_date: '' }),
    job({ title: 'b', salary_max: 35_000, posted_date: '2026-11-02', work_mode: 'remote' }),
    job({ title: 'c', salary_max: null, salary_min: 50_000, also_on: [{ ...ELSEWHERE, url: '' }] }),
    job({ title: 'd', platform: 'totaljobs', posted_date: '2026-11-02' }),
  ];
  const order = (view: Partial<JobsView>) =>
    selectJobs(jobs, { ...FIRST_VIEW, ...view })
      .map(({ title }) => title)
      .join('');
  t.equal(order({}), 'abcd');
  t.equal(order({ sort: 'pay' }), 'cbda');
  t.equal(order({ sort: 'newest' }), 'bdca');
  t.equal(order({ work: 'remote' }), 'b');
  t.equal(order({ on: 'totaljobs' }), 'cd', 'also there');
  t.equal(order({ on: 'reed', sort: 'pay' }), 'cba');
});

t.test('jobs as CSV: one line each, safe in a spreadsheet', async (t) => {
  const csv = writeJobsCsv([
    job({ title: '=HYPERLINK("https://evil.example")', company: 'A, "B"\nC', salary_max: null }),
    job({ title: '＝1+1', also_on: [ELSEWHERE] }),
  ]);
  const lines = csv.split('\r\n');
  t.equal(
    lines[0],
    '\uFEFFtitle,company,location,salary_min,salary_max,salary_text,work_mode,contract,hours,posted_date,closing_date,platform,url,also_on,dedup_hash,description',
  );
  t.ok(lines[1]?.startsWith(`"'=HYPERLINK(""https://evil.example"")","A, ""B""\nC",Leeds,30000,,`));
  t.match(lines[2], /^'＝1\+1,.*,totaljobs https:\/\/t\.example\/1,h,/);
});

/** Of a page whose every text is as long as it may be, and all of it markup. */
const WORST_ANSWER = 200_000;

t.test('whatever the sites wrote, a page has twenty jobs of limited length, and further pages follow', async (t) => {
  const long = (length: number): string => '<&"\' 漢'.repeat(length).slice(0, length);
  const worst = job({
    title: long(5_000),
    company: long(5_000),
    location: long(5_000),
    description: long(30_000),
    salary_text: long(5_000),
    salary_period: 'hour',
    url: `https://a.example/${'x'.repeat(500)}`,
    also_on: Array.from({ length: 12 }, () => ({ ...ELSEWHERE, url: `https://b.example/${'&'.repeat(350)}` })),
  });
  const many = Array.from({ length: 40 }, (_, index) => ({ ...worst, title: `${index} ${worst.title}` }));
  const seen = new Set<string>();
  let pages = 0;
  for (let page = 1; page <= 100; page += 1) {
    const text = shown({ tool: 'scrape_jobs', result: found(many, [{}]), view: { page } });
    t.ok(Buffer.byteLength(text) < WORST_ANSWER, `page ${page}: ${Buffer.byteLength(text)} bytes`);
    const parsed = parsePiece(text);
    for (const title of parsed.texts('.what h3')) seen.add(title.split(' ', 1)[0] as string);
    pages = page;
    if (!parsed.has('a[rel=next]')) break;
  }
  t.equal(seen.size, 40, 'each job on one of them');
  t.equal(pages, 2);
  t.equal(
    shown({ tool: 'scrape_jobs', result: found(many, [{}]), view: { page: 999 } }),
    shown({ tool: 'scrape_jobs', result: found(many, [{}]), view: { page: pages } }),
    'beyond the last one is the last one',
  );
  const plain = shown({
    tool: 'scrape_jobs',
    result: found(
      Array.from({ length: 100 }, () => job()),
      [{}],
    ),
  });
  t.equal(parsePiece(plain).count('.jobs > li > .what'), 20);
  t.ok(Buffer.byteLength(plain) < MAXIMUM_ANSWER);

  const urls = Object.fromEntries(
    Array.from({ length: 5 }, (_, index) => [
      `https://example.com/${index}`,
      `[a](https://a.example/${index}) & `.repeat(1_000),
    ]),
  );
  t.ok(Buffer.byteLength(shown({ tool: 'scrape_url', result: urls })) < MAXIMUM_ANSWER, 'five long pages');
  const raw = Object.fromEntries(Object.keys(urls).map((url) => [url, '<'.repeat(30_000)]));
  t.ok(Buffer.byteLength(shown({ tool: 'scrape_url', result: raw, args: { output: 'raw' } })) < MAXIMUM_ANSWER);
  const employers = Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => [
      `${index}${long(180)}`,
      { rating: 3, review_count: 1, insights: Array.from({ length: 10 }, () => long(500)) },
    ]),
  );
  t.ok(Buffer.byteLength(shown({ tool: 'get_reputation', result: employers })) < WORST_ANSWER, 'fifteen employers');
});

t.test('errors in words, with the remedy and a link to the documentation', async (t) => {
  const refused = (reason: string, details = {}): PlaygroundOutcome =>
    ({ kind: 'refused', reason, message: `${reason} ${HOSTILE}`, details, requestId: 'req_1' }) as PlaygroundOutcome;
  const parsed = (outcome: PlaygroundOutcome, language: Language = 'en') =>
    parsePiece(shown({ tool: 'scrape_jobs', outcome, language }));
  const page = (outcome: PlaygroundOutcome, language?: Language) => parsed(outcome, language).text('#result');
  const full = parsed(refused('quota_exceeded'));
  t.match(full.text('#result'), 'Not enough credits left this month');
  t.strictSame(full.links('a[href="/plan"], a[href^="/docs/errors"]'), ['/plan', '/docs/errors#quota_exceeded']);
  t.match(page(refused('rate_limited', { retry_after_seconds: 42 })), 'Wait 42 s');
  t.match(page(refused('trial_expired'), 'fr'), 'L’essai est terminé');
  const failed = parsed(
    refused('upstream_failed', { platforms: [{ platform: 'reed', status: 'timeout', jobs: 0, cached: false, ms: 1 }] }),
  );
  t.match(failed.text('#result'), /The call failed.*Reed: too slow/);
  t.notOk(failed.has('script'));
  t.match(
    page({ ...refused('internal'), message: '' } as PlaygroundOutcome),
    'nothing was charged. If you report the error, include the request ID req_1',
  );
  const unknown = parsed({ ...refused('internal', { charged: 'unknown' }), message: '' } as PlaygroundOutcome);
  t.match(unknown.text('#result'), 'usage page will show');
  t.ok(unknown.has('a[href="/usage"]'));
  t.match(page({ kind: 'cancelled' }), 'Nothing was charged');
});
