import t from 'tap';
import { renderMarkdown } from '../../src/dashboard/views/markdown.ts';
import { resultView } from '../../src/dashboard/views/results.ts';
import { FORMATS, LANGUAGES, type Language } from '../../src/dashboard/texts/index.ts';
import type { Visit } from '../../src/dashboard/visit.ts';

function visit(language: Language): Visit {
  return { language, texts: LANGUAGES[language], formats: FORMATS[language] } as Visit;
}

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)>';

t.test('SPEC §9: markdown of outside pages is shown as what it says, and runs nothing', async (t) => {
  const page = renderMarkdown(
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
  ).text;
  t.match(page, '<h4>Title</h4>');
  t.match(page, '<strong>bold</strong>');
  t.match(
    page,
    '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer nofollow" target="_blank">link</a>',
  );
  t.match(page, /<table>[^]*<th>Pay<\/th>[^]*<td>Leeds<\/td>/);
  t.match(page, /<ul>\n<li>one\n<ul>\n<li>two/);
  t.match(page, /<blockquote>/);
  t.match(page, 'let a = 1 &lt; 2;');
  t.match(page, 'a picture.');
  t.notMatch(page, /<img|style=|\bon\w+=/);
  const attacks = renderMarkdown(
    [
      HOSTILE,
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](JaVaScRiPt:alert(1)) [d](//evil.example) <javascript:alert(1)>',
      '![x](javascript:alert(1)) [e](https://example.com/"onmouseover="alert(1))',
      '[f]: javascript:alert(1)',
      '[f]',
      '```"><script>alert(1)</script>',
      'x',
    ].join('\n\n'),
  ).text;
  t.notMatch(attacks, /<script|<img|href="(?!https:\/\/example\.com\/)|<[^>]*\son\w+=/i);
  t.ok(renderMarkdown('['.repeat(100_000)).text.length < 20_000, 'a long document is cut');
});

t.test('SPEC §9: reputations as stars and themes', async (t) => {
  const result = {
    [`Acme ${HOSTILE}`]: { rating: 3.6, review_count: 1234, insights: ['Good: pay (12)', HOSTILE] },
    Unknown: { rating: null, review_count: 0, insights: [] },
  };
  const english = resultView('get_reputation', result, visit('en')).text;
  t.match(english, '★★★★☆');
  t.match(english, /3\.6[^<]* · 1,234/);
  t.match(english, 'Good: pay (12)');
  t.match(english, LANGUAGES.en.playground.noRating);
  t.notMatch(english, /<script|<img/);
  t.match(resultView('get_reputation', result, visit('fr')).text, /3,6[^<]* · 1\u202f234/);
});

t.test('SPEC §9: pages as documents, errors as errors, and what is no markdown as it is', async (t) => {
  const page = resultView(
    'scrape_url',
    {
      'https://example.com/': `# Hello\n\n${HOSTILE}`,
      'https://example.com/raw': '<!doctype html><title>Raw</title>',
      'https://example.com/wall': 'Error: the site asks for a bot check.',
      'javascript:alert(1)': 'text',
    },
    visit('en'),
  ).text;
  t.match(page, '<h4>Hello</h4>');
  t.match(page, '<pre>&lt;!doctype html&gt;');
  t.match(page, /class="notice bad"[^<]*>Error: the site asks/);
  t.notMatch(page, /<script|<img|href="javascript/);
});
