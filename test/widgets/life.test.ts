import t from 'tap';
import { inBrowser, violationsOn } from '../support/browser.ts';
import { DOCUMENT_NAMES, openDocuments, settled, statusOf, CALLS } from '../support/widget-documents.ts';
import { STRICT_POLICY } from '../support/widget-host.ts';
import { some } from '../support/volume.ts';

/** Some of what each document must show of its sample result. */
const SHOWN = {
  jobs: /Jobs: engineer[^]*Totaljobs: \d jobs?[^]*Alderfinch Software/,
  reputation: /Alderfinch Software[^]*4\.2 \/ 5[^]*300 reviews[^]*Work-life balance[^]*Juniper Vale Care/,
  page: /pages\.example\/table[^]*HTTP 200[^]*Shifts: reference[^]*Not delivered: free of charge/,
  ping: /Plan: pro[^]*2,000 of 2,000 credits left/,
} as const;
const FRENCH = {
  jobs: 'Offres',
  reputation: 'Notes des employeurs',
  page: 'Pages',
  ping: 'Forfait et crédits',
} as const;

/** A frame's sandbox and policy. */
const HOLDS: readonly (readonly [sandbox: string, policy?: string])[] = [
  ['allow-scripts'],
  ['allow-scripts allow-same-origin'],
  ['allow-scripts', STRICT_POLICY],
];

/** In `npm test`, each document lives in one of the frames, and each frame holds one of the documents. */
const LIVES = some(
  DOCUMENT_NAMES.map((name, number) => `${name} ${number % HOLDS.length}`),
  DOCUMENT_NAMES.flatMap((name) => HOLDS.map((_, index) => `${name} ${index}`)),
);

t.test(
  'SPEC §13: every document goes through its life in a sandboxed frame of another origin',
  inBrowser,
  async (t) => {
    const documents = await openDocuments(t);
    for (const name of DOCUMENT_NAMES)
      for (const [index, [sandbox, policy]] of HOLDS.entries()) {
        if (!LIVES.includes(`${name} ${index}`)) continue;
        const which = `${name}, ${sandbox}${policy ? ', strict' : ''}`;
        const host = await documents.open(name, {
          sandbox,
          ...(policy ? { policy } : {}),
          context: { theme: 'light', locale: 'en-GB', styles: { variables: { '--color-text-primary': '#102030' } } },
        });
        const [first, second] = await host.messages();
        t.match(
          first,
          { jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26' } },
          which,
        );
        t.match(first.params, { appInfo: { name: `job-data-${name}`, version: '1.0.0' }, appCapabilities: {} });
        t.strictSame(second, { jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} }, which);

        const { args } = CALLS[name];
        await host.notify('ui/notifications/tool-input-partial', { arguments: {} });
        await host.notify('ui/notifications/tool-input', { arguments: args });
        await settled(host.frame);
        t.match(await statusOf(host), /…$/, `${which}: says that it waits`);
        await host.notify('ui/notifications/tool-result', await documents.result(name));
        await settled(host.frame);
        t.match(await host.frame.locator('main').innerText(), SHOWN[name], which);
        t.equal(await host.frame.locator('#status').isVisible(), false);
        t.strictSame(await violationsOn(host.frame), [], `${which}: axe`);

        const sizes = (await host.messages()).filter(({ method }) => method === 'ui/notifications/size-changed');
        t.ok(sizes.length > 0, `${which}: says its size`);
        const height = await host.frame.evaluate(
          () => (globalThis as any).document.documentElement.getBoundingClientRect().height,
        );
        t.ok(Math.abs(sizes.at(-1).params.height - height) <= 1, `${which}: the size is right`);

        await host.notify('ui/notifications/host-context-changed', { theme: 'dark', locale: 'fr-FR' });
        await settled(host.frame);
        const look = await host.frame.evaluate(() => {
          const { document, getComputedStyle } = globalThis as any;
          const root = document.documentElement;
          return [root.lang, getComputedStyle(root).colorScheme, getComputedStyle(document.body).color];
        });
        t.strictSame(look, ['fr', 'dark', 'rgb(16, 32, 48)'], `${which}: takes on language, theme and colours`);
        t.match(await host.frame.locator('h1').textContent(), FRENCH[name]);
        await host.notify('ui/notifications/host-context-changed', {
          styles: { variables: { '--color-text-primary': '#e6eaf0' } },
        });
        t.strictSame(await violationsOn(host.frame), [], `${which}: axe, dark and French`);

        t.strictSame((await host.request('ping', {})).result, {});
        t.match((await host.request('ui/unheard-of', {})).error, { code: -32601 });
        t.strictSame((await host.request('ui/resource-teardown', { reason: 'closed' })).result, {});
        const before = (await host.messages()).length;
        await host.notify('ui/notifications/tool-result', { content: [] });
        await settled(host.frame);
        t.equal((await host.messages()).length, before, `${which}: silent after its end`);
        t.strictSame(host.calls, [], `${which}: calls nothing by itself`);
        t.strictSame(host.faults, [], which);
        await host.close();
      }
  },
);

t.test('every document fits from 320 to 1200 pixels, also beside the margins of a phone', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  for (const name of DOCUMENT_NAMES) {
    const result = await documents.result(name);
    const context = { safeAreaInsets: { top: 20, right: 8, bottom: 20, left: 8 }, displayMode: 'fullscreen' };
    const host = await documents.show(name, result, { width: 320, context });
    for (const width of [320, 720, 1200]) {
      await host.page.setViewportSize({ width, height: 900 });
      await settled(host.frame);
      const overflow = await host.frame.evaluate(() => {
        const { document, innerWidth } = globalThis as any;
        const inScroller = (one: any): boolean => one.closest('.table, pre') !== null;
        return [...document.querySelectorAll('*')]
          .filter((one: any) => !inScroller(one) && one.getBoundingClientRect().right > innerWidth + 1)
          .map((one: any) => one.outerHTML.slice(0, 80));
      });
      t.strictSame(overflow, [], `${name} at ${width}`);
      t.equal(
        await host.frame.evaluate(
          () => (globalThis as any).getComputedStyle((globalThis as any).document.body).paddingTop,
        ),
        '36px',
      );
    }
    await host.close();
  }
});

t.test('an empty host context and one with a fixed height work', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const result = await documents.result('jobs');
  const host = await documents.show('jobs', result, { height: 400, context: { containerDimensions: { height: 400 } } });
  const { scrollHeight, clientHeight } = await host.frame.evaluate(() => {
    const { scrollHeight, clientHeight } = (globalThis as any).document.documentElement;
    return { scrollHeight, clientHeight };
  });
  t.ok(scrollHeight > clientHeight, 'it scrolls inside');
  t.equal(await host.frame.evaluate(() => (globalThis as any).document.documentElement.lang), 'en');
  await host.close();
});
