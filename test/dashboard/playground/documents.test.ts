import t from 'tap';
import { renderMarkdown } from '../../../src/dashboard/components/markdown.ts';
import { parsePiece } from '../../support/page.ts';
import { HOSTILE, shown } from '../../support/playground-answer.ts';

t.test('SPEC §9: markdown of outside pages is rendered, and runs nothing', async (t) => {
  const render = (text: string) => parsePiece(renderMarkdown(text, 6_000).document.text);
  const page = render(
    [
      '# Title',
      'Some **bold** and `code`, a [link](https://example.com/a?b=1&c=2), ![a picture](https://example.com/p.png).',
      '',
      '| Pay | Place |',
      '| ---: | --- |',
      '| £30,000 | Leeds |',
      '',
      '- one',
      '  - two',
      '> said',
      '',
      '```js',
      'let a = 1 < 2;',
      '```',
    ].join('\n'),
  );
  t.equal(page.text('h4'), 'Title');
  t.equal(page.text('strong'), 'bold');
  t.equal(
    page.text('a[href="https://example.com/a?b=1&c=2"][rel="noopener noreferrer nofollow"][target=_blank]'),
    'link',
  );
  t.strictSame(page.texts('table th'), ['Pay', 'Place']);
  t.strictSame(page.rows('table'), [['£30,000', 'Leeds']]);
  t.equal(page.text('ul > li > ul > li'), 'two');
  t.match(page.text('blockquote'), 'said');
  t.match(page.text('pre'), 'let a = 1 < 2;');
  t.match(page.texts('p').join(' '), 'a picture.');
  t.notOk(page.has('img'));
  t.strictSame(page.forbidden(), []);
  const attacks = render(
    [
      HOSTILE,
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](JaVaScRiPt:alert(1)) [d](//evil.example) <javascript:alert(1)>',
      '![x](javascript:alert(1)) [e](https://example.com/"onmouseover="alert(1))',
      '[f]: javascript:alert(1)',
      '[f]',
      '```"><script>alert(1)</script>',
      'x',
    ].join('\n\n'),
  );
  t.notOk(attacks.has('script, img'));
  t.strictSame(attacks.forbidden(), []);
  for (const link of attacks.links()) t.match(link, /^https:\/\/example\.com\//);
  for (const text of [
    '['.repeat(100_000),
    '[x](https://a.example/) '.repeat(2_000),
    '&'.repeat(50_000),
    '漢'.repeat(30_000),
    `${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n${`${'|a'.repeat(200)}\n`.repeat(100)}`,
  ]) {
    const { document, cut } = renderMarkdown(text, 6_000);
    t.ok(Buffer.byteLength(document.text) < 6_100, 'however much its markup grows');
    t.equal(cut, true);
  }
});

t.test('a document’s links, each once, only web addresses', async (t) => {
  const text =
    '[one](https://a.example/1) [again](https://a.example/1) [**two** `x`](https://a.example/2) [no](javascript:x)';
  t.strictSame(renderMarkdown(text, 6_000).links, [
    { url: 'https://a.example/1', words: 'one' },
    { url: 'https://a.example/2', words: 'two x' },
  ]);
});

t.test('SPEC §9: reputations as stars and themes, with sources and age', async (t) => {
  const source = {
    site: 'indeed',
    url: 'https://uk.indeed.com/cmp/Acme',
    matched_name: HOSTILE,
    match: 'soft',
    rating: 3.6,
    review_count: 1234,
    method: 'page',
    fetched_at: '2026-10-31T00:00:00Z',
  };
  const result = {
    [`Acme ${HOSTILE}`]: { rating: 3.6, review_count: 1234, insights: ['Good: pay (12)', HOSTILE] },
    Old: { rating: 3, review_count: 5, insights: [] },
    Unseen: { rating: null, review_count: 0, insights: [] },
    Unknown: { rating: null, review_count: 0, insights: [] },
  };
  const meta = {
    'io.jobdata/provenance': {
      [`Acme ${HOSTILE}`]: { status: 'stored', age_days: 20, sources: [source] },
      Old: { status: 'stale', age_days: 140, sources: [{ ...source, url: 'javascript:alert(1)' }] },
      Unseen: { status: 'could_not_look', age_days: null, sources: [], reason: 'the site did not answer' },
      Unknown: { status: 'not_found', age_days: 0, sources: [] },
    },
  };
  const page = parsePiece(shown({ tool: 'get_reputation', result, meta }));
  const english = page.text('#result');
  t.match(english, '★★★★☆');
  t.match(english, /3\.6 of 5.*1,234 reviews/);
  t.match(english, 'Good: pay (12)');
  t.match(english, /stored.*kept for 90 days\..*read 20 days ago/);
  t.match(english, /stale.*A new look-up failed.*140 days ago/);
  t.match(english, /look-up failed.*the site did not answer/);
  t.match(english, /nothing found.*neither knows this employer/);
  t.match(english, /nearly the same name.*from its own page.*read on 31 Oct 2026/);
  t.ok(page.has('a[href="https://uk.indeed.com/cmp/Acme"][rel="noopener noreferrer nofollow"]'));
  t.notOk(page.has('script, img'));
  t.strictSame(page.forbidden(), []);
  const [french = ''] = parsePiece(shown({ tool: 'get_reputation', result, meta, language: 'fr' })).contents('#result');
  t.match(french, /3,6.* · 1\u202f234/);
  t.match(french, /conservé[^]*il y a 20 jours/);
});

t.test('SPEC §4: a reputation requested as markdown is shown as a document', async (t) => {
  const given = {
    tool: 'get_reputation',
    result: { Acme: { rating: 4, review_count: 1, insights: [] } },
    text: '# Employer reputation\n\n| Employer | Rating |\n| --- | --- |\n| Acme | 4/5 |',
  };
  const document = parsePiece(shown({ ...given, args: { output: 'markdown' } }));
  t.strictSame(document.rows('table'), [['Acme', '4/5']]);
  t.match(document.contents('pre'), [/^# Employer reputation/], 'its source beside it');
  t.notOk(parsePiece(shown(given)).has('table'), 'and only then');
});

t.test('SPEC §9: pages as documents beside their source, errors as errors, other content unchanged', async (t) => {
  const row = {
    http_status: 200,
    final_url: 'https://example.com/',
    content_type: 'text/html',
    rendered: true,
    truncated: false,
    total_characters: 1234,
  };
  const result = {
    'https://example.com/': `# Hello\n\n${HOSTILE} and [more](https://example.com/more)`,
    'https://example.com/moved': 'text',
    'https://example.com/wall': 'Error: the site asks for a bot check.',
    'javascript:alert(1)': 'text',
  };
  const piece = shown({
    tool: 'scrape_url',
    result,
    meta: {
      'io.jobdata/urls': {
        'https://example.com/': row,
        'https://example.com/moved': { ...row, rendered: false, truncated: true },
        'https://example.com/wall': { ...row, error: { reason: 'wall_challenge', message: 'x' } },
      },
    },
  });
  const page = parsePiece(piece);
  const words = page.text('#result');
  t.ok(page.texts('h4').includes('Hello'));
  t.ok(page.contents('pre').some((source) => source.startsWith('# Hello')));
  t.match(words, /1 link.*more /);
  t.ok(page.links().includes('https://example.com/more'));
  t.match(words, 'rendered in a browser · 1,234 characters');
  t.match(words, /cut at 30,000.*redirected to https:\/\/example\.com\//);
  t.match(words, /Not delivered: free of charge.*the site asks for a bot check\..*wall_challenge/);
  t.notOk(page.has('script, img'));
  t.strictSame(page.forbidden(), []);
  const raw = parsePiece(
    shown({ tool: 'scrape_url', result: { 'https://example.com/': '# no heading' }, args: { output: 'raw' } }),
  );
  t.ok(raw.contents('pre').includes('# no heading'));
  t.notOk(raw.texts('h4').includes('no heading'));
});
