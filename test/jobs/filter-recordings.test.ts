import t, { type Test } from 'tap';
import type { ScrapeJobsResult } from '../../schemas/index.ts';
import type { JobQuery } from '../../src/jobs/search.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { SAMPLE_NOW } from '../../src/samples/sample-clock.ts';
import { contentOf } from '../support/answers.ts';
import { anyFilters, countsOf, fits, isSorted, numbers, pagesOf, urlsOf } from '../support/filter-check.ts';
import { NHS, REED } from '../support/job-answers.ts';
import { FRANCE_TRAVAIL_KEYS, openSearchRoom, type SearchRoom } from '../support/search-room.ts';
import { sharedJson } from '../support/shared.ts';
import { FR, GB, openTestApi } from '../support/test-caller.ts';
import { isLong, volume } from '../support/volume.ts';

/** A real advert, as the recordings have it. */
interface Recorded {
  title: string;
  company: string;
  location: string;
  description: string;
  salary?: { libelle?: string };
  salary_text?: string;
  hours?: string;
  contract?: string;
}

interface FranceTravailOffer {
  id: string;
  dateCreation: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const recorded = (country: string): Recorded[] =>
  ['', '3/']
    .flatMap((set) => sharedJson<Recorded[]>(`recordings/adverts/${set}${country}.json`) ?? [])
    .filter((_, index) => isLong || index % 3 === 0);
/** A busy machine must not end a search early. */
const UNHURRIED = { deadlineMs: 600_000, signal: new AbortController().signal };

interface Checked {
  name: string;
  towns: readonly string[];
  rounds: number;
  /** The least page, and how many sizes. */
  limits: readonly [number, number];
  now: number;
  ask(asked: Partial<JobQuery>, search: string): Promise<ScrapeJobsResult>;
}

function dayOf(room: SearchRoom, age: number): string {
  return new Date(room.clock.now() - age * DAY_MS).toISOString().slice(0, 10);
}

const xml = (text: string): string => text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** The recorded British adverts on Reed, and every second one on NHS Jobs too: there are duplicates to merge. */
async function openBritain(): Promise<SearchRoom> {
  const room = await openSearchRoom({ REED_API_KEY: 'k3y' });
  const adverts = recorded('gb');
  room.internet
    .on(REED, ({ url }) => {
      const from = Number(new URL(url).searchParams.get('resultsToSkip') ?? 0);
      const results = adverts.slice(from, from + 100).map(({ title, company, location, description }, index) => ({
        jobId: 5_000 + from + index,
        jobTitle: title,
        employerName: company,
        locationName: location,
        minimumSalary: null,
        maximumSalary: null,
        date: dayOf(room, (from + index) % 40)
          .split('-')
          .reverse()
          .join('/'),
        jobDescription: description,
        jobUrl: `https://www.reed.co.uk/jobs/x/${5_000 + from + index}`,
      }));
      return { headers: JSON_TYPE, body: JSON.stringify({ results, totalResults: adverts.length }) };
    })
    .on(NHS, () => {
      const items = adverts.flatMap(({ title, company, location, description, salary_text: pay }, index) =>
        index % 2 === 0
          ? `<vacancyDetails><reference>R${index}-26</reference><title>${xml(title)}</title><description>${xml(description)}</description><employer>${xml(company)}</employer><salary>${xml(pay ?? '')}</salary><postDate>${dayOf(room, index % 40)}T09:00:00</postDate><locations><location>${xml(location)}</location></locations></vacancyDetails>`
          : [],
      );
      const total = `<totalPages>1</totalPages><totalResults>${items.length}</totalResults>`;
      return { body: `<nhsJobs>${items.join('')}${total}</nhsJobs>` };
    });
  return room;
}

const newestFirst = (a: { dateCreation: string }, b: { dateCreation: string }): number =>
  b.dateCreation.localeCompare(a.dateCreation);

/** The recorded French adverts and offers, as France Travail's API gives them. */
async function openFrance(): Promise<SearchRoom> {
  const room = await openSearchRoom(FRANCE_TRAVAIL_KEYS);
  const { resultats } = sharedJson<{ resultats: FranceTravailOffer[] }>(
    'recordings/france_travail/offers-2025-11.json',
  ) as { resultats: FranceTravailOffer[] };
  const offers = [
    ...resultats.map((offer, index) => ({ ...offer, dateCreation: `${dayOf(room, index)}T08:00:00.000Z` })),
    ...recorded('fr').map((advert, index) => ({
      id: `2${String(index).padStart(5, '0')}X`,
      intitule: advert.title,
      description: advert.description,
      dateCreation: `${dayOf(room, index % 40)}T08:00:00.000Z`,
      lieuTravail: { libelle: advert.location },
      entreprise: { nom: advert.company },
      typeContratLibelle: advert.contract ?? '',
      salaire: advert.salary ?? {},
      dureeTravailLibelle: advert.hours ?? '',
      origineOffre: { origine: '1', urlOrigine: `https://candidat.francetravail.fr/offres/recherche/detail/${index}` },
    })),
  ];
  room.internet
    .on('https://authentification-partenaire.francetravail.io/', {
      headers: JSON_TYPE,
      body: '{"access_token":"t0ken","expires_in":1499}',
    })
    .on('https://api.francetravail.io/', ({ url }) => {
      const { searchParams } = new URL(url);
      const [from = 0, to = 0] = (searchParams.get('range') ?? '').split('-').map(Number);
      // Its partners' offers are asked for apart; these are its own.
      const own = searchParams.get('origineOffre') === '1' ? offers : [];
      const sorted = searchParams.get('sort') === '1' ? own.toSorted(newestFirst) : own;
      const page = sorted.slice(from, to + 1);
      return {
        status: page.length === 0 ? 204 : 206,
        headers: { ...JSON_TYPE, 'content-range': `offres ${from}-${from + page.length - 1}/${offers.length}` },
        body: page.length === 0 ? '' : JSON.stringify({ resultats: page }),
      };
    });
  return room;
}

/** One combination after another: each job fits, each advert is accounted for, and pages are the list. */
async function check(
  t: Test,
  { name, towns, now, rounds, limits, ask }: Checked,
): Promise<{ returned: number; merged: number }> {
  const next = numbers(name.length);
  let returned = 0;
  let merged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const sort = ([undefined, 'date', 'salary'] as const)[round % 3];
    const asked = { ...anyFilters(next, towns, ['senior', 'manager', 'technicien']), sort };
    const limit = limits[0] + next(limits[1]);
    const said = `${name}: ${JSON.stringify(asked)}`;
    const whole = await ask({ ...asked, limit: 500 }, `whole ${round}`);
    const pages = await pagesOf((offset) => ask({ ...asked, limit, offset }, `${round}`));
    t.strictSame(
      whole.jobs.filter((job) => !fits(job, asked, now, towns)),
      [],
      said,
    );
    const all = countsOf(whole);
    t.equal(all.read, all.leftOut + all.merged + whole.total_jobs, `${said}: read = left out + merged + returned`);
    t.ok(isSorted(whole.jobs, sort), `${said}: in order`);
    t.strictSame(urlsOf(pages), urlsOf([whole]), `${said}: pages of ${limit} are the list`);
    const after = await ask({ ...asked, limit: 500 }, `${round}`);
    t.strictSame(urlsOf([after]), urlsOf([whole]), `${said}: and the list is no other after them`);
    for (const page of pages) {
      const of = countsOf(page);
      if (of.read - of.leftOut - page.total_found < of.merged) t.fail(`${said}: an advert is not accounted for`);
    }
    returned += whole.total_jobs;
    merged += all.merged;
  }
  return { returned, merged };
}

const GB_TOWNS = ['London', 'Birmingham', 'Manchester'];
const FR_TOWNS = ['Paris', 'Lyon', 'Nantes'];

for (const { name, open, codes, towns, rounds } of [
  { name: 'Great Britain', open: openBritain, codes: ['reed', 'nhs_jobs'], towns: GB_TOWNS, rounds: volume(7, 70) },
  { name: 'France', open: openFrance, codes: ['france_travail'], towns: FR_TOWNS, rounds: volume(6, 60) },
])
  t.test(
    `SPEC §3: filters, order and pages of the recorded adverts of ${name}`,
    { skip: sharedJson('recordings/adverts/gb.json') === undefined && 'no recordings here' },
    async (t) => {
      const room = await open();
      // The list and its pages are searches of their own: neither knows of the other.
      const ask: Checked['ask'] = (asked, search) => room.ask(codes, { ...asked, query: `nurse ${search}` }, UNHURRIED);
      const { returned, merged } = await check(t, {
        name,
        towns,
        rounds,
        limits: [7, 60],
        now: room.clock.now(),
        ask,
      });
      t.ok(returned > 5, `${returned} jobs were looked at`);
      if (codes.length > 1) t.ok(merged > 1, `${merged} were on both platforms`);
    },
  );

t.test('SPEC §3: filters, order and pages of the sample data', async (t) => {
  const api = await openTestApi(t);
  for (const { country, platforms, towns, queries, rounds } of [
    { country: 'GB', platforms: GB, towns: GB_TOWNS, queries: ['engineer', 'nurse', 'analyst'], rounds: volume(4, 40) },
    {
      country: 'FR',
      platforms: FR,
      towns: FR_TOWNS,
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
    const { returned } = await check(t, { name, towns, rounds, limits: [1, 4], now: SAMPLE_NOW, ask });
    t.ok(returned > 5, `${returned} jobs were looked at`);
  }
});
