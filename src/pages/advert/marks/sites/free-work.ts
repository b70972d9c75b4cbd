import type { AdvertMarks } from '../marks.ts';

export const freeWork: AdvertMarks = {
  source: 'links to adverts in public programs',
  hosts: /(?:^|\.)free-work\.com$/,
  advertPath: /\/job-mission\/[^/]+/,
};
