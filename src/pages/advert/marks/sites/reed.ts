import type { AdvertMarks } from '../marks.ts';

export const reed: AdvertMarks = {
  source: "links to adverts in recorded answers of the site's API (August and October 2026)",
  hosts: /(?:^|\.)reed\.co\.uk$/,
  advertPath: /^\/jobs\/[^/]+\/\d+/,
};
