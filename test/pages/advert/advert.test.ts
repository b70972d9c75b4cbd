import t from 'tap';
import { resolveAdvert, type AdvertState } from '../../../src/pages/advert/advert.ts';
import { isAdvertAddress } from '../../../src/pages/advert/read-advert.ts';
import { htmlToMarkdown } from '../../../src/pages/extract/html-to-markdown.ts';
import { readPage } from '../../../src/pages/page-task.ts';

const NOW = Date.parse('2026-11-10T09:00:00Z');
const URL_OF_ADVERT = 'https://site.example/jobs/dock-hand-hull-88123';
const TEXT = '<p>You load and unload ships by crane, in shifts of eight hours, with a crew of six.</p>'.repeat(3);
const APPLY = '<a href="/apply">Apply now</a>';

const posting = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title: 'Dock hand', hiringOrganization: { name: 'Harbour Ltd' }, datePosted: '2026-10-02T08:00:00Z', description: TEXT, ...data })}</script>`;

interface Row {
  body: string;
  asked?: string;
  final?: string;
  httpStatus?: number;
}

function advertOf({ body, asked = URL_OF_ADVERT, final = asked, httpStatus = 200 }: Row): AdvertState | undefined {
  const { advert: reading } = htmlToMarkdown(`<html><body><main><h1>Dock hand</h1>${body}</main></body></html>`, final);
  return resolveAdvert({ askedUrl: asked, finalUrl: final, httpStatus, now: NOW, reading });
}

const ROWS: readonly [name: string, row: Row, status: AdvertState['status'] | undefined, evidence?: string][] = [
  ['a control to apply', { body: TEXT + APPLY }, 'open', 'apply_control: Apply now'],
  ['a French one', { body: `${TEXT}<button>Postuler à cette offre</button>` }, 'open'],
  ['a posting without one', { body: posting({}) + TEXT }, 'unknown'],
  [
    'a statement',
    { body: `<p>Sorry, this vacancy has closed.</p>${TEXT}${APPLY}` },
    'closed',
    'mark: Sorry, this vacancy has closed.',
  ],
  ['another', { body: `<span>No longer accepting applications</span>${TEXT}` }, 'closed'],
  ['a French statement', { body: `<p>L’offre n’est plus disponible</p>${TEXT}${APPLY}` }, 'closed'],
  ['another in French', { body: `<div>Ce poste a été pourvu.</div>${TEXT}` }, 'closed'],
  ['a hidden statement', { body: `<p hidden>This job is no longer available.</p>${TEXT}${APPLY}` }, 'open'],
  ['a condition', { body: `<p>If this vacancy has closed, see our others.</p>${TEXT}${APPLY}` }, 'open'],
  ['a closed advert beside it', { body: `${TEXT}${APPLY}<ul><li>Cook <b>This job has expired</b></li></ul>` }, 'open'],
  [
    'a day that has passed',
    { body: posting({ validThrough: '2026-11-08' }) + TEXT + APPLY },
    'closed',
    'valid_through: 2026-11-08',
  ],
  ['a day that has not', { body: posting({ validThrough: '2026-11-10' }) + TEXT + APPLY }, 'open'],
  ['a time that has passed', { body: posting({ validThrough: '2026-11-10T08:59:00+00:00' }) + TEXT + APPLY }, 'closed'],
  ['an advert that is gone', { body: '<p>Not found</p>', httpStatus: 410 }, 'closed', 'http_410'],
  ['another page that is gone', { body: '', asked: 'https://site.example/about', httpStatus: 404 }, undefined],
  ['a server that fails', { body: TEXT + APPLY, httpStatus: 503 }, undefined],
  [
    'led to a list',
    { body: '<p>120 jobs</p>', final: 'https://www.site.example/jobs' },
    'closed',
    'redirect: https://www.site.example/jobs',
  ],
  [
    'led to another site of the same country',
    { body: '<p>Jobs</p>', asked: 'https://harbour.co.uk/jobs/dock-hand-88123', final: 'https://other.co.uk/jobs' },
    undefined,
  ],
  [
    'led to a list on the same host with "www"',
    { body: '<p>Jobs</p>', asked: 'https://nhs.uk/jobs/dock-hand-88123', final: 'https://www.nhs.uk/jobs' },
    'closed',
  ],
  [
    'led to another police force',
    {
      body: '<p>Jobs</p>',
      asked: 'https://kent.police.uk/jobs/dock-hand-88123',
      final: 'https://essex.police.uk/jobs',
    },
    undefined,
  ],
  [
    'led to a list on another host of the site',
    {
      body: '<p>120 jobs</p>',
      asked: 'https://jobs.harbour.co.uk/jobs/dock-hand-88123',
      final: 'https://www.harbour.co.uk/jobs',
    },
    'closed',
  ],
  ['led to another site', { body: '<p>Jobs</p>', final: 'https://other.example/jobs' }, undefined],
  ['led to the advert elsewhere', { body: TEXT + APPLY, final: 'https://site.example/jobs/dock-hand-88124' }, 'open'],
  ['an article', { body: TEXT + APPLY, asked: 'https://site.example/news/how-we-hire' }, undefined],
  [
    'the class of closed adverts on their site',
    {
      body: `<figure class="closed-job"><p class="closed-job__flavor">Fermée</p></figure>${TEXT}`,
      asked: 'https://uk.linkedin.com/jobs/view/dock-hand-at-harbour-4100000001',
    },
    'closed',
    'mark: closed-job__flavor',
  ],
  [
    'a closed advert of a site that leads to its list',
    {
      body: '<p>80 jobs</p>',
      asked: 'https://uk.linkedin.com/jobs/view/dock-hand-at-harbour-4100000001',
      final: 'https://uk.linkedin.com/jobs/dock-hand-jobs-hull?trk=expired_jd_redirect',
    },
    'closed',
  ],
  [
    "the start of an advert's own path",
    {
      body: '<p>Who we are</p>',
      asked: 'https://jobs.lever.co/harbour/1b2c3d4e-1111-2222-3333-444455556666',
      final: 'https://jobs.lever.co/harbour',
    },
    'closed',
    'redirect: https://jobs.lever.co/harbour',
  ],
  [
    "a site's own sentence",
    { body: `<p>Cette offre a expiré sur Indeed</p>${TEXT}`, asked: 'https://fr.indeed.com/viewjob?jk=0a1b2c3d' },
    'closed',
    'mark: Cette offre a expiré sur Indeed',
  ],
  ['the same sentence elsewhere', { body: `<p>Cette offre a expiré sur Indeed</p>${TEXT}${APPLY}` }, 'open'],
  [
    'a card of another advert that is closed',
    { body: `${TEXT}${APPLY}<div><a href="/jobs/cook-leeds-88200">Cook</a> <b>Job expired</b></div>` },
    'open',
  ],
  [
    'a link to this advert beside the statement',
    { body: `${TEXT}<div><a href="${URL_OF_ADVERT}">Dock hand</a> <b>Job expired</b></div>` },
    'closed',
  ],
  ['a control that cannot be pressed', { body: `${posting({})}${TEXT}<button disabled>Apply now</button>` }, 'unknown'],
  ['the same class elsewhere', { body: `<p class="closed-job__flavor">Hull</p>${TEXT}${APPLY}` }, 'open'],
];

t.test('SPEC §2: whether an advert is open', async (t) => {
  for (const [name, row, status, evidence] of ROWS) {
    const advert = advertOf(row);
    t.equal(advert?.status, status, name);
    if (evidence !== undefined) t.equal(advert?.evidence, evidence, name);
  }
});

t.test('what is said about the advert, also with raw HTML', async (t) => {
  const body = posting({ validThrough: '2026-12-24' }) + TEXT + APPLY;
  const facts = { title: 'Dock hand', company: 'Harbour Ltd', posted_date: '2026-10-02', closing_date: '2026-12-24' };
  t.match(advertOf({ body }), { status: 'open', ...facts });
  const html = `<body><h1>Dock hand</h1>${body}</body>`;
  t.match(readPage({ url: URL_OF_ADVERT, contentType: 'text/html', body: html, output: 'raw' }).advert, {
    ...facts,
    applyControl: 'Apply now',
  });
  t.match(advertOf({ body: TEXT + APPLY }), {
    title: 'Dock hand',
    company: null,
    posted_date: null,
    closing_date: null,
  });
});

t.test('sentences that say an advert is closed, and similar ones that do not', async (t) => {
  const closed = [
    'Oh no, this job is no longer available.',
    'Job expired',
    'Applications closed on 3 November 2026',
    'The job you are looking for has been filled.',
    'This vacancy is closed to new applications',
    'The application deadline has passed.',
    'This job posting no longer exists',
    "L'annonce que vous cherchez n'existe plus",
    'Offre expirée',
    'Les candidatures ne sont plus acceptées',
    'Nous n’acceptons plus de candidatures pour ce poste.',
    'Le recrutement est clos',
    'La date limite de candidature est dépassée',
    'Cette offre d’emploi est désormais fermée',
  ];
  const open = [
    'Applications close on 1 December 2026',
    'This vacancy may close early',
    'We closed the Hull office',
    'This role is open',
    'Expired',
    'Cette offre expire demain',
    'If this job has expired, ask us.',
    'Le poste est à pourvoir',
  ];
  const statusOf = (text: string): string | undefined => advertOf({ body: `<p>${text}</p>${TEXT}${APPLY}` })?.status;
  for (const text of closed) t.equal(statusOf(text), 'closed', text);
  for (const text of open) t.equal(statusOf(text), 'open', text);
});

t.test('controls to apply, and other controls', async (t) => {
  const isControl = (words: string): boolean => advertOf({ body: `${TEXT}<a href="/x">${words}</a>` }) !== undefined;
  for (const words of [
    'Apply',
    'Apply to this job →',
    'Quick apply',
    'Apply via LinkedIn',
    'Start application',
    'Postulez',
    'Postuler sur le site du recruteur',
    'Envoyer ma candidature',
  ])
    t.ok(isControl(words), words);
  for (const words of ['Apply filters', 'Apply for a loan', 'How to apply', 'Applied', 'Save'])
    t.notOk(isControl(words), words);
});

t.test('addresses of adverts', async (t) => {
  for (const path of [
    '/jobs/4711123',
    '/job/dock-hand-hull',
    '/emplois/12345.html',
    '/offres-emploi/detail/docker-a-hull-h-f',
    '/careers?gh_jid=4711123',
  ])
    t.ok(isAdvertAddress(`https://site.example${path}`), path);
  for (const path of [
    '/',
    '/jobs',
    '/jobs/hull',
    '/news/2026-11-10-dock',
    '/careers/teams',
    '/careers/life-at-the-docks',
    '/jobs/dock-jobs-in-hull',
    '/jobs?page=2',
  ])
    t.notOk(isAdvertAddress(`https://site.example${path}`), path);
  for (const url of [
    'https://uk.indeed.com/viewjob?from=serp&jk=0a1b2c3d',
    'https://jobs.lever.co/harbour/1b2c3d4e-1111-2222-3333-444455556666',
    'https://apply.workable.com/harbour/j/1A2B3C4D5E/',
    'https://jobs.smartrecruiters.com/Harbour/743999912345678-dock-hand',
    'https://candidat.francetravail.fr/offres/recherche/detail/193BDXY',
    'https://www.welcometothejungle.com/fr/companies/harbour/jobs/docker_hull',
    'https://www.jobs.nhs.uk/candidate/jobadvert/C9309-24-0264',
    'https://www.cv-library.co.uk/job/223456789/Dock-Hand',
  ])
    t.ok(isAdvertAddress(url), url);
  for (const url of [
    'https://uk.indeed.com/jobs?q=dock-hand-in-hull',
    'https://www.reed.co.uk/jobs/chef-jobs-in-leeds',
    'https://jobs.lever.co/harbour',
    'https://www.linkedin.com/jobs/dock-hand-jobs-hull',
  ])
    t.notOk(isAdvertAddress(url), url);
});
