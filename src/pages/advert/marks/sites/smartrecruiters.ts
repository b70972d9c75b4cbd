import type { AdvertMarks } from '../marks.ts';

export const smartRecruiters: AdvertMarks = {
  source: 'links to adverts in public programs',
  hosts: /^jobs\.smartrecruiters\.com$/,
  advertPath: /^\/[^/]+\/\d{6,}/,
};
