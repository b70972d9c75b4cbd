import t from 'tap';
import type { Job, ScrapeJobsResult } from '../../schemas/index.ts';
import type { JobQuery } from '../../src/jobs/search.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { NHS, REED } from '../support/job-answers.ts';
import { FRANCE_TRAVAIL_KEYS, openSearchRoom, type SearchRoom } from '../support/search-room.ts';
import { sharedJson } from '../support/shared.ts';
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
const skip = sharedJson('recordings/adverts/gb.json') === undefined && 'no recordings here';

/** Small numbers that look random and are the same in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % limit;
  };
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

/** Whether a job fits, looked at without any of the service's own code. */
function fits(job: Job, asked: Partial<JobQuery>, now: number): boolean {
  const has = <T>(list: readonly T[] | undefined, value: T): boolean => !list || list.includes(value);
  const words = `${job.title} ${job.company}`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return (
    has<string>(asked.workModes, job.work_mode) &&
    has<string>(asked.contracts, job.contract) &&
    has<string>(asked.hours, job.hours) &&
    (asked.postedWithinDays === undefined ||
      (now - Date.parse(job.posted_date)) / DAY_MS < asked.postedWithinDays + 1) &&
    (asked.agencies === undefined || (asked.agencies ? job.agency === true : job.agency !== true)) &&
    (!asked.minSalary || (job.salary_max ?? job.salary_min ?? 0) >= asked.minSalary) &&
    !(asked.exclude ?? []).some((word) => words.includes(word))
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

function readOf({ platforms }: ScrapeJobsResult): { read: number; leftOut: number } {
  return {
    read: sum(platforms.map((row) => row.read ?? 0)),
    leftOut: sum(platforms.flatMap(({ left_out: counts = {} }) => Object.values(counts))),
  };
}

for (const [name, open, codes, towns] of [
  ['Great Britain', openBritain, ['reed', 'nhs_jobs'], ['', '', 'London', 'Birmingham', 'Manchester']],
  ['France', openFrance, ['france_travail'], ['', '', 'Paris', 'Lyon', 'Nantes']],
] as const)
  t.test(
    `SPEC §3: filters and pages of the recorded adverts of ${name}: each job fits, each advert is accounted for`,
    { skip },
    async (t) => {
      const { ask, clock } = await open();
      const next = numbers(name.length);
      const some = <T>(list: readonly T[]): T[] | undefined => {
        const chosen = list.filter(() => next(2) === 0);
        return next(3) > 0 || chosen.length === 0 ? undefined : chosen;
      };
      let returned = 0;
      let merged = 0;
      for (let round = 0; round < volume(8, 40); round += 1) {
        const asked: Partial<JobQuery> = {
          workModes: some(['remote', 'hybrid', 'on-site']),
          contracts: some(['permanent', 'fixed_term', 'temporary', 'freelance']),
          hours: some(['full_time', 'part_time']),
          postedWithinDays: next(3) === 0 ? 1 + next(30) : undefined,
          agencies: [undefined, undefined, true, false][next(4)],
          exclude: some(['senior', 'manager', 'technicien']),
          minSalary: next(3) === 0 ? 20_000 + next(30_000) : null,
          location: towns[next(towns.length)] as string,
          radiusKm: [undefined, 0, 20, 100][next(4)],
          sort: ([undefined, 'date', 'salary'] as const)[next(3)],
          descriptionLength: 0,
        };
        const said = JSON.stringify(asked);
        const whole = await ask(codes, { ...asked, limit: 500 }, UNHURRIED);
        t.strictSame(
          whole.jobs.filter((job) => !fits(job, asked, clock.now())),
          [],
          said,
        );
        const elsewhere = sum(whole.jobs.map((job) => job.also_on.length));
        const { read, leftOut } = readOf(whole);
        t.equal(read, leftOut + whole.total_jobs + elsewhere, `${said}: read = left out + returned + merged`);
        const limit = 7 + next(60);
        const paged: string[] = [];
        for (let offset: number | undefined = 0; offset !== undefined;) {
          const page: ScrapeJobsResult = await ask(codes, { ...asked, limit, offset }, UNHURRIED);
          paged.push(...page.jobs.map(({ url }) => url));
          offset = page.next_offset;
        }
        const all = whole.jobs.map(({ url }) => url);
        // Each page is in the order of what was read by then, so the order over pages may differ.
        t.strictSame(paged.toSorted(), all.toSorted(), `${said}: pages of ${limit} hold the list, each job once`);
        returned += whole.total_jobs;
        merged += elsewhere;
      }
      t.ok(returned > 5, `${returned} jobs were looked at`);
      if (codes.length > 1) t.ok(merged > 1, `${merged} were on both platforms`);
    },
  );
