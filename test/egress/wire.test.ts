import t from 'tap';
import { faultOf, get, openDoor, openTcp } from './loopback.ts';

t.test('what is sent, as it is on the wire', async (t) => {
  const requests: string[] = [];
  const site = await openTcp(t, (socket) => {
    socket.once('data', (data: Buffer) => {
      requests.push(data.toString());
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok');
    });
  });
  const door = openDoor(t, { allow: [`site.test:${site.port}`] });
  const url = `http://site.test:${site.port}/a`;
  await door.fetch(get(url, { browser: true, http2: true, acceptLanguage: 'fr-FR,fr;q=0.9' }));
  const [first = '', ...lines] = (requests[0] ?? '').trim().split('\r\n');
  t.equal(first, 'GET /a HTTP/1.1');
  t.strictSame(
    lines.map((line) => line.slice(0, line.indexOf(':'))),
    ['Host', 'Upgrade-Insecure-Requests', 'User-Agent', 'Accept', 'Accept-Encoding', 'Accept-Language', 'Connection'],
    'the names and the order of a browser, and none that it keeps for https',
  );
  t.match(lines.join('\n'), /^User-Agent: Mozilla\/5\.0 \(X11; Linux x86_64\).*Chrome\/\d+/m);
  t.ok(lines.includes('Accept-Language: fr-FR,fr;q=0.9'));
  await door.fetch(get(url));
  t.notMatch(requests[1], /content-length|transfer-encoding|sec-|proxy-/i, 'a GET without a body says nothing of one');
  await door.fetch({ ...get(url), method: 'POST', body: 'abc' });
  t.match(requests[2], /Content-Length: 3\r\n/i);
});

t.test('a redirect without a target is an error', async (t) => {
  for (const location of ['', 'location: \r\n', 'location: http://\r\n']) {
    const site = await openTcp(t, (socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 302 Found\r\n${location}content-length: 0\r\n\r\n`));
    });
    const door = openDoor(t, { allow: [`site.test:${site.port}`] });
    const { fault, message } = await faultOf(door.fetch(get(`http://site.test:${site.port}/`)));
    t.equal(fault, 'connection', location);
    t.match(message, /redirects/);
  }
});
