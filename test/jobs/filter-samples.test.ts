import t from 'tap';
import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { SAMPLE_NOW } from '../../src/samples/sample-clock.ts';
import { contentOf } from '../support/answers.ts';
import { type Checked, checkFilters } from '../support/filter-check.ts';
import { FR, GB, openTestApi } from '../support/test-caller.ts';
import { volume } from '../support/volume.ts';

t.test('SPEC §3: filters, order and pages of the sample data', async (t) => {
  const api = await openTestApi(t);
  for (const { country, platforms, towns, queries, rounds } of [
    {
      country: 'GB',
      platforms: GB,
      towns: ['London', 'Birmingham', 'Manchester'],
      queries: ['engineer', 'nurse', 'analyst'],
      rounds: volume(4, 40),
    },
    {
      country: 'FR',
      platforms: FR,
      towns: ['Paris', 'Lyon', 'Nantes'],
      queries: ['infirmier', 'data', 'commercial'],
      rounds: volume(3, 30),
    },
  ]) {
    const ask: Checked['ask'] = async (asked, search) => {
      const args = {
        query: queries[Number(search.replace(/\D/g, '')) % queries.length],
        country,
        platforms,
        work_mode: asked.workModes,
        contract: asked.contracts,
        hours: asked.hours,
        posted_within_days: asked.postedWithinDays,
        agencies: asked.agencies,
        exclude: asked.exclude,
        min_salary: asked.minSalary ? String(asked.minSalary) : undefined,
        location: asked.location,
        radius_km: asked.radiusKm,
        sort: asked.sort,
        limit: asked.limit,
        offset: asked.offset,
        description_length: 0,
      };
      return contentOf(await api.test('scrape_jobs', args)) as ScrapeJobsResult;
    };
    const name = `samples of ${country}`;
    const { returned } = await checkFilters(t, { name, towns, rounds, limits: [1, 4], now: SAMPLE_NOW, ask });
    t.ok(returned > 0, `${returned} jobs were looked at`);
  }
});
