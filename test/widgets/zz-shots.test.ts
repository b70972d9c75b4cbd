import t from 'tap';
import { openBrowser, inBrowser } from '../support/browser.ts';
import { startWidgetHost } from '../support/widget-host.ts';
import { GB, FR, openTestApi } from '../support/test-caller.ts';

t.test('shots', inBrowser, async (t) => {
  const api = await openTestApi(t);
  const read = async (name: string) =>
    (await api.post({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `ui://job-data/${name}` } })).json
      .result.contents[0].text;
  const browser = await openBrowser(t);
  const open = await startWidgetHost(t, browser);
  const args: any = {
    jobs: [
      'scrape_jobs',
      { query: 'engineer', platforms: GB, evidence: true, limit: 30 },
      { query: 'ingénieur', platforms: FR, country: 'FR', evidence: true },
    ],
    reputation: [
      'get_reputation',
      {
        company_names: [
          'Alderfinch Software',
          'Brackwater Energy',
          'Juniper Vale Care',
          'Dunmarrow Logistics',
          'Nobody Ltd',
        ],
        mode: 'deep',
        country: 'GB',
      },
      { company_names: ['Datacanopée', 'Banque de Montclarel'], mode: 'deep', country: 'FR' },
    ],
    page: [
      'scrape_url',
      { urls: ['https://pages.example/table', 'https://pages.example/missing'] },
      { urls: ['https://pages.example/table'] },
    ],
    ping: ['ping', {}, {}],
  };
  args.reputation[1].company_names.pop();
  for (const name of Object.keys(args)) {
    for (const [theme, locale, width, n] of [
      ['light', 'en-GB', 720, 1],
      ['dark', 'fr-FR', 720, 2],
      ['light', 'fr-FR', 320, 2],
      ['dark', 'en-GB', 1200, 1],
    ] as const) {
      const answer = await api.test(args[name][0], args[name][n]);
      const result = answer.json.result ?? {
        isError: true,
        content: [{ type: 'text', text: JSON.stringify(answer.json.error) }],
      };
      const host = await open({
        html: await read(name),
        width,
        context: { theme, locale, displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] },
        onCall: async (tool, a) => (await api.test(tool, a)).json.result,
      });
      await host.notify('ui/notifications/tool-input', { arguments: args[name][n] });
      await host.notify('ui/notifications/tool-result', result);
      await host.frame.waitForTimeout(400);
      if (name === 'jobs' && n === 1) {
        await host.frame.locator('.employer-ratings button').first().click();
        await host.frame.waitForTimeout(1500);
        await host.frame.locator('details summary').nth(2).click();
        await host.frame.waitForTimeout(200);
      }
      await host.page.screenshot({ path: `/tmp/rooms-shots/cards-${name}-${theme}-${width}.png`, fullPage: true });
      t.strictSame(host.faults, [], name);
      await host.close();
    }
  }
});
