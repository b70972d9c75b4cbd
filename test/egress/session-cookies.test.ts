import t from 'tap';
import { SessionCookies } from '../../src/egress/session-cookies.ts';
import { get, openEgress, openSite } from './loopback.ts';

t.test('which cookies are sent where', async (t) => {
  const rows: [setBy: string, header: string, sentTo: string, sent: string | undefined][] = [
    ['https://a.test/x/y', 'n=v', 'https://a.test/x/z', 'n=v'],
    ['https://a.test/x/y', 'n=v', 'https://a.test/other', undefined],
    ['https://a.test/x/y', 'n=v; Path=/', 'https://a.test/other', 'n=v'],
    ['https://a.test/', 'n=v; Path=/x', 'https://a.test/xy', undefined],
    ['https://a.test/', 'n=v', 'https://b.test/', undefined],
    ['https://a.test/', 'n=v', 'https://www.a.test/', undefined],
    ['https://a.test/', 'n=v; Domain=a.test', 'https://www.a.test/', 'n=v'],
    ['https://www.a.test/', 'n=v; Domain=.a.test', 'https://www.a.test/', 'n=v'],
    ['https://www.a.co.uk/', 'n=v; Domain=co.uk', 'https://bank.co.uk/', undefined],
    ['https://www.a.test/', 'n=v; Domain=b.test', 'https://www.a.test/', undefined],
    ['https://a.test/', 'n=v; Domain=test.a.test', 'https://a.test/', undefined],
    ['https://1.2.3.4/', 'n=v; Domain=3.4', 'https://5.6.3.4/', undefined],
    ['https://a.test/', 'n=v; Secure', 'https://a.test/', 'n=v'],
    ['https://a.test/', 'n=v; Secure', 'http://a.test/', undefined],
    ['http://a.test/', 'n=v; Secure', 'http://a.test/', undefined],
    ['https://a.test/', '__Host-n=v; Secure; Path=/', 'https://a.test/x', '__Host-n=v'],
    ['https://a.test/', '__Host-n=v; Path=/', 'https://a.test/x', undefined],
    ['https://a.test/', 'n=v; Max-Age=0', 'https://a.test/', undefined],
    ['https://a.test/', 'n=v; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://a.test/', undefined],
    ['https://a.test/', 'n=a=b; HttpOnly; SameSite=Lax', 'https://a.test/', 'n=a=b'],
    ['https://a.test/', 'n=a\r\nX-Evil: 1', 'https://a.test/', undefined],
    ['https://a.test/', 'nothing', 'https://a.test/', undefined],
    ['https://a.test/', `n=${'v'.repeat(5_000)}`, 'https://a.test/', undefined],
  ];
  for (const [setBy, header, sentTo, sent] of rows) {
    const cookies = new SessionCookies();
    cookies.note(setBy, [header]);
    t.equal(cookies.header(sentTo), sent, `${setBy} ${header.slice(0, 60)} → ${sentTo}`);
  }
  const cookies = new SessionCookies();
  cookies.note('https://a.test/x/', ['a=1; Path=/', 'b=2', 'a=3; Path=/']);
  t.equal(cookies.header('https://a.test/x/'), 'b=2; a=3', 'replaced, and the longer path first');
  cookies.note(
    'https://a.test/',
    Array.from({ length: 500 }, (_, number) => `c${number}=1`),
  );
  t.ok((cookies.header('https://a.test/')?.split('; ').length ?? 0) <= 50);
});

t.test('a cookie that is set before a redirect is sent after it, and is forgotten for the next request', async (t) => {
  const seen: (string | undefined)[] = [];
  const other = await openSite(t, (request, response) => {
    seen.push(request.headers.cookie);
    response.end('other');
  });
  const site = await openSite(t, (request, response) => {
    if (request.url === '/away') {
      response.writeHead(302, { 'set-cookie': 'k=secret', location: `http://other.test:${other.port}/` }).end();
    } else if (request.headers.cookie === 'seen=1; lang=fr') response.end('let in');
    else response.writeHead(302, { 'set-cookie': ['seen=1', 'lang=fr'], location: '/again' }).end();
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`, `other.test:${other.port}`] });
  for (const visit of ['first', 'second']) {
    const answer = await egress.fetch(get(`http://site.test:${site.port}/`, { browser: true }));
    t.equal(answer.body.toString(), 'let in', visit);
  }
  t.strictSame(site.paths, ['/', '/again', '/', '/again'], 'each visit begins without');
  await egress.fetch(get(`http://site.test:${site.port}/away`, { browser: true }));
  t.strictSame(seen, [undefined], 'nor does another site hear of it');
});
