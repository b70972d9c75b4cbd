import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page } from 'playwright-core';
import type { Test } from 'tap';

/** MCP Apps require this policy of a host for a document that names no origins. */
const DEFAULT_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'; object-src 'none'";
/** This policy is as strict as the strictest known client. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'none'; connect-src 'none'; worker-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'";

export interface WidgetHostOptions {
  html: string;
  context?: Record<string, unknown>;
  capabilities?: Record<string, unknown>;
  width?: number;
  height?: number;
  policy?: string;
  sandbox?: string;
  silentOn?: readonly string[];
  /** Methods that are refused, with the message of the refusal. */
  refuses?: Readonly<Record<string, string>>;
  /** Answers `tools/call`. Without it, calls are refused. */
  onCall?(name: string, args: Record<string, unknown>): Promise<unknown>;
  /** These messages are sent before the handshake is answered. */
  early?: readonly { method: string; params: object }[];
}

/**
 * A client that follows the specification: the document is in a sandboxed frame of another origin and exchanges
 * messages with it.
 */
export interface WidgetHost {
  page: Page;
  frame: Frame;
  messages(): Promise<any[]>;
  notify(method: string, params: object): Promise<void>;
  request(method: string, params: object): Promise<any>;
  /** Moves the document's clock forward. */
  wait(seconds: number): Promise<void>;
  calls: { name: string; args: Record<string, unknown> }[];
  /** Errors of pages and consoles, violations of policies, and requests to other sites. */
  faults: string[];
  /** Leaves the page to the next document. */
  close(): Promise<void>;
}

const HOST_PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>host</title><style>
html,body{margin:0;background:transparent}iframe{display:block;border:0;width:100%}</style></head><body><iframe title="document"></iframe><script>
const frame = document.querySelector('iframe');
const state = { messages: [], waiting: new Map(), nextId: 1000, initialized: false };
window.state = state;
const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
window.notifyDocument = (method, params) => post({ method, params });
window.requestDocument = (method, params) => new Promise((resolve) => {
  const id = state.nextId++;
  state.waiting.set(id, resolve);
  post({ id, method, params });
});
const answer = async ({ id, method, params }) => {
  const { silentOn, refuses, context, capabilities } = window.options;
  if (silentOn.includes(method)) return;
  if (method in refuses) return post({ id, error: { code: -32000, message: refuses[method] } });
  if (method === 'ui/initialize')
    return post({ id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'test host', version: '1' }, hostCapabilities: capabilities, hostContext: context } });
  if (method === 'tools/call') {
    const outcome = await window.callTool(params.name, params.arguments);
    return post({ id, ...outcome });
  }
  if (method === 'ui/request-display-mode') return post({ id, result: { mode: params.mode } });
  post({ id, result: {} });
};
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  state.messages.push(data);
  if (data.method === undefined) { state.waiting.get(data.id)?.(data); return; }
  if (data.method === 'ui/notifications/initialized') state.initialized = true;
  if (data.method === 'ui/notifications/size-changed' && !window.options.fixed) frame.style.height = data.params.height + 'px';
  if ('id' in data) void answer(data);
});
window.open_ = (options, url) => {
  window.options = options;
  frame.style.height = options.height + 'px';
  frame.setAttribute('sandbox', options.sandbox);
  frame.src = url;
};
</script></body></html>`;

async function serve(
  t: Test,
  answer: (path: string) => { body: string; policy?: string } | undefined,
): Promise<string> {
  const server: Server = createServer((request, response) => {
    const found = answer(request.url ?? '/');
    response.writeHead(found ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...(found?.policy === undefined ? {} : { 'content-security-policy': found.policy }),
    });
    response.end(found?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A client's page. It shows one document after the other, each in a new frame. */
interface Client {
  page: Page;
  /** The document that it shows, or showed last. */
  shown: Pick<WidgetHost, 'calls' | 'faults'> & { url: string; onCall: WidgetHostOptions['onCall'] };
}

async function openClient(browser: Pick<Browser, 'newContext'>, hostOrigin: string): Promise<Client> {
  const context = await browser.newContext({ viewport: { width: 720, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const client: Client = { page, shown: { calls: [], faults: [], url: '', onCall: undefined } };
  // Time runs as usual, but a test can move it forward.
  await page.clock.install();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') client.shown.faults.push(message.text());
  });
  page.on('pageerror', (error) => client.shown.faults.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (url !== `${hostOrigin}/` && url !== client.shown.url && !url.endsWith('/favicon.ico'))
      client.shown.faults.push(`request ${url}`);
  });
  await page.addInitScript(() => {
    (globalThis as any).addEventListener('securitypolicyviolation', (event: any) =>
      console.error(`policy: ${event.violatedDirective}`),
    );
  });
  await page.exposeFunction('callTool', async (name: string, args: Record<string, unknown>) => {
    const { calls, onCall } = client.shown;
    calls.push({ name, args });
    try {
      if (!onCall) throw new Error('No tools here.');
      return { result: await onCall(name, args) };
    } catch (error) {
      return { error: { code: -32000, message: (error as Error).message } };
    }
  });
  return client;
}

/** Opens documents in clients of one browser: each in a client of its own, until it is closed. */
export async function startWidgetHost(
  t: Test,
  browser: Pick<Browser, 'newContext'>,
): Promise<(options: WidgetHostOptions) => Promise<WidgetHost>> {
  const documents = new Map<string, { body: string; policy: string }>();
  const hostOrigin = await serve(t, (path) => (path === '/' ? { body: HOST_PAGE } : undefined));
  const documentOrigin = await serve(t, (path) => documents.get(path));
  const idle: Client[] = [];
  let last = 0;

  return async (options) => {
    last += 1;
    const path = `/document-${last}`;
    documents.set(path, { body: options.html, policy: options.policy ?? DEFAULT_POLICY });
    const client = idle.pop() ?? (await openClient(browser, hostOrigin));
    const { page } = client;
    const shown: Client['shown'] = { calls: [], faults: [], url: documentOrigin + path, onCall: options.onCall };
    client.shown = shown;
    await page.setViewportSize({ width: options.width ?? 720, height: 900 });
    await page.goto(hostOrigin);
    const given = {
      context: options.context ?? {},
      capabilities: options.capabilities ?? { openLinks: {}, serverTools: {} },
      height: options.height ?? 300,
      fixed: options.height !== undefined,
      silentOn: options.silentOn ?? [],
      refuses: options.refuses ?? {},
      sandbox: options.sandbox ?? 'allow-scripts',
    };
    const isFrame = (one: Frame): boolean => one.url() === shown.url;
    await page.evaluate(([setting, url]) => (globalThis as any).open_(setting, url), [given, shown.url] as const);
    const frame = page.frames().find(isFrame) ?? (await page.waitForEvent('framenavigated', isFrame));
    await frame.waitForSelector('#title');
    for (const { method, params } of options.early ?? [])
      await page.evaluate(([name, value]) => (globalThis as any).notifyDocument(name, value), [
        method,
        params,
      ] as const);
    if (!given.silentOn.includes('ui/initialize'))
      await page.waitForFunction(() => (globalThis as any).state.initialized === true);
    let isReusable = true;
    let closed: Promise<void> | undefined;
    return {
      page,
      frame,
      calls: shown.calls,
      faults: shown.faults,
      messages: () => page.evaluate(() => (globalThis as any).state.messages as any[]),
      notify: (method, params) =>
        page.evaluate(([name, value]) => (globalThis as any).notifyDocument(name, value), [method, params] as const),
      request: (method, params) =>
        page.evaluate(([name, value]) => (globalThis as any).requestDocument(name, value), [method, params] as const),
      wait: (seconds) => {
        // A page whose clock was moved keeps that time for later documents.
        isReusable = false;
        return page.clock.fastForward(seconds * 1_000);
      },
      close: () =>
        (closed ??= (async () => {
          if (isReusable) idle.push(client);
          else await page.context().close();
        })()),
    };
  };
}
