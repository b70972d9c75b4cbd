import { readFileSync } from 'node:fs';
import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import type { KeyRecord } from '../../src/store/types.ts';
import { TEXTS as ACCOUNT_TEXTS } from '../../src/dashboard/account/texts.ts';
import { FORMATS, LANGUAGES, textsOf, type Language } from '../../src/dashboard/texts/index.ts';
import { usageChart } from '../../src/dashboard/usage/chart.ts';
import { seriesOf, type UsageRow } from '../../src/dashboard/usage/series.ts';
import type { PageContext } from '../../src/dashboard/page-context.ts';
import { csvCell } from '../../src/lib/csv.ts';
import { csvOf } from '../../src/dashboard/usage/csv.ts';
import { localPath } from '../../src/dashboard/form.ts';
import { openApi } from '../support/api.ts';
import { parsePiece } from '../support/page.ts';
import { Visitor, type VisitorAnswer } from '../support/visitor.ts';
import type { LedgerEntry } from '../../src/store/types.ts';

const FIRST = Date.UTC(2026, 10, 5) / DAY_MS;

function visit(language: Language): PageContext {
  return { language, texts: LANGUAGES[language], formats: FORMATS[language] } as PageContext;
}

function row(day: number, more: Partial<UsageRow> = {}): UsageRow {
  return { day: FIRST + day, tool: 'scrape_jobs', keyId: 'k', outcome: 'ok', calls: 1, cost: 2_000, ...more };
}

const KEYS = [{ id: 'k', name: 'laptop', lastFour: 'abcd' }] as KeyRecord[];
const { texts } = visit('en');

function monthOf(day: number): string {
  return FORMATS.en.shortDate(day * DAY_MS).split(' ')[1] as string;
}

t.test('after the first ping the page shows calls, because nothing has cost credits yet', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  const authorization = `Bearer ${await visitor.generateKey()}`;
  await api.call('ping', {}, undefined, { authorization });
  const today = '.columns-by-day li[tabindex="0"]';
  t.match((await visitor.get('/usage')).page.text(today), /20 Nov: 1 call · ping 1/);
  t.match((await visitor.get('/usage?chart=credits')).page.text(today), /20 Nov: 0 credits/);
});

t.test('usage is split by tool, key or outcome; only the largest four are separate', async (t) => {
  const rows = [
    row(0),
    row(0, { tool: 'ping', cost: 0, outcome: 'replayed' }),
    row(1, { tool: 'scrape_url', cost: 1_500, keyId: null }),
  ];
  const names = (split: 'tool' | 'key' | 'outcome') =>
    seriesOf(rows, split, 'credits', KEYS, texts).map(({ name, all }) => [name, all.calls, all.cost]);
  t.strictSame(names('tool'), [
    ['ping', 1, 0],
    ['scrape_jobs', 1, 2_000],
    ['scrape_url', 1, 1_500],
  ]);
  t.strictSame(names('key'), [
    ['deleted key', 1, 1_500],
    ['laptop …abcd', 2, 2_000],
  ]);
  t.strictSame(names('outcome'), [
    ['delivered', 2, 3_500],
    ['replayed', 1, 0],
  ]);
  const many = Array.from({ length: 9 }, (_, index) =>
    row(0, { outcome: `o${index}` as UsageRow['outcome'], calls: index + 1, cost: (index + 1) * 1_000 }),
  );
  const series = seriesOf(many, 'outcome', 'calls', KEYS, texts);
  t.strictSame(
    series.map(({ name, all }) => [name, all.calls]),
    [
      ['o8', 9],
      ['o7', 8],
      ['o6', 7],
      ['others', 21],
    ],
  );
});

t.test('the chart has every day of the month, also empty and future ones', async (t) => {
  const series = seriesOf([row(0), row(15, { cost: 6_000 })], 'tool', 'credits', KEYS, texts);
  const range = { fromDay: FIRST, toDay: FIRST + 29, today: FIRST + 15 };
  const page = parsePiece(usageChart(series, range, 'credits', visit('en')).text);
  t.equal(page.count('li[tabindex]'), 30);
  t.equal(page.count('.ahead'), 14);
  const days = page.texts('li[tabindex] .tip');
  t.match(days[0], '5 Nov: 2 credits · scrape_jobs 2');
  t.match(days[1], /^6 Nov: 0 credits$/);
  t.match(page.text('li[tabindex="0"] .tip'), /^20 Nov/, 'the keyboard begins with today');
  t.ok(page.has('[height="100.00"]'), 'the highest day fills its column');
  t.ok(page.texts('.tick').includes('1 Dec'), 'the turn of the month is named');
  const french = parsePiece(usageChart(series, range, 'credits', visit('fr')).text);
  t.match(french.texts('li[tabindex] .tip')[0], /^5 nov\. : 2 crédits/);
});

t.test('a day’s figure is singular or plural as its language requires', (t) => {
  const days = [row(0, { calls: 1, cost: 1_000 }), row(1, { calls: 2, cost: 1_500 }), row(2, { calls: 0, cost: 0 })];
  const range = { fromDay: FIRST, toDay: FIRST + 2, today: FIRST + 2 };
  const figures = (language: 'en' | 'fr', measure: 'calls' | 'credits') =>
    parsePiece(usageChart(seriesOf(days, 'tool', measure, KEYS, texts), range, measure, visit(language)).text)
      .texts('li[tabindex] .tip')
      .map((text) => /: ?(.*?) ·/.exec(text)?.[1]);
  t.strictSame(figures('en', 'calls'), ['1 call', '2 calls', '0 calls']);
  t.strictSame(figures('fr', 'calls'), ['1 appel', '2 appels', '0 appel']);
  t.strictSame(figures('en', 'credits'), ['1 credit', '1.5 credits', '0 credits']);
  t.strictSame(figures('fr', 'credits'), ['1 crédit', '1,5 crédit', '0 crédit']);
  t.end();
});

t.test('the second month is named below the chart, whatever day the first one starts with', (t) => {
  for (let first = FIRST; first < FIRST + 120; first += 1) {
    const range = { fromDay: first, toDay: first + 28, today: first };
    const ticks = parsePiece(usageChart([], range, 'credits', visit('en')).text).texts('.tick');
    const months = new Set(Array.from({ length: 29 }, (_, index) => monthOf(first + index)));
    t.strictSame(
      ticks.filter((text) => /[a-z]/i.test(text)).map((text) => text.split(' ')[1]),
      [...months],
      ticks.join(' '),
    );
  }
  const late = { fromDay: FIRST + 22, toDay: FIRST + 51, today: FIRST + 22 };
  t.strictSame(parsePiece(usageChart([], late, 'credits', visit('en')).text).texts('.tick'), [
    '27 Nov',
    '5 Dec',
    '10',
    '15',
    '20',
    '25',
  ]);
  t.end();
});

t.test('names below the chart have the width of five columns, whatever day the month starts with', (t) => {
  for (let first = FIRST; first < FIRST + 31; first += 1) {
    const range = { fromDay: first, toDay: first + 30, today: first };
    const chart = parsePiece(usageChart([], range, 'credits', visit('fr')).text);
    const named = Array.from({ length: 31 }, (_, index) => index).filter((index) =>
      chart.has(`li[tabindex]:nth-child(${index + 1}) .tick`),
    );
    t.equal(named[0], 0);
    t.ok(named.length >= 5, 'enough of them to read a day off');
    t.ok(
      named.every((at, index) => index === 0 || at - (named[index - 1] as number) >= 5),
      `${first}: ${named.join(', ')}`,
    );
  }
  t.end();
});

t.test('a spreadsheet reads the CSV as UTF-8 and never takes a name for a formula', async (t) => {
  const entry = { createdAt: 0, tool: 'ping', outcome: 'ok', amount: 0, cached: false, durationMs: 3, receiptId: 'r' };
  const names = ['=cmd|x', ' =1+1', '+1', '-1', '@a', '\t=1', 'Équipe, "A"', 'a\r\nb', 'plain'];
  const hidden = [
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '﹢1',
    '−1',
    '\u200b=1',
    '\ufeff=1',
    '\u202e=1',
    '\u00ad+1',
    '\u3164-1',
    '\u0007@a',
    '\u2028=1',
    '\u{e0041}=1',
    '\ufe0f＝1',
  ];
  for (const name of hidden) t.match(csvCell(name), /^"?'/, encodeURIComponent(name));
  t.equal(csvCell('a=1'), 'a=1');
  t.equal(csvCell(-3), '-3', 'figures are figures');
  async function* pages(): AsyncGenerator<LedgerEntry[]> {
    yield names.map((_, index) => ({ ...entry, keyId: `k${index}` }) as unknown as LedgerEntry);
  }
  let text = '';
  for await (const part of csvOf(pages(), new Map(names.map((name, index) => [`k${index}`, name])))) text += part;
  t.equal(text.charCodeAt(0), 0xfeff);
  t.strictSame(
    [...text.matchAll(/,k\d,((?:"(?:[^"]|"")*"|[^,])*),r\r\n/g)].map(([, cell]) => cell),
    ["'=cmd|x", "' =1+1", "'+1", "'-1", "'@a", "'\t=1", '"Équipe, ""A"""', '"a\r\nb"', 'plain'],
  );
});

t.test('several months that started on one day can each be opened', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('moves@example.com');
  const account = await api.service.accounts.require('moves@example.com');
  const { apiKey } = await api.service.apiKeys.create(account.id);
  const ping = (times: number) =>
    Promise.all(Array.from({ length: times }, () => api.call('ping', {}, {}, { authorization: `Bearer ${apiKey}` })));
  await ping(1);
  await api.service.accounts.changePlan(account.id, 'pro');
  await ping(2);
  await api.service.accounts.changePlan(account.id, 'starter');
  await ping(3);
  const seen: string[] = [];
  for (let url: string | undefined = '/usage'; url !== undefined && seen.length < 5;) {
    const { page }: VisitorAnswer = await visitor.get(url);
    seen.push(page.text('.found').split(' ', 1)[0] ?? '');
    [url] = page.links('a[rel=prev][href*=month]');
  }
  t.strictSame(seen, ['3', '2', '1']);

  const [, second] = await api.service.store.accounts.months(account.id, api.clock.now());
  const { page } = await visitor.get(`/usage?month=${second?.period}&chart=calls`);
  const [bar = ''] = page.links('a[href^="/usage?"][href*="from="][href$="#log"]');
  const link = bar.replace('#log', '');
  const found = async (url: string): Promise<string> => (await visitor.get(url)).page.text('.found');
  t.match(await found(link), /^2 calls, 0 credits/, 'a bar and its log have the same calls');
  const csv = (await visitor.get(link.replace('/usage?', '/usage.csv?'))).text;
  t.equal(csv.trim().split('\r\n').length, 3, 'and so has the file');
  const day = new Date(api.clock.now()).toISOString().slice(0, 10);
  t.match(await found(`/usage?from=${day}&until=${day}`), /^6 calls/, 'a day by itself is whole');
  t.match(await found('/usage?outcome=validation'), /^0 calls/);
  for (const [language, delivered, refused] of [
    ['en', 'delivered', 'unusable argument'],
    ['fr', 'abouti', 'argument refusé'],
  ] as const) {
    t.ok((await visitor.get(`/usage?lang=${language}`)).status < 400);
    const shown = (await visitor.get('/usage')).page;
    t.ok(shown.texts('.badge.good[title=ok]').includes(delivered), 'in words');
    t.equal(shown.text('option[value=validation][title=validation]'), refused);
  }
  await visitor.get('/usage?lang=en');
  const log = (await visitor.get('/usage')).page;
  const receipts = log.texts('.calls code.id');
  t.equal(receipts.length, 3);
  t.match(receipts[0], /^rcpt_/);
  t.strictSame(log.attributes('.calls button[data-copy]', 'data-copy'), log.attributes('.calls code.id', 'id'));
  t.match(await found(`/usage?month=${(second?.period ?? 0) - 1}`), /^1 call, 0 credits/);
});

t.test('a form returns to its page, and never to another site', async (t) => {
  for (const path of [
    '/',
    '/usage?by=key&month=2',
    '/docs/quick-start',
    '/docs?q=test+key',
    '/saved-searches/new',
    '/operator/sources/jobs_ac_uk',
  ])
    t.equal(localPath(path, '/'), path);
  for (const path of ['//evil.example', '/\\evil', 'https://evil.example', '/a//b', '/docs/../x', '/@evil', undefined])
    t.equal(localPath(path, '/'), '/');

  const { service } = await openApi(t);
  const visitor = new Visitor(service.app);
  await visitor.register('back@example.com');
  await visitor.submit('/keys', '/logout');
  const asked = '/usage?by=key&from=2026-11-01&tool=scrape_jobs';
  const { headers } = await visitor.get(asked);
  t.equal(headers['location'], `/login?note=first&next=${encodeURIComponent(asked)}`);
  const [next = ''] = (await visitor.get(headers['location'] as string)).page.values('next');
  t.equal(next, asked, 'with what was asked for, over a log-in');
  const form = { email: 'back@example.com', password: 'correct horse battery', next };
  t.equal((await visitor.submit('/login', '/login', form)).headers['location'], asked);
});

t.test('every logged change has a text in both languages', async (t) => {
  const source = ['accounts', 'api-keys', 'second-factor', 'log-in', 'mail-links'].map((name) =>
    readFileSync(new URL(`../../src/accounts/${name}.ts`, import.meta.url), 'utf8'),
  );
  const actions = new Set(
    [...source.join('').matchAll(/'((?:account|key|factor|session)\.[a-z_]+)'/g)].map(([, name]) => name as string),
  );
  t.ok(actions.size >= 17);
  for (const action of actions) {
    for (const language of ['en', 'fr'] as const)
      t.type(textsOf({ language }, ACCOUNT_TEXTS).actions[action], 'string', action);
  }
});
