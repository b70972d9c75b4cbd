import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { readConfig } from '../../src/config.ts';
import { createCore } from '../../src/context-core.ts';
import { createDoor } from '../../src/context-services.ts';
import { createRenderer } from '../../src/egress/create-renderer.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';

const PAGES: Readonly<Record<string, string>> = {
  '/static': `<h1>Static</h1>${'<p>Some words of a page that has no script at all.</p>'.repeat(200)}`,
  '/script': `<h1>Script</h1><script>document.body.append("DONE")</script>`,
  '/xhr': '<body><script>fetch("/api").then(r=>r.json()).then(d=>document.body.append(d.text))</script>',
  '/spin': '<p>x</p><script>for(;;){}</script>',
  '/bomb': '<p>x</p><script>const a=[];for(;;)a.push(new Uint8Array(5e7).fill(1))</script>',
  '/nodes': '<script>for(let i=0;i<2e6;i++)document.documentElement.append(document.createElement("p"))</script>',
  '/timer':
    '<body><script>setTimeout(()=>fetch("/quick").then(r=>r.json()).then(d=>document.body.append(d.text)),300)</script>',
};
/** What a page takes by itself, whoever looks. */
const OWN_MS: Readonly<Record<string, number>> = { '/static': 0, '/script': 0, '/xhr': 300, '/timer': 300 };

/** Rendering: warm overhead, completeness, pages side by side, and what 200 pages leave behind. */
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
  const core = createCore(config, { store: openSqliteStore(':memory:') });
  const door = createDoor(core, { resolver: async () => ['127.0.0.1'], pace: false });
  const renderer = createRenderer({ door, settings: config });
  const render = async (path: string) => {
    const startedAt = performance.now();
    const page = await renderer.render({ url: `http://bench.test:${port}${path}`, timeoutMs: 30_000 });
    return {
      ms: performance.now() - startedAt,
      complete: path !== '/xhr' && path !== '/timer' ? true : page.html.includes('LOADED'),
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
    const before = browserProcesses();
    for (let done = 0; done < 200; done += 4) await Promise.all(Array.from({ length: 4 }, () => render('/script')));
    const after = browserProcesses();
    row('browser processes and resident MB before 200 pages', `${before.count}, ${before.megabytes}`);
    row('… and after', `${after.count}, ${after.megabytes}`);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    for (const path of ['/spin', '/bomb', '/nodes']) {
      const from = performance.now();
      const outcome = await renderer.render({ url: `http://bench.test:${port}${path}`, timeoutMs: 6_000 }).then(
        () => 'read',
        (error: Error) => error.message,
      );
      row(`hostile ${path}`, `${(performance.now() - from).toFixed(0)} ms: ${outcome}`);
    }
    delay.disable();
    row(
      'longest delay of the event loop meanwhile',
      `${(delay.max / 1e6).toFixed(0)} ms (99 %: ${(delay.percentile(99) / 1e6).toFixed(0)} ms)`,
    );
    await render('/static');
    const tidy = browserProcesses();
    row('browser processes and resident MB after them', `${tidy.count}, ${tidy.megabytes}`);
    row('resident MB of this process', `${Math.round(process.memoryUsage.rss() / 1e6)}`);
  } finally {
    await renderer.close();
    await door.close();
    await core.store.close();
    server.close();
    server.closeAllConnections();
  }
  row('browser processes after closing', `${browserProcesses().count}`);
}

function row(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(56)} ${value}\n`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Descendants of this process, as Linux tells of them. */
function browserProcesses(): { count: number; megabytes: number } {
  const parents = new Map<number, { parent: number; kilobytes: number }>();
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const value = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        parents.set(Number(name), { parent: value('PPid'), kilobytes: value('VmRSS') });
      } catch {
        // It has just ended.
      }
    }
  } catch {
    return { count: 0, megabytes: 0 };
  }
  const ours = [...parents].filter(([pid]) => {
    for (let at = parents.get(pid)?.parent; at !== undefined && at > 1; at = parents.get(at)?.parent) {
      if (at === process.pid) return true;
    }
    return false;
  });
  return {
    count: ours.length,
    megabytes: Math.round(ours.reduce((sum, [, { kilobytes }]) => sum + kilobytes, 0) / 1000),
  };
}
