import t from 'tap';
import { inBrowser, violationsOn } from '../support/browser.ts';
import { CALLS, openDocuments, settled, statusOf } from '../support/widget-documents.ts';
import type { WidgetHost } from '../support/widget-host.ts';
import { volume } from '../support/volume.ts';

/** The most that one result has is 500. */
const MANY = volume(150, 500);

const titles = (host: WidgetHost): Promise<string[]> => host.frame.locator('.job:not([hidden]) h2').allTextContents();
const job = (index: number, other: object = {}) => ({
  title: `Job ${index}`,
  company: `Company ${index % 7}`,
  location: 'Leeds',
  salary_min: 20_000 + index * 100,
  salary_max: 25_000 + index * 100,
  work_mode: index % 2 === 0 ? 'remote' : 'on-site',
  contract: index % 3 === 0 ? 'permanent' : 'unknown',
  posted_date: `2026-11-${String(1 + (index % 20)).padStart(2, '0')}`,
  platform: index % 4 === 0 ? 'reed' : 'totaljobs',
  url: `https://jobs.example/${index}`,
  also_on: [],
  dedup_hash: String(index),
  ...other,
});
const search = (jobs: object[], other: object = {}) => ({
  structuredContent: {
    query: 'clerk',
    country: 'GB',
    total_jobs: jobs.length,
    total_found: jobs.length,
    source: 'scrape',
    platforms: [{ platform: 'reed', status: 'ok', jobs: jobs.length, cached: false, ms: 1 }],
    jobs,
    ...other,
  },
});

t.test('cards: what an advert says, its place, and the evidence', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.show('jobs', await documents.result('jobs'));
  const card = host.frame.locator('.job').first();
  t.match(
    await card.innerText(),
    /Software Engineer\s+Alderfinch Software · Leeds\s+£48,000 – £56,000 a year[^]*hybrid[^]*also on/,
  );
  t.match(
    await host.frame.locator('.platforms').locator('..').innerText(),
    /\d+ jobs? (?:was on several platforms and is|were on several platforms and are) listed once\./,
  );
  t.equal(await card.locator('svg.pay rect.range').count(), 1);
  t.match(await host.frame.locator('.scale').textContent(), /^Scale of the pay bars: £[\d,]+ to £[\d,]+ a year\.$/);
  await card.getByText('Why?').click();
  t.match(await card.locator('dl').innerText(), /Pay\s+£48,000 to £56,000 a year/);
  await host.frame.getByText('What each platform did').click();
  t.match(
    await host.frame.locator('.reports').innerText(),
    /Work Hub: blocked us The platform blocked the service\. You are not charged for this platform\./,
  );
  t.strictSame(await violationsOn(host.frame), []);
  t.strictSame(host.faults, []);
});

t.test('sample adverts have no links and show the day instead of a growing age', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const jobs = [job(1, { also_on: [{ platform: 'reed', url: 'https://jobs.example/other' }] })];
  const receipt = { id: 'rcpt_1', tool: 'scrape_jobs', cost: 0, balance: 100 };
  const shownAs = async (meta: object) => {
    const host = await documents.show('jobs', { ...search(jobs), _meta: { 'io.jobdata/receipt': meta } });
    const card = host.frame.locator('.job').first();
    return [await card.getByRole('link').count(), await host.frame.locator('#content').innerText()] as const;
  };
  const [links, text] = await shownAs({ ...receipt, test: true });
  t.equal(links, 0);
  t.match(text, /Sample adverts are made up[^]*Totaljobs · also on Reed · 2 Nov 2026/);
  const [liveLinks, liveText] = await shownAs(receipt);
  t.equal(liveLinks, 3);
  t.notMatch(liveText, /Sample adverts|2 Nov 2026/);
});

t.test('filters and sorting work inside the document on the received jobs', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const jobs = [
    job(1, { title: 'Chef de rang', company: 'Café Élan', salary_max: 90_000 }),
    job(2, { salary_min: null, salary_max: null, posted_date: '' }),
    job(3, { posted_date: '2026-11-25' }),
    job(4),
  ];
  const host = await documents.show('jobs', search(jobs));
  const choose = async (label: string, value: string) => {
    await host.frame.getByLabel(label, { exact: true }).selectOption(value);
  };
  t.strictSame(await titles(host), ['Chef de rang', 'Job 2', 'Job 3', 'Job 4']);
  await choose('Order', 'pay');
  t.strictSame(await titles(host), ['Chef de rang', 'Job 4', 'Job 3', 'Job 2'], 'what states none comes last');
  await choose('Order', 'newest');
  t.equal((await titles(host))[0], 'Job 3');
  await choose('Order', 'best');
  await choose('Work mode', 'remote');
  t.strictSame(await titles(host), ['Job 2', 'Job 4']);
  t.match(await host.frame.locator('.head').innerText(), '2 of 4 match');
  await choose('Platform', 'reed');
  t.strictSame(await titles(host), ['Job 4']);
  await choose('Work mode', '');
  await choose('Platform', '');
  await host.frame.getByLabel('Title, employer or place').fill('elan  CHEF');
  t.strictSame(await titles(host), ['Chef de rang'], 'accents and case do not count');
  await host.frame.getByLabel('Title, employer or place').fill('nothing of this');
  t.match(await host.frame.locator('.further').innerText(), 'No job matches the selected filters.');
  await host.frame.getByRole('button', { name: 'Show all' }).click();
  t.equal((await titles(host)).length, 4);
  t.strictSame(host.calls, [], 'nothing was asked of the service');
});

t.test('links open through the client; one that refuses gets the address as text', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const opened = await documents.show(
    'jobs',
    search([job(1), job(2, { url: 'javascript:alert(1)' }), job(3, { url: 'data:text/html,x' })]),
  );
  await opened.frame.getByRole('link', { name: 'Job 1' }).click();
  await settled(opened.frame);
  const links = (await opened.messages()).filter(({ method }) => method === 'ui/open-link');
  t.match(links, [{ params: { url: 'https://jobs.example/1' } }]);
  t.equal(await opened.frame.getByRole('link', { name: /Job [23]/ }).count(), 0, 'other schemes are no links');
  t.equal(await opened.frame.locator('.notice').count(), 0);

  const refused = await documents.show('jobs', search([job(1)]), { refuses: { 'ui/open-link': 'no' } });
  await refused.frame.getByRole('link', { name: 'Job 1' }).click();
  t.match(await refused.frame.locator('h2 .notice').innerText(), 'https://jobs.example/1');
  t.strictSame([...opened.faults, ...refused.faults], []);
});

t.test(
  'ratings of an employer: requested by a button, with the price before and the cost after',
  inBrowser,
  async (t) => {
    const documents = await openDocuments(t);
    const host = await documents.show('jobs', await documents.result('jobs'));
    const ask = host.frame
      .locator('.job')
      .first()
      .getByRole('button', { name: /Employer’s ratings/ });
    t.equal(await ask.textContent(), 'Employer’s ratings · 0.5–2 credits');
    t.strictSame(host.calls, []);
    await ask.focus();
    await host.page.keyboard.press('Enter');
    const ratings = host.frame.locator('.job').first().locator('.ratings');
    await ratings.waitFor();
    t.strictSame(host.calls, [
      { name: 'get_reputation', args: { company_names: ['Alderfinch Software'], country: 'GB' } },
    ]);
    t.match(await ratings.innerText(), /4\.2[^]*300 reviews[^]*Indeed[^]*4\.1 of 5[^]*0 credits, 2,000 left/);
    t.ok(await ratings.evaluate((one: any) => one === one.ownerDocument.activeElement), 'whoever pressed is there');
    const told = (await host.messages()).find(({ method }) => method === 'ui/update-model-context');
    t.match(told.params.content, [{ type: 'text', text: /Alderfinch Software/ }]);
    t.strictSame(await violationsOn(host.frame), []);
  },
);

t.test('more of the search: the same arguments with the next offset, once per press', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const args = { ...CALLS.jobs.args, limit: 2 };
  const host = await documents.show('jobs', await documents.result('jobs', args), { args });
  t.equal((await titles(host)).length, 2);
  const more = host.frame.getByRole('button', { name: 'Search for more jobs · 0.5–2 credits' });
  await more.click();
  await host.frame.locator('.job').nth(3).waitFor();
  t.strictSame(host.calls, [{ name: 'scrape_jobs', args: { ...args, offset: 2 } }]);
  t.match(await host.frame.locator('.head').innerText(), /2 more jobs found\. · 0 credits, 2,000 left/);
  t.equal(new Set(await titles(host)).size, 4);
  await more.click();
  await host.frame.locator('.job').nth(5).waitFor();
  t.equal(host.calls[1]?.args['offset'], 4);
  t.strictSame(host.faults, []);
});

t.test('without the arguments, "more" is not offered, and the document says why', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.open('jobs');
  await host.notify('ui/notifications/tool-result', search([job(1)], { next_offset: 1 }));
  await settled(host.frame);
  t.match(await host.frame.locator('.further').innerText(), 'Ask for more in the chat');
  t.equal(await host.frame.getByRole('button', { name: /Search for more/ }).count(), 0);
});

t.test('a table: given to the client as a file, otherwise shown to be copied', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const jobs = [job(1, { title: '=cmd|calc', company: 'A, "B"' }), job(2)];
  const files = await documents.show('jobs', search(jobs), { capabilities: { downloadFile: {} } });
  await files.frame.getByRole('button', { name: 'Save as CSV' }).click();
  await settled(files.frame);
  const { params } = (await files.messages()).find(({ method }) => method === 'ui/download-file');
  const { resource } = params.contents[0];
  t.match(resource, { uri: 'file:///jobs.csv', mimeType: 'text/csv' });
  t.match(resource.text, /^\uFEFFtitle,company,location,[^]*\r\n'=cmd\|calc,"A, ""B""",Leeds,20100,25100/);
  t.equal(await files.frame.locator('textarea').count(), 0);

  for (const options of [{}, { capabilities: { downloadFile: {} }, refuses: { 'ui/download-file': 'no' } }]) {
    const shown = await documents.show('jobs', search(jobs), options);
    await shown.frame.getByLabel('Work mode').selectOption('remote');
    await shown.frame.getByRole('button', { name: 'Save as CSV' }).click();
    const text = await shown.frame.locator('textarea').inputValue();
    t.equal(text.trim().split(/\r?\n/).length, 2, 'those that match');
    t.strictSame(await violationsOn(shown.frame), []);
    await shown.frame.getByRole('button', { name: 'Close' }).click();
    t.equal(await shown.frame.locator('textarea').count(), 0);
    t.strictSame(shown.faults, []);
  }
});

t.test('full screen is offered if the client supports it', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const context = { displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] };
  const host = await documents.show('jobs', search([job(1)]), { context });
  await host.frame.getByRole('button', { name: 'Full screen' }).click();
  await settled(host.frame);
  t.match(
    (await host.messages()).find(({ method }) => method === 'ui/request-display-mode'),
    { params: { mode: 'fullscreen' } },
  );
  await host.notify('ui/notifications/host-context-changed', { displayMode: 'fullscreen' });
  await settled(host.frame);
  t.equal(await host.frame.getByRole('button', { name: 'Full screen' }).count(), 0, 'and not any more where it is');
  const without = await documents.show('jobs', search([job(1)]));
  t.equal(await without.frame.getByRole('button', { name: 'Full screen' }).count(), 0);
});

t.test(`${MANY} jobs: fifty cards at a time, eight visible at first, all reachable`, inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.show('jobs', search(Array.from({ length: MANY }, (_, index) => job(index))));
  t.equal(await host.frame.locator('.job').count(), 50);
  t.equal((await titles(host)).length, 8);
  await host.frame.getByRole('button', { name: 'Show 42 more (already loaded, free)' }).click();
  t.equal((await titles(host)).length, 50);
  t.equal(
    await host.frame.evaluate(() => (globalThis as any).document.activeElement.textContent),
    'Job 8',
    'the first new one',
  );
  for (let shown = 50; shown < MANY; shown += 50)
    await host.frame.getByRole('button', { name: 'Show 50 more' }).click();
  t.equal((await titles(host)).length, MANY);
  t.equal(await host.frame.getByRole('button', { name: /^Show \d/ }).count(), 0);
  t.equal(await statusOf(host), '');
  t.strictSame(host.faults, []);
});
