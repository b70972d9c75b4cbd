import type { AdvertMarks } from '../marks.ts';

export const linkedin: AdvertMarks = {
  source: 'github.com/MadsLorentzen/ai-job-search, pull request 383 (August 2026)',
  hosts: /(?:^|\.)linkedin\.com$/,
  advertPath: /^\/jobs\/view\/[^/?]+\/?(?:\?|$)/,
  closedClasses: ['closed-job__flavor', 'closed-job__flavor--closed'],
  closedSentences: [/^no longer accepting applications$/],
};
