import type { AdvertMarks } from '../marks.ts';

export const findAJob: AdvertMarks = {
  source: 'links to adverts in public programs',
  hosts: /^findajob\.dwp\.gov\.uk$/,
  advertPath: /^\/details\/\d+/,
};
