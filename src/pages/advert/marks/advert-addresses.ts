import type { AdvertMarks } from './marks.ts';

const SOURCE = 'links to adverts in recorded search results and in public programs';

const ADDRESSES: readonly [hosts: RegExp, advertPath: RegExp][] = [
  [/^jobs\.(?:eu\.)?lever\.co$/, /^\/[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}/],
  [/^jobs\.ashbyhq\.com$/, /^\/[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}/],
  [/^apply\.workable\.com$/, /^\/[^/]+\/j\/\w+/],
  [/^jobs\.smartrecruiters\.com$/, /^\/[^/]+\/\d{6,}/],
  [/\.recruitee\.com$/, /^\/o\/[^/]+/],
  [/(?:^|\.)glassdoor\.(?:com|co\.uk|fr)$/, /^\/(?:job-listing|offre-emploi|partner\/joblisting)/i],
  [/(?:^|\.)francetravail\.fr$/, /^\/offres\/recherche\/detail\/\w+/],
  [/(?:^|\.)welcometothejungle\.com$/, /\/companies\/[^/]+\/jobs\/[^/]+/],
  [/^(?:www\.)?jobs\.nhs\.uk$/, /^\/candidate\/jobadvert\/[\w-]+/],
  [/^(?:www\.)?cv-library\.co\.uk$/, /^\/job\/\d+/],
  [/^findajob\.dwp\.gov\.uk$/, /^\/details\/\d+/],
  [/^(?:www\.)?findapprenticeship\.service\.gov\.uk$/, /^\/apprenticeship\/\w+/],
  [/(?:^|\.)free-work\.com$/, /\/job-mission\/[^/]+/],
  [/(?:^|\.)reed\.co\.uk$/, /^\/jobs\/[^/]+\/\d+/],
];

/** Sites whose adverts have addresses that the common form does not know, or knows too much of. */
export const ADVERT_ADDRESSES: readonly AdvertMarks[] = ADDRESSES.map(([hosts, advertPath]) => ({
  source: SOURCE,
  hosts,
  advertPath,
}));
