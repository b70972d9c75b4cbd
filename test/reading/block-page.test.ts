import t from 'tap';
import { detectBlockPage } from '../../src/reading/block-page.ts';

function wallOf(body: string): string | undefined {
  return detectBlockPage({ status: 200, url: 'https://reviews.example/x', contentType: 'text/html', body });
}

const LONG = `<p>${'We keep our site safe for the people who write on it. '.repeat(60)}</p>`;

t.test('a challenge’s configuration script is recognised, however much text the page has', async (t) => {
  const script = '<script>window._cf_chl_opt = { cType: "managed" };</script>';
  t.equal(wallOf(`<title>Security</title>${LONG}${script}`), 'challenge');
  t.equal(wallOf(`<title>Security</title><style>${'a'.repeat(250_000)}</style>${LONG}${script}`), 'challenge');
});

t.test('pages that mention challenges are not challenges', async (t) => {
  t.equal(wallOf(`<title>Forum</title>${LONG}<code>window._cf_chl_opt = {}</code>`), undefined);
  t.equal(wallOf(`<title>Forum</title>${LONG}<script src="/cdn-cgi/challenge-platform/x"></script>`), undefined);
});
