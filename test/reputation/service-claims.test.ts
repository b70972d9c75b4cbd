import t from 'tap';
import { insightsOf, provenanceOf, receiptOf } from '../support/answers.ts';
import { openApi, type Api } from '../support/api.ts';
import {
  blockGlassdoor,
  completion,
  glassdoorAnswer,
  indeedPage,
  playGlassdoor,
  playIndeed,
  REVIEWS,
} from '../support/fake-reputation.ts';

const deep = (api: Api, more: object = {}) =>
  api.call('get_reputation', { company_names: ['Tesco'], mode: 'deep', country: 'GB', ...more });

const DUTCH = [
  'Het is een leuke sfeer met fijne collega’s en goed werk',
  'Niet goed, het salaris is te laag voor wat je moet doen',
];
const GERMAN = 'Die Arbeit ist gut und der Chef ist nicht sehr nett, aber auch nicht schlecht';

t.test('each line about a theme names the reviews it comes from', async (t) => {
  const api = await openApi(t);
  playIndeed(api.internet, []);
  playGlassdoor(api.internet, ['Tesco'], REVIEWS);
  const answer = await deep(api);
  const { insights } = provenanceOf(answer).Tesco;
  t.match(insights[0], {
    insight: 'Colleagues and culture: praised (4 of 4 reviews)',
    read: { en: 4 },
    not_read: {},
    from: '2026-10-01',
    to: '2026-10-01',
  });
  t.ok(insights.every(({ insight }: { insight: string }) => insightsOf(answer).includes(insight)));
  t.strictSame(provenanceOf(await deep(api)).Tesco.insights, insights, 'the store keeps it');
});

t.test('every figure that the site states is given', async (t) => {
  const api = await openApi(t);
  playIndeed(api.internet, []);
  playGlassdoor(api.internet, ['Tesco']);
  const body = JSON.parse(glassdoorAnswer({ name: 'Tesco', id: 100, rating: 3.9, count: 500 }));
  Object.assign(body.data.employerReviews.ratings, {
    ceoRating: 0.78,
    workLifeBalanceRating: 4.1,
    cultureAndValuesRating: 4,
    careerOpportunitiesRating: 3.7,
    compensationAndBenefitsRating: 3.2,
    seniorManagementRating: 3.5,
  });
  api.internet.on('https://www.glassdoor.com/bff/', { body: JSON.stringify(body) });
  t.same(insightsOf(await deep(api)), [
    'Work-life balance 4.1/5, culture 4.0/5, career 3.7/5, management 3.5/5, pay and benefits 3.2/5 (Glassdoor)',
    '63% would recommend this employer (Glassdoor)',
    '78% approve of the chief executive (Glassdoor)',
  ]);
});

t.test('reviews in other languages are counted and reported as unread, and no line counts them', async (t) => {
  const api = await openApi(t);
  blockGlassdoor(api.internet);
  const foreign = [...DUTCH, GERMAN].map((text) => ({ stars: 5, text }));
  playIndeed(api.internet, ['Tesco']);
  api.internet.on('https://uk.indeed.com/cmp/Tesco/', {
    body: indeedPage({ name: 'Tesco', rating: 3.4, count: 1_000 }, [...REVIEWS, ...foreign]).replaceAll('en-GB', 'xx'),
  });
  const answer = await deep(api);
  const insights = insightsOf(answer);
  t.ok(insights.includes('Reviews read: 4 in English; not read: 2 in Dutch, 1 in German'), insights.join(' | '));
  t.ok(
    insights.some((line) => line.startsWith('Pay: criticised (3 of 4 reviews)')),
    insights.join(' | '),
  );
  t.match(provenanceOf(answer).Tesco.insights[0], { read: { en: 4 }, not_read: { nl: 2, de: 1 } });
});

t.test('SPEC §7: an employer with reviews only in other languages has no surcharge', async (t) => {
  for (const env of [{}, { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'small' }]) {
    const api = await openApi(t, { env });
    api.internet.on('http://127.0.0.1:11434/', completion({ claims: [], wrong: [] }));
    blockGlassdoor(api.internet);
    playIndeed(api.internet, ['Tesco']);
    api.internet.on('https://uk.indeed.com/cmp/Tesco/', {
      body: indeedPage(
        { name: 'Tesco', rating: 3.4, count: 1_000 },
        DUTCH.map((text) => ({ stars: 5, text })),
      ).replaceAll('en-GB', 'nl'),
    });
    const answer = await deep(api);
    t.equal(receiptOf(answer).cost, 2);
    t.same(insightsOf(answer).slice(1), ['Reviews not read: 2 in Dutch']);
    t.notOk(
      api.internet.requests.some(({ url }) => url.includes('11434')),
      'no model is asked',
    );
  }
});
