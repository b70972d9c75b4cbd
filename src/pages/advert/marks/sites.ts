import type { AdvertMarks } from './marks.ts';

const LINKEDIN_MARKS: AdvertMarks = {
  source: 'github.com/MadsLorentzen/ai-job-search, pull request 383 (August 2026)',
  hosts: /(?:^|\.)linkedin\.com$/,
  advertPath: /^\/jobs\/view\/[^/?]+\/?(?:\?|$)/,
  closedClasses: ['closed-job__flavor', 'closed-job__flavor--closed'],
  closedSentences: [/^no longer accepting applications$/],
};

/** Only sentences that name Indeed are added to the general ones, because shorter ones are also in open adverts' scripts. */
const INDEED_MARKS: AdvertMarks = {
  source: 'sentences that several public programs look for in its pages (2024 to 2026)',
  hosts: /(?:^|\.)indeed\.(?:com|co\.uk|fr)$/,
  advertPath: /^\/(?:viewjob|m\/viewjob|voir-emploi|rc\/clk)\?(?:.*&)?jk=\w/,
  closedSentences: [/^this job has expired on indeed$/, /^cette (?:offre|annonce)(?: d'emploi)? a expire sur indeed$/],
};

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

/** On these sites, the general pattern misses addresses of adverts or matches addresses of other pages. */
const ADVERT_ADDRESSES: readonly AdvertMarks[] = ADDRESSES.map(([hosts, advertPath]) => ({
  source: SOURCE,
  hosts,
  advertPath,
}));

export const SITE_MARKS: readonly AdvertMarks[] = [LINKEDIN_MARKS, INDEED_MARKS, ...ADVERT_ADDRESSES];
