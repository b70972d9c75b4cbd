import t from 'tap';
import { readPage } from '../../src/pages/page-task.ts';

async function markdownOf(html: string, head = ''): Promise<string> {
  const body = `<html><head>${head}</head><body><main><h1>T</h1>${html}</main></body></html>`;
  const { text } = readPage({
    url: 'https://example.com/dir/page?q=1',
    contentType: 'text/html',
    body,
    output: 'markdown',
  });
  return text.replace(/^# T\n*/, '');
}

const ROWS: [name: string, html: string, markdown: string][] = [
  ['emphasis', '<p>a <b>bold</b>, <i>it</i></p>', 'a **bold**, *it*'],
  ['spaces move out of emphasis', '<p>a<b> b </b>c</p>', 'a **b** c'],
  ['emphasis in emphasis of its kind', '<p><b>a <strong>b</strong> c</b></p>', '**a b c**'],
  ['nested emphasis', '<p><em>e <strong>b</strong></em>.</p>', '*e **b***.'],
  ['strike', '<p><del>old</del> new</p>', '~~old~~ new'],
  [
    'relative links',
    '<p><a href="/x?y=1">a</a> <a href="?p=2">b</a> <a href="z">c</a></p>',
    '[a](https://example.com/x?y=1) [b](https://example.com/dir/page?p=2) [c](https://example.com/dir/z)',
  ],
  ['addresses with brackets and spaces', '<p><a href="/a (b)">p</a></p>', '[p](https://example.com/a%20%28b%29)'],
  [
    'links that run',
    '<p><a href="javascript:x()">a</a> <a href=" JaVa\nscript:x()">b</a> <a href="data:text/html,x">c</a> <a href="vbscript:x">d</a></p>',
    'a b c d',
  ],
  ['a card in a link', '<a href="/c"><h3>Card</h3><p>Text</p></a>', '### [Card](https://example.com/c)\n\nText'],
  [
    'a picture in a link',
    '<p><a href="/e"><img src="/i.png" alt="pic"></a></p>',
    '[![pic](https://example.com/i.png)](https://example.com/e)',
  ],
  [
    'lazy pictures',
    '<p><img src="data:image/gif;base64,AA" data-src="/lazy.png" alt="L"></p>',
    '![L](https://example.com/lazy.png)',
  ],
  [
    'pictures by any of their lazy names',
    '<p><img src="/p.gif" data-lazy-srcset="/a.png 300w, /b.png 900w" alt="A"> <img src="/p.gif" data-echo="/e.png" alt="E"></p>',
    '![A](https://example.com/b.png) ![E](https://example.com/e.png)',
  ],
  [
    'a picture for those without scripts',
    '<figure><img src="data:image/gif;base64,AA" alt="P"><noscript><img src="/real.png" alt="P"></noscript></figure>',
    '![P](https://example.com/real.png)',
  ],
  ['the largest of a set', '<p><img srcset="/s.png 100w, /l.png 900w" alt="S"></p>', '![S](https://example.com/l.png)'],
  [
    'a picture element',
    '<picture><source srcset="/w.webp"><img alt="P"></picture>',
    '![P](https://example.com/w.webp)',
  ],
  ['inline pictures', '<p>x <img src="data:image/png;base64,AA" alt="no"></p>', 'x'],
  ['nested lists', '<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>', '- a\n  - b\n    1. c\n- d'],
  [
    'task lists',
    '<ul><li><input type=checkbox checked> done</li><li><label><input type=checkbox> open</label></li></ul>',
    '- [x] done\n- [ ] open',
  ],
  ['numbered lists', '<ol start=3><li>c</li><li><p>d</p><p>more</p></li></ol>', '3. c\n4. d\n\n   more'],
  ['terms that share a definition', '<dl><dt>A</dt><dt>B</dt><dd>One</dd></dl>', 'A\nB\n: One'],
  ['neighbours of one mark', '<p><b>a</b><strong>b</strong> <b>c</b><i> <b>d</b></i></p>', '**ab** **c** ***d***'],
  ['definitions', '<dl><dt>Term</dt><dd>One</dd><dd>Two</dd></dl>', 'Term\n: One\n: Two'],
  ['quotes', '<p>p</p><blockquote><p>q</p><pre>code</pre></blockquote>', 'p\n\n> q\n>\n> ```\n> code\n> ```'],
  ['code with language', '<pre><code class="language-js">a = `x`;\n\n  b</code></pre>', '```js\na = `x`;\n\n  b\n```'],
  ['a fence in code', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
  ['inline code', '<p><code>a`b</code> <code>&lt;b&gt;</code></p>', '``a`b`` `<b>`'],
  [
    'tables',
    '<table><tr><th>A<th>B<tr><td>1<br>2<td><ul><li>x<li>y|z</ul><tr><td colspan=2>w</table>',
    '| A | B |\n| --- | --- |\n| 1<br>2 | - x<br>- y\\|z |\n| w |  |',
  ],
  [
    'cells over several rows',
    '<table><tr><th>A<th>B<th>C<tr><td rowspan=2>a<td>1<td class=promo>2<tr><td>3<td>4</table>',
    '| A | B | C |\n| --- | --- | --- |\n| a | 1 | 2 |\n|  | 3 | 4 |',
  ],
  [
    'code beside its line numbers',
    '<table><tr><td class=linenos><pre>1\n2</pre><td class=code><pre class="language-py">a\nb</pre></table>',
    '```py\na\nb\n```',
  ],
  ['layout tables', '<table role=presentation><tr><td><p>a</p><td><p>b</p></table>', 'a\n\nb'],
  ['breaks', '<p>a<br>b<br><br>c</p>', 'a  \nb  \nc'],
  ['permalinks of headings', '<h2>Two <a href="#two">#</a></h2><p>x</p>', '## Two\n\nx'],
  [
    'text that looks like markup',
    '<p># a</p><p>- b</p><p>1. c</p><p>&gt; d</p><p>*e* _f_ [g](h) a_b_c</p>',
    '\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n\\*e\\* \\_f\\_ \\[g\\](h) a_b_c',
  ],
  [
    'text that looks like HTML',
    '<p>&lt;script&gt;x&lt;/script&gt; 1 &lt; 2 &amp;amp;</p>',
    '&lt;script>x&lt;/script> 1 < 2 &amp;amp;',
  ],
  [
    'hidden text',
    '<p>a<span hidden>1</span><span aria-hidden=true>2</span><span style="display: NONE">3</span><span style="color:red;visibility:hidden">4</span><span class="sr-only">5</span></p>',
    'a',
  ],
  [
    'text that a style sheet hides',
    '<style>.x9{display:none} @media print{.seen{display:none}}</style><p>a<span class=x9>no</span> <span class=seen>b</span></p>',
    'a b',
  ],
  [
    'text out of sight',
    [
      'position:absolute; left:-9999px',
      'text-indent: -5000px',
      'font-size:1px',
      'clip: rect(0 0 0 0)',
      'clip-path:inset(50%)',
      'transform: scale(0)',
      'color:#FFF;background:#fff',
      'color: transparent',
    ]
      .map((style) => `<span style="${style}">no</span>`)
      .join('') + '<p style="font-size:0.9em;left:-10px;color:#fff;background:#000">a</p>',
    'a',
  ],
  ['invisible characters', '<p>a\u200b\u{e0041}\u{e0042}b\u2060c</p>', 'abc'],
  [
    'scripts, templates and comments',
    '<p>a</p><script>no()</script><template><p>no</p></template><!-- no --><noscript>no</noscript>',
    'a',
  ],
  ['a declared shadow tree', '<x-a><template shadowrootmode=open><p>in it</p></template></x-a>', 'in it'],
  ['a footnote behind a figure', '<p>£35,000<sup>1</sup> a year<sup>[2]</sup></p>', '£35,000 a year'],
  [
    'a footnote that leads to its note',
    '<p>£35,000<sup><a href="#fn1">1</a></sup> a year</p>',
    '£35,000 [1](https://example.com/dir/page?q=1#fn1) a year',
  ],
  [
    'exponents, ordinals and signs',
    '<p>12 m<sup>2</sup>, 10<sup>6</sup>, x<sup>3</sup>, the 1<sup>st</sup>, Lamp<sup>™</sup>, H<sub>2</sub>O, 35<sub>2</sub></p>',
    '12 m², 10^6, x³, the 1st, Lamp™, H2O, 35₂',
  ],
  [
    'cents, however a page writes them',
    '<p>€12<sup>50</sup>, 12<sup>99</sup> €, 12 €<sup>50</sup>, £1,299<sup>99</sup>, $7.<sup>25</sup>, €1.299<sup>95</sup>, £9.99<sup>12</sup></p>',
    '€12.50, 12,99 €, 12 €50, £1,299.99, $7.25, €1.299,95, £9.99',
  ],
  [
    'times, thousands, ordinals and a formula',
    '<p>19<sup>h</sup>30, 19h<sup>30</sup>, £30<sup>k</sup>, 2<sup>e</sup>, 21<sup>o</sup>C, E=mc<sup>2</sup>, 2<sup>k</sup>, a note<sup>e</sup></p>',
    '19h30, 19h30, £30k, 2e, 21°C, E=mc², 2^k, a note',
  ],
  ['ruby', '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>', '漢(kan)'],
  ['lists that count down', '<ol reversed><li>c<li>b<li>a</ol>', '3. c\n2. b\n1. a'],
  [
    'formulas',
    '<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup></math> and <span class="katex"><span class="katex-mathml"><math><semantics><mi>y</mi><annotation encoding="application/x-tex">y_1</annotation></semantics></math></span><span class="katex-html">y1</span></span></p>',
    'a/b = x^2 and $y_1$',
  ],
  ['family emoji and the joiners of Persian', '<p>👩‍👧 می‌خواهم a\u200db</p>', '👩‍👧 می‌خواهم ab'],
  [
    'a mail address that is hidden from robots',
    '<p>Write to <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="2a49584f5d6a424b5848455f58044f524b475a464f">[email&#160;protected]</a> or <span data-cfemail="zz">call</span>.</p>',
    'Write to crew@harbour.example or call.',
  ],
  ['details', '<details><summary>More</summary><p>Folded.</p></details>', 'More\n\nFolded.'],
  [
    'links side by side',
    '<p><a href="/a">a</a><a href="/b">b</a></p>',
    '[a](https://example.com/a) [b](https://example.com/b)',
  ],
  ['a heading that leads to itself', '<h2 id=two><a href="#two">Two</a></h2><p>x</p>', '## Two\n\nx'],
  ['one h1', '<p>x</p><h1>Other</h1><p>y</p>', 'x\n\n## Other\n\ny'],
  ['code of several lines', '<div><code>a = 1<br>b = 2</code></div>', '```\na = 1\nb = 2\n```'],
  ['tags of page builders', '<p>[vc_row css="x"]a[/vc_row] [see] b</p>', 'a \\[see\\] b'],
  ['marks that pages set themselves', '<p data-jobdata-layout="gone">seen</p>', 'seen'],
  ['a stray CDATA mark', '<div><![CDATA[ <p>after</p></div>', 'after'],
  ['misnested tags', '<p><b>a<i>b</b>c</i>d</p>', '**a*b***cd'],
];

t.test('SPEC §5: markdown', async (t) => {
  for (const [name, html, markdown] of ROWS) t.equal(await markdownOf(html), markdown, name);
});

t.test('addresses start from <base>', async (t) => {
  t.equal(
    await markdownOf('<p><a href="x">a</a></p>', '<base href="/other/"><base href="/second/">'),
    '[a](https://example.com/other/x)',
  );
  t.equal(await markdownOf('<p><a href="x">a</a></p>', '<base href="javascript:x">'), '[a](https://example.com/dir/x)');
});
