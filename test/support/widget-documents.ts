import type { Frame } from 'playwright-core';
import file, { type Test } from 'tap';
import { openBrowser } from './browser.ts';
import { GB, openTestApi, type TestApi } from './test-caller.ts';
import { startWidgetHost, type WidgetHost, type WidgetHostOptions } from './widget-host.ts';

export const DOCUMENT_NAMES = ['jobs', 'reputation', 'page', 'ping'] as const;
export type DocumentName = (typeof DOCUMENT_NAMES)[number];

/** The calls are answered from sample data. */
export const CALLS: Readonly<Record<DocumentName, { tool: string; args: Record<string, unknown> }>> = {
  jobs: { tool: 'scrape_jobs', args: { query: 'engineer', platforms: GB, evidence: true, limit: 6 } },
  reputation: {
    tool: 'get_reputation',
    args: {
      company_names: ['Alderfinch Software', 'Juniper Vale Care', 'Dunmarrow Logistics', 'Nobody Ltd'],
      mode: 'deep',
      country: 'GB',
    },
  },
  page: { tool: 'scrape_url', args: { urls: ['https://pages.example/table', 'https://pages.example/missing'] } },
  ping: { tool: 'ping', args: {} },
};

export interface Documents {
  result(name: DocumentName, args?: Record<string, unknown>): Promise<any>;
  open(name: DocumentName, options?: Partial<WidgetHostOptions>): Promise<WidgetHost>;
  show(
    name: DocumentName,
    result: unknown,
    options?: Partial<WidgetHostOptions> & { args?: object },
  ): Promise<WidgetHost>;
}

interface Place {
  api: TestApi;
  openInHost(options: WidgetHostOptions): Promise<WidgetHost>;
  /** By name, as the service serves them. */
  html: Map<string, string>;
}

let place: Promise<Place> | undefined;

/** One service and one browser for all tests of a file. */
function openPlace(): Promise<Place> {
  if (place === undefined) file.teardown(() => (place = undefined));
  return (place ??= (async () => {
    const api = await openTestApi(file);
    return { api, openInHost: await startWidgetHost(file, await openBrowser(file)), html: new Map<string, string>() };
  })());
}

/** Opens documents of the real service in a test client. They are closed at the end of the test. */
export async function openDocuments(t: Test): Promise<Documents> {
  const { api, openInHost, html } = await openPlace();
  const opened: WidgetHost[] = [];
  t.teardown(() => Promise.all(opened.map((host) => host.close())));
  const read = async (name: DocumentName): Promise<string> => {
    const known = html.get(name);
    if (known !== undefined) return known;
    const params = { uri: `ui://job-data/${name}` };
    const { json } = await api.post({ jsonrpc: '2.0', id: 1, method: 'resources/read', params });
    const text = json.result.contents[0].text as string;
    html.set(name, text);
    return text;
  };
  const call = async (tool: string, args: Record<string, unknown>): Promise<any> => {
    const { json } = await api.test(tool, args);
    if (json.error) throw new Error(json.error.message);
    return json.result;
  };
  const open: Documents['open'] = async (name, options = {}) => {
    const host = await openInHost({ html: await read(name), onCall: call, ...options });
    opened.push(host);
    return host;
  };
  return {
    open,
    result: (name, args) => call(CALLS[name].tool, args ?? CALLS[name].args),
    show: async (name, result, { args = CALLS[name].args, ...options } = {}) => {
      const host = await open(name, options);
      await host.notify('ui/notifications/tool-input', { arguments: args });
      await host.notify('ui/notifications/tool-result', result as object);
      await settled(host.frame);
      return host;
    },
  };
}

/** Resolves after sent messages have arrived and their result is drawn. */
export async function settled(frame: Frame): Promise<void> {
  await frame.evaluate(
    () =>
      new Promise((resolve) => {
        const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame(next: () => void): void };
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)));
      }),
  );
}

export const statusOf = async (host: WidgetHost): Promise<string> =>
  (await host.frame.locator('#status').textContent()) ?? '';
