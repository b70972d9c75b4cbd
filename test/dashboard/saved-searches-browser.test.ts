import t from 'tap';
import { inBrowser, violationsOn } from '../support/browser.ts';
import { open } from '../support/playground-page.ts';

t.test('the form of a saved search adapts to the frequency and the country', inBrowser, async (t) => {
  const { base, page: newPage } = await open(t);
  const page = await newPage();
  await page.goto(`${base}/saved-searches/new`);
  const shows = async (): Promise<boolean[]> =>
    Promise.all(['#weekday', '#hour'].map((field) => page.locator(field).isVisible()));
  t.strictSame(await shows(), [false, true]);
  await page.locator('#frequency').selectOption('weekly');
  t.strictSame(await shows(), [true, true]);
  await page.locator('#frequency').selectOption('daily');
  t.strictSame(await shows(), [false, true]);
  const ticked = () =>
    page.locator('input[name=arg-platforms]:checked:enabled').evaluateAll((boxes) => boxes.map((box) => box.value));
  t.ok((await ticked()).includes('reed'));
  await page.locator('#arg-country').selectOption('FR');
  t.ok((await ticked()).includes('apec') && !(await ticked()).includes('reed'));
  t.equal(await page.locator('[data-needless]').isVisible(), false);
  await page.locator('#arg-country').selectOption('GB');
  t.ok((await ticked()).includes('reed') && !(await ticked()).includes('apec'));
});

t.test('the form’s rows are filled, and a refused form has no accessibility violations', inBrowser, async (t) => {
  const { base, page: newPage } = await open(t);
  const page = await newPage({ viewport: { width: 1280, height: 900 }, bypassCSP: true });
  await page.goto(`${base}/saved-searches/new`);
  for (const frequency of ['daily', 'weekly']) {
    await page.locator('#frequency').selectOption(frequency);
    const rows = page.locator('#search section > .arguments');
    for (const [index, row] of (await rows.all()).entries()) {
      const fields = (await row.locator('> .field:visible').all()).map((field) => field.boundingBox());
      const boxes = (await Promise.all(fields)).flatMap((box) => (box ? [box] : []));
      const right = Math.max(...boxes.map(({ x, width }) => x + width));
      const whole = await row.boundingBox();
      t.equal(new Set(boxes.map(({ y }) => Math.round(y))).size, 1, `row ${index}, ${frequency}: one line`);
      t.ok(whole && Math.abs(whole.x + whole.width - right) < 2, `row ${index}, ${frequency}: up to its end`);
    }
  }
  await page.locator('#arg-query').fill('nurse');
  for (const box of await page.locator('input[name=arg-platforms]:enabled').all()) await box.uncheck();
  await page.locator('#search button.primary').click();
  await page.locator('.notice.bad').waitFor();
  t.strictSame(await violationsOn(page), []);
});
