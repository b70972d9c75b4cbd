import type { AdvertMarks } from '../marks.ts';

export const lever: AdvertMarks = {
  source: 'links to adverts in public programs',
  hosts: /^jobs\.(?:eu\.)?lever\.co$/,
  advertPath: /^\/[^/]+\/[0-9a-f]{8}-[0-9a-f-]{27}/,
};
