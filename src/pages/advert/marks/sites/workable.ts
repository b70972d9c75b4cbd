import type { AdvertMarks } from '../marks.ts';

export const workable: AdvertMarks = {
  source: 'links to adverts in public programs',
  hosts: /^apply\.workable\.com$/,
  advertPath: /^\/[^/]+\/j\/\w+/,
};
