import { DAY_MS } from '../../lib/clock.ts';
import type { SampleAdvert } from '../adverts/advert.ts';
import { SAMPLE_NOW } from '../sample-clock.ts';
import { isoDay, numberOf, payInFrench, slugOf, type SamplePlatform } from './sample-platform.ts';

const CONTRACTS = { permanent: 'CDI', fixed_term: 'CDD', freelance: 'Profession libérale' };
const HOURS = { full_time: 'Temps plein', part_time: 'Temps partiel' };
const NO_JSON = 'the answer is not the JSON that was expected';
const NO_LIST = 'the page holds no list of adverts, and does not say that there are none';

/** "42 - 48 k€ brut annuel" */
function payInThousands(advert: SampleAdvert): string {
  const { pay } = advert;
  return pay?.period === 'year' ? `${pay.min / 1_000} - ${pay.max / 1_000} k€ brut annuel` : payInFrench(advert);
}

const apec: SamplePlatform = {
  code: 'apec',
  country: 'FR',
  changed: NO_JSON,
  statesTotal: 'always',
  link: (advert) => `https://www.apec.fr/candidat/recherche-emploi.html/emploi/detail-offre/${numberOf(advert)}W`,
  toListing: (advert) => ({
    id: `${numberOf(advert)}W`,
    location: `${advert.town} - ${advert.department}`,
    description: advert.text,
    salaryText: payInThousands(advert),
    postedText: `${isoDay(advert)}T07:00:00.000+0000`,
    termsOfCodes: advert.contract === 'freelance' ? '' : CONTRACTS[advert.contract],
    ...(advert.mode === 'unknown' ? {} : { workMode: advert.mode }),
  }),
};

const wttj: SamplePlatform = {
  code: 'wttj',
  country: 'FR',
  changed: NO_JSON,
  statesTotal: 'always',
  link: (advert) =>
    `https://www.welcometothejungle.com/fr/companies/${slugOf(advert.company)}/jobs/${slugOf(advert.title)}_${slugOf(advert.town)}`,
  toListing: (advert) => ({
    id: `sample-${advert.number}`,
    location: advert.town,
    description: advert.text,
    postedText: `${isoDay(advert)}T07:00:00Z`,
    ...(advert.mode === 'unknown' ? {} : { workMode: advert.mode }),
    ...(advert.pay
      ? { salary: { min: advert.pay.min, max: advert.pay.max, period: advert.pay.period, currency: 'EUR' } }
      : {}),
  }),
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

/** On the cards of Meteojob's result page, a listing has no description. */
const meteojob: SamplePlatform = {
  code: 'meteojob',
  country: 'FR',
  changed: NO_LIST,
  link: (advert) => `https://www.meteojob.com/jobs/${numberOf(advert)}`,
  toListing: (advert) => ({
    id: String(numberOf(advert)),
    location: `${advert.town} (${advert.department})`,
    salaryText: payInFrench(advert),
    postedText: ageOf(advert),
    workModeText: TELEWORK[advert.mode],
  }),
};

const offerId = ({ number }: SampleAdvert): string => `900SMP${number}`;

const franceTravail: SamplePlatform = {
  code: 'france_travail',
  country: 'FR',
  changed: NO_LIST,
  link: (advert) => `https://candidat.francetravail.fr/offres/recherche/detail/${offerId(advert)}`,
  toListing: (advert) => {
    // France Travail's cards have no field for pay, so the description states it.
    const pay = payInFrench(advert);
    return {
      id: offerId(advert),
      location: `${advert.department} - ${advert.town.toUpperCase()}`,
      description: pay === '' ? advert.text : `${advert.text} Salaire : ${pay}.`,
      teaser: true,
      termsText: `${CONTRACTS[advert.contract]} - ${HOURS[advert.hours]}`,
      postedText: `Publié ${ageOf(advert).toLowerCase()}`,
    };
  },
};

/** Adzuna is missing here, because it covers both countries. */
export const PLATFORMS_FR: readonly SamplePlatform[] = [apec, wttj, meteojob, franceTravail];
