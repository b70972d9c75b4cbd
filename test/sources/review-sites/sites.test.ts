import { readFileSync } from 'node:fs';
import t from 'tap';
import { isSameCompany } from '../../../src/reputation/match/match.ts';
import { REVIEW_SITES } from '../../../src/sources/review-sites/index.ts';
import type { ReviewSiteAdapter } from '../../../src/sources/review-sites/site.ts';
import { sharedFile } from '../../support/shared.ts';

const [indeed, glassdoor] = REVIEW_SITES as [ReviewSiteAdapter, ReviewSiteAdapter];

const INITIAL_DATA = {
  encodedFccId: '00aa11bb22cc33dd',
  requestContext: { country: 'GB', language: 'en', locale: 'en-GB' },
  companyPageHeader: {
    companyHeader: { name: 'Acme Foods', rating: 3.4, reviewCount: 1234, reviewCountFormatted: '1.2K' },
  },
  sidebarWidgets: {
    companyPageStats: {
      overallCompanyRating: { rating: 3.4, totalReviewCount: 1234 },
      reviewCategories: {
        compensationBenefits: 3.1,
        culture: 3.3,
        jobSecurityAdvancement: 0,
        management: 2.9,
        workLifeBalance: 3.6,
      },
    },
  },
  reviewsFilters: { reviewsCount: { foundReviewCount: 900, totalReviewCount: 1234 } },
  reviewsList: {
    companyName: 'Acme Foods',
    encodedFccId: '00aa11bb22cc33dd',
    items: [
      {
        encryptedReviewId: 'aa1',
        overallRating: 2,
        title: { text: 'Hard\u200b shifts' },
        text: { text: 'Rota chaos.' },
        pros: { text: 'Pay' },
        cons: { text: 'Nights' },
        submissionDate: '29 September 2024',
      },
      {
        encryptedReviewId: 'aa2',
        overallRating: 0,
        title: { text: '' },
        text: { text: 'Sympa' },
        languageTag: 'fr-GB',
        submissionDate: '3 août 2024',
      },
      { encryptedReviewId: 'aa2', overallRating: 4, title: { text: 'the same again' } },
      { encryptedReviewId: 'aa3', overallRating: 0, title: {}, text: null },
    ],
  },
};
const JSON_LD = {
  '@context': 'https://schema.org',
  '@type': 'EmployerAggregateRating',
  itemReviewed: { '@type': 'Organization', name: 'Acme &amp; Sons', sameAs: 'https://uk.indeed.com/cmp/Acme-&-Sons' },
  ratingValue: '3.4',
  ratingCount: 1234,
  bestRating: 5,
  worstRating: 1,
};
const HEAD =
  '<div itemprop="name" class="x">Acme Foods</div><div itemprop="aggregateRating"><span itemprop="ratingValue" class="y">3,4</span><meta itemprop="reviewCount" content="1234"></div>';
const MARKUP_REVIEW =
  '<div data-testid="reviews[]"><meta itemprop="datePublished" content="September 29, 2024"><div data-testentityid="m1"></div><meta itemprop="ratingValue" content="2"><h2 data-testid="title" class="z"><a href="/x"><span>Hard &amp; long</span></a></h2><span itemprop="reviewBody"><span>Rota</span> <span>chaos</span></span></div>';

function page(parts: { data?: unknown; ld?: unknown; body?: string; canonical?: string }): string {
  const canonical = parts.canonical ?? 'https://uk.indeed.com/cmp/Acme-Foods/reviews';
  return [
    `<!doctype html><html lang="en-GB"><head><link rel="canonical" href="${canonical}">`,
    parts.ld === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(parts.ld)}</script>`,
    parts.data === undefined
      ? ''
      : `<script id="comp-initialData" type="application/json">${JSON.stringify(parts.data)}</script>`,
    `</head><body>${parts.body ?? ''}</body></html>`,
  ].join('');
}

t.test('Indeed: the embedded data is read first', async (t) => {
  const found = indeed.parsePage(page({ data: INITIAL_DATA, ld: { ...JSON_LD, ratingValue: 1 } }), '');
  t.same(found, {
    name: 'Acme Foods',
    rating: 3.4,
    reviewCount: 1234,
    subRatings: { pay_benefits: 3.1, culture: 3.3, management: 2.9, work_life_balance: 3.6 },
    recommendShare: null,
    reviews: [
      {
        id: 'aa1',
        rating: 2,
        title: 'Hard shifts',
        pros: 'Pay',
        cons: 'Nights',
        text: 'Rota chaos.',
        date: '2024-09-29',
        language: 'en',
      },
      { id: 'aa2', rating: 4, title: 'the same again', pros: '', cons: '', text: '', date: '', language: 'en' },
    ],
    url: 'https://uk.indeed.com/cmp/Acme-Foods/reviews',
  });
  const none = structuredClone(INITIAL_DATA);
  none.companyPageHeader.companyHeader = { name: 'Acme Foods', rating: 0, reviewCount: 0, reviewCountFormatted: '0' };
  none.sidebarWidgets.companyPageStats.overallCompanyRating = { rating: 0, totalReviewCount: 0 };
  t.match(indeed.parsePage(page({ data: none }), ''), { rating: null, reviewCount: 0 }, '0 means none');
});

t.test('Indeed: then JSON-LD, then the markup', async (t) => {
  t.match(indeed.parsePage(page({ ld: [{ '@type': 'BreadcrumbList' }, JSON_LD], body: MARKUP_REVIEW }), ''), {
    name: 'Acme & Sons',
    rating: 3.4,
    reviewCount: 1234,
    reviews: [{ id: 'm1', rating: 2, title: 'Hard & long', text: 'Rota chaos', date: '2024-09-29', language: 'en' }],
  });
  t.match(indeed.parsePage(page({ ld: { ...JSON_LD, ratingValue: 70, bestRating: 100, worstRating: 0 } }), ''), {
    rating: 3.8,
  });
  t.match(indeed.parsePage(page({ data: { other: 1 }, body: HEAD + MARKUP_REVIEW }), ''), {
    name: 'Acme Foods',
    rating: 3.4,
    reviewCount: 1234,
  });
});

t.test('Indeed: no figure without proof', async (t) => {
  const two = structuredClone(INITIAL_DATA);
  two.reviewsList.encodedFccId = 'ffff000011112222';
  const withStars = (...counts: number[]) =>
    page({
      data: { ...INITIAL_DATA, sidebarWidgets: { ...INITIAL_DATA.sidebarWidgets, reviewHistogram: { counts } } },
    });
  t.match(indeed.parsePage(withStars(1, 3, 6, 12, 1), ''), { rating: 3.4 }, 'its stars say the same');
  for (const [name, html] of [
    ['two employers in the data', page({ data: two })],
    ['a rating that its own stars contradict', withStars(900, 100, 50, 20, 10)],
    ['two employers in JSON-LD', page({ ld: [JSON_LD, { ...JSON_LD, itemReviewed: { name: 'Beta' } }] })],
    ['two ratings in the markup', page({ body: HEAD + HEAD })],
    ['a product', page({ ld: { ...JSON_LD, '@type': 'AggregateRating' } })],
    ['a wall', '<html><title>Just a moment...</title><body>Verify you are human</body></html>'],
    ['broken data', '<script id="comp-initialData">{"companyPageHeader": </script>'],
    ['an endless script', `<script id="comp-initialData">${'{"a":'.repeat(10_000)}`],
    ['nothing', ''],
    ['null', 'null'],
    ['a million tags', '<a '.repeat(300_000)],
    ['a million scripts', '<script id='.repeat(90_000)],
    ['a million links', '<link rel="canonical" '.repeat(45_000)],
    ['a million reviews', `${'data-testid="reviews[]" itemprop="reviewBody">'.repeat(20_000)}`],
    [
      'prototype',
      '<script id="comp-initialData">{"__proto__": {"companyPageHeader": {"companyHeader": {"name": "X", "rating": 5, "reviewCount": 9}}}}</script>',
    ],
  ] as const)
    t.equal(indeed.parsePage(html, ''), null, name);
});

t.test('Indeed: lookups and requests', async (t) => {
  const [suggest, search, guess] = indeed.lookup('Marks & Spencer', 'GB');
  t.equal(new URL(suggest?.url ?? '').searchParams.get('query'), 'Marks & Spencer');
  t.match(search?.url, /^https:\/\/uk\.indeed\.com\/companies\/search\?q=Marks\+%26\+Spencer$/);
  t.equal(guess?.url, 'https://uk.indeed.com/cmp/Marks-%26-Spencer/reviews');
  const suggestions =
    '[{"employerKey":"aa11","suggestion":"Acme Foods"},{"employerKey":"bb22","suggestion":"Acme Bank"},{"x":1}]';
  const rows = indeed.parseLookup(suggestions, suggest?.url ?? '') ?? [];
  t.same(rows[0], { name: 'Acme Foods', id: 'aa11', url: 'https://uk.indeed.com/cmp/Acme-Foods' });
  t.same(
    rows.map(({ name }) => isSameCompany('ACME Foods Ltd', name)),
    [true, false],
  );
  const french = indeed.parseLookup(suggestions, indeed.lookup('Acme', 'FR')[0]?.url ?? '') ?? [];
  t.equal(french[0]?.url, 'https://fr.indeed.com/cmp/Acme-Foods');
  const links =
    '<a href="/cmp/Acme-Foods">A</a><a href="/cmp/Acme-Foods/reviews">r</a><a href="https://uk.indeed.com/cmp/Beta?x=1">B</a><a href="/jobs">j</a><a href="/cmp/Flink-8">F</a>';
  t.same(
    indeed.parseLookup(links, search?.url ?? '')?.map(({ name }) => name),
    ['Acme Foods', 'Beta', 'Flink 8', 'Flink'],
    'a number may be part of the address alone',
  );
  t.same(indeed.parseLookup(page({ data: INITIAL_DATA }), guess?.url ?? ''), [
    { name: 'Acme Foods', id: '00aa11bb22cc33dd', url: 'https://uk.indeed.com/cmp/Acme-Foods/reviews' },
  ]);
  const [first, second] = indeed.pages({ name: 'Flink', id: '', url: 'https://uk.indeed.com/cmp/Flink-8' }, 'FR');
  t.match(first, { method: 'GET', url: 'https://fr.indeed.com/cmp/Flink-8/reviews', acceptLanguage: /^fr/ });
  t.match(second, { browser: true });
});

const ANSWER = {
  data: {
    employerReviews: {
      allReviewsCount: 5577,
      ratedReviewsCount: 5246,
      filteredReviewsCount: 4000,
      ratings: {
        overallRating: 3.3,
        reviewCount: 5228,
        careerOpportunitiesRating: 3.1,
        compensationAndBenefitsRating: 2.8,
        cultureAndValuesRating: 0,
        seniorManagementRating: 2.6,
        workLifeBalanceRating: 3.5,
        diversityAndInclusionRating: 3.9,
        recommendToFriendRating: 0.61,
        ceoRating: 0.7,
      },
      reviews: [
        {
          reviewId: 7,
          ratingOverall: 4,
          summary: 'Fine',
          pros: 'Colleagues',
          cons: 'Pay',
          languageId: 'eng',
          reviewDateTime: '2025-03-01T10:00:00.0',
          employer: { id: 10, shortName: 'Acme', name: 'Acme Inc.' },
        },
        {
          reviewId: 8,
          ratingOverall: 1,
          pros: 'Rien',
          cons: 'Salaire',
          languageId: 'fra',
          employer: { id: 10, shortName: 'Acme' },
        },
        {
          reviewId: 9,
          ratingOverall: 5,
          pros: 'All',
          cons: '',
          languageId: 'eng',
          employer: { id: 11, shortName: 'Acme Medical' },
        },
      ],
    },
  },
};
const ROOT_KEY = 'employerReviews({"employer":{"id":10},"language":"fra"})';

t.test('Glassdoor: the endpoint, the count of all reviews, and the reviews of one employer alone', async (t) => {
  const found = glassdoor.parsePage(
    JSON.stringify(ANSWER),
    'https://www.glassdoor.com/bff/employer-profile-mono/employer-reviews',
  );
  t.match(found, {
    name: 'Acme',
    rating: 3.3,
    reviewCount: 5577,
    recommendShare: 0.61,
    url: 'https://www.glassdoor.co.uk/Reviews/Acme-Reviews-E10.htm',
  });
  t.same(found?.subRatings, {
    pay_benefits: 2.8,
    career: 3.1,
    management: 2.6,
    work_life_balance: 3.5,
    diversity: 3.9,
  });
  t.same(
    found?.reviews.map(({ id, language, date }) => [id, language, date]),
    [
      ['7', 'en', '2025-03-01'],
      ['8', 'fr', ''],
    ],
  );
  t.match(glassdoor.parsePage(JSON.stringify([ANSWER]), ''), { reviewCount: 5577 }, 'a batch');
  t.match(glassdoor.parsePage(JSON.stringify(ANSWER.data.employerReviews), ''), { reviewCount: 5577 }, 'unwrapped');
  const stub = structuredClone(ANSWER);
  Object.assign(stub.data.employerReviews.ratings, { overallRating: 0 });
  stub.data.employerReviews.ratedReviewsCount = 1;
  stub.data.employerReviews.allReviewsCount = 1;
  t.match(glassdoor.parsePage(JSON.stringify(stub), ''), { rating: null, reviewCount: 1 }, '0.0 is none');
});

t.test('Glassdoor: the states that pages embed', async (t) => {
  const canonical = '<link rel="canonical" href="https://www.glassdoor.fr/Avis/Acme-Avis-E10.htm"/>';
  const { ratings, reviews, ...counts } = ANSWER.data.employerReviews;
  const employer = reviews[0]?.employer;
  const refs2019 = {
    ROOT_QUERY: { [ROOT_KEY]: { type: 'id', id: '$R' } },
    $R: {
      ...counts,
      employer: { type: 'id', id: 'Employer:10' },
      ratings: { type: 'id', id: '$R.ratings' },
      reviews: [
        { type: 'id', id: '$R.0' },
        { type: 'id', id: '__proto__' },
      ],
    },
    '$R.ratings': ratings,
    '$R.0': { ...reviews[0], employer: { type: 'id', id: 'Employer:10' } },
    'Employer:10': employer,
  };
  const refsNext = {
    ROOT_QUERY: {
      'employerReviewsRG({"a":"}"})': {
        ...counts,
        employer: { __ref: 'Employer:10' },
        ratings,
        reviews: [{ __ref: 'Review:7' }],
      },
    },
    'Review:7': { ...reviews[0], employer: { __ref: 'Employer:10' } },
    'Employer:10': employer,
  };
  const stream = JSON.stringify(`1:{"x":{"employerReviews":${JSON.stringify(ANSWER.data.employerReviews)}}}`);
  const half = Math.floor(stream.length / 2);
  const cut = stream[half - 1] === '\\' ? half + 1 : half;
  const chunks = `<script>self.__next_f.push([1,${stream.slice(0, cut)}"])</script><script>self.__next_f.push([1,"${stream.slice(cut)}])</script>`;
  for (const [name, html] of [
    ['2019', `${canonical}<script>window.__APOLLO_STATE__=${JSON.stringify(refs2019)};</script>`],
    ['apolloState', `${canonical}<script>window.appCache={"apolloState":${JSON.stringify(refsNext)}};</script>`],
    [
      'page data',
      `${canonical}<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { apolloCache: refsNext } } })}</script>`,
    ],
    ['stream', `${canonical}${chunks}`],
  ] as const) {
    const found = glassdoor.parsePage(html, '');
    t.match(found, { name: 'Acme', rating: 3.3, reviewCount: 5577, recommendShare: 0.61 }, name);
    t.equal(found?.url, 'https://www.glassdoor.fr/Avis/Acme-Avis-E10.htm', name);
    t.equal(found?.reviews[0]?.cons, 'Pay', name);
    t.equal(
      glassdoor.parsePage(html.replace('-E10.htm', '-E99.htm'), ''),
      null,
      `${name}: the page of another employer`,
    );
  }
});

t.test('Glassdoor: then JSON-LD, then the markup', async (t) => {
  t.match(
    glassdoor.parsePage(
      page({ ld: JSON_LD, canonical: 'https://www.glassdoor.co.uk/Reviews/Acme-Reviews-E10.htm' }),
      '',
    ),
    { name: 'Acme & Sons', rating: 3.4 },
  );
  const now =
    '<h1>Acme reviews</h1><p class="a CompanyOverview_overallRating__x">3.9</p><span class="CompanyOverview_ratingCount__y">(1,234 ratings)</span>';
  t.match(glassdoor.parsePage(now, ''), { name: 'Acme', rating: 3.9, reviewCount: 1234 });
  const older =
    '<meta name="description" content="34 avis sur Acme. Découvrez"/><h1 class="k">Avis sur Acme</h1><div class="v__ratingNum v2">3.9</div>';
  t.match(glassdoor.parsePage(older, ''), { name: 'Acme', rating: 3.9, reviewCount: 34 });
  const nameless = '{"employerReviews":{"ratings":{"overallRating":4},"ratedReviewsCount":4,"reviews":[]}}';
  t.match(glassdoor.parsePage(`{"data":${nameless}}`, ''), { name: '', rating: 4 }, 'an answer by id needs no name');
  const histogram = '"ratingCountDistribution":{"overall":{"_5":1,"_4":1,"_3":1,"_2":20,"_1":70}},"reviews"';
  for (const [name, body] of [
    ['a page without a name', `<script>window.__APOLLO_STATE__={"ROOT_QUERY":${nameless}}</script>`],
    ['a rating that its own stars contradict', `{"data":${nameless.replace('"reviews"', histogram)}}`],
    ['a wall', '<html><title>Security | Glassdoor</title><body>Just a moment...</body></html>'],
    ['an error', '{"errors":[{"message":"denied"}]}'],
    ['no JSON', '{"data":'],
    ['an array', '[]'],
    ['nothing', ''],
    [
      'references in a ring',
      '<script>window.__APOLLO_STATE__={"ROOT_QUERY":{"employerReviews":{"type":"id","id":"a"}},"a":{"ratings":{"type":"id","id":"a"},"type":"id","id":"a"}}</script>',
    ],
    ['a million pushes', 'self.__next_f.push([1,"'.repeat(45_000)],
    ['a million data scripts', '<script type="application/ld+json">'.repeat(30_000)],
    ['a million classes', 'class="'.repeat(140_000)],
    ['prototype', '<script>window.__APOLLO_STATE__={"ROOT_QUERY":{"employerReviews":{"__ref":"__proto__"}}}</script>'],
  ] as const)
    t.equal(glassdoor.parsePage(body, ''), null, name);
});

t.test('Glassdoor: lookups and requests', async (t) => {
  const [autocomplete, typeahead, search] = glassdoor.lookup('Crédit & Co', 'FR');
  t.equal(new URL(autocomplete?.url ?? '').searchParams.get('term'), 'Crédit & Co');
  t.equal(new URL(typeahead?.url ?? '').searchParams.get('input'), 'Crédit & Co');
  t.match(search, { url: /^https:\/\/www\.glassdoor\.fr\//, browser: true });
  const suggestions =
    '[{"name":"Acme","id":10,"shortName":"Acme"},{"label":"Acme Medical","id":"11"},{"name":"No id"},null,7]';
  t.same(
    glassdoor.parseLookup(suggestions, '')?.map(({ name, id }) => [name, id]),
    [
      ['Acme', '10'],
      ['Acme Medical', '11'],
    ],
  );
  const rows =
    '[{"category":"company","employerId":10,"suggestion":"Acme"},{"category":"job","employerId":12,"suggestion":"Acme driver"}]';
  t.same(
    glassdoor.parseLookup(rows, '')?.map(({ id }) => id),
    ['10'],
  );
  const links =
    '<a href="/Overview/Working-at-Acme-EI_IE10.11,15.htm">x</a><a href="/Avis/Beta-SA-Avis-E20.htm">y</a><a href="/Salary/Acme-Salaries-E10.htm">z</a><a href="https://evil.example/Reviews/Acme-Reviews-E66.htm">e</a>';
  t.same(
    glassdoor.parseLookup(links, search?.url ?? '')?.map(({ name, id }) => [name, id]),
    [
      ['Acme', '10'],
      ['Beta SA', '20'],
    ],
  );
  const requests = glassdoor.pages({ name: 'Crédit & Co', id: '10', url: '' }, 'FR');
  t.match(requests[0], { method: 'POST', url: /^https:\/\/www\.glassdoor\.com\/bff\// });
  t.match(JSON.parse(requests[0]?.body ?? ''), { employerId: 10, language: 'fra' });
  t.equal(requests.at(-1)?.url, 'https://www.glassdoor.fr/Avis/Credit-and-Co-Avis-E10.htm');
  t.same(glassdoor.pages({ name: 'Acme', id: 'x', url: '' }, 'GB'), [], 'no id, no page');
});

t.test('an unknown format of a look-up does not mean "not found"', async (t) => {
  const SEARCH = 'https://uk.indeed.com/companies/search?q=x';
  const BOX = '<form action="/companies/search"><input name="q"></form>';
  for (const [site, url, body, expected] of [
    [indeed, 'https://autocomplete.indeed.com/', '[]', []],
    [indeed, 'https://autocomplete.indeed.com/', '{"suggestions":[]}', []],
    [indeed, 'https://autocomplete.indeed.com/', '[{"place":"Leeds"}]', null],
    [indeed, 'https://autocomplete.indeed.com/', '{"message":"no"}', null],
    [indeed, 'https://autocomplete.indeed.com/', '[', null],
    [indeed, SEARCH, BOX, []],
    [indeed, 'https://uk.indeed.com/', BOX, null],
    [indeed, SEARCH, '<h1>Companies</h1>', null],
    [indeed, SEARCH, '', null],
    [indeed, SEARCH, '<div>'.repeat(20_000), null],
    [glassdoor, 'https://www.glassdoor.com/autocomplete/employers', '[]', []],
    [glassdoor, 'https://www.glassdoor.com/autocomplete/employers', '{"rows":[]}', []],
    [glassdoor, 'https://www.glassdoor.com/autocomplete/employers', '[{"place":"Leeds"}]', null],
    [glassdoor, 'https://www.glassdoor.com/autocomplete/employers', '{"message":"no"}', null],
    [glassdoor, 'https://api.glassdoor.com/searchsuggest/typeahead', '[{"category":"job","suggestion":"x"}]', []],
    [glassdoor, 'https://www.glassdoor.co.uk/Search/results.htm', '<input name="sc.keyword"><p>None</p>', []],
    [glassdoor, 'https://www.glassdoor.co.uk/Search/results.htm', '<p>Hello</p>', null],
    [glassdoor, 'https://www.glassdoor.co.uk/Search/results.htm', '<div>'.repeat(20_000), null],
  ] as const)
    t.same(site.parseLookup(body, url), expected, `${site.code} ${body.slice(0, 40)}`);
});

t.test('figures in markup belong to one employer, or to none', async (t) => {
  const name = '<div itemprop="name">Acme</div>';
  const other = '<div itemprop="name">Beta</div>';
  const rating =
    '<div itemprop="aggregateRating"><span itemprop="ratingValue">3,4</span><meta itemprop="reviewCount" content="12"></div>';
  const read = (body: string) => indeed.parsePage(`<html><body><div>${body}</div></body></html>`, '');
  t.match(read(`<header>${name}${rating}</header><aside>${other}</aside>`), { name: 'Acme', rating: 3.4 });
  t.equal(read(`<header>${name}${other}${rating}</header>`), null, 'two names beside it');
  t.equal(read(`<header>${name}${rating}</header>${rating}`), null, 'two ratings');
  t.equal(read(rating), null, 'nobody is named');
  const head = '<h1>Acme reviews</h1><p class="CompanyOverview_overallRating__x">3.9</p>';
  const count = '<span class="CompanyOverview_ratingCount__y">(34 ratings)</span>';
  t.match(glassdoor.parsePage(head + count, ''), { name: 'Acme', rating: 3.9, reviewCount: 34 });
  t.equal(glassdoor.parsePage(`${head}${count}<p class="CompanyOverview_overallRating__x">4.9</p>`, ''), null);
  t.equal(glassdoor.parsePage(`${head}${count}<h1>Beta reviews</h1>`, ''), null);
});

t.test("Glassdoor: the token that the site's own scripts send", async (t) => {
  const read = (body: string) => glassdoor.session?.readHeaders(body);
  t.same(read('{"a":1,"token": "Abc_123-x.y:z/0123456=="}'), { 'gd-csrf-token': 'Abc_123-x.y:z/0123456==' });
  for (const body of ['', '"token":"short"', '"token":"with\r\nline breaks in it"', `"token":"${'x'.repeat(900)}"`])
    t.same(read(body), {}, body.slice(0, 30));
});

t.test('every request goes to a declared host', async (t) => {
  for (const site of REVIEW_SITES) {
    for (const name of [
      'Acme',
      '../../x',
      'a?b#c',
      'https://evil.example/',
      '\\\\evil',
      '@evil.example',
      '__proto__',
      '💥',
      'x'.repeat(5_000),
    ]) {
      for (const country of ['GB', 'FR'] as const) {
        const pages = site.pages({ name, id: '1', url: `https://uk.indeed.com/cmp/${name}` }, country);
        for (const { url } of [...site.lookup(name, country), ...pages])
          t.ok(site.hosts.includes(new URL(url).hostname), `${site.code} ${url.slice(0, 80)}`);
      }
    }
  }
});

t.test('recordings', async (t) => {
  const rows = [
    [indeed, 'indeed_reviews/heijmans-2024-12.html', 'Heijmans', 4, 42],
    [glassdoor, 'glassdoor/employer-reviews-2025-09.json', 'eBay', 3.9, 6758],
    [glassdoor, 'glassdoor/reviews-page-fr-2019.html', 'La Redoute', 3.9, 40],
  ] as const;
  for (const [site, path, name, rating, reviewCount] of rows) {
    const file = sharedFile(`recordings/${path}`);
    if (file === undefined) continue;
    t.match(site.parsePage(readFileSync(file, 'utf8'), ''), { name, rating, reviewCount }, path);
  }
  const file = sharedFile('recordings/glassdoor/autocomplete-2026-03.json');
  if (file === undefined) return;
  const candidates = glassdoor.parseLookup(readFileSync(file, 'utf8'), '') ?? [];
  t.same(
    candidates.filter(({ name }) => isSameCompany('ebay', name)).map(({ id }) => id),
    ['7853'],
  );
});

t.test('Glassdoor: HTML entities in names, titles and texts are decoded', async (t) => {
  const body = JSON.stringify({
    employer: { id: 10, shortName: 'Marks &amp; Spencer' },
    ratings: { overallRating: 3.9 },
    ratedReviewsCount: 12,
    reviews: [
      {
        reviewId: 1,
        ratingOverall: 4,
        summary: 'It&#39;s fine',
        pros: 'R&amp;D team\nFree lunch',
        cons: 'Pay &lt; market',
      },
    ],
  });
  const found = glassdoor.parsePage(body, '');
  t.equal(found?.name, 'Marks & Spencer');
  t.match(found?.reviews, [{ title: "It's fine", pros: 'R&D team\nFree lunch', cons: 'Pay < market' }]);
  const rows = JSON.stringify([{ employerId: 10, shortName: 'Marks &amp; Spencer', category: 'company' }]);
  t.match(glassdoor.parseLookup(rows, ''), [{ name: 'Marks & Spencer' }]);
});
