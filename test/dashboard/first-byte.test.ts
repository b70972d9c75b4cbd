import t from 'tap';
import { openApi } from '../support/api.ts';
import { Visitor } from '../support/visitor.ts';
import { onlyLong } from '../support/volume.ts';

const OPEN = ['/', '/docs/quick-start', '/docs/scrape-jobs', '/docs?q=salary', '/signup', '/login', '/status'];
const OWN = ['/dashboard', '/keys', '/usage', '/plan', '/playground?tool=scrape_jobs', '/account', '/operator'];
/** Of processor time, which other programs on the machine do not lengthen as they do a wait. */
const MOST_MS = 2;
/** What `yardstick` takes on the machine that the limit was set on. A slower machine has as much longer for a page. */
const YARDSTICK_MS = 0.7;
const ROUNDS = 100;

const DOCUMENT = JSON.stringify(
  Array.from({ length: 1_000 }, (_, index) => ({ id: index, name: `Ward ${index}`, open: index % 2 === 0 })),
);

/** A fixed piece of work of the kind that a page is: many small objects, and text made of them. */
function yardstick(): void {
  const rows = JSON.parse(DOCUMENT) as { name: string }[];
  JSON.stringify(rows.map((row) => ({ ...row, name: row.name.replaceAll('a', '&amp;') })));
}

async function processorMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of processor time that a page takes: the least of several requests, on a machine as fast as that of the limit. */
async function costOf(visitor: Visitor, path: string): Promise<number> {
  let page = Infinity;
  let measure = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    page = Math.min(page, await processorMsOf(() => visitor.get(path)));
    measure = Math.min(measure, await processorMsOf(yardstick));
  }
  return page / Math.max(1, measure / YARDSTICK_MS);
}

t.test('a page takes at most two milliseconds of processor time', { skip: onlyLong }, async (t) => {
  const api = await openApi(t);
  await api.service.accounts.setPassword(api.accountId, 'correct horse battery');
  await api.service.accounts.setOperator(api.accountId, true);
  const visitor = new Visitor(api.service.app, { accept: 'text/html' });
  for (const path of [...OPEN, ...OWN]) {
    if (path === OWN[0]) await visitor.logIn('caller@example.com');
    const ms = await costOf(visitor, path);
    t.ok(ms <= MOST_MS, `${path}: ${ms.toFixed(2)} ms`);
  }
});
