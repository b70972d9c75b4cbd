import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import t, { type Test } from 'tap';
import { redact } from '../../src/cli/redact.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { nhsFeed } from '../support/api.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { seeded, volume } from '../support/volume.ts';

/** The size of a flood: large enough to stall a rule with quadratic running time. */
const MANY = volume(200, 1_000);
const FIXTURES = fileURLToPath(new URL('../sources/platforms/', import.meta.url));

async function open(t: Test, env: Record<string, string> = {}) {
  const folder = t.testdir({ data: {}, platforms: {} });
  const internet = new FakeInternet();
  const run = async (...words: string[]) => {
    const said = { out: '', err: '' };
    const code = await runCommandLine(['fixture', '--folder', join(folder, 'platforms'), ...words], {
      stdout: (text) => void (said.out += text),
      stderr: (text) => void (said.err += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: join(folder, 'data'), ...env },
      overrides: { egress: internet, parser: inlineParser },
    });
    return { code, ...said };
  };
  const read = (name: string): string => readFileSync(join(folder, 'platforms', name), 'utf8');
  const save = (content: string): string => {
    const file = join(folder, 'saved');
    writeFileSync(file, content);
    return file;
  };
  return { folder, internet, run, read, save };
}

t.test('a saved answer becomes a fixture pair that the test of all platforms accepts', async (t) => {
  const { run, read, folder } = await open(t);
  for (const [code, file] of [
    ['reed', '0.api.json'],
    ['reed', '1.page.html'],
    ['work_hub', '0.page.html'],
    ['nhs_jobs', '0.page.xml'],
    ['apec', '0.answer.json'],
    ['france_travail', '1.cards.html'],
    ['totaljobs', '0.state.html'],
  ] as const) {
    const saved = join(FIXTURES, code, file);
    const { code: exit, out, err } = await run(code, saved, '--name', 'again', '--force', '--json');
    t.equal(exit, 0, `${code} ${file} ${err}`);
    const [accessMethod, , type] = file.split('.');
    const said = JSON.parse(out);
    t.strictSame(
      said.files,
      [`${accessMethod}.again.${type}`, `${accessMethod}.again.expected.json`].map((name) =>
        join(folder, 'platforms', code, name),
      ),
    );
    const expected = JSON.parse(readFileSync(saved.replace(/\w+$/, 'expected.json'), 'utf8'));
    t.strictSame(JSON.parse(read(`${code}/${accessMethod}.again.expected.json`)), expected, `${code} ${file}`);
    t.notOk('lost' in said);
  }
});

t.test('the total and the next page are printed, because expected files do not contain them', async (t) => {
  const { run } = await open(t);
  const told = async (code: string, file: string, name: string) =>
    (await run(code, join(FIXTURES, code, file), '--name', name)).out;
  t.match(await told('totaljobs', '0.state.html', 'page'), /\d jobs\. Total: \d+; another page follows\. Redacted/);
  t.match(
    await told('work_hub', '0.empty.html', 'empty'),
    /\n0 jobs\. No total was read; no page follows\. Redacted: [^\n]*\n$/,
  );
});

t.test('personal data is redacted, and the fields that are parsed stay unchanged', async (t) => {
  const { run, read, save } = await open(t, { REED_API_KEY: 'reed-key-123456' });
  const page = readFileSync(join(FIXTURES, 'reed/1.page.html'), 'utf8');
  const secrets = [
    'jane.doe@agency.co.uk',
    '020 7123 4567',
    '+44 7700 123456',
    '81.2.69.142',
    'reed-key-123456',
    'c3VwZXJzZWNyZXQ',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9',
    'sess-9f8e7d6c5b4a',
    'q1w2e3r4t5y6u7i8o9p0',
  ];
  const dirty = page.replace(
    '</body>',
    `<a href="mailto:jane.doe@agency.co.uk">jane.doe@agency.co.uk</a> <a href="tel:+44 7700 123456">020 7123 4567</a>
    Your address: 81.2.69.142 <input type="hidden" name="csrf_token" value="c3VwZXJzZWNyZXQ">
    <script>var s = {"accessToken":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9","sessionId":"sess-9f8e7d6c5b4a"};
    document.cookie = "sid=q1w2e3r4t5y6u7i8o9p0"; fetch("/api?key=reed-key-123456")</script></body>`,
  );
  const { code, out } = await run('reed', save(`HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\n\r\n${dirty}`));
  t.equal(code, 0);
  t.match(out, /Redacted: 2 mails, 2 phones, \d tokens, 1 addresses/);
  const written = read('reed/1.saved.html') + read('reed/1.saved.expected.json');
  for (const secret of [...secrets, 'Set-Cookie']) t.notOk(written.includes(secret), secret);
  t.match(written, /name1@example\.com.*name1@example\.com/s, 'what was equal stays equal');
  t.strictSame(
    JSON.parse(read('reed/1.saved.expected.json')),
    JSON.parse(readFileSync(join(FIXTURES, 'reed/1.page.expected.json'), 'utf8')),
  );
});

t.test(
  'every kind of secret, mail address, phone number and postal address is redacted in every notation',
  async (t) => {
    const kinds: readonly (readonly [text: string, secret: string])[] = [
      ['"password":"Sup3r!s#cret$"', 'Sup3r!s#cret$'],
      ['{"csrfToken":"12|aBcD{efgh}"}', 'aBcD{efgh}'],
      ['{"token":"ab\\/cd\\/ef12\\u003d"}', 'cd\\/ef12'],
      ['var a = "{\\"authToken\\":\\"zyx987wvu\\"}"', 'zyx987wvu'],
      ['{"auth":"deadbeef01"}', 'deadbeef01'],
      ['window.sid=`q1w2e3r4`', 'q1w2e3r4'],
      ['{"visitorId":123456789012}', '123456789012'],
      ['{"user_id":"u-778899"}', 'u-778899'],
      ['<input type=hidden name=csrf_token value=abc123def456>', 'abc123def456'],
      ['<input value=abc123def456 type=hidden name=csrf_token>', 'abc123def456'],
      ['<meta content="abc123def456" name="csrf-token">', 'abc123def456'],
      ['<a href="/x#access_token=ab12cd34">', 'ab12cd34'],
      ['Authorization: Bearer glpat-AbCdEf1234567890', 'glpat-AbCdEf1234567890'],
      ['"https://user:pa55wordX@db.example.net/"', 'pa55wordX'],
      ['josé.garcía@exämple.fr', 'garcía'],
      ["o'brien@example.ie", 'brien'],
      ['jane&#064;example.co.uk', 'jane&'],
      ['?to=jane%2540example.co.uk', 'jane%'],
      ['<a class="__cf_email__" data-cfemail="543e353a31143139383b2d31267a372b">', '543e353a31'],
      ['<a href="/cdn-cgi/l/email-protection#543e353a31143139383b2d31267a372b">', '543e353a31'],
      ['01\u00a042\u00a068\u00a053\u00a000', '53'],
      ['06&nbsp;12&nbsp;34&nbsp;56&nbsp;78', '34'],
      ['020.7123.4567', '7123'],
      ['tel:+49 30 1234567', '1234567'],
      ['+1 (212) 555-0147', '0147'],
      ['+353 1 234 5678', '5678'],
      ['/call?phone=02071234567', '02071234567'],
      ['{"telephone":2071234567}', '2071234567'],
      ['Your address: 2a00:23c5:ab01:4f00::1f2', '23c5'],
      ['"ip":"2001:4860:4860:0:0:0:0:8888"', '4860'],
    ];
    for (const [text, secret] of kinds) {
      const { text: redacted, counts } = redact(`<p>${text}</p>`);
      t.notOk(redacted.includes(secret), `${text} → ${redacted}`);
      t.ok(
        Object.values(counts).some((count) => count > 0),
        text,
      );
      t.strictSame(redact(redacted).text, redacted, 'twice is once');
    }
    const answer = 'HTTP/1.1 302 Found\r\nSet-Cookie: a=first\r\n\r\nHTTP/2 200\r\nset-cookie: b=second\r\n\r\n<html>';
    t.equal(redact(answer).text, '<html>', 'headers of redirects too');
    t.notMatch(
      redact('{"a":"k/ey+12345"} k%2Fey%2B12345 k\\/ey+12345', ['k/ey+12345']).text,
      /ey/,
      'as it may be written',
    );
  },
);

t.test('every secret in the settings is redacted', async (t) => {
  const { run, read, save } = await open(t, {
    ALERT_WEBHOOK_URL: 'https://hooks.example/services/T0/first-1',
    ALERT_WEBHOOK_SECRET: 'second-2',
    SMTP_URL: 'smtps://ops:third%213@mail.example',
    PUBLIC_URL: 'https://jobs.example.org',
    EGRESS_PROXY: 'http://me:fourth-4@proxy.example:8080',
    EGRESS_PROXY_FR: 'http://me:fifth-5@proxy.example:8080',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=sixth-66',
    METRICS_TOKEN: 'seventh-7',
    ADZUNA_APP_ID: 'ninth-99',
    ADZUNA_APP_KEY: 'eighth-8',
  });
  const page = readFileSync(join(FIXTURES, 'work_hub/0.page.html'), 'utf8');
  const words = [
    'T0/first-1',
    'second-2',
    'third!3',
    'third%213',
    'fourth-4',
    'fifth-5',
    'sixth-66',
    'seventh-7',
    'eighth-8',
  ];
  const dirty = page.replace('</body>', `<p>https://hooks.example/services/${words.join(' ')}</p></body>`);
  t.notSame(dirty, page);
  t.equal((await run('work_hub', save(dirty))).code, 0);
  for (const word of words) t.notOk(read('work_hub/0.saved.html').includes(word), word);
});

t.test('a page that no parser accepts still becomes a pair, so that it can be repaired', async (t) => {
  const { run, read, save } = await open(t);
  const changed = readFileSync(join(FIXTURES, 'work_hub/0.changed.html'), 'utf8');
  const { code, out } = await run('work_hub', save(changed));
  t.equal(code, 0);
  t.match(out, /0 jobs\..*\nNo reader takes it: .*mend the reader/s);
  t.equal(read('work_hub/0.saved.expected.json'), '[]\n');
  const advert = `<html><body><script type="application/ld+json">{"@context":"https://schema.org","@type":"JobPosting","title":"Cook","url":"https://www.jobs.service.gov.uk/job/1","hiringOrganization":{"name":"Larder"}}</script></body></html>`;
  t.equal((await run('work_hub', save(advert), '--name', 'ld')).code, 0);
  t.match(JSON.parse(read('work_hub/0.ld.expected.json')), [{ title: 'Cook', company: 'Larder' }]);
  const { code: plain, out: said } = await run('work_hub', save(changed), '--name', 'changed-again');
  t.equal(plain, 0);
  t.match(said, /\nNo reader takes it: [^\n]*\.\n$/, 'no word of a file that was not written');
  t.match(read('work_hub/0.changed-again.html'), /<html|<main|<body/);
  t.throws(() => read('work_hub/0.changed-again.expected.json'), 'those have none');
});

t.test('bad input is refused with a sentence, and nothing is written', async (t) => {
  const { run, save, folder } = await open(t);
  const page = join(FIXTURES, 'work_hub/0.page.html');
  const says = async (words: string[], exit: number, sentence: RegExp): Promise<void> => {
    const { code, err } = await run(...words);
    t.equal(code, exit, words.join(' '));
    t.match(err, sentence);
  };
  await says(['monster', page], 2, /no platform "monster"/);
  await says(['work_hub'], 2, /Name a FILE, a URL or a --search/);
  await says(['work_hub', page, '--search', 'x'], 2, /Name a FILE/);
  await says(['work_hub', page, '--access', '7'], 2, /access method 0 alone/);
  await says(['work_hub', page, '--name', '../x'], 2, /--name takes/);
  await says(['work_hub', join(folder, 'nowhere')], 1, /There is no file/);
  await says(['work_hub', 'https://elsewhere.example/jobs'], 2, /no host of work_hub/);
  await says(
    [
      'work_hub',
      save('<html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h.js"></script></html>'),
    ],
    1,
    /no fixture/,
  );
  t.strictSame(readdirSync(join(folder, 'platforms')), []);
  t.equal((await run('work_hub', page)).code, 0);
  await says(['work_hub', page], 1, /The file .*0\.saved\.html already exists/);
  t.equal((await run('work_hub', page, '--force')).code, 0);
  await says(['work_hub', page, '--folder', join(folder, 'missing')], 2, /There is no folder .*missing/);
});

t.test('an address is fetched only from the platform’s host, and a search saves its POST request', async (t) => {
  const { run, read, internet } = await open(t);
  internet.on('https://www.jobs.service.gov.uk/jobs/search?keywords=cook', {
    headers: { 'content-type': 'text/html' },
    body: readFileSync(join(FIXTURES, 'work_hub/0.page.html'), 'utf8'),
  });
  t.equal((await run('work_hub', 'https://www.jobs.service.gov.uk/jobs/search?keywords=cook')).code, 0);
  t.equal(JSON.parse(read('work_hub/0.saved.expected.json')).length, 3);
  t.match(internet.requests, [{ browser: true, respectRobots: true, minIntervalMs: Number }]);
  internet.on('https://www.jobs.nhs.uk/', { body: nhsFeed(2) });
  t.equal((await run('nhs_jobs', '--search', 'nurse')).code, 0);
  t.match(JSON.parse(read('nhs_jobs/0.saved.expected.json')), [{ title: 'Staff Nurse 0' }, {}]);
  const none = await run('reed', '--search', 'nurse');
  t.match([none.code, none.err], [1, /Reed gave no answer/]);
});

t.test(
  'redaction: applying it twice changes nothing more; it ends for any input; adverts keep their figures',
  async (t) => {
    const pieces = fc.constantFrom(
      'token',
      '"',
      '=',
      ':',
      "'",
      'a@b.fr',
      '0',
      '12',
      ' ',
      '<',
      '+44',
      'A1b',
      '%40',
      '&',
      '.',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 60 }), (parts) => {
        const once = redact(parts.join('')).text;
        return redact(once).text === redact(redact(once).text).text && !/(?<![\w.+%-])a@b\.fr(?![\w.@-])/.test(once);
      }),
      { numRuns: volume(100, 1_000), ...seeded },
    );
    for (const flood of [
      'token="'.repeat(50 * MANY),
      '-eyJ'.repeat(250 * MANY),
      'value=token='.repeat(80 * MANY),
      ' value=abcdefg'.repeat(60 * MANY),
      ' name=token'.repeat(80 * MANY),
      'token='.repeat(150 * MANY),
      '\\'.repeat(500 * MANY),
      '+1 2'.repeat(200 * MANY),
      'tel:0 '.repeat(150 * MANY),
      '2001:'.repeat(200 * MANY),
      "a'".repeat(400 * MANY),
      'HTTP/1.1 200 ',
      'HTTP/1.1 200\r\n\r\n'.repeat(20 * MANY),
      'a'.repeat(500 * MANY),
      '@a.'.repeat(100 * MANY),
      '01 23 '.repeat(50 * MANY),
    ])
      t.type(redact(flood).text, 'string');
    for (const kept of [
      '£30,000 - £35,000 a year',
      'posted 2026-11-20T10:00:00Z, closing 01/12/2026',
      'https://www.reed.co.uk/jobs/cook/60000001?id=0123456789',
      '{"lat":51.0712345678,"lng":-0.1234567890}',
      '35 000 € à 40 000 € sur 13 mois',
      'ref 0f8fad5b-d9cb-469f-a165-70867728950e',
      'publiée le 05-11-2026 14:30, ou 01.12.2026 10:00',
      'at 12:30:45+01:00, 2026-11-20T10:00:00+0100',
      '{"cookieText":"We use cookies","passwordHint":"Your password is too short"}',
      'a::before { content: "x" } and 2001: an odyssey',
      'Tel: see below. Salary + 10 000 a year',
      '<label for=password>Password</label>',
    ])
      t.equal(redact(kept).text, kept);
    t.equal(redact('Call 01 42 68 53 00 or +33 (0)6 12 34 56 78.').text, 'Call 01 99 00 00 00 or 01 99 00 00 00.');
  },
);
