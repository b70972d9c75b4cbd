import { FAULT_TEXTS, type EgressFault } from '../egress/egress.ts';
import type { PageExchange } from '../egress/renderer.ts';

export const PAGES = 'https://pages.example';

export interface SamplePage {
  path: string;
  meaning: string;
  status?: number;
  contentType?: string;
  body?: string;
  /** The page after its scripts have run; undefined if the page is rendered as sent. */
  rendered?: string;
  exchanges?: readonly PageExchange[];
  location?: string;
  fault?: { fault: EgressFault; message: string };
  delayMs?: number;
}

function frame(title: string, main: string, language = 'en'): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body>
<header><nav><a href="/">Home</a> <a href="/article">Articles</a> <a href="/job">Jobs</a></nav></header>
<main>${main}</main>
<footer><p>© Pages of the sample world</p><p><a href="/privacy">Privacy</a></p></footer></body></html>`;
}

const ARTICLE = frame(
  'How we moved a bakery’s rota online',
  `<article><h1>How we moved a bakery’s rota online</h1><p class="byline">By Ada Fennimoor, 14 September 2026</p>
<p>For forty years the rota of our bakery hung beside the ovens, written in pencil. It worked, until there were three bakeries and one pencil. This is what we learned when we replaced it, and what we would do again.</p>
<h2>Begin with the people who write it</h2>
<p>Four people had written the rota. We sat beside each of them for a week and wrote down every rule that they followed without knowing it: who may work nights, who shares a car, who must not open alone.</p>
<ul><li>Twenty-three rules were written down.</li><li>Nine of them were in nobody’s contract.</li><li>Two contradicted each other, and everyone knew why.</li></ul>
<h2>Keep the paper for a month</h2>
<p>Both rotas ran side by side until they agreed for <strong>two weeks in a row</strong>. The pencil won three times; each time the software had been told too little.</p>
<blockquote><p>I trusted it when it gave me the Sunday that I had asked for.</p></blockquote>
<p>The whole change took eleven weeks. Our <a href="/table">table of shifts</a> shows what became of the hours.</p></article>`,
);

const ARTICLE_FR = frame(
  'Le planning d’une boulangerie, sans crayon',
  `<article><h1>Le planning d’une boulangerie, sans crayon</h1><p>Pendant quarante ans, le planning de notre boulangerie est resté accroché près des fours, écrit au crayon. Cela marchait, jusqu’au jour où il y eut trois boulangeries et un seul crayon.</p>
<h2>Commencer par celles et ceux qui l’établissent</h2><p>Quatre personnes établissaient le planning. Nous avons passé une semaine à côté de chacune et noté toutes les règles qu’elles suivaient sans le savoir : qui peut travailler la nuit, qui partage une voiture, qui ne doit pas ouvrir seul.</p>
<p>Les deux plannings ont coexisté jusqu’à ce qu’ils concordent pendant <strong>deux semaines de suite</strong>.</p></article>`,
  'fr',
);

const JOB = frame(
  'Software Engineer at Alderfinch Software',
  `<h1>Software Engineer</h1><p>Alderfinch Software, Leeds. £48,000 to £56,000 a year.</p>
<h2>What you will do</h2><p>Build the services behind our booking software with TypeScript and Postgres. Five engineers, one product, releases every day. Hybrid working: two days a week in the office, the rest from home.</p>
<h2>What we look for</h2><ul><li>Two years of work on a web service that people rely on</li><li>Tests before, during or shortly after</li><li>Plain words</li></ul>
<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Software Engineer',
    datePosted: '2026-09-29',
    hiringOrganization: { '@type': 'Organization', name: 'Alderfinch Software' },
    jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Leeds' } },
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'GBP',
      value: { '@type': 'QuantitativeValue', minValue: 48_000, maxValue: 56_000, unitText: 'YEAR' },
    },
    description: 'Build the services behind our booking software with TypeScript and Postgres.',
  })}</script>`,
);

const TABLE = frame(
  'Shifts: reference',
  `<h1>Shifts: reference</h1><p>Every shift has a code of two letters. The software accepts no other codes, and shows which are free.</p>
<table><thead><tr><th>Code</th><th>Hours</th><th>People</th></tr></thead><tbody>
<tr><td>EA</td><td>03:00 to 11:00</td><td>6</td></tr><tr><td>DA</td><td>07:00 to 15:00</td><td>4</td></tr><tr><td>LA</td><td>11:00 to 19:00</td><td>3</td></tr></tbody></table>
<h2>Asking for a shift</h2><p>Send the code and the day:</p><pre><code class="language-json">{ "shift": "EA", "day": "2026-10-04" }</code></pre>
<p>The answer is <code>200</code> when the shift is yours and <code>409</code> when it is taken.</p>`,
);

const APP_ROWS = [
  { shift: 'EA', day: '2026-10-04', free: 2 },
  { shift: 'LA', day: '2026-10-04', free: 0 },
];
const APP_SHELL = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Free shifts</title></head><body><div id="app"></div><script src="/app.js"></script></body></html>`;
const APP_RENDERED = frame(
  'Free shifts',
  `<h1>Free shifts</h1><p>Shifts that can still be asked for, as of this morning.</p><table><thead><tr><th>Shift</th><th>Day</th><th>Free</th></tr></thead><tbody>${APP_ROWS.map(
    ({ shift, day, free }) => `<tr><td>${shift}</td><td>${day}</td><td>${free}</td></tr>`,
  ).join('')}</tbody></table>`,
);

const BOT_CHECK =
  '<!doctype html><html><head><title>Just a moment...</title></head><body><h1>Checking your browser before you go on</h1><div id="cf-challenge"></div></body></html>';

const LONG = frame(
  'The whole log',
  `<article><h1>The whole log</h1>${Array.from(
    { length: 260 },
    (_, day) =>
      `<p>Day ${day + 1}: the ovens were lit at three, the first loaves left at five, and ${400 + ((day * 37) % 90)} were sold by noon. Nobody was late, and the cat of the neighbours was asleep on the flour.</p>`,
  ).join('')}</article>`,
);

const SIGN_IN = `<!doctype html><html lang="en"><head><title>Sign in</title></head><body><h1>Sign in to continue</h1><form action="/session" method="post"><label>E-mail <input name="email" type="email"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form></body></html>`;

/**
 * The page at the address that error messages give as an example, so that test keys can read it as well as live keys.
 */
export const EXAMPLE_PAGE: SamplePage & { url: string } = {
  url: 'https://example.com/',
  path: '/',
  meaning: 'a short page, at the address that error messages give as an example',
  body: frame(
    'An example',
    '<h1>An example</h1><p>Error messages give this address as an example, so test keys can read it too. The other pages of the sample data are on pages.example.</p>',
  ),
};

export const SAMPLE_PAGES: readonly SamplePage[] = [
  { path: '/article', meaning: 'an article: its text without the menu and footer', body: ARTICLE },
  { path: '/fr/article', meaning: 'an article in French', body: ARTICLE_FR },
  { path: '/job', meaning: 'a job advert with structured data', body: JOB },
  { path: '/table', meaning: 'a documentation page: a table and a code block', body: TABLE },
  {
    path: '/app',
    meaning: 'a page built by a script: empty without JavaScript; with `xhr`, two requests and their responses',
    body: APP_SHELL,
    rendered: APP_RENDERED,
    exchanges: [
      {
        url: `${PAGES}/api/shifts?free=true`,
        method: 'GET',
        status: 200,
        contentType: 'application/json',
        requestBody: '',
        body: JSON.stringify(APP_ROWS),
        truncated: false,
      },
      {
        url: `${PAGES}/api/seen`,
        method: 'POST',
        status: 204,
        contentType: '',
        requestBody: '{"page":"shifts"}',
        body: '',
        truncated: false,
      },
    ],
  },
  {
    path: '/long',
    meaning: 'more than 30,000 characters: the text is cut, and the last line says by how much',
    body: LONG,
  },
  { path: '/shifts.json', meaning: 'JSON', contentType: 'application/json', body: JSON.stringify(APP_ROWS) },
  {
    path: '/shifts.csv',
    meaning: 'CSV',
    contentType: 'text/csv; charset=utf-8',
    body: 'shift,day,free\nEA,2026-10-04,2\nLA,2026-10-04,0\n',
  },
  { path: '/moved', meaning: 'a redirect to `/article`', status: 301, location: '/article' },
  { path: '/blocked', meaning: 'a bot check: reason `wall_challenge`', status: 403, body: BOT_CHECK },
  { path: '/members', meaning: 'a log-in page: reason `wall_login`', body: SIGN_IN },
  {
    path: '/missing',
    meaning: 'HTTP 404: reason `http_404`',
    status: 404,
    body: frame('Not found', '<h1>Not found</h1><p>There is no page of that name here.</p>'),
  },
  {
    path: '/broken',
    meaning: 'HTTP 500: reason `http_500`',
    status: 500,
    body: frame('Out of order', '<h1>Out of order</h1><p>The ovens are cold today.</p>'),
  },
  {
    path: '/timeout',
    meaning: 'no answer in time: reason `timeout`',
    fault: { fault: 'timeout', message: FAULT_TEXTS.siteTimeout },
  },
  {
    path: '/picture.png',
    meaning: 'an image, which cannot be read: reason `unsupported`',
    contentType: 'image/png',
    body: '\u0089PNG\r\n\u001a\n',
  },
  { path: '/slow', meaning: 'the article, after two seconds', body: ARTICLE, delayMs: 2_000 },
];
