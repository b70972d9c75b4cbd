import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../src/config/config.ts';
import { createAppContext } from '../../src/app/app-context.ts';
import { createServiceEgress } from '../../src/app/parts/create-egress.ts';
import { createRenderer } from '../../src/egress/create-renderer.ts';
import { openStore } from '../../src/store/open.ts';
import { processesBelow } from './lib/processes.ts';

const PAGES: Readonly<Record<string, string>> = {
  '/static': `<h1>Static</h1>${'<p>Some words of a page that has no script at all.</p>'.repeat(200)}`,
  '/script': `<h1>Script</h1><script>document.body.append("DONE")</script>`,
  '/xhr': '<body><script>fetch("/api").then(r=>r.json()).then(d=>document.body.append(d.text))</script>',
  '/timer':
    '<body><script>setTimeout(()=>fetch("/quick").then(r=>r.json()).then(d=>document.body.append(d.text)),300)</script>',
};
/** Minimum time in milliseconds that each page takes in any browser. */
const OWN_MS: Readonly<Record<string, number>> = { '/static': 0, '/script': 0, '/xhr': 300, '/timer': 300 };

/**
 * Measures the overhead of pages in a running browser, whether pages are complete, the time of five parallel pages, and
 * the memory before and after 200 pages.
 */
export async function run(): Promise<void> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/api' || path === '/quick') {
      response.setHeader('content-type', 'application/json');
      setTimeout(() => response.end('{"text":"LOADED"}'), path === '/api' ? 300 : 0);
    } else {
      response.setHeader('content-type', 'text/html');
      response.end(PAGES[path.split('?')[0] as string] ?? '');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const config = readConfig({ ...process.env, EGRESS_ALLOW: `bench.test:${port}` });
  const core = await createAppContext(config, { store: await openStore({ file: ':memory:' }) });
  const egress = createServiceEgress(core, { resolver: async () => ['127.0.0.1'], throttle: false });
  const renderer = createRenderer({ egress, settings: config });
  const render = async (path: string) => {
    const startedAt = performance.now();
    const page = await renderer.render({ url: `http://bench.test:${port}${path}`, timeoutMs: 30_000 });
    return {
      ms: performance.now() - startedAt,
      complete: path !== '/xhr' && path !== '/timer' ? true : Buffer.from(page.html).includes('LOADED'),
    };
  };
  try {
    const missing = await renderer.unavailable();
    if (missing !== undefined) {
      row('rendering', `not measured: ${missing}`);
      return;
    }
    row('first page, browser start included', `${(await render('/static')).ms.toFixed(0)} ms`);
    for (const [path, own] of Object.entries(OWN_MS)) {
      const runs = [];
      for (let turn = 0; turn < 10; turn += 1) runs.push(await render(path));
      const overhead = median(runs.map(({ ms }) => ms - own));
      const complete = runs.filter((taken) => taken.complete).length;
      row(
        `${path}: overhead over its own ${own} ms, median of 10`,
        `${overhead.toFixed(0)} ms, complete ${complete} of 10`,
      );
    }
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => render('/xhr')));
    row('5 pages of 300 ms side by side', `${(performance.now() - startedAt).toFixed(0)} ms`);
    const before = processesBelow(process.pid);
    for (let done = 0; done < 200; done += 4) await Promise.all(Array.from({ length: 4 }, () => render('/script')));
    const after = processesBelow(process.pid);
    row('browser processes and resident MB before 200 pages', `${before.count}, ${before.megabytes}`);
    row('… and after', `${after.count}, ${after.megabytes}`);
  } finally {
    await renderer.close();
    await egress.close();
    await core.store.close();
    server.close();
    server.closeAllConnections();
  }
  row('browser processes after closing', `${processesBelow(process.pid).count}`);
}

function row(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(56)} ${value}\n`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
