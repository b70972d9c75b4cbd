import t from 'tap';
import { resolveAdvert, type AdvertState } from '../../../src/pages/advert/advert.ts';
import { isAdvertAddress } from '../../../src/pages/advert/read-advert.ts';
import { htmlToMarkdown, readPageSigns } from '../../../src/pages/extract/html-to-markdown.ts';

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
  ['the same class elsewhere', { body: `<p class="closed-job__flavor">Hull</p>${TEXT}${APPLY}` }, 'open'],
];

t.test('SPEC §2: whether an advert is open', async (t) => {
  for (const [name, row, status, evidence] of ROWS) {
    const advert = advertOf(row);
    t.equal(advert?.status, status, name);
    if (evidence !== undefined) t.equal(advert?.evidence, evidence, name);
  }
});

t.test('what is said of the advert, with raw HTML too', async (t) => {
  const body = posting({ validThrough: '2026-12-24' }) + TEXT + APPLY;
  const facts = { title: 'Dock hand', company: 'Harbour Ltd', posted_date: '2026-10-02', closing_date: '2026-12-24' };
  t.match(advertOf({ body }), { status: 'open', ...facts });
  t.match(readPageSigns(`<body><h1>Dock hand</h1>${body}</body>`, URL_OF_ADVERT).advert, {
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

t.test('addresses of adverts', async (t) => {
  for (const path of [
    '/jobs/4711123',
    '/job/dock-hand-hull',
    '/emplois/12345.html',
    '/offres-emploi/detail/docker-a-hull-h-f',
  ])
    t.ok(isAdvertAddress(`https://site.example${path}`), path);
  for (const path of ['/', '/jobs', '/jobs/hull', '/news/2026-11-10-dock', '/careers/teams'])
    t.notOk(isAdvertAddress(`https://site.example${path}`), path);
});
