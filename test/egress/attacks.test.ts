import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { isPublicAddress } from '../../src/egress/address-guard.ts';
import { faultOf, get, openEgress, openSite, openTcp, openUpstream } from './loopback.ts';

/** Notations of IPv6 for IPv4 addresses, this machine and its neighbours. */
const INWARD = [
  '2002:7f00:1::', // 6to4 of 127.0.0.1
  '2002:a9fe:a9fe::1',
  '2001:0:7f00:1::1', // Teredo
  '2001::f5ff:fffe',
  '64:ff9b::7f00:1', // NAT64
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::7f00:1',
  '64:ff9b:1:ffff::1',
  '::ffff:127.0.0.1', // mapped
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:0a00:0001',
  '::127.0.0.1', // compatible
  '::a00:1',
  '::ffff:0:127.0.0.1', // translated
  'fe80::1%eth0', // with its zone
  'fe80::1%25lo',
  '::1%lo',
  '::1',
  '::',
  'fec0::1',
  'fd00:ec2::254',
  'ff02::1',
  '100::1',
  '2001:db8::7f00:1',
  '3fff::1',
  '5f00::1',
  '127.0.0.1.',
  '0177.0.0.1',
  '127.1',
  '',
  'localhost',
];

t.test('public names that resolve to private addresses are refused', async (t) => {
  for (const address of INWARD) t.notOk(isPublicAddress(address), address);
  for (const address of ['::ffff:9.9.9.9', '2606:4700::1111', '9.9.9.9']) t.ok(isPublicAddress(address), address);
  let answer = '';
  const upstream = await openUpstream(t);
  const egress = openEgress(t, { resolver: async () => [answer] });
  const proxied = openEgress(t, { resolver: async () => ['9.9.9.9', answer], env: { EGRESS_PROXY: upstream.url } });
  for (answer of INWARD) {
    for (const url of ['http://a.test/', 'https://a.test/']) {
      t.equal((await faultOf(egress.fetch(get(url)))).fault, 'refused', `${url} at ${answer}`);
      t.equal((await faultOf(proxied.fetch(get(url)))).fault, 'refused', `${url} at ${answer}, by a proxy`);
    }
    if (!answer.includes(':') || answer.includes('%')) continue;
    t.equal((await faultOf(egress.fetch(get(`http://[${answer}]/`)))).fault, 'refused', `[${answer}]`);
  }
  t.strictSame(upstream.asked, []);
});

t.test('a name is checked again for every connection', async (t) => {
  const upstream = await openUpstream(t);
  const answers = [['9.9.9.9'], ['127.0.0.1'], ['9.9.9.9']];
  const egress = openEgress(t, { env: { EGRESS_PROXY: upstream.url }, resolver: async () => answers.shift() ?? [] });
  const ask = () => faultOf(egress.fetch({ ...get('http://turns.test:8080/'), method: 'POST', body: '' }));
  await ask();
  t.strictSame(upstream.asked, ['POST http://turns.test:8080/']);
  t.equal((await ask()).fault, 'refused');
  await ask();
  t.equal(upstream.asked.length, 2);
});

t.test('a body that is compressed several times is counted decoded', async (t) => {
  const nothing = Buffer.alloc(30_000_000, ' ');
  const answers: Record<string, [encoding: string, body: Buffer]> = {
    '/twice': ['gzip, gzip', gzipSync(gzipSync(nothing))],
    '/thrice': ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(nothing)))],
    '/mixed': ['gzip, br', brotliCompressSync(gzipSync(nothing))],
    '/deflate': ['deflate', deflateSync(nothing)],
    '/br': ['br', brotliCompressSync(nothing)],
  };
  const site = await openSite(t, (request, response) => {
    const [encoding, body] = answers[request.url ?? ''] ?? ['', Buffer.alloc(0)];
    response.writeHead(200, { 'content-encoding': encoding, 'content-type': 'text/html' }).end(body);
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  for (const path of Object.keys(answers)) {
    let most = 0;
    const onBody = (bytes: number): void => {
      most = Math.max(most, bytes);
    };
    const { fault } = await faultOf(
      egress.fetch(get(`http://site.test:${site.port}${path}`, { browser: true, onBody })),
    );
    t.ok(most <= 1_000_000, `${path}: ${most} bytes held at most`);
    t.match(fault, /^(?:too_large|none)$/, path);
    if (fault === 'none') t.ok(most < 100_000, `${path}: not undone, and given as it is`);
  }
});

t.test('floods of headers and cookies are cut off, and nothing of them is stored', async (t) => {
  const flood = (line: string, count: number) =>
    openTcp(t, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n');
        socket.end(`${line.repeat(count)}\r\nok`);
      });
    });
  const [many, long, cookies] = [
    await flood('x-flood: a\r\n', 200_000),
    await flood(`x-long: ${'b'.repeat(1_000_000)}\r\n`, 1),
    await flood(`set-cookie: c=${'d'.repeat(3_000)}\r\n`, 1_000),
  ];
  const some = await flood('set-cookie: c=1\r\n', 2_000);
  const sites = { many, long, cookies, some };
  const egress = openEgress(t, { allow: Object.entries(sites).map(([name, { port }]) => `${name}.test:${port}`) });
  const ask = async (name: keyof typeof sites) =>
    (await faultOf(egress.fetch(get(`http://${name}.test:${sites[name].port}/`, { browser: true })))).fault;
  for (const name of ['many', 'long', 'cookies'] as const) t.equal(await ask(name), 'connection', name);
  t.match(await ask('some'), /^(?:none|connection)$/);
});

t.test('redirects to other schemes are refused', async (t) => {
  const site = await openSite(t, (request, response) => {
    const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to') ?? '';
    response.writeHead(302, { location: to }).end();
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  for (const target of [
    'about:blank',
    'blob:http://site.test/x',
    'chrome://version',
    'data:text/html,x',
    'dict://127.0.0.1:11211/stat',
    'file:///etc/passwd',
    'filesystem:http://site.test/temporary/x',
    'ftp://site.test/',
    'gopher://127.0.0.1:6379/_x',
    'jar:http://site.test!/x',
    'javascript:alert(1)',
    'ldap://127.0.0.1/',
    'mailto:a@site.test',
    'sftp://site.test/',
    'tel:123',
    'tftp://127.0.0.1/x',
    'unix:/run/docker.sock:/info',
    'view-source:http://site.test/',
    'ws://site.test/',
    'wss://site.test/',
  ]) {
    const { fault } = await faultOf(
      egress.fetch(get(`http://site.test:${site.port}/?to=${encodeURIComponent(target)}`)),
    );
    t.equal(fault, 'refused', target);
  }
});
