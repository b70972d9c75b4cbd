import { DAY_MS } from '../../src/lib/clock.ts';
import type { FakeClock } from './clock.ts';
import type { FakeInternet } from './fake-internet.ts';
import { KEYED, NHS, REED } from './job-answers.ts';
import { FRANCE_TRAVAIL_KEYS, openTestSearch, type TestSearch } from './test-search.ts';
import { sharedJson } from './shared.ts';
import { isLong } from './volume.ts';

export const noRecordings = sharedJson('recordings/adverts/gb.json') === undefined && 'no recordings here';

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
const recorded = (country: string, all = isLong): Recorded[] =>
  ['', '3/']
    .flatMap((set) => sharedJson<Recorded[]>(`recordings/adverts/${set}${country}.json`) ?? [])
    .filter((_, index) => all || index % 3 === 0);

type PlayedWeb = { internet: FakeInternet; clock: FakeClock };

function dayOf({ clock }: PlayedWeb, age: number): string {
  return new Date(clock.now() - age * DAY_MS).toISOString().slice(0, 10);
}

const xml = (text: string): string => text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);

export async function openBritain(): Promise<TestSearch> {
  const opened = await openTestSearch(KEYED);
  playBritain(opened);
  return opened;
}

/** Reed has all recorded British adverts and NHS Jobs has every second one, so that there are duplicates to merge. */
export function playBritain(opened: PlayedWeb, all = isLong): void {
  const adverts = recorded('gb', all);
  opened.internet
    .on(REED, ({ url }) => {
      const from = Number(new URL(url).searchParams.get('resultsToSkip') ?? 0);
      const results = adverts.slice(from, from + 100).map(({ title, company, location, description }, index) => ({
        jobId: 5_000 + from + index,
        jobTitle: title,
        employerName: company,
        locationName: location,
        minimumSalary: null,
        maximumSalary: null,
        date: dayOf(opened, (from + index) % 40)
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
          ? `<vacancyDetails><reference>R${index}-26</reference><title>${xml(title)}</title><description>${xml(description)}</description><employer>${xml(company)}</employer><salary>${xml(pay ?? '')}</salary><postDate>${dayOf(opened, index % 40)}T09:00:00</postDate><locations><location>${xml(location)}</location></locations></vacancyDetails>`
          : [],
      );
      const total = `<totalPages>1</totalPages><totalResults>${items.length}</totalResults>`;
      return { body: `<nhsJobs>${items.join('')}${total}</nhsJobs>` };
    });
}

const newestFirst = (a: { dateCreation: string }, b: { dateCreation: string }): number =>
  b.dateCreation.localeCompare(a.dateCreation);

export async function openFrance(): Promise<TestSearch> {
  const opened = await openTestSearch(FRANCE_TRAVAIL_KEYS);
  playFrance(opened);
  return opened;
}

export function playFrance(opened: PlayedWeb, all = isLong): void {
  const { resultats } = sharedJson<{ resultats: FranceTravailOffer[] }>(
    'recordings/france_travail/offers-2025-11.json',
  ) as { resultats: FranceTravailOffer[] };
  const offers = [
    ...resultats.map((offer, index) => ({ ...offer, dateCreation: `${dayOf(opened, index)}T08:00:00.000Z` })),
    ...recorded('fr', all).map((advert, index) => ({
      id: `2${String(index).padStart(5, '0')}X`,
      intitule: advert.title,
      description: advert.description,
      dateCreation: `${dayOf(opened, index % 40)}T08:00:00.000Z`,
      lieuTravail: { libelle: advert.location },
      entreprise: { nom: advert.company },
      typeContratLibelle: advert.contract ?? '',
      salaire: advert.salary ?? {},
      dureeTravailLibelle: advert.hours ?? '',
      origineOffre: { origine: '1', urlOrigine: `https://candidat.francetravail.fr/offres/recherche/detail/${index}` },
    })),
  ];
  opened.internet
    .on('https://authentification-partenaire.francetravail.io/', {
      headers: JSON_TYPE,
      body: '{"access_token":"t0ken","expires_in":1499}',
    })
    .on('https://api.francetravail.io/', ({ url }) => {
      const { searchParams } = new URL(url);
      const [from = 0, to = 0] = (searchParams.get('range') ?? '').split('-').map(Number);
      // The adapter requests the offers of partners separately. All recorded offers are France Travail's own.
      const own = searchParams.get('origineOffre') === '1' ? offers : [];
      const sorted = searchParams.get('sort') === '1' ? own.toSorted(newestFirst) : own;
      const page = sorted.slice(from, to + 1);
      return {
        status: page.length === 0 ? 204 : 206,
        headers: { ...JSON_TYPE, 'content-range': `offres ${from}-${from + page.length - 1}/${offers.length}` },
        body: page.length === 0 ? '' : JSON.stringify({ resultats: page }),
      };
    });
}
