// Imported from its own file, because schemas/index.ts loads TypeBox (9 MB), which the parser threads do not need.
import { DEPRECATIONS } from '../../../schemas/deprecations.ts';
import { adzunaFr, adzunaGb } from './adzuna.ts';
import { apec } from './apec.ts';
import { apprenticeships } from './apprenticeships.ts';
import { cvLibrary } from './cv-library.ts';
import { franceTravail } from './france-travail.ts';
import { hellowork } from './hellowork.ts';
import { jobsAcUk } from './jobs-ac-uk.ts';
import { linkedinFr, linkedinGb } from './linkedin.ts';
import { meteojob } from './meteojob.ts';
import { nearestPlatform } from './nearest-platform.ts';
import { nhsJobs } from './nhs-jobs.ts';
import type { Platform, PlatformSetting } from './platform.ts';
import { reed } from './reed.ts';
import { teachingVacancies } from './teaching-vacancies.ts';
import { totaljobs } from './totaljobs.ts';
import { workHub } from './work-hub.ts';
import { wttj, wttjGb } from './wttj.ts';

export const PLATFORMS: readonly Platform[] = [
  reed,
  totaljobs,
  nhsJobs,
  workHub,
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
  teachingVacancies,
  apprenticeships,
  wttjGb,
];

/** The keys are current and deprecated codes. */
const byCode: ReadonlyMap<string, Platform> = new Map(
  PLATFORMS.flatMap((platform) => {
    const former = DEPRECATIONS.filter(({ kind, replacement }) => kind === 'platform' && replacement === platform.code);
    return [platform.code, ...former.map(({ name }) => name)].map((code) => [code, platform] as const);
  }),
);

export function findPlatform(code: string): Platform | undefined {
  return byCode.get(code);
}

/** Returns ` Did you mean "reed"?` for a code that is nearly a platform's, and "" for any other. */
export function suggestPlatform(code: string): string {
  const meant = nearestPlatform(code, [PLATFORMS]);
  return meant === undefined ? '' : ` Did you mean "${meant.code}"?`;
}

export const PLATFORM_SETTINGS: readonly PlatformSetting[] = [
  ...new Map(PLATFORMS.flatMap(({ settings = [] }) => settings).map((setting) => [setting.name, setting])).values(),
];

/**
 * Reads the setting PLATFORMS. If it contains only codes without a sign, they replace the default list. Otherwise,
 * -code removes a platform from the default list, and +code or code adds one. `named` contains the codes without a
 * minus. Throws an Error for an unknown code.
 */
export function enablePlatforms(setting: readonly string[]): {
  enabled: readonly Platform[];
  named: ReadonlySet<string>;
} {
  const items = setting.map((item) => {
    const name = item.replace(/^[+-]/, '');
    const platform = byCode.get(name);
    if (platform) return { code: platform.code, sign: item.slice(0, item.length - name.length) };
    const codes = PLATFORMS.map(({ code }) => code).join(', ');
    throw new Error(`PLATFORMS names "${name}", which is no platform code.${suggestPlatform(name)} Codes: ${codes}.`);
  });
  const replaces = items.length > 0 && items.every(({ sign }) => sign === '');
  const codes = new Set(replaces ? [] : PLATFORMS.filter(({ byDefault }) => byDefault).map(({ code }) => code));
  for (const { code, sign } of items) {
    if (sign === '-') codes.delete(code);
    else codes.add(code);
  }
  const named = new Set(items.filter(({ sign }) => sign !== '-').map(({ code }) => code));
  return { enabled: PLATFORMS.filter(({ code }) => codes.has(code)), named };
}
