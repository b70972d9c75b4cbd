// Writes expected.json for each platform fixture that has none. A person must then compare the file with the page.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeListing } from '../src/jobs/normalize-listing.ts';
import { parseAnswer, savedListTask } from '../src/jobs/parser.ts';
import { PLATFORMS } from '../src/sources/platforms/index.ts';
import type { ListingPage } from '../src/sources/platforms/platform.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

for (const platform of PLATFORMS) {
  const folder = join('test', 'sources', 'platforms', platform.code);
  if (!existsSync(folder)) {
    complain(`${folder} is missing: it holds the pages that the reader of ${platform.name} is tested with.`);
    continue;
  }
  for (const file of readdirSync(folder)) {
    const [accessMethod = '', name = ''] = file.split('.');
    const target = join(folder, `${accessMethod}.${name}.expected.json`);
    if (file.endsWith('.expected.json') || /^(?:empty|changed)/.test(name) || existsSync(target)) continue;
    const search = { query: 'data & co', locationText: 'Nowhere', minSalary: 30_000, page: 2 };
    const body = readFileSync(join(folder, file), 'utf8');
    const outcome = parseAnswer(savedListTask(platform, Number(accessMethod), body, { search }));
    if (!('value' in outcome)) {
      complain(`${join(folder, file)}: the reader takes it for "${outcome.fault.kind}": ${outcome.fault.message}.`);
      continue;
    }
    const jobs = (outcome.value as ListingPage).listings
      .map((listing) => normalizeListing(listing, platform.code, platform.country, NOW))
      .filter((job) => job !== undefined);
    writeFileSync(target, `${JSON.stringify(jobs, null, 2)}\n`);
    process.stdout.write(`${target}: ${jobs.length} jobs\n`);
  }
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
