import t from 'tap';
import { htmlToMarkdown } from '../../../src/pages/extract/html-to-markdown.ts';
import { textRows } from '../../support/text-table.ts';

const field = (type: string, name: string): string => `<input type="${type}" name="${name}">`;
/** Markup that several pages of the table share. */
const PIECES: Readonly<Record<string, string>> = {
  SENSOR: '<script src="/_Incapsula_Resource?SWJIYLWA=719d34"></script>',
  RECAPTCHA: '<script src="https://www.google.com/recaptcha/api.js"></script><div class="g-recaptcha"></div>',
  TURNSTILE:
    '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script><div class="cf-turnstile"></div>',
  HCAPTCHA: '<script src="https://js.hcaptcha.com/1/api.js"></script><div class="h-captcha"></div>',
  DATADOME: '<script src="https://js.datadome.co/tags.js"></script>',
  NAV: '<header><a href="/">Home</a> <a href="/jobs">Jobs</a> <a href="/about">About</a></header>',
  NAV_FR: '<nav><a href="/">Accueil</a> <a href="/offres">Offres</a></nav>',
  FIELDS: `<form action="/session">${field('email', 'email')}${field('password', 'password')}<button>Log in</button></form>`,
  LOGIN: `<form method="post"><label>Email</label>${field('email', 'e')}<label>Password</label>${field('password', 'p')}<button>Continue</button></form>`,
  JOB: 'https://jobs.example.com/jobs/1',
  VACANCY: 'https://jobs.example.co.uk/vacancy/771',
  OFFRE: 'https://emploi.example.fr/offre/771',
};

/** Short labelled pages: block pages, and honest pages that look like them. We wrote all of them. */
const WALL_CASES = textRows(new URL('block-pages.tsv', import.meta.url)).map((row) => {
  const [label = '', title = '', body = '', url = '', head = ''] = row.map((cell) =>
    cell.replace(/\{([A-Z_]+)\}/g, (name, piece: string) => PIECES[piece] ?? name),
  );
  return [label, title, body, url || undefined, head] as const;
});

const MAXIMUM_MISSED = 0.03;

t.test('block pages: no honest page is withheld, and few block pages are missed', async (t) => {
  const honest = WALL_CASES.filter(([label]) => label === 'honest');
  const walls = WALL_CASES.filter(([label]) => label !== 'honest');
  t.ok(honest.length >= 75 && WALL_CASES.length >= 150, `${honest.length} honest of ${WALL_CASES.length}`);
  const found = ([, title, body, url, head]: (typeof WALL_CASES)[number]) =>
    htmlToMarkdown(
      `<html><head><title>${title}</title>${head}</head><body>${body}</body></html>`,
      url ?? 'https://www.example.com/a/1',
    ).blockPage;
  for (const page of honest) t.equal(found(page), undefined, `${page[1]}: ${page[2].slice(0, 80)}`);
  const missed = walls.filter((page) => found(page) === undefined);
  t.ok(missed.length <= walls.length * MAXIMUM_MISSED, JSON.stringify(missed));
  for (const page of walls) if (found(page)) t.equal(found(page), page[0], `${page[1]}: ${page[2].slice(0, 80)}`);
});
