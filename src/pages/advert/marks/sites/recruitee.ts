import type { AdvertMarks } from '../marks.ts';

export const recruitee: AdvertMarks = {
  source: 'links to adverts in public programs',
  hosts: /\.recruitee\.com$/,
  advertPath: /^\/o\/[^/]+/,
};
