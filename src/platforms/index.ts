import { adzunaFr, adzunaGb } from './adzuna.ts';
import { apec } from './apec.ts';
import { cvLibrary } from './cv-library.ts';
import { findAJob } from './find-a-job.ts';
import { franceTravail } from './france-travail.ts';
import { hellowork } from './hellowork.ts';
import { jobsAcUk } from './jobs-ac-uk.ts';
import { linkedinFr, linkedinGb } from './linkedin.ts';
import { meteojob } from './meteojob.ts';
import { nhsJobs } from './nhs-jobs.ts';
import type { Platform } from './platform.ts';
import { reed } from './reed.ts';
import { totaljobs } from './totaljobs.ts';
import { wttj } from './wttj.ts';

/** Every platform, in the order in which `ping` lists them. */
export const PLATFORMS: readonly Platform[] = [
  reed,
  totaljobs,
  nhsJobs,
  findAJob,
  jobsAcUk,
  cvLibrary,
  adzunaGb,
  apec,
  wttj,
  meteojob,
  franceTravail,
  adzunaFr,
  hellowork,
  linkedinGb,
  linkedinFr,
];

const byCode: ReadonlyMap<string, Platform> = new Map(PLATFORMS.map((platform) => [platform.code, platform]));

export function findPlatform(code: string): Platform | undefined {
  return byCode.get(code);
}

/**
 * What an operator's PLATFORMS setting makes of the list: codes alone replace
 * the default, +code and -code change it. Throws a sentence about an unknown code.
 */
export function enablePlatforms(setting: readonly string[]): {
  enabled: readonly Platform[];
  named: ReadonlySet<string>;
} {
  const names = setting.map((item) => item.replace(/^[+-]/, ''));
  const unknown = names.find((name) => !byCode.has(name));
  if (unknown !== undefined) {
    throw new Error(
      `PLATFORMS names "${unknown}", which is no platform code. Codes: ${[...byCode.keys()].join(', ')}.`,
    );
  }
  const replaces = setting.length > 0 && setting.every((item) => !/^[+-]/.test(item));
  const codes = new Set(replaces ? [] : PLATFORMS.filter(({ byDefault }) => byDefault).map(({ code }) => code));
  for (const item of setting) {
    if (item.startsWith('-')) codes.delete(item.slice(1));
    else codes.add(item.replace(/^\+/, ''));
  }
  const named = new Set(setting.filter((item) => !item.startsWith('-')).map((item) => item.replace(/^\+/, '')));
  return { enabled: PLATFORMS.filter(({ code }) => codes.has(code)), named };
}
