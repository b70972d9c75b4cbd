import t from 'tap';
import { identityOf, navigationHeaders } from '../../src/egress/identity.ts';
import { faultOf, get, openEgress, openTcp } from './loopback.ts';

t.test('the exact bytes of a request', async (t) => {
  const requests: string[] = [];
  const site = await openTcp(t, (socket) => {
    socket.once('data', (data: Buffer) => {
      requests.push(data.toString());
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok');
    });
  });
  // No browser is started to ask for its version.
  const egress = openEgress(t, { allow: [`site.test:${site.port}`], env: { CHROMIUM_PATH: '/nowhere' } });
  const url = `http://site.test:${site.port}/a`;
  await egress.fetch(get(url, { browser: true, http2: true, acceptLanguage: 'fr-FR,fr;q=0.9' }));
  const [first = '', ...lines] = (requests[0] ?? '').trim().split('\r\n');
  t.equal(first, 'GET /a HTTP/1.1');
  const { userAgent } = identityOf('');
  const accept = navigationHeaders(identityOf(''), '', false).accept;
  t.strictSame(
    lines,
    [
      `Host: site.test:${site.port}`,
      'Upgrade-Insecure-Requests: 1',
      `User-Agent: ${userAgent}`,
      `Accept: ${accept}`,
      'Accept-Encoding: gzip, deflate',
      'Accept-Language: fr-FR,fr;q=0.9',
      'Connection: close',
    ],
    'as a browser says it, in its order, and nothing that it keeps for https',
  );
  await egress.fetch(get(url));
  t.notMatch(requests[1], /content-length|transfer-encoding|sec-|proxy-/i, 'a GET without a body says nothing of one');
  await egress.fetch({ ...get(url), method: 'POST', body: 'abc' });
  t.match(requests[2], /Content-Length: 3\r\n/i);
});

t.test('the headers of one identity are those of Chrome', async (t) => {
  const rows: [version: string, hints: string][] = [
    ['147.0.7727.116', '"Google Chrome";v="147", "Not.A/Brand";v="8", "Chromium";v="147"'],
    ['146.0.1', '"Chromium";v="146", "Not-A.Brand";v="24", "Google Chrome";v="146"'],
  ];
  for (const [version, hints] of rows) {
    t.equal(navigationHeaders(identityOf(version), 'en', true)['sec-ch-ua'], hints);
  }
  t.strictSame(
    Object.keys(navigationHeaders(identityOf('150.1'), 'en', true)),
    [
      'sec-ch-ua',
      'sec-ch-ua-mobile',
      'sec-ch-ua-platform',
      'upgrade-insecure-requests',
      'user-agent',
      'accept',
      'sec-fetch-site',
      'sec-fetch-mode',
      'sec-fetch-user',
      'sec-fetch-dest',
      'accept-encoding',
      'accept-language',
    ],
    'over https',
  );
});

t.test('a redirect without a target is an error', async (t) => {
  for (const location of ['', 'location: \r\n', 'location: http://\r\n']) {
    const site = await openTcp(t, (socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 302 Found\r\n${location}content-length: 0\r\n\r\n`));
    });
    const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
    const { fault, message } = await faultOf(egress.fetch(get(`http://site.test:${site.port}/`)));
    t.equal(fault, 'connection', location);
    t.match(message, /redirects/);
  }
});
