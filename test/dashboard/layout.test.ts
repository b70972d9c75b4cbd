import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openApi, type Api } from '../support/api.ts';
import { FakeClock } from '../support/clock.ts';
import { inBrowser, openBrowser, pictures, takePicture } from '../support/browser.ts';
import { OPEN_PAGES, OWN_PAGES } from '../support/dashboard-pages.ts';
import { parsePiece } from '../support/page.ts';
import { fillSource } from '../support/source-checks.ts';
import { FAULTS_OF_LAYOUT } from '../support/layout-faults.ts';
import { some, volume } from '../support/volume.ts';

/** In `npm test`, each look is at the next of them, so that a page is seen narrow in one account and wide in another. */
const NARROW_AND_WIDE = [320, 1280] as const;
const WIDTHS = [320, 390, 768, 1280, 1920] as const;
const SCHEMES = some(['light'], ['light', 'dark'] as const);
const ROWS = volume(200, 10_000);
const PASSWORD = 'correct horse battery';
/** Nearly as long as an address may be, without a place to break it. */
const longEmail = (number: number): string => `${'wilhelmina'.repeat(6)}${number}@${'mmmmmmmmmm.'.repeat(16)}example`;
const LONG_EMAIL = longEmail(10);
const LONG_NAME = 'W'.repeat(64);

const OPEN = [
  ...OPEN_PAGES,
  // Pages of the documentation are made alike; `docs/browser.test.ts` looks at others.
  ...some(['/docs/quick-start'], ['/docs/quick-start', '/docs/calling', '/docs/operating']),
  '/docs?q=key',
  '/login?note=first',
];
const OWN = [
  ...OWN_PAGES,
  '/usage?chart=calls',
  '/usage?tool=scrape_url&page=2',
  '/playground?tool=get_reputation',
  '/playground?tool=scrape_url',
  '/playground?tool=ping',
  '/operator?q=example',
  '/plan?searches=99999&ratings=99999&pages=99999',
];

/** As in the widest of the fonts that the pages may fall back to, and a little more. */
const WIDER_LETTERS = `{
  const style = document.createElement('style');
  style.id = 'wider';
  style.textContent = 'body, button, input, select { font-family: Verdana, "DejaVu Sans", sans-serif; letter-spacing: 0.02em }';
  document.head.append(style);
}`;

/** Logs in, and gives what lets a browser go on so. */
async function enter(base: string, email: string): Promise<{ name: string; value: string; url: string }[]> {
  const answer = await fetch(`${base}/login`);
  const csrf = parsePiece(await answer.text()).values('_csrf')[0] ?? '';
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const entered = await fetch(`${base}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookies.join('; '), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ _csrf: csrf, email, password: PASSWORD }),
  });
  return entered.headers
    .getSetCookie()
    .map((cookie) => /^(jobdata_session)=([^;]+)/.exec(cookie))
    .flatMap((found) => (found ? [{ name: found[1] as string, value: found[2] as string, url: base }] : []));
}

async function createAccount(api: Api, email: string): Promise<string> {
  const { accounts } = api.service;
  const { id } = await accounts.create({ email });
  await accounts.setPassword(id, PASSWORD);
  return id;
}

/** An account with long names everywhere, ten thousand calls, and a service with many accounts. */
async function fill(api: Api, email: string): Promise<void> {
  const { accounts, apiKeys, store } = api.service;
  const id = await createAccount(api, email);
  await accounts.setOperator(id, true);
  await accounts.changePlan(id, 'grand');
  await accounts.setOverage(id, 1e9);
  const { record } = await apiKeys.create(id, LONG_NAME, {
    dailyCapCredits: 999_999_999,
    expiresAt: api.clock.now() + 400 * DAY_MS,
  });
  for (let index = 0; index < 10; index += 1) await apiKeys.create(id, `${LONG_NAME.slice(0, 60)} ${index}`);
  const tools = ['scrape_jobs', 'get_reputation', 'scrape_url'];
  for (let row = 0; row < ROWS; row += 1) {
    const at = api.clock.now() + Math.floor((row / ROWS) * 20 * DAY_MS);
    const receiptId = `rcpt_${String(row).padStart(30, '0')}`;
    const tool = tools[row % 3] as string;
    const settled = { cost: 1_234_500, cached: row % 2 === 0, at, durationMs: 44_999 };
    await store.ledger.charge({ receiptId, accountId: id, keyId: record.id, tool, amount: 1_234_500, at }, settled);
  }
  api.clock.advance(20 * DAY_MS);
  await fillSource(store.health, 'reed', api.clock.now());
  for (let index = 0; index < 60; index += 1) {
    await accounts.create({ email: longEmail(20 + index) });
  }
  const longest = { createdAt: api.clock.now(), lastSeenAt: api.clock.now(), expiresAt: api.clock.now() + DAY_MS };
  for (let index = 0; index < 30; index += 1) {
    await store.sessions.create({ hash: `h${index}`, accountId: id, device: 'D'.repeat(60), ...longest }, 30);
  }
}

let looks = 0;

/** Looks at the page as it stands in every width and scheme. */
async function look(t: Test, page: Page, name: string): Promise<void> {
  looks += 1;
  const widths = some(
    NARROW_AND_WIDE.filter((_, index) => index === looks % NARROW_AND_WIDE.length),
    WIDTHS,
  );
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
  const faults: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const found = (await page.evaluate(FAULTS_OF_LAYOUT)) as string[];
      faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`));
      await takePicture(page, `${name.replace(/\W+/g, '-')}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(WIDER_LETTERS);
  // What runs over does so with much.
  const narrow = name.includes(' new ') ? [] : [320];
  for (const width of some(narrow, [320, 1280])) {
    await page.setViewportSize({ width, height: 900 });
    const found = (await page.evaluate(FAULTS_OF_LAYOUT)) as string[];
    faults.push(...found.map((fault) => `${width} wide letters: ${fault}`));
  }
  await page.evaluate("document.getElementById('wider').remove()");
  t.strictSame(faults, [], `${name}: nothing runs over, nothing is cut`);
}

/** Pages that answer a form. */
async function lookAtAnswers(t: Test, page: Page, base: string, name: string): Promise<void> {
  await page.goto(`${base}/keys`);
  await page.evaluate("document.querySelector('#new').noValidate = true");
  await page.locator('#name').fill(LONG_NAME);
  await page.locator('#new summary').click();
  await page.locator('#cap-new').fill('a lot, and then some more');
  await page.locator('#new button.primary').click();
  await page.locator('#cap-new-error').waitFor();
  await look(t, page, `${name} refused key`);
  await page.locator('#cap-new').fill('');
  await page.locator('#new button.primary').click();
  await page.locator('#api-key').waitFor();
  await look(t, page, `${name} new key`);
  for (const client of ['claude-desktop', 'vscode', 'python']) {
    await page.locator(`label[for=client-${client}]`).click();
    await look(t, page, `${name} new key ${client}`);
  }
}

async function visit(
  t: Test,
  context: BrowserContext,
  base: string,
  paths: readonly string[],
  name: string,
): Promise<Page> {
  const page = await context.newPage();
  for (const path of paths) {
    const answer = await page.goto(base + path);
    const size = (await answer?.body())?.length ?? 0;
    t.ok(size > 0 && size <= 60_000, `${name} ${path} has ${size} bytes`);
    await look(t, page, `${name} ${path}`);
  }
  return page;
}

t.test(
  'every page fits every width, in both languages and themes, with little and much content',
  inBrowser,
  async (t) => {
    const api = await openApi(t, {
      plan: 'grand',
      env: {
        SERVICE_NAME: 'Offres d’emploi et réputations de Grande-Bretagne',
        LEGAL_LINKS: 'General terms and conditions|Conditions générales d’utilisation=https://jobs.example.com/t',
        SERVICE_CONTACT: 'mailto:help@jobs.example.com',
      },
      plans: {
        free_trial: { monthly_credits: 100, rpm_limit: 100_000 },
        grand: {
          monthly_credits: 999_999_999,
          overage_rate: 0.0125,
          rpm_limit: 100_000,
          title: 'Grande entreprise internationale, annuel',
        },
      },
    });
    const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
    await fill(api, LONG_EMAIL);
    await createAccount(api, 'new@example.com');
    const browser = await openBrowser(t);
    const home = parsePiece(await (await fetch(base)).text());
    const [sheet = ''] = home.attributes('link[rel=stylesheet][href^="/assets/style-"]', 'href');
    const rules = await (await fetch(base + sheet)).text();
    t.match(rules, ':focus-visible');
    t.notMatch(rules, /\b(?:transition|animation|scroll-behavior)\b/, 'nothing moves');
    // In `npm test` every second page is seen with nothing.
    const seldom = some(
      OWN.filter((_, index) => index % 2 === 0),
      OWN,
    );
    const pagesOf = { nobody: OPEN, new: seldom, full: OWN };
    // French is the longer one.
    for (const locale of some(['fr-FR'], ['en-GB', 'fr-FR'])) {
      for (const [name, email] of [
        ['nobody', undefined],
        ['new', 'new@example.com'],
        ['full', LONG_EMAIL],
      ] as const) {
        // Pictures are for people: they take long, and are taken of one account at a time.
        if (pictures && process.env['SCREENSHOTS_OF'] && process.env['SCREENSHOTS_OF'] !== name) continue;
        const context = await browser.newContext({ locale, bypassCSP: true, reducedMotion: 'reduce' });
        if (email !== undefined) await context.addCookies(await enter(base, email));
        const variant = `${locale.slice(0, 2)} ${name}`;
        const page = await visit(t, context, base, pagesOf[name], variant);
        if (name === 'new') await lookAtAnswers(t, page, base, variant);
        await context.close();
      }
    }
  },
);

/** For each link of the home page's questions its lines, and whether all prices end at the same place. */
const LINES = `(() => {
  const lines = (part) => Math.round(part.getBoundingClientRect().height / parseFloat(getComputedStyle(part).lineHeight) - 0.3);
  const ends = [...document.querySelectorAll('.prices strong')].map((price) => Math.round(price.getBoundingClientRect().right));
  return { questions: [...document.querySelectorAll('.tabs a')].map(lines), ends: new Set(ends).size };
})()`;
const LAST_TICK = `(() => {
  const [tick] = [...document.querySelectorAll('.tick')].slice(-1);
  return { text: tick.textContent, left: tick.getBoundingClientRect().right - document.querySelector('.columns-by-day').getBoundingClientRect().right };
})()`;

t.test('on a phone, questions stay on one line, prices are aligned, and the last day fits', inBrowser, async (t) => {
  const api = await openApi(t, { clock: new FakeClock('2026-11-03T10:00:00Z') });
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const id = await createAccount(api, 'ann@example.com');
  const at = api.clock.now();
  await api.service.store.ledger.charge(
    { receiptId: 'rcpt_one', accountId: id, keyId: 'key_one', tool: 'scrape_url', amount: 1_500, at },
    { cost: 1_500, cached: false, at, durationMs: 900 },
  );
  const cookies = await enter(base, 'ann@example.com');
  const browser = await openBrowser(t);
  for (const locale of ['en-GB', 'fr-FR']) {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 900 } });
    const page = await context.newPage();
    await page.goto(base);
    t.strictSame(await page.evaluate(LINES), { questions: [1, 1, 1], ends: 1 }, locale);
    await context.addCookies(cookies);
    await page.goto(`${base}/usage`);
    const tick = (await page.evaluate(LAST_TICK)) as { text: string; left: number };
    t.ok(tick.text.startsWith('1'), tick.text);
    t.ok(tick.left <= 0, `${locale}: the label runs out by ${tick.left} px`);
    t.match(await page.locator('h2').first().textContent(), /^3\u00a0\S+\u00a02026 – /, 'a date stays together');
    await context.close();
  }
});
