import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { cutAt } from '../../src/lib/text.ts';
import { readLocale, timeZoneOf } from '../../src/pages/locale.ts';
import { formatExchanges } from '../../src/pages/xhr.ts';
import { openSite } from '../egress/loopback.ts';

t.test('locales in every spelling', async (t) => {
  for (const [text, tag, acceptLanguage] of [
    ['en-gb', 'en-GB', 'en-GB,en;q=0.9'],
    ['EN_GB', 'en-GB', 'en-GB,en;q=0.9'],
    ['fr', 'fr', 'fr'],
    ['zh-hant-tw', 'zh-Hant-TW', 'zh-Hant-TW,zh;q=0.9'],
    ['fr-fr, en', 'fr-FR', 'fr-FR,fr;q=0.9,en;q=0.8'],
    ['de;q=0.9,en-US;q=0.4', 'de', 'de;q=0.9,en-US;q=0.4'],
    ['fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7', 'fr-FR', 'fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7'],
  ] as const) {
    t.strictSame(readLocale(text), { tag, acceptLanguage });
  }
  for (const bad of [
    '',
    'x',
    'en-',
    'english-language-of-old',
    '12',
    'english',
    'qq',
    'en-QQ',
    'en,',
    'en;q=2',
    'en,x',
    'en fr',
    '*',
    'en,'.repeat(11) + 'en',
  ])
    t.equal(readLocale(bad), undefined, bad);
  t.equal(timeZoneOf('FR'), 'Europe/Paris');
  t.equal(timeZoneOf('constructor'), undefined);
});

t.test('cuts are never inside a surrogate pair', async (t) => {
  t.equal(cutAt('ab😀', 3), 'ab');
  t.equal(cutAt('ab😀', 4), 'ab😀');
  t.equal(cutAt('ab😀c', 4), 'ab😀');
});

t.test('exchanges: the room is shared, whatever its size', async (t) => {
  const exchange = (body: string, contentType = 'application/json') => ({
    url: 'https://a.test/',
    method: 'GET',
    status: 200,
    contentType,
    requestBody: '',
    body,
    truncated: false,
  });
  const exchanges = [
    exchange('<b>'.repeat(900), 'text/html'),
    exchange(`{"a":"${'\u0001'.repeat(500)}"}`),
    exchange('😀'.repeat(400)),
  ];
  for (let limit = 2; limit < 5_000; limit += 37) {
    const { text } = formatExchanges(exchanges, limit);
    t.ok(text.length <= limit);
    t.ok(Array.isArray(JSON.parse(text)));
  }
});

t.test('exchanges too large are shortened each, never all left out', async (t) => {
  const exchange = (url: string, contentType = 'application/json', requestBody = '') => ({
    url,
    method: 'POST',
    status: 200,
    contentType,
    requestBody,
    body: '{"a":1}',
    truncated: false,
  });
  const parse = (exchanges: ReturnType<typeof exchange>[]) => {
    const { text } = formatExchanges(exchanges);
    t.ok(text.length <= 30_000);
    return JSON.parse(text) as { url: string; body: string; truncated: boolean }[];
  };
  const long = 'https://a.test/'.padEnd(20_000, '"');
  t.match(parse([exchange(long, 'x'.repeat(60_000), '\u0001'.repeat(40_000)), exchange('https://b.test/')]), [
    { truncated: true, body: '{"a":1}' },
    { url: 'https://b.test/', truncated: false },
  ]);
  t.equal(parse(Array.from({ length: 40 }, () => exchange(long, 'application/json', long))).length, 40);
  t.ok(parse(Array.from({ length: 200 }, () => exchange(long))).length > 100);
});

t.test('SPEC §11: jobdata scrape', async (t) => {
  const site = await openSite(t, (request, response) => {
    response.setHeader('content-type', 'text/plain');
    if (request.url === '/gone') response.statusCode = 410;
    response.end(request.url === '/language' ? String(request.headers['accept-language']) : `text of ${request.url}`);
  });
  const run = async (...words: string[]) => {
    let [out, err] = ['', ''];
    const code = await runCommandLine(['scrape', ...words], {
      stdout: (text) => {
        out += text;
      },
      stderr: (text) => {
        err += text;
      },
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: t.testdirName, EGRESS_ALLOW: `127.0.0.1:${site.port}`, CHROMIUM_PATH: '/nowhere' },
    });
    return { code, out, err };
  };
  t.testdir({});
  const base = `http://127.0.0.1:${site.port}`;
  t.match(await run(`${base}/a`, '--no-javascript'), { code: 0, out: /text of \/a/, err: '' });
  t.match(await run(`${base}/a`), { code: 0, out: /text of \/a/, err: /CHROMIUM_PATH/ });
  t.match(await run(`${base}/language`, '--no-javascript', '--locale', 'fr-fr', '--output', 'raw'), {
    out: /fr-FR,fr;q=0\.9/,
  });
  const json = await run(`${base}/a`, '--no-javascript', '--json');
  t.match(JSON.parse(json.out), {
    url: `${base}/a`,
    content: /text of/,
    http_status: 200,
    rendered: false,
    truncated: false,
  });
  t.match(await run(`${base}/gone`, '--no-javascript'), { code: 1, out: '', err: /410/ });
  t.match(await run('http://10.0.0.1/', '--no-javascript'), { code: 1, err: /private/ });
  t.match(await run('ftp://a.test/'), { code: 2, err: /http or https/ });
  t.match(await run(`${base}/a`, '--geo', 'fr'), { code: 1, err: /geo/ });
  t.equal((await run(`${base}/a`, '--output', 'pdf')).code, 2);
  t.equal((await run()).code, 2);
});
