import type { AdvertMarks } from '../marks.ts';

export const cvLibrary: AdvertMarks = {
  source: 'links to adverts in public programs',
  hosts: /^(?:www\.)?cv-library\.co\.uk$/,
  advertPath: /^\/job\/\d+/,
};
