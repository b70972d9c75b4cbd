import t from 'tap';
import { normalizeListing } from '../../src/jobs/normalize-listing.ts';
import type { Listing } from '../../src/sources/platforms/platform.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

const read = (given: Partial<Listing>) =>
  normalizeListing(
    { title: 'Analyst', company: 'Acme', location: 'Leeds', url: 'https://www.reed.co.uk/jobs/analyst/1', ...given },
    'reed',
    'GB',
    NOW,
  );

t.test('SPEC §12: the platform’s field wins over all words', async (t) => {
  t.match(read({ workMode: 'on-site', title: 'Remote Analyst' }), { work_mode: 'on-site' });
  t.match(read({ workModeText: 'Hybrid', description: 'Fully remote.' }), { work_mode: 'hybrid' });
});

t.test('days in the office that the description counts beat "remote" in the title', async (t) => {
  const title = 'Analyst (Remote)';
  t.match(read({ title }), { work_mode: 'remote' });
  t.match(read({ title, description: 'You will join us two days a week in our Leeds office.' }), {
    work_mode: 'hybrid',
  });
  t.match(read({ title: 'Comptable - Télétravail', description: 'Poste en télétravail intégral.' }), {
    work_mode: 'remote',
  });
  t.match(read({ title: 'Analyst (Hybrid)', description: 'Work from home.' }), { work_mode: 'hybrid' });
});

t.test(
  'a location that says hybrid or on-site counts as a field; "Remote" in a location is read with the text',
  async (t) => {
    const description = 'A remote-first culture: your colleagues work remotely, and the interview is remote.';
    for (const location of [
      'Leeds, Hybrid',
      'Leeds (Hybrid)',
      'Hybrid - Leeds',
      'Leeds / Hybrid',
      'Hybrid remote in Leeds',
    ])
      t.match(read({ location, description }), { work_mode: 'hybrid' }, location);
    for (const location of ['Leeds (office based)', 'On-site, Leeds', 'Lyon - Présentiel'])
      t.match(read({ location, description }), { work_mode: 'on-site' }, location);
    for (const location of ['Home Farm, Leeds', 'Office 3, Leeds', 'Maisons-Alfort'])
      t.match(read({ location, description: 'Two days at home.' }), { work_mode: 'hybrid' }, location);
    t.match(read({ location: 'Remote, UK' }), { work_mode: 'remote' });
    t.match(read({ location: 'Remote, UK', description: 'Two days a week in our office.' }), { work_mode: 'hybrid' });
  },
);

t.test('what a description says about the employer is not the work mode', async (t) => {
  const description = 'About us\nA leader in hybrid working for banks.\nThe role\nKeep the books.';
  t.match(read({ description }), { work_mode: 'unknown' });
});

t.test('if figures cannot be trusted, the words decide', async (t) => {
  const salary = { min: 150, max: 150, period: 'year', currency: 'GBP' } as const;
  t.match(read({ salary, salaryText: '£150 per day' }), { salary_min: 39_000, salary_unlisted: false });
  t.match(read({ salary: { ...salary, currency: 'USD' }, salaryText: '£150 per day' }), { salary_unlisted: true });
});

t.test('a posted date is never after today', async (t) => {
  t.match(read({ postedText: '2026-12-24' }), { posted_date: '' });
});

t.test('markup is removed from names, but text that looks like markup stays', async (t) => {
  const rows: [written: string, title: string][] = [
    ['<b>Analyst</b> <img src=x onerror=y>', 'Analyst'],
    ['Analyst<br/>Leeds', 'Analyst Leeds'],
    ['<script src="//x"></script>Analyst', 'Analyst'],
    ['&lt;strong&gt;Analyst&lt;/strong&gt;', 'Analyst'],
    ['<x-tag data-a="1">Analyst', 'Analyst'],
    ['Developer, List<String>', 'Developer, List<String>'],
    ['Analyst < 5 years', 'Analyst < 5 years'],
    ['\u202eAnalyst\u202c\u0000\u0007 \u200bin\ufeff Leeds', 'Analyst in Leeds'],
  ];
  for (const [written, title] of rows) t.match(read({ title: written }), { title }, written);
});

t.test('a link leads where it shows, or is left out', async (t) => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.test/',
    '//x.test/1',
    'https://a:b@x.test/',
    '',
  ])
    t.equal(read({ url }), undefined, url);
  t.match(read({ url: 'HTTPS://WWW.Reed.co.uk/ a' }), { url: 'https://www.reed.co.uk/%20a' });
});

t.test('SPEC §3: an advert’s link is on the platform’s site, without tracking parameters', async (t) => {
  const link = (code: string, url: string) =>
    normalizeListing({ title: 'Analyst', company: 'Acme', location: 'Leeds', url }, code, 'GB', NOW)?.url;
  t.equal(
    link('totaljobs', 'https://www.totaljobs.com/job/analyst/acme-job1?src=search&page=1&position=1&WT.mc_id=x#top'),
    'https://www.totaljobs.com/job/analyst/acme-job1',
  );
  t.equal(
    link('totaljobs', 'https://www.caterer.com/job/chef/acme-job2'),
    'https://www.caterer.com/job/chef/acme-job2',
  );
  t.equal(
    link('adzuna_gb', 'https://www.adzuna.co.uk/jobs/land/ad/1?se=abc&utm_medium=api'),
    'https://www.adzuna.co.uk/jobs/land/ad/1?se=abc&utm_medium=api',
    'its terms ask for its own links',
  );
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'https://reed.co.uk.evil.example/jobs/1',
    'https://www.reed.co.uk:8443/jobs/1',
    'https://user@www.reed.co.uk/jobs/1',
    'javascript:alert(1)',
    'https://www.totaljobs.com/job/1',
  ])
    t.equal(link('reed', url), undefined, url);
});
