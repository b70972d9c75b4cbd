import type { AdvertMarks } from '../marks.ts';

export const franceTravail: AdvertMarks = {
  source: "links to adverts in a recorded answer of the site's API (November 2025)",
  hosts: /(?:^|\.)francetravail\.fr$/,
  advertPath: /^\/offres\/recherche\/detail\/\w+/,
};
