import t from 'tap';
import { inBrowser } from '../support/browser.ts';
import { openDocuments, settled } from '../support/widget-documents.ts';
import type { WidgetHost } from '../support/widget-host.ts';

const ARGS = { query: 'clerk' };
const job = (number: number): object => ({
  title: `Job ${number}`,
  company: `Firm ${number % 3}`,
  location: 'Leeds',
  work_mode: 'hybrid',
  posted_date: '2026-11-20',
  platform: 'reed',
  url: `https://jobs.example/${number}`,
  dedup_hash: `hash-${number}`,
});
const part = (from: number, more: object = {}): object => ({
  content: [],
  structuredContent: {
    query: 'clerk',
    country: 'GB',
    total_found: 99,
    next_offset: from + 20,
    platforms: [{ platform: 'reed', status: 'ok', jobs: 20 }],
    jobs: Array.from({ length: 20 }, (_, index) => job(from + index)),
    ...more,
  },
});
const ratings = { content: [], structuredContent: { 'Firm 0': { rating: 4.1, review_count: 9, insights: [] } } };
/** The same press whatever the button says meanwhile, and wherever it is on the page. */
const press = (host: WidgetHost, selector: string, at = 0): Promise<void> =>
  host.frame.locator(selector).nth(at).dispatchEvent('click');
const more = '.further .primary';
const rate = '.employer-ratings .call button';
const inFrench = (host: WidgetHost): Promise<void> =>
  host.notify('ui/notifications/host-context-changed', { locale: 'fr-FR' });

t.test(
  'attack: pressing a paid button again while its call runs, whatever is redrawn meanwhile',
  inBrowser,
  async (t) => {
    const documents = await openDocuments(t);
    const answers: (() => void)[] = [];
    const onCall = (tool: string): Promise<object> =>
      new Promise((resolve) => answers.push(() => resolve(tool === 'scrape_jobs' ? part(20) : ratings)));
    const host = await documents.show('jobs', part(0), { args: ARGS, onCall });
    await press(host, more);
    await host.frame.getByRole('button', { name: /Show 12 more/ }).click();
    await press(host, more);
    await inFrench(host);
    await settled(host.frame);
    t.equal(await host.frame.locator(more).textContent(), 'Recherche…', 'the button in other words waits too');
    await press(host, more);
    await press(host, rate);
    await host.frame.locator('#filter-sort').selectOption('newest');
    await press(host, rate);
    await press(host, rate, 3);
    await settled(host.frame);
    t.strictSame(
      host.calls.map(({ name }) => name),
      ['scrape_jobs', 'get_reputation'],
      'the same employer on another card is the same call',
    );
    for (const answer of answers) answer();
    await host.frame.locator('.ratings').first().waitFor();
    t.equal(await host.frame.locator('.job').count(), 40, 'what was paid for came to the list that is shown');
    t.strictSame(host.faults, []);
  },
);

t.test('paid results stay when other messages come, come again, or come late', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const onCall = async (tool: string): Promise<object> => (tool === 'scrape_jobs' ? part(20) : ratings);
  const host = await documents.show('jobs', part(0), { args: ARGS, onCall });
  await press(host, more);
  await host.frame.locator('.job').nth(39).waitFor({ state: 'attached' });
  await press(host, rate);
  await host.frame.locator('.ratings').first().waitFor();
  const look = async (): Promise<number[]> => [
    await host.frame.locator('.job').count(),
    await host.frame.locator('.ratings').count(),
  ];
  const before = await look();
  const again: (() => Promise<void>)[] = [
    () => inFrench(host),
    () => host.notify('ui/notifications/tool-input', { arguments: ARGS }),
    () => host.notify('ui/notifications/tool-cancelled', {}),
    () => host.notify('ui/notifications/tool-result', part(0)),
  ];
  for (const send of again) {
    await send();
    await settled(host.frame);
    t.strictSame(await look(), before);
  }
  t.match(await host.frame.locator('#title').textContent(), 'Offres');
  await host.notify('ui/notifications/tool-result', part(60));
  await settled(host.frame);
  t.strictSame(await look(), [20, 0], 'another result is shown alone');
  t.equal(host.calls.length, 2);
  t.strictSame(host.faults, []);
});

t.test(
  'a further part that no platform delivered: reported, requested again, and the keyboard focus stays',
  inBrowser,
  async (t) => {
    const documents = await openDocuments(t);
    const blocked = part(20, {
      jobs: [],
      next_offset: null,
      platforms: [{ platform: 'reed', status: 'blocked', jobs: 0 }],
    });
    const host = await documents.show('jobs', part(0), { args: ARGS, onCall: async () => blocked });
    await host.frame.locator(more).focus();
    await host.page.keyboard.press('Enter');
    await host.frame.getByText('No platform delivered.').waitFor();
    await settled(host.frame);
    t.equal(await host.frame.locator(`${more}:focus`).count(), 1);
    t.equal(host.calls.length, 1);
    await host.frame.locator('#filter-text').fill('no such word');
    await host.frame.getByRole('button', { name: 'Show all' }).focus();
    await host.page.keyboard.press('Enter');
    t.equal(await host.frame.locator('#filter-text:focus').count(), 1);
    t.strictSame(host.faults, []);
  },
);

t.test('a result beside "error": null is a result', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.show('jobs', part(0), { args: ARGS, silentOn: ['tools/call'] });
  await press(host, more);
  await settled(host.frame);
  const call = (await host.messages()).find(({ method }) => method === 'tools/call');
  const answer = { jsonrpc: '2.0', id: call.id, result: part(20), error: null };
  await host.page.evaluate(
    (message) => (globalThis as any).document.querySelector('iframe').contentWindow.postMessage(message, '*'),
    answer,
  );
  await host.frame.locator('.job').nth(39).waitFor({ state: 'attached' });
  t.strictSame(host.faults, []);
});

t.test('the model is told all requested figures: each message replaces the one before', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const onCall = async (tool: string, args: Record<string, unknown>): Promise<object> => {
    if (tool === 'scrape_jobs') return part(20, { jobs: [job(20)] });
    const [name] = args['company_names'] as string[];
    return { content: [], structuredContent: { [name ?? '']: { rating: 4.1, review_count: 9, insights: [] } } };
  };
  const host = await documents.show('jobs', part(0), { args: ARGS, onCall });
  await press(host, rate);
  await host.frame.getByRole('group', { name: 'Firm 0' }).first().waitFor();
  await press(host, rate);
  await host.frame.getByRole('group', { name: 'Firm 1' }).first().waitFor();
  await settled(host.frame);
  const told = (await host.messages()).filter(({ method }) => method === 'ui/update-model-context').at(-1);
  t.match(JSON.parse(told.params.content[0].text), {
    get_reputation: { 'Firm 0': { rating: 4.1 }, 'Firm 1': { rating: 4.1 } },
    asked_for: ['Firm 0', 'Firm 1'],
  });
  await press(host, more);
  await host.frame.getByText('1 more job found.').waitFor();
  t.strictSame(host.faults, []);
});
