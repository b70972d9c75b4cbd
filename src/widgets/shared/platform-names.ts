// Written by npm run generate; not for editing.
const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  adzuna_fr: 'Adzuna France',
  adzuna_gb: 'Adzuna',
  apec: 'APEC',
  apprenticeships: 'Find an apprenticeship',
  cv_library: 'CV-Library',
  france_travail: 'France Travail',
  hellowork: 'HelloWork',
  jobs_ac_uk: 'jobs.ac.uk',
  linkedin_fr: 'LinkedIn France',
  linkedin_gb: 'LinkedIn',
  meteojob: 'Meteojob',
  nhs_jobs: 'NHS Jobs',
  reed: 'Reed',
  teaching_vacancies: 'Teaching Vacancies',
  totaljobs: 'Totaljobs',
  work_hub: 'Work Hub',
  wttj: 'Welcome to the Jungle',
  wttj_gb: 'Welcome to the Jungle UK',
};

/** Returns the name of a platform. For a code that this version does not know, returns the code with spaces. */
export function platformName(code: string): string {
  return Object.hasOwn(PLATFORM_NAMES, code) ? (PLATFORM_NAMES[code] ?? code) : code.replaceAll('_', ' ');
}
