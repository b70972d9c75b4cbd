import type { AdvertMarks } from './marks.ts';

/** Its own sentences name the site. Every page carries them in its scripts, which are not read. */
export const INDEED_MARKS: AdvertMarks = {
  source: 'sentences that several public programs look for in its pages (2024 to 2026)',
  hosts: /(?:^|\.)indeed\.(?:com|co\.uk|fr)$/,
  advertPath: /^\/(?:viewjob|m\/viewjob|voir-emploi|rc\/clk)\?(?:.*&)?jk=\w/,
  closedSentences: [/^this job has expired on indeed$/, /^cette (?:offre|annonce)(?: d'emploi)? a expire sur indeed$/],
};
