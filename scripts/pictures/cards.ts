// Takes screenshots of the documents that clients show, with sample data in each language, for the documentation.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import type { Service } from '../../src/app/service.ts';
import { WIDGET_DOCUMENTS } from '../../src/widgets/documents.ts';

/** The path is relative to the compiled file in dist/scripts/pictures. */
const FOLDER = fileURLToPath(new URL('../../../src/docs/pictures/', import.meta.url));
/** The ages of the sample adverts in the pictures are computed from this day. */
const TODAY = new Date('2026-10-01T12:00:00Z');
const GB = ['reed', 'totaljobs', 'nhs_jobs', 'work_hub', 'cv_library'];

interface CardPicture {
  file: string;
  document: string;
  tool: string;
  args: Record<string, unknown>;
  theme: 'light' | 'dark';
  locale: string;
  height: number;
}

const PICTURES: readonly CardPicture[] = [
  {
    file: 'cards-jobs-en',
    document: 'jobs',
    tool: 'scrape_jobs',
    args: { query: 'software engineer', platforms: GB, evidence: true },
    theme: 'light',
    locale: 'en-GB',
    height: 620,
  },
  {
    file: 'cards-jobs-fr',
    document: 'jobs',
    tool: 'scrape_jobs',
    args: {
      query: 'ingénieur',
      country: 'FR',
      platforms: ['apec', 'wttj', 'meteojob', 'france_travail'],
      evidence: true,
    },
    theme: 'light',
    locale: 'fr-FR',
    height: 620,
  },
  {
    file: 'cards-employers-en',
    document: 'reputation',
    tool: 'get_reputation',
    args: {
      company_names: ['Alderfinch Software', 'Brackwater Energy', 'Juniper Vale Care'],
      mode: 'deep',
      country: 'GB',
    },
    theme: 'dark',
    locale: 'en-GB',
    height: 560,
  },
  {
    file: 'cards-employers-fr',
    document: 'reputation',
    tool: 'get_reputation',
    args: { company_names: ['Datacanopée', 'Banque de Montclarel'], mode: 'deep', country: 'FR' },
    theme: 'dark',
    locale: 'fr-FR',
    height: 560,
  },
];

export async function takeCardPictures(browser: Browser, service: Service): Promise<void> {
  const account = await service.accounts.create({ email: 'pictures@example.com', plan: 'pro' });
  const { apiKey } = await service.apiKeys.test(account.id);
  for (const picture of PICTURES) {
    const { payload } = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      payload: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: picture.tool, arguments: picture.args },
      }),
    });
    const result = JSON.parse(payload).result as object;
    const html = WIDGET_DOCUMENTS.find(({ name }) => name === picture.document)?.html ?? '';
    const width = picture.document === 'reputation' ? 860 : 720;
    const context = await browser.newContext({ viewport: { width, height: picture.height }, locale: picture.locale });
    const page = await context.newPage();
    await page.clock.setFixedTime(TODAY);
    await page.setContent(
      '<style>body{margin:0}iframe{border:0;width:100%;height:100vh;display:block}</style><iframe sandbox="allow-scripts"></iframe>',
    );
    await page.evaluate(playClient, { html, result, args: picture.args, theme: picture.theme, locale: picture.locale });
    const frame = page.frameLocator('iframe');
    await frame.locator('#content > *').first().waitFor();
    await frame.locator('html:not([data-waiting])').waitFor();
    const devtools = await context.newCDPSession(page);
    const clip = { x: 0, y: 0, width, height: picture.height, scale: 1.25 };
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 55, clip });
    const content = Buffer.from(data, 'base64');
    writeFileSync(`${FOLDER}${picture.file}.webp`, content);
    process.stdout.write(`${picture.file}.webp: ${content.length} bytes\n`);
    await context.close();
  }
}

function playClient(given: { html: string; result: object; args: object; theme: string; locale: string }): void {
  const { document, addEventListener } = globalThis as unknown as {
    document: {
      querySelector(selector: string): {
        contentWindow: { postMessage(message: object, to: string): void };
        srcdoc: string;
      };
    };
    addEventListener(name: string, listener: (event: { data: { id?: number; method?: string } }) => void): void;
  };
  const frame = document.querySelector('iframe');
  const post = (message: object): void => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', ({ data: { id, method } }) => {
    const hostContext = { theme: given.theme, locale: given.locale };
    if (method === 'ui/initialize')
      post({ id, result: { protocolVersion: '2026-01-26', hostCapabilities: {}, hostContext } });
    if (method !== 'ui/notifications/initialized') return;
    post({ method: 'ui/notifications/tool-input', params: { arguments: given.args } });
    post({ method: 'ui/notifications/tool-result', params: given.result });
  });
  frame.srcdoc = given.html;
}
