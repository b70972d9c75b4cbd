import { readdirSync } from 'node:fs';
import t from 'tap';
import { SITE_MARKS } from '../../../src/pages/advert/marks/sites/index.ts';
import type { AdvertMarks } from '../../../src/pages/advert/marks/marks.ts';
import { isAdvertAddress } from '../../../src/pages/advert/read-advert.ts';

const FOLDER = new URL('../../../src/pages/advert/marks/sites/', import.meta.url);
const UUID = '1b2c3d4e-1111-2222-3333-444455556666';

/** By file: an address of an advert, and one of another page of the site. */
const ADDRESSES: Readonly<Record<string, readonly [advert: string, other: string]>> = {
  ashby: [`jobs.ashbyhq.com/harbour/${UUID}`, 'jobs.ashbyhq.com/harbour'],
  'cv-library': ['www.cv-library.co.uk/job/223456789/Dock-Hand', 'www.cv-library.co.uk/dock-hand-jobs-in-hull'],
  'find-a-job': ['findajob.dwp.gov.uk/details/17000001', 'findajob.dwp.gov.uk/search?q=dock-hand-in-hull'],
  'find-an-apprenticeship': [
    'www.findapprenticeship.service.gov.uk/apprenticeship/VAC1000000001',
    'www.findapprenticeship.service.gov.uk/apprenticeships?sort=AgeAsc',
  ],
  'france-travail': [
    'candidat.francetravail.fr/offres/recherche/detail/193BDXY',
    'candidat.francetravail.fr/offres/recherche?motsCles=docker',
  ],
  'free-work': [
    'www.free-work.com/fr/tech-it/data-analyst/job-mission/data-analyst-au-port',
    'www.free-work.com/fr/tech-it/jobs/data-analyst-au-port',
  ],
  glassdoor: [
    'www.glassdoor.co.uk/job-listing/dock-hand-JV_IC2671300_KO0,9.htm',
    'www.glassdoor.co.uk/Job/hull-dock-hand-jobs-SRCH_IL.0,4_IC2671300.htm',
  ],
  indeed: ['uk.indeed.com/viewjob?from=serp&jk=0a1b2c3d', 'uk.indeed.com/jobs?q=dock-hand-in-hull'],
  lever: [`jobs.lever.co/harbour/${UUID}`, 'jobs.lever.co/harbour'],
  linkedin: [
    'uk.linkedin.com/jobs/view/dock-hand-at-harbour-4100000001',
    'uk.linkedin.com/jobs/dock-hand-jobs-hull?position=1',
  ],
  'nhs-jobs': ['www.jobs.nhs.uk/candidate/jobadvert/C9309-24-0264', 'www.jobs.nhs.uk/candidate/search/results'],
  recruitee: ['harbour.recruitee.com/o/dock-hand', 'harbour.recruitee.com/jobs/our-dock-2026'],
  reed: ['www.reed.co.uk/jobs/dock-hand/57364884', 'www.reed.co.uk/jobs/dock-hand-jobs-in-hull'],
  smartrecruiters: [
    'jobs.smartrecruiters.com/Harbour/743999912345678-dock-hand',
    'jobs.smartrecruiters.com/Harbour/dock-hand',
  ],
  workable: ['apply.workable.com/harbour/j/1A2B3C4D5E/', 'apply.workable.com/harbour/'],
  wttj: [
    'www.welcometothejungle.com/fr/companies/harbour/jobs/docker_hull',
    'www.welcometothejungle.com/fr/jobs?query=docker',
  ],
};

t.test('one file a site, in the table, with its source', async (t) => {
  const files = readdirSync(FOLDER).filter((file) => file !== 'index.ts' && file.endsWith('.ts'));
  t.same(files.map((file) => file.replace('.ts', '')).sort(), Object.keys(ADDRESSES).sort());
  t.equal(SITE_MARKS.length, files.length);
  for (const [name, addresses] of Object.entries(ADDRESSES)) {
    const [marks, ...others] = Object.values(
      (await import(new URL(`${name}.ts`, FOLDER).href)) as object,
    ) as AdvertMarks[];
    t.equal(others.length, 0, name);
    t.ok(marks && SITE_MARKS.includes(marks), name);
    t.match(marks?.source, /\w{3} \w|\w{3}\.\w/, name);
    // Only one site's pattern of addresses is asked.
    for (const address of addresses) {
      const { hostname } = new URL(`https://${address}`);
      t.same(
        SITE_MARKS.filter(({ hosts }) => hosts?.test(hostname)),
        [marks],
        address,
      );
    }
  }
});

t.test("addresses of a site's adverts, and of its other pages", async (t) => {
  for (const [advert, other] of Object.values(ADDRESSES)) {
    t.ok(isAdvertAddress(`https://${advert}`), advert);
    t.notOk(isAdvertAddress(`https://${other}`), other);
  }
});
