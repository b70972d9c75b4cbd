import type { AdvertMarks } from '../marks.ts';

/** Only sentences that name Indeed are added, because the scripts of open adverts also contain shorter ones. */
export const indeed: AdvertMarks = {
  source: 'sentences that several public programs look for in its pages (2024 to 2026)',
  hosts: /(?:^|\.)indeed\.(?:com|co\.uk|fr)$/,
  advertPath: /^\/(?:viewjob|m\/viewjob|voir-emploi|rc\/clk)\?(?:.*&)?jk=\w/,
  closedSentences: [/^this job has expired on indeed$/, /^cette (?:offre|annonce)(?: d'emploi)? a expire sur indeed$/],
};
