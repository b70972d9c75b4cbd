import type { AdvertMarks } from '../marks.ts';
import { ashby } from './ashby.ts';
import { cvLibrary } from './cv-library.ts';
import { findAJob } from './find-a-job.ts';
import { findAnApprenticeship } from './find-an-apprenticeship.ts';
import { franceTravail } from './france-travail.ts';
import { freeWork } from './free-work.ts';
import { glassdoor } from './glassdoor.ts';
import { indeed } from './indeed.ts';
import { lever } from './lever.ts';
import { linkedin } from './linkedin.ts';
import { nhsJobs } from './nhs-jobs.ts';
import { recruitee } from './recruitee.ts';
import { reed } from './reed.ts';
import { smartRecruiters } from './smartrecruiters.ts';
import { workable } from './workable.ts';
import { wttj } from './wttj.ts';

/**
 * Sites for which the general marks are not enough, because their adverts state closure in another way, or because the
 * general pattern misses addresses of their adverts or matches addresses of other pages.
 */
export const SITE_MARKS: readonly AdvertMarks[] = [
  linkedin,
  indeed,
  lever,
  ashby,
  workable,
  smartRecruiters,
  recruitee,
  glassdoor,
  franceTravail,
  wttj,
  nhsJobs,
  cvLibrary,
  findAJob,
  findAnApprenticeship,
  freeWork,
  reed,
];
