import { readFileSync } from 'node:fs';
import t from 'tap';
import { createThreadParser, type PlatformParseTask } from '../../src/jobs/parser.ts';
import { nhsFeed } from '../support/api.ts';

function task(body: string): PlatformParseTask {
  return {
    platform: 'nhs_jobs',
    accessMethod: 0,
    step: 0,
    answer: { status: 200, url: 'https://www.jobs.nhs.uk/', contentType: 'application/xml', body },
    search: { query: 'x', country: 'GB', locationText: '', place: null, minSalary: null, page: 1, settings: {} },
  };
}

t.test('pages are parsed in threads that can be killed', async (t) => {
  const parser = createThreadParser(20_000);
  t.teardown(() => parser.close());
  t.match(await parser.parse(task(nhsFeed(3))), { value: { listings: [{}, {}, {}], hasMore: false } });
  const hostile = [
    '<div>'.repeat(50_000),
    '<!--'.repeat(50_000),
    '<a '.repeat(100_000),
    `<nhsJobs>${'<vacancyDetails>'.repeat(20_000)}`,
    `<p ${'x='.repeat(200_000)}>`,
  ];
  for (const outcome of await Promise.all(hostile.map((body) => parser.parse(task(body)))))
    t.match(outcome, { fault: { kind: 'changed' } });
  t.match(await parser.parse(task(nhsFeed(1))), { value: { listings: [{}] } }, 'and the next page is read');
});

t.test('a thread that takes too long over a page is killed', async (t) => {
  // No thread starts within a millisecond, so each task finds its time over.
  const parser = createThreadParser(1);
  t.match(await parser.parse(task(nhsFeed(100))), { fault: { kind: 'changed', message: /cannot|not one/ } });
  await parser.close();
  t.match(await parser.parse(task(nhsFeed(1))), { fault: {} }, 'closed');
});

/** Packages that a module loads, directly or through its imports. Type imports load nothing. */
function packagesOf(module: URL, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(module.href)) return found;
  seen.add(module.href);
  const text = readFileSync(module, 'utf8');
  for (const [, what] of text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^'";]*\sfrom\s)?'([^']+)'/gm)) {
    if (what === undefined) continue;
    if (what.startsWith('.')) packagesOf(new URL(what, module), seen, found);
    else if (!what.startsWith('node:')) found.add(what);
  }
  return found;
}

t.test('what a parser thread keeps in memory is loaded once per thread', async (t) => {
  for (const folder of ['jobs', 'reputation']) {
    const worker = new URL(`../../src/${folder}/parse-worker.ts`, import.meta.url);
    t.strictSame([...packagesOf(worker)].toSorted(), ['entities', 'node-html-parser'], `${folder}: parsers alone`);
  }
});
