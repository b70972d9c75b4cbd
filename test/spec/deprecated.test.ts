import t from 'tap';
import { openTestApi } from '../support/test-caller.ts';

t.test(
  'SPEC §10: a former platform code is accepted, its row has the present code, and the answer says so',
  async (t) => {
    const api = await openTestApi(t);
    const search = async (platforms: string[]) =>
      (await api.test('scrape_jobs', { query: 'software engineer', platforms })).json.result;
    const former = await search(['find_a_job', 'work_hub', 'reed']);
    t.strictSame(
      former.structuredContent.platforms.map(({ platform }: { platform: string }) => platform),
      ['work_hub', 'reed'],
      'once, under its present code',
    );
    t.match(former._meta['io.jobdata/deprecated'], [
      {
        kind: 'platform',
        name: 'find_a_job',
        replacement: 'work_hub',
        message: 'The platform code "find_a_job" is deprecated: use "work_hub".',
      },
    ]);
    t.match(former._meta['io.jobdata/receipt'], { tool: 'scrape_jobs' });
    const present = await search(['work_hub', 'reed']);
    t.notOk('io.jobdata/deprecated' in present._meta, 'nothing is said of present names');
  },
);
