import type { AdvertMarks } from '../marks.ts';

export const ashby: AdvertMarks = {
  source: 'links to adverts in a recorded page of an employer',
  hosts: /^jobs\.ashbyhq\.com$/,
  advertPath: /^\/[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}/,
};
