import t from 'tap';
import type { Job, PlatformRow, ScrapeJobsResult } from '../../schemas/index.ts';
import type { PlaygroundAnswer, PlaygroundOutcome } from '../../src/dashboard/playground-answers.ts';
import { FIRST_VIEW, selectJobs, writeJobsCsv, type JobsView } from '../../src/dashboard/playground-jobs.ts';
import { FORMATS, LANGUAGES, type Language } from '../../src/dashboard/texts/index.ts';
import { renderMarkdown } from '../../src/dashboard/views/markdown.ts';
import { answerView } from '../../src/dashboard/views/playground/answer.ts';
import { payBar, payScale } from '../../src/dashboard/views/playground/pay-bar.ts';
import type { Visit } from '../../src/dashboard/visit.ts';

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)>';
/** Beside the form and the frame, which take less than 20 kB. */
const MAXIMUM_ANSWER = 40_000;

interface Given {
  tool: string;
  result?: unknown;
  meta?: Record<string, unknown>;
  text?: string;
  args?: Record<string, unknown>;
  outcome?: PlaygroundOutcome;
  language?: Language;
  view?: Partial<JobsView>;
}

/** What the page shows of an answer. */
function shown({ tool, result = {}, meta = {}, text = '', args = {}, outcome, language = 'en', view }: Given): string {
  const visit = {
    language,
    texts: LANGUAGES[language],
    formats: FORMATS[language],
    baseUrl: 'http://127.0.0.1',
  } as Visit;
  const json = JSON.stringify({ structuredContent: result, content: [{ type: 'text', text }], _meta: meta });
  const answer: PlaygroundAnswer = {
    form: { run: '0'.repeat(32), tool, mode: 'live', fields: {}, arguments: args },
    outcome: outcome ?? { kind: 'result', json, receiptId: 'rcpt_1', cost: 2, balance: 98 },
  };
  const names = new Map([
    ['reed', 'Reed'],
    ['totaljobs', 'Totaljobs'],
  ]);
  return answerView({ visit, answer, kept: true, view: { ...FIRST_VIEW, ...view }, names, faults: new Map() }).text;
}

function job(more: Partial<Job> = {}): Job {
  return {
    title: 'Nurse',
    company: 'Northtown Trust',
    location: 'Leeds',
    salary_min: 30_000,
    salary_max: 35_000,
    salary_unlisted: false,
    work_mode: 'on-site',
    description: 'Care for people.',
    url: 'https://www.reed.example/1',
    platform: 'reed',
    posted_date: '2026-11-01',
    dedup_hash: 'h',
    salary_text: '£30,000 to £35,000 a year',
    salary_currency: 'GBP',
    salary_period: 'year',
    also_on: [],
    ...more,
  };
}

function found(jobs: Job[], platforms: Partial<PlatformRow>[] = []): ScrapeJobsResult {
  return {
    query: 'nurse',
    country: 'GB',
    total_jobs: jobs.length,
    total_found: jobs.length,
    source: 'scrape',
    platforms: platforms.map((row) => ({ platform: 'reed', status: 'ok', jobs: 1, cached: false, ms: 1, ...row })),
    jobs,
  };
}

t.test('SPEC §9: markdown of outside pages is shown as what it says, and runs nothing', async (t) => {
  const render = (text: string): string => renderMarkdown(text, 6_000).document.text;
  const page = render(
    [
      '# Title',
      'Some **bold** and `code`, a [link](https://example.com/a?b=1&c=2), ![a picture](https://example.com/p.png).',
      '',
      '| Pay | Place |',
      '| ---: | --- |',
      '| £30,000 | Leeds |',
      '',
      '- one',
      '  - two',
      '> said',
      '',
      '```js',
      'let a = 1 < 2;',
      '```',
    ].join('\n'),
  );
  t.match(page, '<h4>Title</h4>');
  t.match(page, '<strong>bold</strong>');
  t.match(
    page,
    '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer nofollow" target="_blank">link</a>',
  );
  t.match(page, /<table>[^]*<th>Pay<\/th>[^]*<td>Leeds<\/td>/);
  t.match(page, /<ul>\n<li>one\n<ul>\n<li>two/);
  t.match(page, /<blockquote>/);
  t.match(page, 'let a = 1 &lt; 2;');
  t.match(page, 'a picture.');
  t.notMatch(page, /<img|style=|\bon\w+=/);
  const attacks = render(
    [
      HOSTILE,
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](JaVaScRiPt:alert(1)) [d](//evil.example) <javascript:alert(1)>',
      '![x](javascript:alert(1)) [e](https://example.com/"onmouseover="alert(1))',
      '[f]: javascript:alert(1)',
      '[f]',
      '```"><script>alert(1)</script>',
      'x',
    ].join('\n\n'),
  );
  t.notMatch(attacks, /<script|<img|href="(?!https:\/\/example\.com\/)|<[^>]*\son\w+=/i);
  for (const text of [
    '['.repeat(100_000),
    '[x](https://a.example/) '.repeat(2_000),
    '&'.repeat(50_000),
    '漢'.repeat(30_000),
    `${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n${`${'|a'.repeat(200)}\n`.repeat(100)}`,
  ]) {
    const { document, cut } = renderMarkdown(text, 6_000);
    t.ok(Buffer.byteLength(document.text) < 6_100, 'however much its markup grows');
    t.equal(cut, true);
  }
});

t.test('links of a document, each once, and none that is no web address', async (t) => {
  const text =
    '[one](https://a.example/1) [again](https://a.example/1) [**two** `x`](https://a.example/2) [no](javascript:x)';
  t.strictSame(renderMarkdown(text, 6_000).links, [
    { url: 'https://a.example/1', words: 'one' },
    { url: 'https://a.example/2', words: 'two x' },
  ]);
});

t.test('SPEC §9: reputations as stars and themes, with where they come from and how fresh they are', async (t) => {
  const source = {
    site: 'indeed',
    url: 'https://uk.indeed.com/cmp/Acme',
    matched_name: HOSTILE,
    match: 'soft',
    rating: 3.6,
    review_count: 1234,
    method: 'page',
    fetched_at: '2026-10-31T00:00:00Z',
  };
  const result = {
    [`Acme ${HOSTILE}`]: { rating: 3.6, review_count: 1234, insights: ['Good: pay (12)', HOSTILE] },
    Old: { rating: 3, review_count: 5, insights: [] },
    Unseen: { rating: null, review_count: 0, insights: [] },
    Unknown: { rating: null, review_count: 0, insights: [] },
  };
  const meta = {
    'io.jobdata/provenance': {
      [`Acme ${HOSTILE}`]: { status: 'stored', age_days: 20, sources: [source] },
      Old: { status: 'stale', age_days: 140, sources: [{ ...source, url: 'javascript:alert(1)' }] },
      Unseen: { status: 'could_not_look', age_days: null, sources: [], reason: 'the site did not answer' },
      Unknown: { status: 'not_found', age_days: 0, sources: [] },
    },
  };
  const english = shown({ tool: 'get_reputation', result, meta });
  t.match(english, '★★★★☆');
  t.match(english, /3\.6 of 5[^]*1,234 reviews/);
  t.match(english, 'Good: pay (12)');
  t.match(english, /stored[^]*kept for 90 days\.[^]*read 20 days ago/);
  t.match(english, /stale[^]*a new look failed[^]*140 days ago/);
  t.match(english, /could not look[^]*the site did not answer/);
  t.match(english, /nothing found[^]*neither knows this employer/);
  t.match(english, /nearly the same name[^]*from its own page[^]*read on 31 Oct 2026/);
  t.match(english, '<a href="https://uk.indeed.com/cmp/Acme" rel="noopener noreferrer nofollow"');
  t.notMatch(english, /<script|<img|href="javascript/);
  const french = shown({ tool: 'get_reputation', result, meta, language: 'fr' });
  t.match(french, /3,6[^<]*<\/strong> · 1\u202f234/);
  t.match(french, /conservé[^]*il y a 20 jours/);
});

t.test('SPEC §4: a reputation that was asked for as markdown is shown as the document that it is', async (t) => {
  const given = {
    tool: 'get_reputation',
    result: { Acme: { rating: 4, review_count: 1, insights: [] } },
    text: '# Employer reputation\n\n| Employer | Rating |\n| --- | --- |\n| Acme | 4/5 |',
  };
  const document = shown({ ...given, args: { output: 'markdown' } });
  t.match(document, /<table>[^]*<td>Acme<\/td>/);
  t.match(document, /<pre[^>]*># Employer reputation/, 'its source beside it');
  t.notMatch(shown(given), '<table>', 'and only then');
});

t.test(
  'SPEC §9: pages as documents beside their source, errors as errors, and what is no markdown as it is',
  async (t) => {
    const row = {
      http_status: 200,
      final_url: 'https://example.com/',
      content_type: 'text/html',
      rendered: true,
      truncated: false,
      total_characters: 1234,
    };
    const result = {
      'https://example.com/': `# Hello\n\n${HOSTILE} and [more](https://example.com/more)`,
      'https://example.com/moved': 'text',
      'https://example.com/wall': 'Error: the site asks for a bot check.',
      'javascript:alert(1)': 'text',
    };
    const page = shown({
      tool: 'scrape_url',
      result,
      meta: {
        'io.jobdata/urls': {
          'https://example.com/': row,
          'https://example.com/moved': { ...row, rendered: false, truncated: true },
          'https://example.com/wall': { ...row, error: { reason: 'wall_challenge', message: 'x' } },
        },
      },
    });
    t.match(page, '<h4>Hello</h4>');
    t.match(page, /<pre[^>]*># Hello/);
    t.match(page, /1 link<[^]*more <a href="https:\/\/example\.com\/more"/);
    t.match(page, 'drawn in a browser · 1,234 characters');
    t.match(page, /cut at 30,000[^]*redirected to <a href="https:\/\/example\.com\/"/);
    t.match(page, /Not delivered, and free of charge[^]*the site asks for a bot check\.[^]*wall_challenge/);
    t.notMatch(page, /<script|<img|href="javascript/);
    const raw = shown({
      tool: 'scrape_url',
      result: { 'https://example.com/': '# no heading' },
      args: { output: 'raw' },
    });
    t.match(raw, /<pre[^>]*># no heading<\/pre>/);
    t.notMatch(raw, '<h4>no heading');
  },
);

t.test('jobs with how each site did, pay on one scale, other places, in the words of the language', async (t) => {
  const jobs = [
    job({ title: HOSTILE, also_on: [{ platform: 'totaljobs', url: 'https://t.example/1' }] }),
    job({ salary_min: 60_000, salary_max: null, work_mode: 'hybrid', url: 'javascript:alert(1)' }),
    job({ salary_min: null, salary_max: 20_000, salary_period: 'hour', salary_text: '£10 an hour' }),
    job({ salary_min: null, salary_max: null, salary_unlisted: true, salary_text: 'Competitive' }),
  ];
  const rows = [
    { platform: 'reed', status: 'ok', jobs: 4, cached: true },
    { platform: 'totaljobs', status: 'blocked', jobs: 0, reason: HOSTILE },
    { platform: 'unheard_of', status: 'timeout', jobs: 0 },
  ] as const;
  const english = shown({ tool: 'scrape_jobs', result: found(jobs, [...rows]) });
  t.match(english, /Reed: 4 jobs[^]*Totaljobs: blocked[^]*unheard_of: too slow/);
  t.match(english, 'The site would not let us in. It costs you nothing.');
  t.match(english, /from the cache/);
  t.match(english, /Bars of pay all run from £20,000 to £60,000 a year/);
  t.match(
    english,
    /£30,000 – £35,000[^]*from £60,000[^]*up to £20,000[^]*“£10 an hour”[^]*pay not listed[^]*“Competitive”/,
  );
  t.match(
    english,
    'also on\n<a href="https://t.example/1" rel="noopener noreferrer nofollow" target="_blank">Totaljobs</a>',
  );
  t.notMatch(english, /<script|<img|href="javascript|style=/);
  const french = shown({ tool: 'scrape_jobs', result: { ...found(jobs, [...rows]), country: 'FR' }, language: 'fr' });
  t.match(french, /30\u202f000\s€ – 35\u202f000\s€/);
  t.match(french, 'bloqué');
  t.match(
    shown({ tool: 'scrape_jobs', result: found([], [{ status: 'empty', jobs: 0 }]) }),
    /found nothing[^]*<details\s*>[^]*No jobs match/,
  );
});

t.test('a bar of pay stands where its scale says', async (t) => {
  const pay = (min: number | null, max: number | null) => ({ salary_min: min, salary_max: max });
  t.equal(payScale([pay(null, null)]), undefined);
  t.strictSame(payScale([pay(30_000, 35_000), pay(61_000, null)]), { low: 30_000, high: 65_000 });
  t.strictSame(payScale([pay(30_000, 30_000)]), { low: 29_000, high: 31_000 }, 'one figure alone');
  t.strictSame(payScale([pay(0, 0)]), { low: 0, high: 1_000 });
  t.strictSame(payScale([pay(1, 90_000_000)])?.low, 0);
  const scale = { low: 20_000, high: 60_000 };
  const rects = (min: number | null, max: number | null) =>
    [...payBar(pay(min, max), scale).text.matchAll(/class="(range|open)" x="([\d.]+)" width="([\d.]+)"/g)].map(
      ([, kind, x, width]) => [kind, Number(x), Number(width)],
    );
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

t.test('jobs are ordered and filtered; what says nothing of it comes last, equals as they came', async (t) => {
  const jobs = [
    job({ title: 'a', salary_min: null, salary_max: null, posted_date: '' }),
    job({ title: 'b', salary_max: 35_000, posted_date: '2026-11-02', work_mode: 'remote' }),
    job({ title: 'c', salary_max: null, salary_min: 50_000, also_on: [{ platform: 'totaljobs', url: '' }] }),
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
    job({ title: '＝1+1', also_on: [{ platform: 'totaljobs', url: 'https://t.example/1' }] }),
  ]);
  const lines = csv.split('\r\n');
  t.equal(
    lines[0],
    '\uFEFFtitle,company,location,salary_min,salary_max,salary_text,work_mode,posted_date,platform,url,also_on,dedup_hash,description',
  );
  t.ok(lines[1]?.startsWith(`"'=HYPERLINK(""https://evil.example"")","A, ""B""\nC",Leeds,30000,,`));
  t.match(lines[2], /^'＝1\+1,.*,totaljobs https:\/\/t\.example\/1,h,/);
});

t.test('whatever the sites wrote, the page stays small: the list goes on on further pages', async (t) => {
  const long = (length: number): string => '<&"\' 漢'.repeat(length).slice(0, length);
  const worst = job({
    title: long(5_000),
    company: long(5_000),
    location: long(5_000),
    description: long(30_000),
    salary_text: long(5_000),
    salary_period: 'hour',
    url: `https://a.example/${'x'.repeat(500)}`,
    also_on: Array.from({ length: 12 }, () => ({ platform: 'totaljobs', url: `https://b.example/${'&'.repeat(350)}` })),
  });
  const many = Array.from({ length: 40 }, (_, index) => ({ ...worst, title: `${index} ${worst.title}` }));
  const seen = new Set<string>();
  let pages = 0;
  for (let page = 1; page <= 100; page += 1) {
    const text = shown({ tool: 'scrape_jobs', result: found(many, [{}]), view: { page } });
    t.ok(Buffer.byteLength(text) < MAXIMUM_ANSWER, `page ${page}: ${Buffer.byteLength(text)} bytes`);
    for (const [, index] of text.matchAll(/target="_blank">(\d+) &lt;/g)) seen.add(index as string);
    pages = page;
    if (!text.includes('rel="next"')) break;
  }
  t.equal(seen.size, 40, 'each job on one of them');
  t.ok(pages < 40);
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
  t.equal(plain.match(/<li>\s*<div class="what">/g)?.length, 25);
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
  t.ok(Buffer.byteLength(shown({ tool: 'get_reputation', result: employers })) < 60_000, 'fifteen employers');
});

t.test('errors in words, with the way out and the documentation', async (t) => {
  const refused = (reason: string, details = {}): PlaygroundOutcome =>
    ({ kind: 'refused', reason, message: `${reason} ${HOSTILE}`, details, requestId: 'req_1' }) as PlaygroundOutcome;
  const page = (outcome: PlaygroundOutcome, language: Language = 'en') =>
    shown({ tool: 'scrape_jobs', outcome, language });
  t.match(
    page(refused('quota_exceeded')),
    /credits of this month do not suffice[^]*href="\/plan"[^]*href="\/docs\/calling#errors"/,
  );
  t.match(page(refused('rate_limited', { retry_after_seconds: 42 })), 'Wait 42 s');
  t.match(page(refused('trial_expired'), 'fr'), 'L’essai est terminé');
  const failed = page(
    refused('upstream_failed', { platforms: [{ platform: 'reed', status: 'timeout', jobs: 0, cached: false, ms: 1 }] }),
  );
  t.match(failed, /The call failed[^]*Reed: too slow/);
  t.notMatch(failed, '<script');
  t.match(
    page({ ...refused('internal'), message: '' } as PlaygroundOutcome),
    'nothing was charged. When you report it, name the request req_1',
  );
  t.match(
    page({ ...refused('internal', { charged: 'unknown' }), message: '' } as PlaygroundOutcome),
    /usage page will show[^]*href="\/usage"/,
  );
  t.match(page({ kind: 'cancelled' }), 'Nothing was charged');
});
