import { readFileSync } from 'node:fs';
import t from 'tap';
import type { Job, ScrapeJobsArguments, ScrapeJobsResult } from '../../schemas/index.ts';
import { contentOf } from '../support/answers.ts';
import { FR, GB, openTestApi } from '../support/test-caller.ts';

const [, ...lines] = readFileSync(new URL('plain-requests.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const REQUESTS = lines.map((line) => {
  const [request = '', country = '', given = ''] = line.split('\t');
  return { request, country, args: JSON.parse(given) as Partial<ScrapeJobsArguments> };
});

/** True if a job fits the request's words, decided without the service's code. */
function fits(job: Job, args: Partial<ScrapeJobsArguments>): boolean {
  const words = `${job.title} ${job.company}`.toLowerCase();
  return (
    (args.work_mode?.includes(job.work_mode as 'remote') ?? true) &&
    (args.contract?.includes(job.contract as 'permanent') ?? true) &&
    (args.hours?.includes(job.hours as 'full_time') ?? true) &&
    (args.min_salary === undefined || (job.salary_max ?? job.salary_min ?? 0) >= Number(args.min_salary)) &&
    (args.agencies !== false || job.agency !== true) &&
    !(args.exclude ?? []).some((word) => words.split(/[^\p{L}\p{N}-]+/u).includes(word))
  );
}

t.test('twenty requests in everyday words can be expressed as arguments, and the results fit them', async (t) => {
  const api = await openTestApi(t);
  let returned = 0;
  for (const { request, country, args } of REQUESTS) {
    const answer = await api.test('scrape_jobs', { ...args, country, platforms: country === 'FR' ? FR : GB });
    const result = contentOf(answer) as ScrapeJobsResult;
    t.notOk('ignored' in result, `${request}: every argument is ours`);
    t.strictSame(
      result.jobs.filter((job) => !fits(job, args)),
      [],
      request,
    );
    returned += result.total_jobs;
  }
  t.equal(REQUESTS.length, 20);
  t.ok(returned >= 15, `${returned} jobs of the sample data were looked at`);
});

t.test(
  'every term of the requests has its argument in tools/list, with values named in its description or schema',
  async (t) => {
    const api = await openTestApi(t);
    const { result } = (await api.post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })).json;
    const { inputSchema, description } = result.tools.find(({ name }: { name: string }) => name === 'scrape_jobs');
    const asked = new Set(REQUESTS.flatMap(({ args }) => Object.keys(args)));
    for (const name of asked) {
      t.ok(inputSchema.properties[name]?.description, `${name} is described`);
      if (!['query', 'sort', 'evidence', 'location'].includes(name)) t.match(description, name);
    }
    const values = JSON.stringify(inputSchema.properties);
    for (const word of [
      'CDD',
      'intérim',
      'alternance',
      'indépendants',
      'IR35',
      'kilometres',
      'agencies',
      'newest first',
    ])
      t.ok(values.includes(word), `"${word}" is found in the descriptions`);
  },
);
