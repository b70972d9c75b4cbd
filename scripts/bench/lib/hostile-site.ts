import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HOSTILE_PAGES } from '../../../test/pages/hostile-pages.ts';
import { makePdf, rows } from '../../../test/pages/pdf-fixtures.ts';

const LINES = Array.from({ length: 70 }, (_, line) => line);

/** Makes a PDF of 200 pages and about a megabyte, in which nothing repeats. */
function largePdf(): Uint8Array {
  return makePdf(
    Array.from({ length: 200 }, () => ({
      content: rows(...LINES.map((line) => [9, 40, 800 - line * 11, randomBytes(45).toString('hex')] as const)),
    })),
  );
}

/** These pages attack by network behaviour or script, whereas `HOSTILE_PAGES` attack by markup. */
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

export const LARGE_PDF = '/large.pdf';
export const PLAIN_PAGE = '/plain';
const PLAIN = `<title>Plain</title><h1>Plain</h1>${'<p>Some sentences of a page that anyone may read, of no great length.</p>'.repeat(200)}`;

export const HOSTILE_NAMES: readonly string[] = [...HOSTILE_PAGES.map(([name]) => name), ...Object.keys(MORE)];

/** Starts a site whose page `/N` is the hostile page with the index N, counted from 0. Returns the port. */
export async function startHostileSite(): Promise<number> {
  const documents = new Map(HOSTILE_PAGES.map(([name, html]) => [name, html()]));
  const pdf = largePdf();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    response.setHeader('content-type', path === LARGE_PDF ? 'application/pdf' : 'text/html');
    if (path === LARGE_PDF) return void response.end(pdf);
    if (path === PLAIN_PAGE) return void response.end(PLAIN);
    const name = HOSTILE_NAMES[Number(path.slice(1))] ?? '';
    const more = MORE[name];
    if (more) more(response);
    else response.end(documents.get(name) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
