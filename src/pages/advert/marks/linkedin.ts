import type { AdvertMarks } from './marks.ts';

/** The guest page of a closed advert says so in its top card. The French sentence is not taken from a page. */
export const LINKEDIN_MARKS: AdvertMarks = {
  source: 'github.com/MadsLorentzen/ai-job-search, pull request 383 (August 2026)',
  hosts: /(?:^|\.)linkedin\.com$/,
  advertPath: /^\/jobs\/view\/[^/?]+\/?(?:\?|$)/,
  closedClasses: ['closed-job__flavor', 'closed-job__flavor--closed'],
  closedSentences: [/^no longer accepting applications$/],
};
