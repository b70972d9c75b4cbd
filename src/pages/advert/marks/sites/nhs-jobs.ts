import type { AdvertMarks } from '../marks.ts';

export const nhsJobs: AdvertMarks = {
  source: 'links to adverts in a recorded result page (September 2026)',
  hosts: /^(?:www\.)?jobs\.nhs\.uk$/,
  advertPath: /^\/candidate\/jobadvert\/[\w-]+/,
};
