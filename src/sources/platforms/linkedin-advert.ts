import { AdapterFault, readHtml, textOf, type Answer } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import type { AdvertPage, Listing } from './platform.ts';
import { pageRequest } from './page-access.ts';

const SITE = 'https://www.linkedin.com';

/** LinkedIn's page of one advert for visitors, a tenth of the whole page; it holds no JSON-LD. */
export function linkedinAdvert(country: 'GB' | 'FR'): AdvertPage {
  return {
    request: (url) => {
      if (!URL.canParse(url)) return null;
      const { origin, pathname } = new URL(url);
      const id = /^\/jobs\/view\/(?:[^/]*-)?(\d{5,})\/?$/.exec(pathname)?.[1];
      if (origin !== SITE || id === undefined) return null;
      return pageRequest(`${SITE}/jobs-guest/jobs/api/jobPosting/${id}`, country);
    },
    parse: readAdvert,
    minIntervalMs: 3_000,
  };
}

function readAdvert(answer: Answer): Partial<Listing> {
  const document = readHtml(answer);
  const description = document.querySelector('.show-more-less-html__markup, .description__text');
  if (!description) throw new AdapterFault('changed', 'the page holds no description');
  return {
    description: htmlToText(description.innerHTML),
    salaryText: textOf(document.querySelector('.compensation__salary')),
    postedText: textOf(document.querySelector('.posted-time-ago__text')),
  };
}
