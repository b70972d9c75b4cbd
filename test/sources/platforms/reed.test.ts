import t from 'tap';
import { normalizeListing } from '../../../src/jobs/normalize-listing.ts';
import { contractOf, hoursOf } from '../../../src/jobs/terms.ts';
import type { Listing } from '../../../src/sources/platforms/platform.ts';
import { pageOf } from '../../support/saved-list.ts';

function read(job: object): Listing {
  const data = { props: { pageProps: { searchResults: { count: 1, jobs: [{ jobDetail: job, url: '/jobs/x/1' }] } } } };
  const body = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script>`;
  return pageOf('reed', 1, body).listings[0] as Listing;
}

const JOB = { jobId: 1, jobTitle: 'Accountant', ouName: 'Ledger & Sons', displayLocationName: 'Leeds' };
const job = (more: object) =>
  normalizeListing(
    read({ ...JOB, salaryFrom: 30_000, salaryTo: 40_000, ...more }),
    'reed',
    'GB',
    Date.UTC(2026, 10, 23),
  );

t.test("the result page's codes of pay", (t) => {
  for (const salaryDescription of ['64', '16', '32', '80', 112])
    t.match(
      job({ salaryDescription, salaryType: 5 }),
      { salary_min: null, salary_unlisted: true },
      `hidden: ${salaryDescription}`,
    );
  for (const salaryDescription of ['0', '', '1', '8', null])
    t.match(
      job({ salaryDescription, salaryType: 5 }),
      { salary_min: 30_000, salary_unlisted: false },
      `stated: ${salaryDescription}`,
    );
  const figures = { salaryFrom: 10, salaryTo: 20 };
  t.match(job({ ...figures, salaryType: 1 }), { salary_min: 19_500, salary_period: 'hour' });
  t.match(job({ salaryFrom: 200, salaryTo: 300, salaryType: 2 }), { salary_min: 52_000, salary_period: 'day' });
  t.match(job({ salaryFrom: 600, salaryTo: 700, salaryType: 3 }), { salary_min: 31_200, salary_period: 'week' });
  t.match(job({ salaryFrom: 2_000, salaryTo: 3_000, salaryType: 4 }), { salary_min: 24_000, salary_period: 'month' });
  t.end();
});

t.test("the result page's codes of work mode and term", (t) => {
  t.match(job({ workingOption: 'Hybrid' }), { work_mode: 'hybrid' });
  t.match(job({ remoteWorkingOption: 'On-Site', workingOption: 'Remote' }), { work_mode: 'on-site' });
  const terms = (detail: object): string[] => {
    const read = job(detail);
    return read ? [contractOf(read).value, hoursOf(read).value] : [];
  };
  t.strictSame(terms({ jobType: 1, isFullTime: true }), ['permanent', 'full_time']);
  t.strictSame(terms({ jobType: 4 }), ['temporary', 'unknown']);
  t.end();
});
