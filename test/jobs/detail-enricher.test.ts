import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { DetailEnricher } from '../../src/jobs/detail-enricher.ts';
import { PageFetcher } from '../../src/jobs/fetch-page.ts';
import { normalizeListing, type NormalizedJob } from '../../src/jobs/normalize-listing.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { findPlatform } from '../../src/sources/platforms/index.ts';
import type { Listing, Platform } from '../../src/sources/platforms/platform.ts';
import { openStore } from '../../src/store/open.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { until } from '../support/until.ts';

const HTML = { 'content-type': 'text/html' };
const workHub = findPlatform('work_hub') as Platform;

async function desk() {
  const internet = new FakeInternet();
  const clock = new FakeClock();
  const fetcher = new PageFetcher({
    egress: internet,
    parser: inlineParser,
    clock,
    named: new Set(),
    robotsTxt: 'platforms',
    budgets: (await openStore({ file: ':memory:' })).budgets,
  });
  return { internet, clock, fetcher, completer: new DetailEnricher(fetcher, clock) };
}

function jobs(platform: Platform, ...urls: string[]): NormalizedJob[] {
  return urls.map((url) => {
    const listing: Listing = { title: 'Cook', company: 'Inn', location: 'Leeds', url, description: 'Cook …' };
    return normalizeListing(listing, platform.code, platform.country, Date.parse('2026-11-20T10:00:00Z'))!;
  });
}

const WORK_HUB_PAGE = `<html><body><div id="ad_details"><h1>Cook</h1><table><tbody><tr><th>Posting date:</th><td>18 November 2026</td></tr>
<tr><th>Salary:</th><td>£13 to £14 per hour</td></tr><tr><th>Remote working:</th><td>On-site only</td></tr></tbody></table>
<div itemprop="description"><p>Soups &amp; stews.</p><p>Every day.</p></div></div></body></html>`;

t.test('SPEC §3: descriptions are completed while others are waited for', async (t) => {
  const { internet, completer } = await desk();
  internet.on('https://www.jobs.service.gov.uk/jobs/', { headers: HTML, body: WORK_HUB_PAGE });
  const list = jobs(
    workHub,
    'https://www.jobs.service.gov.uk/jobs/66f0a1b2c3d4e5f607182931',
    'https://www.jobs.service.gov.uk/jobs/66f0a1b2c3d4e5f607182932',
    'https://elsewhere.example/details/3',
  );
  completer.begin(workHub, list);
  t.equal(internet.requests.length, 0, 'not at once');
  // What was read serves other answers at once.
  await until(() => {
    const others = jobs(workHub, ...list.slice(0, 2).map(({ url }) => url));
    completer.finish(others);
    return others.every(({ description }) => description.includes('stews'));
  });
  t.equal(internet.requests.length, 2);
  completer.finish(list);
  t.match(list[1], {
    description: 'Soups & stews.\n\nEvery day.',
    work_mode: 'on-site',
    posted_date: '2026-11-18',
    salary_min: 25350,
    salary_max: 27300,
    salary_text: '£13 to £14 per hour',
    salary_period: 'hour',
  });
  t.equal(list[2]?.description, 'Cook …', 'no other site is asked');
  t.ok(internet.requests.every(({ respectRobots }) => respectRobots));

  const later = jobs(workHub, 'https://www.jobs.service.gov.uk/jobs/66f0a1b2c3d4e5f607182931');
  completer.finish(later);
  t.match(later[0]?.description, /stews/, 'what was read serves later answers too');
});

t.test('never at the cost of the answer', async (t) => {
  const { internet, completer, clock } = await desk();
  let answer: (value: { status: number }) => void = () => {};
  internet.on('https://www.jobs.service.gov.uk/jobs/', () => new Promise((resolve) => (answer = resolve)));
  const list = jobs(
    workHub,
    'https://www.jobs.service.gov.uk/jobs/66f0a1b2c3d4e5f607182931',
    'https://www.jobs.service.gov.uk/jobs/66f0a1b2c3d4e5f607182932',
  );
  completer.begin(workHub, list);
  await until(() => internet.requests.length === 1);
  completer.finish(list);
  t.equal(internet.requests[0]?.signal?.aborted, true, 'a page under way is given up');
  t.equal(list[0]?.description, 'Cook …');
  answer({ status: 200 });
  await delay(20);
  t.equal(internet.requests.length, 1, 'and no other is begun');

  const [early] = [jobs(workHub, 'https://www.jobs.service.gov.uk/jobs/66f0a1b2c3d4e5f607182931')];
  completer.begin(workHub, early);
  completer.finish(early);
  await delay(150);
  t.equal(internet.requests.length, 1, 'a call that is over at once asks for nothing');

  internet.on('https://www.jobs.service.gov.uk/jobs/', { status: 403 });
  completer.begin(workHub, list);
  await until(() => internet.requests.length === 2);
  await delay(20);
  completer.begin(workHub, list);
  await delay(150);
  t.equal(internet.requests.length, 2, 'one refusal is enough');
  clock.advance(3_600_000);
  completer.begin(workHub, list);
  await until(() => internet.requests.length === 3);
  completer.finish(list);
});

t.test("readers of adverts' own pages", async (t) => {
  const page = (fields: object): string =>
    `<html><script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title: 'X', ...fields })}</script></html>`;
  const rows: [string, string, string, object][] = [
    [
      'jobs_ac_uk',
      'https://www.jobs.ac.uk/job/DAA001/fellow',
      page({ description: '<p>Tides.</p>', datePosted: '2026-09-28', validThrough: '2026-10-12T23:59' }),
      { description: 'Tides.', postedText: '2026-09-28' },
    ],
    [
      'meteojob',
      'https://www.meteojob.com/jobs/40000001',
      page({
        description: 'Comptes.',
        datePosted: '2026-11-16',
        baseSalary: { currency: 'EUR', value: { minValue: 27000, maxValue: 33000 } },
      }),
      { description: 'Comptes.', salary: { min: 27000, max: 33000, period: null, currency: 'EUR' } },
    ],
    [
      'work_hub',
      'https://www.jobs.service.gov.uk/jobs/66f0a1b2c3d4e5f607182939/view',
      WORK_HUB_PAGE,
      { workModeText: 'On-site only' },
    ],
    [
      'cv_library',
      'https://www.cv-library.co.uk/job/220000011/Electrician',
      page({ description: 'Homes &amp; shops.' }),
      { description: 'Homes & shops.' },
    ],
    [
      'hellowork',
      'https://www.hellowork.com/fr-fr/emplois/50000001.html',
      page({ description: 'Soins.', jobLocationType: 'TELECOMMUTE' }),
      { description: 'Soins.', telecommute: true },
    ],
    [
      'linkedin_gb',
      'https://www.linkedin.com/jobs/view/4500000001',
      '<section class="show-more-less-html"><div class="show-more-less-html__markup"><p>Wards &amp; rounds.</p></div></section><span class="posted-time-ago__text">2 weeks ago</span>',
      { description: 'Wards & rounds.', postedText: '2 weeks ago' },
    ],
    [
      'nhs_jobs',
      'https://www.jobs.nhs.uk/candidate/jobadvert/C9001-26-0007',
      '<html><h1 id="heading">Porter</h1><div id="job_overview"><p>Move people.</p></div><div id="job_description_large"><ul><li>Nights</li></ul></div><div id="job_description_small">Nights</div></html>',
      { description: 'Move people.\nNights' },
    ],
    [
      'reed',
      'https://www.reed.co.uk/jobs/analyst/60000003',
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
        props: {
          pageProps: {
            consolidatedJobDetails: {
              jobDetails: {
                description: '<p>Numbers &amp; charts.</p>',
                jobLocation: { isRemoteJob: false, inferredJobLocationType: 'Hybrid' },
                jobSalary: { displaySalary: '£ 38,000 - £ 70,000 per annum' },
                displayDate: '2026-11-01T00:00:00',
              },
            },
          },
        },
      })}</script>`,
      { description: 'Numbers & charts.', salaryText: '£ 38,000 - £ 70,000 per annum', workModeText: 'Hybrid' },
    ],
  ];
  for (const [code, url, body, expected] of rows) {
    const { internet, fetcher } = await desk();
    const platform = findPlatform(code) as Platform;
    const ask = (link: string) => fetcher.fetchDetail(platform, link, 1_000, AbortSignal.timeout(1_000));
    // LinkedIn's adverts are read from another address of theirs.
    const address = url.replace('/jobs/view/', '/jobs-guest/jobs/api/jobPosting/');
    internet.on(address, { headers: HTML, body });
    t.match(await ask(url), expected, code);
    t.equal(await ask(url.replace('https://', 'http://')), undefined, 'its own site alone');
    t.equal(await ask('https://127.0.0.1/jobs/1'), undefined);
    t.equal(await ask('nowhere'), undefined);
    internet.on(address, { headers: HTML, body: '<html><body>Opening hours</body></html>' });
    await t.rejects(ask(url), /holds no/);
    internet.on(address, { status: 410 });
    t.strictSame(await ask(url), {}, 'withdrawn');
    internet.on(address, { status: 403 });
    await t.rejects(ask(url), /HTTP 403/);
  }
  const { fetcher } = await desk();
  const apec = findPlatform('apec') as Platform;
  t.equal(
    await fetcher.fetchDetail(apec, 'https://www.apec.fr/offre/1', 1_000, AbortSignal.timeout(1_000)),
    undefined,
    'a platform whose adverts are guarded',
  );
});
