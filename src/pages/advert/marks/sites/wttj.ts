import type { AdvertMarks } from '../marks.ts';

export const wttj: AdvertMarks = {
  source: 'links to adverts in recorded search results (October 2026)',
  hosts: /(?:^|\.)welcometothejungle\.com$/,
  advertPath: /\/companies\/[^/]+\/jobs\/[^/]+/,
};
