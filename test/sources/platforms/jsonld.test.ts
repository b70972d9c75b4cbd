import { readFileSync } from 'node:fs';
import t from 'tap';
import { normalizeListing } from '../../../src/jobs/normalize-listing.ts';
import { readJobPostings } from '../../../src/sources/platforms/jsonld.ts';
import { parseTolerantly } from '../../../src/reading/json-ld.ts';
import { sharedFile } from '../../support/shared.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const PAGE = 'https://www.jobs.service.gov.uk/jobs/1';

function page(...blocks: string[]): string {
  return `<html><head>${blocks.map((block) => `<script type="application/ld+json">${block}</script>`).join('\n')}</head></html>`;
}

function posting(fields: object): object {
  return { '@context': 'https://schema.org/', '@type': 'JobPosting', title: 'Nurse', ...fields };
}

/** The first posting, read to the end. */
function jobOf(fields: object, country: 'GB' | 'FR' = 'GB') {
  const [listing] = readJobPostings(page(JSON.stringify(posting(fields))), PAGE);
  return normalizeListing(listing!, 'work_hub', country, NOW)!;
}

t.test('postings are found wherever a page keeps them', async (t) => {
  const titles = (...blocks: string[]): string[] => readJobPostings(page(...blocks), PAGE).map(({ title }) => title);
  t.strictSame(titles('{"@type":"JobPosting","title":"A"}'), ['A']);
  t.strictSame(titles('[{"@type":"WebSite"},{"@type":["Thing","JobPosting"],"title":"A"}]'), ['A'], 'in an array');
  t.strictSame(titles('{"@graph":[{"@type":"Organization"},{"@type":"JobPosting","title":"A"}]}'), ['A'], 'in a graph');
  t.strictSame(titles('{"@type":"http://schema.org/JobPosting","title":"A"}'), ['A'], 'by its full name');
  t.strictSame(
    titles('{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"JobPosting","title":"A"}}]}'),
    ['A'],
    'in a list',
  );
  t.strictSame(titles('{broken', '{"@type":"JobPosting","title":"A"}'), ['A'], 'a broken block is skipped');
  t.strictSame(titles('{"@type":"JobPostingTemplate","title":"A"}', 'null', '5', ''), []);
  t.strictSame(
    readJobPostings('<script type=application/ld+json>{"@type":"JobPosting","title":"A"}', PAGE),
    [],
    'never closed',
  );
  t.strictSame(titles('{"__proto__":{"@type":"JobPosting","title":"A"}}'), []);
});

t.test('JSON as pages write it', async (t) => {
  const rows: [string, unknown][] = [
    ['{"a": "line 1\n line 2\t!"}', { a: 'line 1\n line 2\t!' }],
    ['{"a": "x", // what\n "b": 1, //"c": ""\n}', { a: 'x', b: 1 }],
    ['/* top */ {"a": ["1", "2",], }', { a: ['1', '2'] }],
    ['<!-- {"a": "<!-- kept --><b>x\ny</b>"} -->', { a: '<!-- kept --><b>x\ny</b>' }],
    ['{"a": "http://x/y", "b": "\\"//\\""};', { a: 'http://x/y', b: '"//"' }],
    ['{"a": ', undefined],
  ];
  for (const [text, expected] of rows) t.strictSame(parseTolerantly(text), expected, text);
  for (const name of ['with_JS_comment', 'with_control_characters', 'with_control_characters_comment']) {
    const file = sharedFile(`recordings/jsonld/JSONLD_${name}.html`);
    if (file === undefined) continue;
    const block = readFileSync(file, 'utf8').split('ld+json">')[1]?.split('</script')[0] ?? '';
    t.throws(() => JSON.parse(block), name);
    t.ok(parseTolerantly(block), name);
  }
});

t.test('every field in its many shapes', async (t) => {
  t.match(
    jobOf({
      description: '&lt;p&gt;Care &amp;amp; kindness&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Nights&lt;/li&gt;&lt;/ul&gt;',
      hiringOrganization: { name: 'Moor &amp; Vale Trust' },
      jobLocation: {
        address: {
          addressLocality: 'Leeds',
          addressRegion: 'West Yorkshire',
          postalCode: 'LS1 1AA',
          addressCountry: { name: 'GB' },
        },
      },
      baseSalary: { currency: 'GBP', value: { minValue: 30000, maxValue: '35000', unitText: 'Year' } },
      datePosted: '2026-11-18T23:30:00+00:00',
      url: '/jobs/nurse-1',
    }),
    {
      title: 'Nurse',
      company: 'Moor & Vale Trust',
      location: 'Leeds, West Yorkshire, LS1 1AA',
      description: 'Care & kindness\n\nNights',
      salary_min: 30000,
      salary_max: 35000,
      posted_date: '2026-11-18',
      url: 'https://www.jobs.service.gov.uk/jobs/nurse-1',
    },
  );
  t.match(
    jobOf({
      hiringOrganization: ['Hill Ltd'],
      jobLocation: [{ address: 'York' }, { address: { addressLocality: 'Hull' } }, 'Derby'],
      baseSalary: 12.5,
      datePosted: '2026-11-01',
    }),
    { company: 'Hill Ltd', location: 'York | Hull | Derby', salary_min: 24375, posted_date: '2026-11-01', url: PAGE },
  );
  t.match(jobOf({ hiringOrganization: 'Dale' }), { company: 'Dale', location: '', salary_unlisted: true });
  t.match(jobOf({ jobLocation: { address: { addressCountry: 'GB' } } }), { location: 'GB' }, 'a country alone');

  const pay: [unknown, object][] = [
    ['', { salary_unlisted: true, salary_text: '' }],
    [
      { currency: 'GBP', value: '£30,000' },
      { salary_min: 30000, salary_max: 30000 },
    ],
    [{ currency: 'GBP', value: { value: 0, unitText: 'YEAR' } }, { salary_unlisted: true }],
    [
      { currency: 'GBP', value: { minValue: 0, maxValue: 28000, unitText: 'YEAR' } },
      { salary_min: null, salary_max: 28000 },
    ],
    [
      { currency: 'GBP', value: { value: 15, unitText: 'hour' } },
      { salary_min: 29250, salary_period: 'hour' },
    ],
    [
      { currency: 'GBP', value: { value: '£450 - £500', unitText: 'DAY' } },
      { salary_min: 117000, salary_max: 130000 },
    ],
    [
      { currency: 'GBP', minValue: 25000, maxValue: 26000, unitText: 'YEAR' },
      { salary_min: 25000, salary_max: 26000 },
    ],
    [{ currency: 'USD', value: { value: 90000, unitText: 'YEAR' } }, { salary_unlisted: true }],
  ];
  for (const [baseSalary, expected] of pay) t.match(jobOf({ baseSalary }), expected, JSON.stringify(baseSalary));
  t.match(
    jobOf({ baseSalary: { currency: 'EUR', value: { minValue: 2100, maxValue: 2400 } } }, 'FR'),
    { salary_min: 25200, salary_max: 28800 },
    'without a unit the size decides',
  );

  t.equal(jobOf({ jobLocationType: 'TELECOMMUTE' }).work_mode, 'remote');
  t.equal(jobOf({ jobLocationType: ['TELECOMMUTE'], description: 'Hybrid working.' }).work_mode, 'hybrid');
  t.equal(jobOf({ description: 'Parking on site.' }).work_mode, 'unknown', 'absent proves nothing');
});

t.test('hostile blocks are read to their end, and give nothing', async (t) => {
  for (const text of [
    '<script type="application/ld+json">'.repeat(50_000),
    page('['.repeat(200_000)),
    page(`{"a":"${'\\'.repeat(200_001)}`),
    page(',]'.repeat(200_000)),
    page('/*'.repeat(200_000)),
    page('{"@graph":'.repeat(50_000)),
  ])
    t.strictSame(readJobPostings(text, PAGE), [], text.slice(0, 60));
});

t.test('what a page on one advert says besides', async (t) => {
  const faq = {
    '@type': 'FAQPage',
    mainEntity: [
      { '@type': 'Question', name: 'Où ?', acceptedAnswer: { '@type': 'Answer', text: 'À Lyon.' } },
      {
        '@type': 'Question',
        name: 'Télétravail ?',
        acceptedAnswer: { '@type': 'Answer', text: '<p>1 jour de télétravail par semaine.</p>' },
      },
    ],
  };
  const modes = (...blocks: object[]): string[] =>
    readJobPostings(page(...blocks.map((block) => JSON.stringify(block))), PAGE).map(
      (listing) => normalizeListing(listing, 'work_hub', 'FR', NOW)!.work_mode,
    );
  t.strictSame(modes(posting({}), faq), ['hybrid'], 'its questions are asked of this advert');
  t.strictSame(modes(posting({ jobLocationType: 'TELECOMMUTE' }), faq), ['hybrid'], 'also of one marked as remote');
  t.strictSame(modes(posting({}), posting({}), faq), ['unknown', 'unknown'], 'of two adverts nobody knows which');
  const escaped = page(JSON.stringify(posting({ title: 'Cook' }))).replace('ld+json', 'ld&#x2B;json');
  t.strictSame(
    readJobPostings(escaped, PAGE).map(({ title }) => title),
    ['Cook'],
    'a type with its plus sign as an entity',
  );
});
