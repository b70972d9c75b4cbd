import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HOSTILE_PAGES } from '../../test/pages/hostile-pages.ts';

/** Pages that attack by the network or by script, beside those that attack by markup alone. */
const MORE: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'a gzip bomb of 200 MB': (response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(Buffer.alloc(200 * 1024 * 1024, 'a')));
  },
  'an endless body': (response) => {
    const chunk = Buffer.alloc(65_536, '<p>a</p>');
    const write = (): void => {
      if (!response.destroyed) response.write(chunk, () => setImmediate(write));
    };
    write();
  },
  'a drip': (response) => {
    const timer = setInterval(() => response.write('a'), 100);
    response.on('close', () => clearInterval(timer));
  },
  'no answer at all': () => {},
  'script: for(;;){}': (response) => response.end('<p>x</p><script>for(;;){}</script>'),
  'script: a typed-array bomb': (response) =>
    response.end('<p>x</p><script>const a=[];for(;;)a.push(new Uint8Array(5e7).fill(1))</script>'),
  'script: two million nodes': (response) =>
    response.end('<script>for(let i=0;i<2e6;i++)document.documentElement.append(document.createElement("p"))</script>'),
  'script: a text of 30 MB': (response) =>
    response.end('<body><script>document.body.append("a ".repeat(15e6))</script>'),
  'script: alerts without end': (response) => response.end('<p>x</p><script>for(;;)alert(1)</script>'),
  'script: moves on without end': (response) => response.end('<script>location.href="?"+Math.random()</script>'),
};

/** What its pages are called, by path. */
export const HOSTILE_NAMES: readonly string[] = [...HOSTILE_PAGES.map(([name]) => name), ...Object.keys(MORE)];

/** A site on loopback whose page `/N` is the N-th hostile one; gives its port. */
export async function startHostileSite(): Promise<number> {
  const documents = new Map(HOSTILE_PAGES.map(([name, html]) => [name, html()]));
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const name = HOSTILE_NAMES[Number((request.url ?? '').split('?')[0]?.slice(1))] ?? '';
    const more = MORE[name];
    if (more) more(response);
    else response.end(documents.get(name) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
