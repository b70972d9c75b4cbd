import t from 'tap';
import { decodeBody } from '../../src/lib/charset.ts';
import { cutMarkdown, cutPlain } from '../../src/pages/content/cut.ts';
import { readPage } from '../../src/pages/page-task.ts';
import type { PageContent } from '../../src/pages/page-content.ts';

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (unit) => unit.charCodeAt(0));
}

function read(body: Uint8Array | string, contentType: string, output: 'markdown' | 'raw' = 'markdown'): PageContent {
  return readPage({ url: 'https://example.com/', contentType, body, output });
}

t.test('SPEC §5: kinds of content', async (t) => {
  const json = '{"a":"`x`"}';
  const rows: [name: string, contentType: string, body: string, text: string][] = [
    ['html', 'text/html; charset=utf-8', '<h1>A</h1><p>b</p>', '# A\n\nb'],
    ['xhtml', 'application/xhtml+xml', '<?xml version="1.0"?><html><body><p>b</p></body></html>', 'b'],
    ['json', 'application/json', json, '```json\n{"a":"`x`"}\n```'],
    ['vendor json', 'application/vnd.api+json', json, '```json\n{"a":"`x`"}\n```'],
    ['json with fences in it', 'text/json', '"```"', '````json\n"```"\n````'],
    ['json that is called html', 'text/html; charset=utf-8', `\n${json}`, '```json\n{"a":"`x`"}\n```'],
    ['html that begins with a brace', 'text/html', '{a} <p>b</p>', '{a}\n\nb'],
    ['plain text', 'text/plain', 'a <b> *c*\n', 'a <b> *c*\n'],
    ['plain text that shows a page', 'text/plain', '<html><p>x', '<html><p>x'],
    ['markdown', 'text/markdown', '# a', '# a'],
    ['xml', 'application/rss+xml', '<rss><a/></rss>', '<rss><a/></rss>'],
    ['csv', 'text/csv', 'a,b\n1,2', 'a,b\n1,2'],
    ['no type, a page', '', '\n <!DOCTYPE html><p>x</p>', 'x'],
    ['no type, json', 'application/octet-stream', ' [1,2]', '```json\n[1,2]\n```'],
    ['no type, text', '', 'just words', 'just words'],
  ];
  for (const [name, contentType, body, text] of rows) t.equal(read(bytes(body), contentType).text, text, name);
  for (const [contentType, body, named] of [
    ['image/png', '\u0089PNG\r\n', 'image/png'],
    ['', '\u0089PNG\r\n\u001a\n', 'image/png'],
    ['application/octet-stream', 'PK\u0003\u0004\u0014\0', 'application/zip'],
    ['text/html', '\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
    ['application/octet-stream', 'ab\0\u0001\u0002', 'binary data'],
    ['video/mp4', 'x', 'video/mp4'],
    ['application/pdf', 'no pdf', 'application/pdf, but the file is not a PDF'],
  ] as const)
    t.match(read(bytes(body), contentType), { text: '', unsupported: named }, `${contentType} ${named}`);
});

t.test('SPEC §5: raw', async (t) => {
  const html = '<p>caf\u00e9</p>';
  t.equal(read(bytes(html), 'text/html; charset=iso-8859-1', 'raw').text, '<p>café</p>');
  const long = read(`<p>${'😀'.repeat(20_000)}`, 'text/html', 'raw');
  t.match(long, { truncated: true, totalCharacters: 40_003 });
  t.equal(long.text.length, 29_999, 'no half of a pair');
});

t.test('character sets: byte-order mark, header, the page’s declaration, or a guess', async (t) => {
  const rows: [name: string, body: string, contentType: string, text: string][] = [
    ['header', '\u00e9\u0080', 'text/html; charset="ISO-8859-1"', 'é€'],
    ['a byte order mark wins', '\u00ef\u00bb\u00bf\u00c3\u00a9', 'text/html; charset=windows-1252', 'é'],
    ['utf-16 by mark', '\u00ff\u00fea\0', '', 'a'],
    ['utf-16 by its zeros', '\0a\0b\0c', '', 'abc'],
    ['meta', '<meta charset=koi8-r>\u00d0', 'text/html', '<meta charset=koi8-r>п'],
    [
      'meta http-equiv',
      '<meta http-equiv=content-type content="text/html; charset=shift_jis">\u0082\u00a0',
      '',
      '<meta http-equiv=content-type content="text/html; charset=shift_jis">あ',
    ],
    ['a meta in a comment is none', '<!-- <meta charset=koi8-r> -->\u00e9', '', '<!-- <meta charset=koi8-r> -->é'],
    [
      'xml declaration',
      '<?xml version="1.0" encoding="gb2312"?>\u00c4\u00e3',
      '',
      '<?xml version="1.0" encoding="gb2312"?>你',
    ],
    ['an unknown label counts as none', '\u00c3\u00a9', 'text/html; charset=nonsense', 'é'],
    ['utf-8 where it fits', '\u00c3\u00a9', '', 'é'],
    ['windows-1252 where not', '\u0093a\u0094', '', '“a”'],
    ['iso-8859-16', '\u00aa\u00ba', 'text/plain; charset=iso-8859-16', 'Șș'],
    ['x-user-defined', 'a\u0080', 'text/plain; charset=x-user-defined', 'a\uf780'],
    ['an encoding that hides markup', 'abc', 'text/plain; charset=iso-2022-kr', '\ufffd'],
  ];
  for (const [name, body, contentType, text] of rows) t.equal(decodeBody(bytes(body), contentType), text, name);
  const labels =
    'utf8 unicode-1-1-utf-8 866 cp866 l2 latin3 latin4 cyrillic arabic greek hebrew logical visual latin6 iso-8859-13 iso-8859-14 l9 ' +
    'iso-8859-16 koi koi8-u mac dos-874 cp1250 cp1251 ascii cp1253 latin5 cp1255 cp1256 cp1257 cp1258 x-mac-ukrainian chinese ' +
    'gbk gb18030 big5 big5-hkscs x-euc-jp csiso2022jp sjis windows-31j korean ks_c_5601-1987 unicodefffe ucs-2 x-user-defined';
  // A byte that only an unknown label would leave to the sniffing: valid UTF-8 for "é".
  for (const label of labels.split(' '))
    if (!/utf8|utf-8/.test(label)) t.not(decodeBody(bytes('\u00c3\u00a9'), `text/plain; charset=${label}`), 'é', label);
});

t.test('SPEC §5: long content is cut', async (t) => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
  const cut = cutMarkdown(lines, 200);
  t.ok(cut.text.length <= 200);
  const kept = cut.text.slice(0, cut.text.lastIndexOf('\n\n'));
  t.ok(lines.startsWith(`${kept}\n`), 'on a line end');
  t.equal(cut.text.split('\n').at(-1), `[truncated: ${kept.length} of ${lines.length} characters]`);
  const fenced = cutMarkdown(`p\n\n\`\`\`\`js\n\`\`\`\n${lines}\n\`\`\`\`\n`, 200);
  t.match(fenced.text, /\n````\n\n\[truncated: \d+ of \d+ characters\]$/);
  t.ok(fenced.text.length <= 200);
  t.match(cutMarkdown(`- a\n  \`\`\`\n  ${lines.replace(/\n/g, '\n  ')}`, 200).text, /\n {2}```\n\n\[trunc/);
  t.notMatch(cutMarkdown(`\`\`\`\nx\n\`\`\`\n${lines}`, 200).text, /```\n\n\[/, 'a closed fence is not closed again');
  t.match(cutMarkdown(lines, 10_000), { text: lines, truncated: false });
  for (const limit of [100, 101, 102, 103]) {
    const pairs = cutMarkdown('😀'.repeat(200), limit).text;
    t.ok(pairs.length <= limit && !/[\ud800-\udbff](?![\udc00-\udfff])/.test(pairs));
  }
  t.equal(cutPlain('a😀', 2).text, 'a');
});

t.test('SPEC §5: block pages', async (t) => {
  const filler = '<p>The council met on Monday to discuss the new library, and its opening hours.</p>'.repeat(30);
  const rows: [name: string, html: string, wall: PageContent['blockPage']][] = [
    [
      'cloudflare',
      '<title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>Enable JavaScript and cookies to continue',
      'challenge',
    ],
    [
      'datadome',
      '<title>site</title><p id=cmsg>Please enable JS and disable any ad blocker<script src="https://ct.captcha-delivery.com/c.js"></script>',
      'challenge',
    ],
    [
      'akamai',
      "<title>Access Denied</title><h1>Access Denied</h1><p>You don't have permission to access this page on this server.<p>Reference #18.1",
      'challenge',
    ],
    [
      'incapsula',
      '<iframe src="/_Incapsula_Resource?x=1">Request unsuccessful. Incapsula incident ID: 1</iframe>',
      'challenge',
    ],
    [
      'perimeterx',
      '<title>Access to this page has been denied</title><div id="px-captcha"></div><p>Press & Hold to confirm you are a human',
      'challenge',
    ],
    ['french', '<h1>Vérification</h1><p>Confirmez que vous n’êtes pas un robot.', 'challenge'],
    ['login', '<title>Log in</title><form><input name=u><input type=password></form>', 'login'],
    ['join to view', '<h1>Join now</h1><p>Sign in to view the full profile.', 'login'],
    [
      'consent',
      '<h1>Before you continue to Site</h1><p>We use cookies and data. <button>Accept all</button> <button>Reject all cookies</button>',
      'consent',
    ],
    [
      'consentement',
      '<p>Nous et nos partenaires utilisons des cookies et vos données.</p><p>Tout accepter</p>',
      'consent',
    ],
    ['an article about captchas', `<title>Captcha news</title><p>Verify you are human, say sites.${filler}`, undefined],
    ['an article with a login form', `<title>News</title><form><input type=password></form>${filler}`, undefined],
    ['a page with a cookie bar', `<div class=cookie>We use cookies. Accept all</div>${filler}`, undefined],
    ['a short page', '<title>Notice</title><p>The shop is closed today.', undefined],
    [
      'a contact form',
      '<title>Contact</title><form><input name=mail><p>Protected by reCAPTCHA. Privacy - Terms</form>',
      undefined,
    ],
  ];
  for (const [name, html, wall] of rows)
    for (const output of ['markdown', 'raw'] as const) t.equal(read(html, 'text/html', output).blockPage, wall, name);
  const consent = readPage({
    url: 'https://consent.google.com/m?continue=x',
    contentType: 'text/html',
    body: filler,
    output: 'raw',
  });
  t.equal(consent.blockPage, 'consent');
});

t.test('SPEC §5: block pages of real kinds, and short pages that only look like one', async (t) => {
  const page = (title: string, body: string): string => `<head><title>${title}</title></head><body>${body}</body>`;
  const some = '<p>The council met on Monday to discuss the new library, and its opening hours, as agreed in May.</p>';
  const rows: [name: string, wall: PageContent['blockPage'], html: string, url?: string][] = [
    ['cloudflare in French', 'challenge', page('Un instant…', '<p>Vérification de la sécurité de la connexion')],
    ['a block', 'challenge', page('Attention Required! | Cloudflare', `<h1>Sorry, you have been blocked</h1>${some}`)],
    ['turnstile', 'challenge', page('Just a moment...', '<p>Performing security verification')],
    ['a ray', 'challenge', page('Security Check - Site', '<h1>Additional Verification Required</h1>Your Ray ID')],
    [
      'real person',
      'challenge',
      page('Security | Site', '<p>Help us protect Site by verifying that you are a real person'),
    ],
    [
      'personne réelle',
      'challenge',
      page('Sécurité | Site', '<p>Aidez-nous à protéger Site en confirmant que vous êtes une personne réelle'),
    ],
    [
      'restreint',
      'challenge',
      page('site.fr', '<p>Accès temporairement restreint</p><p>Activité inhabituelle depuis votre réseau'),
    ],
    [
      'non à un robot',
      'challenge',
      page('site.fr', "<p>S'assurer que c'est bien à vous que nous nous adressons et non à un robot"),
    ],
    ['made us think', 'challenge', page('site', '<p>Something about your browser made us think you were a bot.')],
    [
      'unusual traffic',
      'challenge',
      page('https://example.com/search', '<p>This page checks that it is you.'),
      'https://example.com/sorry/index?continue=x',
    ],
    [
      'proof of work',
      'challenge',
      page("Making sure you're not a bot!", `<script id="anubis_challenge">1</script>${some.repeat(8)}`),
    ],
    [
      'authwall',
      'login',
      page('Sign Up | Site', '<form><input type=email><input type=password></form>'),
      'https://example.com/authwall?x',
    ],
    ['e-mail first', 'login', page('Sign in - Site', '<form><input type=email></form>'), 'https://example.com/signin'],
    [
      'connexion',
      'login',
      page('Connexion - Site', '<form><input name=u><input type=password></form>'),
      'https://example.com/connexion.html',
    ],
    ['connecté', 'login', page('Espace candidat', '<p>Vous devez être connecté pour accéder à cette page.')],
    ['keep reading', 'login', page('Site', '<h1>Create an account to keep reading reviews</h1>')],
    [
      'fermer',
      'consent',
      page(
        'Site',
        '<div>Site et ses partenaires utilisent des cookies pour lire vos données. <button>Accepter & fermer</button></div>',
      ),
    ],
    [
      'an advert with a way to sign in',
      undefined,
      page('Engineer', `<p>Acme hires. <a href=/login>Sign in to apply</a></p>${some}`),
    ],
    ['a closed advert', undefined, page('Closed', '<p>This vacancy is closed. Sign in to see similar jobs.')],
    [
      'a short text on captchas',
      undefined,
      page('How captchas work', `<p>Verify you are human: sites ask.</p>${some.repeat(4)}`),
    ],
    ['a title that begins like one', undefined, page('Blocked drains: what to do', some)],
    ['another', undefined, page('Security check-list', some)],
    [
      'a recipe',
      undefined,
      page(
        'Cookies',
        "<p>Formez des cookies et cuisez. Des cookies moelleux. J'accepte les commentaires, cookies compris.",
      ),
    ],
    [
      'a manual of logins',
      undefined,
      page('Login API', '<p>Sends a password, returns a token.'),
      'https://example.com/api/login',
    ],
    ['a product called so', undefined, page('SSO', '<p>Sign in once, work anywhere.'), 'https://example.com/sso'],
    [
      'hours with a cookie bar',
      undefined,
      page(
        'Hours',
        '<p>Mon 9-5. Tue 9-5. Closed on Sundays.</p><div class=cookie>We and our partners use cookies. <button>Accept all</button></div>',
      ),
    ],
    [
      'a closed advert on a guarded site',
      undefined,
      page('Closed', `<script>window.awsWafIntegration</script>${some.repeat(5)}`),
    ],
  ];
  for (const [name, wall, body, url = 'https://example.com/jobs/1'] of rows)
    t.equal(readPage({ url, contentType: 'text/html', body, output: 'raw' }).blockPage, wall, name);
});
