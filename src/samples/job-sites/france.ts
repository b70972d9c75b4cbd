import type { SalaryPeriod } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { SampleAdvert } from '../adverts/advert.ts';
import { SAMPLE_NOW } from '../sample-clock.ts';
import {
  escapeHtml,
  isoDay,
  numberOf,
  payInFrench,
  slugOf,
  toScriptJson,
  type SampleSearchInput,
  type JobSite,
} from './job-site.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

function fieldOf(body: string, name: string): string {
  return String((JSON.parse(body) as Record<string, unknown>)[name] ?? '');
}

/** `idNomTeletravail` */
const APEC_MODES = { remote: 20_767, hybrid: 20_765, 'on-site': 20_949, unknown: null };
/** `typeContrat` */
const APEC_CONTRACTS = { permanent: 101_888, fixed_term: 101_887, freelance: null };
const APEC_PLACES = '/cms/webservices/autocompletion/lieuautocomplete';

/** "42 - 48 k€ brut annuel", as the site writes it. */
function payInThousands(advert: SampleAdvert): string {
  const { pay, payWords } = advert;
  if (pay?.period !== 'year') return pay ? payInFrench(advert) : payWords;
  return `${pay.min / 1_000} - ${pay.max / 1_000} k€ brut annuel`;
}

const apec: JobSite = {
  code: 'apec',
  country: 'FR',
  hosts: ['www.apec.fr'],
  readQuery: ({ url, body }) =>
    url.pathname === '/cms/webservices/rechercheOffre' ? fieldOf(body, 'motsCles') : undefined,
  writeOther: ({ url }) =>
    url.pathname === APEC_PLACES
      ? JSON.stringify([
          {
            lieuId: '900001',
            lieuType: 'FR_COMMUNE',
            lieuDisplay: (url.searchParams.get('q') ?? '').replace(/\s*-$/, ''),
          },
        ])
      : undefined,
  contentType: JSON_TYPE,
  link: (advert) => `https://www.apec.fr/candidat/recherche-emploi.html/emploi/detail-offre/${numberOf(advert)}W`,
  writeResults: (adverts) => {
    const resultats = adverts.map((advert) => ({
      id: advert.number,
      numeroOffre: `${numberOf(advert)}W`,
      intitule: advert.title,
      nomCommercial: advert.company,
      lieuTexte: `${advert.town} - ${advert.department}`,
      salaireTexte: payInThousands(advert),
      texteOffre: advert.text,
      datePublication: `${isoDay(advert)}T07:00:00.000+0000`,
      offreConfidentielle: false,
      idNomTeletravail: APEC_MODES[advert.mode],
      typeContrat: APEC_CONTRACTS[advert.contract],
    }));
    return JSON.stringify({ resultats, totalCount: resultats.length });
  },
};

const WTTJ_MODES = { remote: 'fulltime', hybrid: 'partial', 'on-site': 'no', unknown: 'unknown' };
const WTTJ_PERIODS: Readonly<Record<SalaryPeriod, string>> = {
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
};

const wttj: JobSite = {
  code: 'wttj',
  country: 'FR',
  hosts: ['www.welcometothejungle.com', 'api.welcometothejungle.com', 'sampleworld-dsn.algolia.net'],
  readQuery: ({ url, body }) => {
    if (url.hostname.endsWith('.algolia.net')) return fieldOf(body, 'query');
    return url.pathname === '/api/v3/public/jobs' ? (url.searchParams.get('job_title') ?? '') : undefined;
  },
  writeOther: ({ url }) =>
    url.pathname === '/api/env'
      ? `window.env = ${toScriptJson({ PUBLIC_ALGOLIA_APPLICATION_ID: 'SAMPLEWORLD', PUBLIC_ALGOLIA_API_KEY_CLIENT: '0123456789abcdef' })};`
      : undefined,
  contentType: JSON_TYPE,
  link: (advert) =>
    `https://www.welcometothejungle.com/fr/companies/${slugOf(advert.company)}/jobs/${slugOf(advert.title)}_${slugOf(advert.town)}`,
  writeResults: (adverts) => {
    const hits = adverts.map((advert) => ({
      objectID: `sample-${advert.number}`,
      reference: `sample-${advert.number}`,
      name: advert.title,
      slug: `${slugOf(advert.title)}_${slugOf(advert.town)}`,
      organization: { name: advert.company, slug: slugOf(advert.company) },
      offices: [{ city: advert.town, local_city: advert.town, country_code: 'FR' }],
      remote: WTTJ_MODES[advert.mode],
      published_at: `${isoDay(advert)}T07:00:00Z`,
      ...(advert.pay
        ? {
            salary_currency: 'EUR',
            salary_minimum: advert.pay.min,
            salary_maximum: advert.pay.max,
            salary_period: WTTJ_PERIODS[advert.pay.period],
          }
        : {}),
      summary: advert.text,
    }));
    return JSON.stringify({ hits, nbHits: hits.length, nbPages: 1, page: 0, hitsPerPage: 50 });
  },
};

/** "Il y a 3 jours" */
function ageOf({ postedAt }: SampleAdvert): string {
  const days = Math.round((SAMPLE_NOW - postedAt) / DAY_MS);
  return days === 1 ? 'Il y a 1 jour' : `Il y a ${days} jours`;
}

const TELEWORK = {
  remote: 'Télétravail complet',
  hybrid: 'Télétravail partiel',
  'on-site': 'Présentiel',
  unknown: '',
};

const meteojob: JobSite = {
  code: 'meteojob',
  country: 'FR',
  hosts: ['www.meteojob.com'],
  readQuery: ({ url }) => (url.pathname === '/jobs' ? (url.searchParams.get('what') ?? '') : undefined),
  contentType: HTML,
  link: (advert) => `https://www.meteojob.com/jobs/${numberOf(advert)}`,
  writeResults: (adverts) => {
    const cards = adverts.map((advert) => {
      const id = numberOf(advert);
      const part = (name: string, text: string): string =>
        text === '' ? '' : `<div id="${id}-${name}">${escapeHtml(text)}</div>`;
      return `<article class="cc-job-offer-list-item__card"><a href="/jobs/${id}" title="${escapeHtml(advert.title)} - ${escapeHtml(advert.company)}"><h2 class="cc-job-offer-title">${escapeHtml(advert.title)}</h2></a>
${part('company-name', advert.company)}${part('job-locations', `${advert.town} (${advert.department})`)}${part('salary', payInFrench(advert))}${part('telework', TELEWORK[advert.mode])}<span>${ageOf(advert)}</span></article>`;
    });
    const found = adverts.length === 0 ? '<p>Aucune offre ne correspond à votre recherche.</p>' : cards.join('\n');
    return `<!doctype html><html lang="fr"><head><title>Offres d'emploi</title></head><body><h1>Offres d'emploi</h1>${found}</body></html>`;
  },
};

const CONTRACTS = { permanent: 'CDI', fixed_term: 'CDD', freelance: 'Profession libérale' };
const HOURS = { full_time: 'Temps plein', part_time: 'Temps partiel' };

const offerId = ({ number }: SampleAdvert): string => `900SMP${number}`;

const franceTravail: JobSite = {
  code: 'france_travail',
  country: 'FR',
  hosts: ['candidat.francetravail.fr'],
  readQuery: ({ url }: SampleSearchInput) =>
    url.pathname === '/offres/recherche' ? (url.searchParams.get('motsCles') ?? '') : undefined,
  contentType: HTML,
  link: (advert) => `https://candidat.francetravail.fr/offres/recherche/detail/${offerId(advert)}`,
  writeResults: (adverts) => {
    const cards = adverts.map((advert) => {
      const id = offerId(advert);
      // Its cards have no field for pay: what is said of it stands in the text.
      const pay = payInFrench(advert);
      const text = pay === '' ? advert.text : `${advert.text} Salaire : ${pay}.`;
      return `<li data-id-offre="${id}" class="result"><a href="/offres/recherche/detail/${id}"><h2 class="t4 media-heading"><span class="media-heading-title">${escapeHtml(advert.title)}</span></h2>
<p class="subtext">${escapeHtml(advert.company)} - <span>${advert.department} - ${escapeHtml(advert.town.toUpperCase())}</span></p><p class="description">${escapeHtml(text)}</p><p class="contrat">${CONTRACTS[advert.contract]} - ${HOURS[advert.hours]}</p><p class="date">Publié ${ageOf(advert).toLowerCase()}</p></a></li>`;
    });
    const found =
      adverts.length === 0 ? '<p>Aucune offre ne correspond à votre recherche.</p>' : `<ul>${cards.join('\n')}</ul>`;
    return `<!doctype html><html lang="fr"><head><title>Offres</title></head><body><h1>Offres d'emploi</h1>${found}</body></html>`;
  },
};

/** Platforms of France; Adzuna, which is in both countries, has a file of its own. */
export const SITES_FR: readonly JobSite[] = [apec, wttj, meteojob, franceTravail];
