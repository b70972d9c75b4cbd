import type { HTMLElement } from 'node-html-parser';
import type { Country } from '../../../schemas/index.ts';
import { DAY_SECONDS } from '../../lib/clock.ts';
import { readHtml, textOf } from '../../reading/answer.ts';
import { distinctById } from './result-page.ts';
import { pageAccess } from './page-access.ts';
import { addressOf, daysOf, filterValue, milesOf, parametersOf, widerValue } from './search-criteria.ts';
import { definePlatform, type Listing, type ListingPage, type Platform, type PlatformSearch } from './platform.ts';
import { AdapterFault } from '../../reading/answer.ts';

const HOST = 'www.linkedin.com';
const PAGE_SIZE = 10;

const RADII = [5, 10, 25, 50, 100];

const COUNTRY_NAMES: Readonly<Record<Country, string>> = { GB: 'United Kingdom', FR: 'France' };

/**
 * LinkedIn's job search without a log-in returns HTML fragments with cards. Robots.txt forbids all crawlers, so the
 * platform is off by default.
 */
function linkedin(country: Country): Platform {
  return definePlatform({
    code: `linkedin_${country.toLowerCase()}`,
    name: country === 'GB' ? 'LinkedIn' : 'LinkedIn France',
    country,
    hosts: [HOST],
    advertHosts: ['*.linkedin.com'],
    byDefault: false,
    inTrial: false,
    terms: 'The terms forbid automated access; robots.txt disallows everything.',
    accessMethods: [
      pageAccess({
        country,
        minIntervalMs: 3_000,
        expectedFields: ['company', 'location', 'postedText'],
        appliesSalary: false,
        criteriaParameters: (search) => {
          const days = daysOf(search);
          return parametersOf({
            distance: milesOf(search, RADII),
            f_TPR: days === undefined ? undefined : `r${days * DAY_SECONDS}`,
            sortBy: search.criteria?.sort === 'date' ? 'DD' : undefined,
          });
        },
        filters: {
          workModes: {
            'on-site': filterValue('f_WT', '1'),
            remote: filterValue('f_WT', '2'),
            hybrid: filterValue('f_WT', '3'),
          },
          contracts: {
            temporary: filterValue('f_JT', 'T'),
            internship: filterValue('f_JT', 'I'),
            fixed_term: widerValue('f_JT', 'C'),
            freelance: widerValue('f_JT', 'C'),
          },
          hours: { full_time: filterValue('f_JT', 'F'), part_time: filterValue('f_JT', 'P') },
          several: 'with commas',
        },
        sentPlace: (search) => fullPlace(search, country),
        address: (search) =>
          addressOf(`https://${HOST}/jobs-guest/jobs/api/seeMoreJobPostings/search`, {
            keywords: search.query,
            location: fullPlace(search, country),
            start: (search.page - 1) * PAGE_SIZE,
          }),
        parse: (answer): ListingPage => {
          // LinkedIn returns an empty fragment after the last page and for an unknown place.
          if (answer.body.trim() === '' && /html|^$/i.test(answer.contentType)) return { listings: [], hasMore: false };
          const cards = readHtml(answer).querySelectorAll('.base-search-card');
          if (cards.length === 0) throw new AdapterFault('changed', 'the fragment holds no cards');
          // A fragment may contain a card twice.
          return { listings: distinctById(cards.map(toListing)), hasMore: cards.length >= PAGE_SIZE };
        },
      }),
    ],
  });
}

export const linkedinGb = linkedin('GB');
export const linkedinFr = linkedin('FR');

/**
 * Adds the region and country ("Lyon, Auvergne-Rhône-Alpes, France"), because other countries may have a town of this
 * name.
 */
function fullPlace({ place, locationText }: Pick<PlatformSearch, 'place' | 'locationText'>, country: Country): string {
  const name = COUNTRY_NAMES[country];
  if (place?.kind === 'nation') return name;
  const around = country === 'GB' ? place?.nationName : place?.regionName;
  return [...new Set([place?.name ?? locationText, place?.qualifier, around, name])].filter(Boolean).join(', ');
}

function toListing(card: HTMLElement): Listing {
  // Sometimes the card itself is the link.
  const link = card.tagName === 'A' ? card : card.querySelector('a[href*="/jobs/view/"]');
  const href = link?.getAttribute('href') ?? '';
  const urn = card.getAttribute('data-entity-urn') ?? '';
  const id = /jobPosting:(\d+)/.exec(urn)?.[1] ?? /(\d+)\/?(?:[?#]|$)/.exec(href.replace(/[?#].*$/, ''))?.[1] ?? '';
  return {
    id,
    title: textOf(card.querySelector('.base-search-card__title')) || textOf(card.querySelector('span.sr-only')),
    company: textOf(card.querySelector('.base-search-card__subtitle')),
    location: textOf(card.querySelector('.job-search-card__location')),
    url: id === '' ? href : `https://${HOST}/jobs/view/${id}`,
    salaryText: textOf(card.querySelector('.job-search-card__salary-info')),
    // The `time` element is not selected by its class, because new adverts have another class.
    postedText: card.querySelector('time')?.getAttribute('datetime') ?? '',
  };
}
