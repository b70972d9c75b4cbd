import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { nhsFeed, openApi, type Api } from '../support/api.ts';
import { inBrowser, openBrowser, pictures, takePicture, violationsOn, type Contexts } from '../support/browser.ts';
import { OPEN_PAGES, OWN_PAGES } from '../support/dashboard-pages.ts';
import { fillSource } from '../support/source-checks.ts';
import { onlyLong, some } from '../support/volume.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const PASSWORD = 'correct horse battery';
const SEARCH = {
  name: 'Nurses in Leeds',
  language: 'en',
  arguments: { query: 'nurse', platforms: ['nhs_jobs'] },
  frequency: 'daily',
  hour: 8,
  weekday: 1,
  zone: 'Europe/London',
  monthlyLimit: 40,
  mail: false,
  webhookUrl: '',
} as const;
/** A language, a scheme of colours and a width. */
const LOOKS = ['en-GB', 'fr-FR'].flatMap((locale) =>
  ['light', 'dark'].flatMap((scheme) => [390, 1280].map((width) => `${locale} ${scheme} ${width}`)),
);

async function open(t: Test): Promise<{ api: Api; base: string; browser: Contexts }> {
  const api = await openApi(t, {
    plans: {
      free_trial: { monthly_credits: 100, rpm_limit: 1000 },
      starter: { monthly_credits: 500, overage_rate: 0.02, rpm_limit: 1000 },
      pro: { monthly_credits: 2000, overage_rate: 0.015, rpm_limit: 60 },
      power: { monthly_credits: 10_000, overage_rate: 0.01, rpm_limit: 120 },
    },
  });
  api.internet.on(NHS, { body: nhsFeed(6) });
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await openBrowser(t);
  return { api, base, browser };
}

async function callWith(
  base: string,
  apiKey: string,
  name: string,
  args: unknown,
): Promise<{ status: number; json: any }> {
  const response = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  return { status: response.status, json: await response.json() };
}

async function journey(t: Test, javaScriptEnabled: boolean): Promise<void> {
  const { api, base, browser } = await open(t);
  const service = await browser.newContext({
    javaScriptEnabled,
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await service.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/401|403/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));

  await page.goto(base);
  await page.getByRole('link', { name: 'Start the trial' }).click();
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('link', { name: 'Generate an API key' }).click();
  t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'API Keys');
  await page.getByLabel('Name (optional)').fill('laptop');
  await page.getByRole('button', { name: 'Generate New Key' }).click();
  const apiKey = (await page.locator('#api-key').textContent()) ?? '';
  t.match(apiKey, /^jdm_live_\w{38}$/);
  t.notOk(page.url().includes('jdm_live'), 'no key in the address');
  const copy = page.getByRole('button', { name: 'Copy' }).first();
  if (javaScriptEnabled) {
    await copy.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    t.equal(await page.evaluate('navigator.clipboard.readText()'), apiKey, 'the button copies it');
  } else t.equal(await copy.count(), 0, 'no button that could not work');

  const arrived = page.getByText('Your first call has arrived');
  t.equal(await arrived.isVisible(), false);
  t.equal((await callWith(base, apiKey, 'ping', {})).json.result.structuredContent.credits_remaining, 100);
  await page.getByText('Python', { exact: true }).click();
  t.ok(await page.locator('#snippet-python').isVisible(), 'tabs open');
  t.equal(await page.locator('#snippet-curl').isVisible(), false);
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Check again' }).click();
  await arrived.waitFor();
  t.equal(await page.getByRole('link', { name: 'Français' }).count(), 0, 'no language switch: it would lose the key');
  t.notOk(page.url().includes('jdm_live'));
  const searched = await callWith(base, apiKey, 'scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] });
  await page.getByRole('link', { name: 'See the call under Usage' }).click();
  t.equal(await page.getByText(searched.json.result._meta['io.jobdata/receipt'].id).count(), 1, 'in the log');
  const today = page.locator('.columns-by-day li[tabindex="0"]');
  t.match(await today.textContent(), /scrape_jobs 2/, 'in the chart');
  await today.focus();
  const tip = await today.locator('.tip').boundingBox();
  t.ok(tip && tip.x >= 0, 'which says so to the keyboard');
  if (javaScriptEnabled) {
    await page.keyboard.press('ArrowRight');
    t.match(await page.locator('.columns-by-day li:focus').textContent(), /0\s+credits/, 'day by day');
  }

  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('Manage “laptop”').click();
  await page.getByRole('button', { name: 'Rotate' }).click();
  const second = (await page.locator('#api-key').textContent()) ?? '';
  t.equal((await callWith(base, apiKey, 'ping', {})).status, 200, 'the old key works on');
  api.clock.advance(DAY_MS);
  t.equal((await callWith(base, apiKey, 'ping', {})).status, 401, 'until its overlap ends');
  t.equal((await callWith(base, second, 'ping', {})).status, 200);

  await page.getByRole('link', { name: 'All keys' }).click();
  await page.getByText('Manage “laptop”').click();
  await page.getByLabel('Revoke this key').check();
  await page.getByRole('button', { name: 'Revoke' }).click();
  t.match(await page.getByRole('status').textContent(), /The key has been revoked/);
  t.equal((await callWith(base, second, 'ping', {})).status, 401, 'at once');

  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByRole('link', { name: 'scrape_jobs' }).click();
  await page.getByLabel('query').fill('nurse');
  await page.getByLabel('nhs_jobs').check();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  t.equal(await page.locator('.jobs li').count(), 6);

  await page.getByRole('link', { name: 'Français' }).click();
  t.equal(await page.locator('html').getAttribute('lang'), 'fr');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the data' }).click(),
  ]);
  t.match(JSON.parse(readFileSync(await download.path(), 'utf8')), { account: { email: 'ada@example.com' } });
  await page.getByText('Delete the account…').click();
  await page.locator('#delete-password').fill(PASSWORD);
  await page.getByLabel('Yes, delete everything').check();
  await page.getByRole('button', { name: 'Delete the account' }).click();
  t.match(await page.getByRole('status').textContent(), /deleted/);
  t.strictSame(faults, [], 'the browser found no fault');
  await service.close();
}

/** An account with something to show on every page. Returns the pages of its saved search and of what this delivered. */
async function fill(api: Api, service: BrowserContext, base: string): Promise<string[]> {
  const page = await service.newPage();
  await page.goto(`${base}/signup`);
  await page.locator('#email').fill('grace@example.com');
  await page.locator('#password').fill(PASSWORD);
  await page.locator('main button.primary').click();
  await page.waitForURL(`${base}/dashboard`);
  await page.close();
  const { accounts, apiKeys } = api.service;
  const { id } = await accounts.require('grace@example.com');
  await accounts.setOperator(id, true);
  await accounts.changePlan(id, 'starter');
  await accounts.setOverage(id, 50);
  const { apiKey } = await apiKeys.create(id, 'laptop');
  await apiKeys.create(id, 'n8n on the server', {
    allowedTools: ['scrape_jobs'],
    dailyCapCredits: 20,
    expiresAt: api.clock.now() + 40 * DAY_MS,
  });
  const { record } = await apiKeys.create(id, 'old one');
  await apiKeys.revoke(record.id);
  for (let day = 0; day < 12; day += 1) {
    for (let call = 0; call <= (day * 7) % 5; call += 1) {
      await callWith(base, apiKey, 'scrape_jobs', { query: `nurse ${call % 3}`, platforms: ['nhs_jobs'] });
    }
    await callWith(base, apiKey, 'ping', {});
    api.clock.advance(DAY_MS / 2);
  }
  await callWith(base, apiKey, 'scrape_jobs', { query: '', platforms: ['nhs_jobs'] });
  await fillSource(api.service.store.health, 'reed', api.clock.now());
  const { searches, runner } = api.service.savedSearches;
  const { search } = await searches.create(await accounts.require(id), SEARCH);
  await searches.runNow(id, search.id);
  await runner.round();
  const [delivery] = await searches.delivered(search.id);
  return [`/saved-searches/edit?id=${search.id}`, `/saved-searches/delivered?id=${search.id}&delivery=${delivery?.id}`];
}

async function assertAccessible(t: Test, page: Page, name: string): Promise<void> {
  t.strictSame(await violationsOn(page), [], `${name}: nothing stands in the way`);
  const wider = (await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )) as number;
  t.ok(wider <= 0, `${name}: fits the screen`);
}

const ANSWERS = ['refused', 'result', 'factor', 'new key'] as const;

/** Answers to forms: in `npm test`, each in one of two looks. `playground/looks.test.ts` looks at results in both. */
function answersOf(look: string): readonly string[] {
  if (pictures) return ANSWERS;
  return some(look.startsWith('fr-FR') ? ['new key'] : ['refused', 'factor'], ANSWERS);
}

const nameOf = (path: string): string => path.replace(/\?.*/, '').replace(/^\//, '') || 'home';

t.test('SPEC §9: as a new user, with JavaScript', inBrowser, (t) => journey(t, true));
// In `npm test`, `journey.test.ts` goes this way with a visitor that runs no scripts.
t.test('SPEC §9: as a new user, without JavaScript', { skip: inBrowser.skip ?? onlyLong }, (t) => journey(t, false));

t.test('WCAG AA: every page, both languages, light and dark, narrow and wide', inBrowser, async (t) => {
  const { api, base, browser } = await open(t);
  const known = await browser.newContext({ bypassCSP: true });
  const searchPages = await fill(api, known, base);
  const cookies = (await known.cookies()).filter(({ name }) => name === 'jobdata_session');
  for (const look of pictures ? LOOKS : some(['en-GB light 390', 'fr-FR dark 1280'], LOOKS)) {
    const [locale = '', colorScheme, width] = look.split(' ');
    const view = {
      locale,
      colorScheme: colorScheme as 'light' | 'dark',
      viewport: { width: Number(width), height: 900 },
      bypassCSP: true,
    };
    const variant = look.replace(/-\w+/, '').replaceAll(' ', '-');
    // Each page in one of two looks, or in all.
    const chosen = (paths: readonly string[]): readonly string[] =>
      pictures
        ? paths
        : some(
            paths.filter((_, index) => index % 2 === (locale === 'fr-FR' ? 1 : 0)),
            paths,
          );
    const service = await browser.newContext(view);
    const page = await service.newPage();
    for (const path of chosen(OPEN_PAGES)) {
      await page.goto(base + path);
      await assertAccessible(t, page, `${variant} ${path}`);
      await takePicture(page, `${nameOf(path)}-out-${variant}`);
    }
    if (answersOf(look).includes('refused')) {
      await page.goto(`${base}/signup`);
      await page.evaluate("document.querySelector('main form').noValidate = true");
      await page.locator('#email').fill('nobody');
      await page.locator('#password').fill(PASSWORD);
      await page.locator('main button.primary').click();
      await page.locator('#email-error').waitFor();
      await assertAccessible(t, page, `${variant} refused`);
      await takePicture(page, `refused-${variant}`);
    }
    await service.addCookies(cookies);
    for (const path of chosen([...OWN_PAGES, ...searchPages])) {
      await page.goto(base + path);
      await page.evaluate(
        "document.querySelectorAll('details').forEach((details, index) => { if (index < 3) details.open = true; })",
      );
      await assertAccessible(t, page, `${variant} ${path}`);
      await takePicture(page, `${nameOf(path)}-${variant}`);
    }
    if (answersOf(look).includes('result')) {
      await page.goto(`${base}/playground?tool=scrape_jobs&arg-country=GB`);
      await page.locator('#arg-query').fill('nurse');
      await page.locator('input[value=nhs_jobs]').check();
      await page.locator('main button.primary').click();
      await page.locator('#result').waitFor();
      await assertAccessible(t, page, `${variant} result`);
      await takePicture(page, `result-${variant}`);
    }
    if (answersOf(look).includes('factor')) {
      await page.goto(`${base}/factor`);
      if ((await page.locator('#offer-password').count()) > 0) {
        await page.locator('#offer-password').fill(PASSWORD);
        await page.locator('main button.primary').click();
      }
      await page.locator('svg.qr').waitFor();
      await assertAccessible(t, page, `${variant} factor`);
      await takePicture(page, `factor-offered-${variant}`);
    }
    if (answersOf(look).includes('new key')) {
      await page.goto(`${base}/keys`);
      await page.locator('#name').fill('new');
      await page.locator('#new button.primary').click();
      await page.locator('#api-key').waitFor();
      await assertAccessible(t, page, `${variant} new key`);
      await takePicture(page, `new-key-${variant}`);
    }
    await service.close();
  }
});
