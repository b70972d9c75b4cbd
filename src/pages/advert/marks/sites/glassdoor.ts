import type { AdvertMarks } from '../marks.ts';

export const glassdoor: AdvertMarks = {
  source: 'links to adverts in public programs',
  hosts: /(?:^|\.)glassdoor\.(?:com|co\.uk|fr)$/,
  advertPath: /^\/(?:job-listing|offre-emploi|partner\/joblisting)/i,
};
