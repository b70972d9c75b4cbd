import t from 'tap';
import { formatExchanges } from '../../src/pages/xhr.ts';

t.test('exchanges share the available size', async (t) => {
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

t.test('exchanges that are too large are each shortened, never all left out', async (t) => {
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
