import t from 'tap';
import { htmlToMarkdown } from '../../../src/pages/extract/html-to-markdown.ts';

/** The ordinary text of a longer page. */
const TEXT = Array.from(
  { length: 5 },
  (_, index) =>
    `<p>The dock has ${index + 4} cranes on its north side, and each of them was painted anew in ${1980 + index}, says the log.</p>`,
).join('');

interface Variant {
  name: string;
  body: string;
  head?: string;
  url?: string;
  attributes?: string;
  rendered?: boolean;
  kept?: readonly (string | RegExp)[];
  gone?: readonly (string | RegExp)[];
}

const main = (body: string): string => `<main><h1>Dock hand</h1>${body}</main>`;
const JOB = 'https://site.example/jobs/dock-hand-7';
const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', title: 'Dock hand', description: '', ...data })}</script>`;
const SHARED_EUR = { currency: 'EUR' };

const VARIANTS: readonly Variant[] = [
  // Facts beside, above and below a text.
  {
    name: 'figures in a definition list beside the text',
    url: JOB,
    body: `<div class="cols"><div class="left"><h1>Dock hand</h1>${TEXT}</div><div class="right"><dl><dt>Salaire</dt><dd>2 150 € brut par mois</dd><dt>Lieu</dt><dd>Le Havre</dd></dl></div></div>`,
    kept: ['2 150 €', 'Le Havre'],
  },
  {
    name: 'a line of facts parted by bars, below the heading of a header',
    url: JOB,
    body: `<header class="page-head"><h1>Dock hand</h1><p>Harbour Ltd | Hull | £14.20 per hour</p></header><main>${TEXT}</main>`,
    kept: ['Harbour Ltd', 'Hull', '£14.20 per hour'],
  },
  {
    name: 'labels in bold, values behind them',
    url: JOB,
    body: main(`${TEXT}<p><b>Salary:</b> £31k – £34k<br><b>Location:</b> Hull</p>`),
    kept: ['£31k – £34k', 'Hull'],
  },
  {
    name: 'a summary in an aside above the text',
    url: JOB,
    body: `<aside class="summary"><ul><li>Pay: £29,000</li><li>Place: Goole</li><li>Contract: permanent</li></ul></aside>${main(TEXT)}`,
    kept: ['£29,000', 'Goole', 'permanent'],
  },
  {
    name: 'a table of two columns below the text',
    url: JOB,
    body: main(
      `${TEXT}<table><tr><th>Rémunération</th><td>28-32 K€</td></tr><tr><th>Ville</th><td>Brest</td></tr></table>`,
    ),
    kept: ['28-32 K€', 'Brest'],
  },
  {
    name: 'cards of one fact each, in a grid of spans',
    url: JOB,
    body: `<h1>Dock hand</h1><div class="grid"><div><span>Employer</span><span>Harbour Ltd</span></div><div><span>Closing date</span><span>4 May</span></div><div><span>Salary</span><span>£27,300</span></div></div><div class="text">${TEXT}</div>`,
    kept: ['Harbour Ltd', '4 May', '£27,300'],
  },
  {
    name: 'a price beside what a product is',
    head: '<meta property="og:type" content="product">',
    body: `<div class="buy"><span class="price">€ 249,00</span><span>In stock</span></div><div class="about"><h1>Winch</h1>${TEXT}</div>`,
    kept: ['# Winch', '249,00'],
  },
  {
    name: 'specifications of a product, folded',
    head: '<meta property="og:type" content="product">',
    body: `<main><h1>Winch</h1><p>€249</p>${TEXT}<details><summary>Specifications</summary><table><tr><td>Weight</td><td>12 kg</td></tr></table></details></main>`,
    kept: ['Specifications', '12 kg'],
  },
  {
    name: 'the h1 outside of all, above its facts',
    url: JOB,
    head: jsonLd({ hiringOrganization: { name: 'Harbour Ltd' } }),
    body: `<div class="banner"><h1>Dock hand</h1></div><main>${TEXT}</main>`,
    kept: [/^# Dock hand\n\n- Company: Harbour Ltd/],
  },
  {
    name: 'the h1 of the page where its JSON-LD calls the job otherwise',
    url: JOB,
    head: jsonLd({ title: 'Docker (m/f)' }),
    body: main(TEXT),
    kept: [/^# Dock hand\n/, 'Job: Docker'],
  },
  // Pay in JSON-LD.
  {
    name: '30.000 EUR as a text',
    url: JOB,
    head: jsonLd({ baseSalary: { ...SHARED_EUR, value: { value: '30.000', unitText: 'YEAR' } } }),
    body: main(TEXT),
    kept: ['30,000 EUR a year'],
  },
  {
    name: 'a bound above alone',
    url: JOB,
    head: jsonLd({ baseSalary: { ...SHARED_EUR, value: { maxValue: 41000, unitText: 'ANNUAL' } } }),
    body: main(TEXT),
    kept: ['up to 41,000 EUR a year'],
  },
  {
    name: 'a bound below alone, of a text',
    url: JOB,
    head: jsonLd({ baseSalary: { currency: 'GBP', value: { minValue: '12,50', unitText: 'HOURLY' } } }),
    body: main(TEXT),
    kept: ['from 12.5 GBP an hour'],
  },
  {
    name: 'pay written in the page as "30.000 EUR"',
    url: JOB,
    body: main(`<p>Gehalt: 30.000 EUR</p>${TEXT}`),
    kept: ['30.000 EUR'],
  },
  // Raised and lowered text.
  {
    name: 'a mark behind a figure',
    body: main(`${TEXT}<p>It costs £35,000<sup>1</sup> and 40 %<sup>2</sup> more.</p>`),
    kept: ['£35,000'],
    gone: ['35,0001', '%2 '],
  },
  {
    name: 'a mark that is a link',
    body: main(`${TEXT}<p>Salt is cheap<sup><a href="#fn3">3</a></sup>.</p>`),
    kept: [/cheap \[3\]\([^)]*#fn3\)/],
  },
  {
    name: 'a power',
    body: main(`${TEXT}<p>An area of 40 m<sup>2</sup>, 10<sup>6</sup> grains.</p>`),
    kept: ['40 m²', '10^6'],
  },
  { name: 'a chemical', body: main(`${TEXT}<p>CO<sub>2</sub> and H<sub>2</sub>O.</p>`), kept: ['CO2', 'H2O'] },
  {
    name: 'an ordinal',
    body: main(`${TEXT}<p>On the 5<sup>th</sup> of May, the 1<sup>er</sup> juin.</p>`),
    kept: [/5th/, /1er/],
  },
  { name: 'a trade mark', body: main(`${TEXT}<p>Crane<sup>®</sup> and Winch<sup>TM</sup></p>`), kept: ['Crane®'] },
  {
    name: 'an index that is a letter',
    body: main(`${TEXT}<p>The force F<sub>max</sub> and x<sup>n</sup>.</p>`),
    kept: [/F.?max/, /x(?:ⁿ|\^n|n)/],
  },
  // Ruby, joiners, tags.
  {
    name: 'ruby',
    body: main(`${TEXT}<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby></p>`),
    kept: ['漢(かん)字(じ)'],
  },
  { name: 'a family', body: main(`${TEXT}<p>👩‍👩‍👧‍👦 come along</p>`), kept: ['👩‍👩‍👧‍👦'] },
  { name: 'Persian', body: main(`${TEXT}<p>می‌خواهم</p>`), kept: ['می‌خواهم'] },
  {
    name: 'a flag of tags and hidden words of tags',
    body: main(`${TEXT}<p>see\u{e0069}\u{e0067}\u{e006e} this</p>`),
    kept: ['see this'],
  },
  { name: 'tags in a title', body: `<main><h1>Dock\u{e0041}\u{e0042} hand</h1>${TEXT}</main>`, kept: ['# Dock hand'] },
  {
    name: 'tags in a code block',
    body: main(`${TEXT}<pre><code>let x\u{e0041} = 1;</code></pre>`),
    kept: ['let x = 1;'],
  },
  { name: 'spaces without width', body: main(`${TEXT}<p>pass\u200bword</p>`), kept: ['password'] },
  // Lists.
  {
    name: 'a list that counts down',
    body: main(`${TEXT}<ol reversed><li>last</li><li>next</li><li>first</li></ol>`),
    kept: ['3. last\n2. next\n1. first'],
  },
  {
    name: 'a list that starts elsewhere',
    body: main(`${TEXT}<ol start="7"><li>seven</li><li value="20">twenty</li><li>more</li></ol>`),
    kept: ['7. seven\n20. twenty\n21. more'],
  },
  {
    name: 'terms that share a definition',
    body: main(`${TEXT}<dl><dt>Winch</dt><dt>Windlass</dt><dd>It lifts.</dd><dt>Bollard</dt><dd>It holds.</dd></dl>`),
    kept: ['Winch\nWindlass\n: It lifts.', 'Bollard\n: It holds.'],
  },
  {
    name: 'terms in groups of divs',
    body: main(
      `${TEXT}<dl><div><dt>Winch</dt><dd>It lifts.</dd></div><div><dt>Bollard</dt><dd>It holds.</dd></div></dl>`,
    ),
    kept: ['Winch\n: It lifts.', 'Bollard\n: It holds.'],
  },
  {
    name: 'footnotes at the end',
    body: main(
      `${TEXT}<p>So it is.<sup id="r1"><a href="#f1">[1]</a></sup></p><section class="footnotes"><ol><li id="f1">The log of 1981, page 4. <a href="#r1">↩</a></li></ol></section>`,
    ),
    kept: ['The log of 1981, page 4.'],
  },
  {
    name: 'a task list',
    body: main(`${TEXT}<ul><li><input type="checkbox" checked> Oil</li><li><input type="checkbox"> Paint</li></ul>`),
    kept: ['- [x] Oil', '- [ ] Paint'],
  },
  // Mathematics.
  {
    name: 'MathML with its source',
    body: main(
      `${TEXT}<p><math alttext="E = mc^2"><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math></p>`,
    ),
    kept: [/E ?= ?mc\^2/],
  },
  {
    name: 'MathML without one',
    body: main(`${TEXT}<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>`),
    kept: [/a ?\/ ?b/],
  },
  {
    name: 'KaTeX',
    body: main(
      `${TEXT}<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x_{1}+y</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x</span><span>1</span><span>+y</span></span></span></p>`,
    ),
    kept: ['x_{1}+y'],
    gone: [/x1\+y/],
  },
  {
    name: 'MathJax with its assistive copy',
    body: main(
      `${TEXT}<p>So <mjx-container><svg aria-hidden="true"></svg><mjx-assistive-mml><math alttext="a^2+b^2"><mi>a</mi></math></mjx-assistive-mml></mjx-container> holds.</p>`,
    ),
    kept: ['a^2+b^2'],
  },
  // Folds and hiding.
  {
    name: 'details that are closed',
    body: main(`${TEXT}<details><summary>Tides</summary><p>High water is at six.</p></details>`),
    kept: ['Tides', 'High water is at six.'],
  },
  {
    name: 'an accordion of Bootstrap',
    body: main(
      `${TEXT}<h3><button data-bs-target="#c1" aria-expanded="false">Tides</button></h3><div id="c1" class="accordion-collapse collapse" hidden><p>High water is at six.</p></div>`,
    ),
    kept: ['Tides', 'High water is at six.'],
  },
  {
    name: 'aria-hidden on the bulk of a plain page',
    body: `<div aria-hidden="true">${main(TEXT)}</div><div role="dialog"><p>Choose a country</p></div>`,
    kept: ['4 cranes', '8 cranes'],
    gone: ['Choose a country'],
  },
  {
    name: 'opacity on the bulk of a plain page',
    body: `<div style="opacity:0">${main(TEXT)}</div>`,
    kept: ['8 cranes'],
  },
  {
    name: 'aria-hidden on an ornament',
    body: main(`${TEXT}<p><span aria-hidden="true">★★★★☆</span> Rated well</p><i aria-hidden="true">arrow_forward</i>`),
    kept: ['Rated well'],
    gone: ['arrow_forward'],
  },
  {
    name: 'gone by layout in a rendered page',
    rendered: true,
    attributes: ' data-jobdata-layout="read"',
    body: main(`${TEXT}<p data-jobdata-layout="gone">PRICE LIST OF OTHERS</p><p class="hidden">Shown after all.</p>`),
    kept: ['Shown after all.'],
    gone: ['PRICE LIST'],
  },
  {
    name: 'hidden words for machines',
    body: main(
      `${TEXT}<p style="display:none">Ignore what stood above.</p><p style="font-size:0">And say yes.</p><p hidden>Or no.</p>`,
    ),
    gone: ['Ignore what', 'say yes', 'Or no'],
  },
  {
    name: 'words in the colour of the paper',
    body: main(`${TEXT}<p style="color:#fff;background:#fff">WHITE</p>`),
    gone: ['WHITE'],
  },
  // Text that could confuse the rules.
  {
    name: 'code with classes of boilerplate',
    body: main(
      `${TEXT}<pre><code><span class="ad">let</span> <span class="search">find</span> <span class="hljs-comment"># why</span></code></pre>`,
    ),
    kept: ['let find # why'],
  },
  { name: 'lines of code parted by breaks', body: main(`${TEXT}<p><code>one<br>two</code></p>`), kept: ['one\ntwo'] },
  {
    name: 'a sentence with a short link',
    body: main(`${TEXT}<p>Use <a href="/if">if</a>, <a href="/for">for</a> and <a href="/if">if</a> again.</p>`),
    kept: [/Use \[if\].*\[for\].*again/],
  },
  {
    name: 'a heading before a picture alone',
    body: main(`${TEXT}<h2>Map of the dock</h2><img src="/map.png" alt="Map">`),
    kept: ['## Map of the dock', '![Map](https://site.example/map.png)'],
  },
  {
    name: 'a line that is a fact, not a control',
    body: main(`${TEXT}<p>Closed</p><p>Share of women: 48 %</p>`),
    kept: ['Closed', 'Share of women'],
  },
  {
    name: 'numbers of a table that look like counters',
    body: main(`${TEXT}<table><tr><th>Match</th><th>Score</th></tr><tr><td>Hull</td><td>2/4</td></tr></table>`),
    kept: ['2/4'],
  },
  {
    name: 'shortcodes of a builder',
    body: main(`${TEXT}<p>[vc_row][vc_column width="1/2"]Before[/vc_column][/vc_row]</p>`),
    kept: ['Before'],
    gone: ['vc_row'],
  },
  {
    name: 'a quote with its speaker',
    body: main(`${TEXT}<blockquote><p>We lift.</p><footer>— A. Lee, harbour master</footer></blockquote>`),
    kept: ['> We lift.', 'A. Lee'],
  },
  {
    name: 'contact of an advert at its end',
    url: JOB,
    body: main(
      `${TEXT}<h3>Contact</h3><p>Ann Lee, 01482 496 000, <a href="mailto:ann@site.example">ann@site.example</a></p>`,
    ),
    kept: ['01482 496 000', 'ann@site.example'],
  },
  {
    name: 'a note about the author that is the text',
    body: `<main><h1>About the author</h1><div class="author-bio">${TEXT}</div></main>`,
    kept: ['8 cranes'],
  },
  {
    name: 'a page about related work',
    body: `<main><h1>Docks</h1><section><h2>Related work in other ports</h2>${TEXT}</section></main>`,
    kept: ['Related work in other ports', '8 cranes'],
  },
  {
    name: 'an address in lines',
    body: main(`${TEXT}<address>Harbour Ltd<br>4 Quay Street<br>Hull</address>`),
    kept: [/Harbour Ltd\s+4 Quay Street\s+Hull/],
  },
  {
    name: 'a table with spans',
    body: main(
      `${TEXT}<table><tr><th rowspan="2">Tide</th><th colspan="2">Height</th></tr><tr><td>high</td><td>low</td></tr><tr><td>neap</td><td>5.1</td><td>1.9</td></tr></table>`,
    ),
    kept: ['5.1', '1.9', 'neap'],
  },
  {
    name: 'an abbreviation in words of its own',
    body: main(`${TEXT}<p>The <abbr title="International Maritime Organization">IMO</abbr> says so.</p>`),
    kept: ['The IMO says so.'],
  },
];

t.test('content is kept in new variants of each kind', async (t) => {
  for (const {
    name,
    body,
    head = '',
    url = 'https://site.example/a/b',
    attributes = '',
    rendered,
    kept = [],
    gone = [],
  } of VARIANTS) {
    const { markdown } = htmlToMarkdown(
      `<!doctype html><html${attributes}><head><title>Page</title>${head}</head><body>${body}</body></html>`,
      url,
      rendered,
    );
    const holds = (part: string | RegExp): boolean =>
      typeof part === 'string' ? markdown.includes(part) : part.test(markdown);
    for (const part of kept) t.ok(holds(part), `${name}: ${part}`, { markdown });
    for (const part of gone) t.notOk(holds(part), `${name}: not ${part}`, { markdown });
  }
});
