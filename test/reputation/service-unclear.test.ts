import t, { type Test } from 'tap';
import { contentOf, provenanceOf, receiptOf } from '../support/answers.ts';
import { openApi, type Api } from '../support/api.ts';
import { blockGlassdoor, glassdoorAnswer, indeedPage, playIndeed, searxngOf } from '../support/fake-reputation.ts';

const SEARXNG = 'http://127.0.0.1:8888/';
const ONE = { SEARXNG_URL: 'http://127.0.0.1:8888' };
const NOTHING = { rating: null, review_count: 0, insights: [] };

function look(api: Api, name: string, more: object = {}) {
  return api.call('get_reputation', { company_names: [name], country: 'GB', ...more });
}

interface Row {
  url: string;
  title: string;
  content: string;
}

/** The same results for every query to a site, chosen by a word of its host names. */
async function openWith(t: Test, rows: Readonly<Record<'glassdoor' | 'indeed', readonly Row[]>>): Promise<Api> {
  const api = await openApi(t, { env: ONE });
  api.internet.on(SEARXNG, ({ url }) => ({
    body: JSON.stringify({ results: rows[url.includes('glassdoor') ? 'glassdoor' : 'indeed'] }),
  }));
  return api;
}

const glassdoorRow = (name: string, id: number, rating: string, count: string): Row => ({
  url: `https://www.glassdoor.co.uk/Reviews/${name}-Reviews-E${id}.htm`,
  title: `${name} Reviews | Glassdoor`,
  content: `${name} is rated ${rating} out of 5, based on ${count} reviews.`,
});

t.test('SPEC §12: results about several employers with one name are ambiguous', async (t) => {
  const indeed = [
    {
      url: 'https://uk.indeed.com/cmp/Apex/reviews',
      title: 'Working at Apex: 40 Reviews',
      content: 'Apex is rated 3.1 out of 5.',
    },
  ];
  const glassdoor = [glassdoorRow('Apex', 11, '3.2', '12'), glassdoorRow('Apex', 22, '4.4', '3,000')];
  const api = await openWith(t, { glassdoor, indeed });
  const answer = await look(api, 'Apex');
  t.strictSame(contentOf(answer).Apex, NOTHING);
  const { status, sources } = provenanceOf(answer).Apex;
  t.equal(status, 'ambiguous');
  t.match(sources, [
    { site: 'indeed', matched_name: 'Apex' },
    { site: 'glassdoor', match: 'ambiguous', url: /E22/, rating: 4.4, review_count: 3000 },
    { site: 'glassdoor', match: 'ambiguous', url: /E11/, rating: 3.2, review_count: 12 },
  ]);
  const again = await look(api, 'Apex', { output: 'markdown' });
  t.match(provenanceOf(again).Apex.status, 'ambiguous', 'from the store');
  t.equal(receiptOf(again).cost, 0.5);
  t.match(again.json.result.content[0].text, /Several employers have this name[^]*E22/);
});

t.test('SPEC §12: several pages of one employer, and empty pages of its name, are not several employers', async (t) => {
  for (const [what, rows] of [
    ['two hosts', [glassdoorRow('Apex', 22, '4.4', '3,000'), { ...glassdoorRow('Apex', 22, '4.4', '3,000') }]],
    ['a stub', [glassdoorRow('Apex', 22, '4.4', '3,000'), glassdoorRow('Apex', 11, '1.5', '2')]],
    ['another name', [glassdoorRow('Apex', 22, '4.4', '3,000'), glassdoorRow('Apex-Group', 11, '3.5', '200')]],
  ] as const) {
    const api = await openWith(t, { glassdoor: rows, indeed: [] });
    t.match(contentOf(await look(api, 'Apex')).Apex, { rating: 4.4, review_count: 3000 }, what);
  }
});

t.test('SPEC §12: several employers with one name in deep mode', async (t) => {
  const api = await openApi(t);
  api.internet.on('https://autocomplete.indeed.com/', { body: '[]' }).on('https://uk.indeed.com/', { status: 404 });
  api.internet.on('https://www.glassdoor.com/autocomplete/employers', {
    body: JSON.stringify([
      { label: 'Apex', id: 1 },
      { label: 'Apex', id: 2 },
    ]),
  });
  api.internet.on('https://www.glassdoor.com/bff/', ({ body = '' }) => {
    const { employerId: id } = JSON.parse(body) as { employerId: number };
    const [rating, count] = id === 1 ? [3.2, 12] : [4.4, 3_000];
    return { body: glassdoorAnswer({ name: 'Apex', id, rating, count }) };
  });
  const answer = await look(api, 'Apex', { mode: 'deep' });
  t.strictSame(contentOf(answer).Apex, NOTHING);
  t.match(provenanceOf(answer).Apex, {
    status: 'ambiguous',
    sources: [{ review_count: 3000 }, { review_count: 12 }],
  });
});

t.test('SPEC §2: an employer page without figures does not mean an unknown employer', async (t) => {
  const row = { url: 'https://uk.indeed.com/cmp/Apex/reviews', title: 'Apex', content: 'Culture and more.' };
  const api = await openWith(t, { glassdoor: [], indeed: [row] });
  const answer = await look(api, 'Apex');
  t.strictSame(contentOf(answer).Apex, NOTHING);
  t.match(provenanceOf(answer).Apex, {
    status: 'found_without_figures',
    sources: [{ site: 'indeed', url: row.url, rating: null, review_count: 0 }],
  });
  t.match((await look(api, 'Apex', { output: 'markdown' })).json.result.content[0].text, /was found, but no rating/);
  const deep = await openApi(t);
  blockGlassdoor(deep.internet);
  playIndeed(deep.internet, []);
  deep.internet.on('https://autocomplete.indeed.com/', { body: JSON.stringify([{ suggestion: 'Apex' }]) });
  deep.internet.on('https://uk.indeed.com/cmp/Apex/', { body: indeedPage({ name: 'Apex', rating: 0, count: 0 }) });
  deep.internet.on('https://www.glassdoor.com/', { body: '[]' });
  for (const host of ['www.glassdoor.co.uk', 'api.glassdoor.com']) deep.internet.on(`https://${host}/`, { body: '[]' });
  t.match(provenanceOf(await look(deep, 'Apex', { mode: 'deep' })).Apex, { status: 'found_without_figures' });
});

t.test('figures that a result dates more than a year ago', async (t) => {
  const content = '12 Mar 2019 — Apex is rated 3.9 out of 5, based on 900 reviews.';
  const api = await openWith(t, { glassdoor: [{ ...glassdoorRow('Apex', 1, '', ''), content }], indeed: [] });
  const answer = await look(api, 'Apex', { output: 'markdown' });
  t.match(contentOf(answer).Apex, { rating: 3.9, review_count: 900 });
  t.equal(provenanceOf(answer).Apex.as_of, '2019-03-12');
  t.match(answer.json.result.content[0].text, /These figures are from 2019-03-12/);
});

t.test('SPEC §12: a record of one country answers a question without a country', async (t) => {
  const api = await openApi(t, { env: ONE });
  api.internet.on(SEARXNG, searxngOf([{ name: 'Tesco', indeed: [3.5, 100], glassdoor: [4, 100] }]));
  t.equal(receiptOf(await look(api, 'Tesco')).cost, 2);
  const any = await look(api, 'Tesco', { country: undefined });
  t.equal(receiptOf(any).cost, 0.5);
  t.match(contentOf(any).Tesco, { rating: 3.8, review_count: 200 });
  t.equal(receiptOf(await look(api, 'Tesco', { country: 'FR' })).cost, 2, 'another country is looked up');
  const none = await openWith(t, { glassdoor: [], indeed: [] });
  t.equal(receiptOf(await look(none, 'Nonesuch')).cost, 2);
  const asked = await look(none, 'Nonesuch', { country: undefined });
  t.equal(receiptOf(asked).cost, 2, "one country's nothing says nothing of the others");
});
