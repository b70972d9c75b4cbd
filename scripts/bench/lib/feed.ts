export function feed(count: number): string {
  const vacancies = Array.from({ length: count }, (_, index) => {
    const description = `Ward ${index} looks for a colleague who likes people and plans. `.repeat(6);
    return `<vacancyDetails><id>${index}</id><reference>B${index}-26-0001</reference><title>Staff Nurse ${index}</title><description>${description}</description><employer>Northtown Hospitals NHS Trust ${index % 7}</employer><type>Permanent</type><salary>£${30 + (index % 9)},500 to £${36 + (index % 9)},000 a year</salary><closeDate>2026-12-01</closeDate><postDate>2026-11-1${index % 9}T09:00:00.1</postDate><url>https://www.jobs.nhs.uk/candidate/jobadvert/B${index}-26-0001</url><locations><location>Leeds, LS1 1AA</location></locations></vacancyDetails>`;
  });
  return `<nhsJobs>${vacancies.join('')}<totalPages>1</totalPages><totalResults>${count}</totalResults></nhsJobs>`;
}
