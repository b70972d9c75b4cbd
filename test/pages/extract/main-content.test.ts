import t from 'tap';
import { htmlToMarkdown } from '../../../src/pages/extract/html-to-markdown.ts';

const TEXT = Array.from(
  { length: 5 },
  (_, index) =>
    `<p>The mill keeps ${index + 3} lathes in its old hall, and each of them was rebuilt by hand in ${1990 + index}, says the ledger.</p>`,
).join('');

interface Case {
  name: string;
  body: string;
  head?: string;
  kept?: readonly string[];
  gone?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'who wrote an article, beside it',
    head: '<meta property="og:type" content="article">',
    body: `<article><h1>Oil</h1><p class="author">By Ann Lee</p>${TEXT}${TEXT.replaceAll('mill', 'yard')}<div class="post-author-bio"><p>ANN writes about mills and rivers for this paper, lives near one of them with a dog, and has done so for the better part of twenty years, rain or shine, by day and by night.</p></div></article>`,
    kept: ['By Ann Lee', 'The yard keeps 7'],
    gone: ['ANN writes'],
  },
  {
    name: 'the button that opens an answer is its question',
    body: `<article><h1>Oil</h1>${TEXT}<h2>Questions</h2>
      <div class="item"><button aria-controls="a1">How often is it oiled?</button><div id="a1" class="collapse"><p>Every eight hours of work.</p></div></div>
      <div class="item"><h3><button aria-controls="a2">With which oil?</button></h3><div id="a2" style="display:none"><p>Grade 68 does for all of them.</p></div></div>
      <button>Print me</button></article>`,
    kept: ['How often is it oiled?', 'Every eight hours', 'With which oil?', 'Grade 68'],
    gone: ['Print me'],
  },
  {
    name: 'pay and place beside a text that nothing else calls an advert, its mark apart',
    body: `<main><h1>Nurse</h1><div class="facts"><div><span>Pay</span><span>£35,000<sup>1</sup></span></div><div><span>Place</span><span>Leeds</span></div></div><div class="text">${TEXT}</div></main>`,
    kept: ['£35,000', 'Leeds', '# Nurse'],
    gone: ['35,0001'],
  },
  {
    name: 'the lines around a heading above the text',
    body: `<div class="job-header"><h1>Go developer</h1><span>Plinth GmbH</span> <span>Berlin (hybrid)</span> <span>€70k–€85k</span></div><main>${TEXT}</main>`,
    kept: ['Plinth GmbH', 'Berlin (hybrid)', '€70k–€85k'],
  },
  {
    name: 'a hidden tab that is a small table',
    body: `<main><h1>Drill</h1><ul><li><a role="tab" href="#s" aria-controls="s">Data</a></li></ul><p>It has two speeds, for wood and for steel.</p><div id="s" role="tabpanel" style="display:none"><table><tr><th>Power</th><td>750 W</td></tr></table></div></main>`,
    kept: ['750 W'],
  },
  {
    name: 'prices for the eye alone',
    body: `<main><h1>Candles</h1>${TEXT}<p aria-hidden="true">$24.50</p></main>`,
    kept: ['$24.50'],
  },
  {
    name: 'a product keeps its name, price and choices above a long text',
    head: '<meta property="og:type" content="product">',
    body: `<main><div class="info"><h1>Oak stool</h1><p>£99.00</p><ul><li>Seat of solid oak</li></ul></div><div class="long">${TEXT}${TEXT.replaceAll('mill', 'yard')}</div></main>`,
    kept: ['£99.00', 'Seat of solid oak'],
  },
  {
    name: 'credits of an article, in sections of their own',
    body: `<article><h1>Yields</h1><div>${TEXT}</div><section><h2>Credits</h2><p>Drawn by Ann Lee</p></section></article>`,
    head: '<meta property="og:type" content="article">',
    kept: ['Drawn by Ann Lee'],
  },
  {
    name: 'words in black are no hidden ones',
    body: `<main><h1>Bread</h1>${TEXT}<p style="color: rgb(0, 0, 0)">Baked at six.</p><p style="color:rgb(10 0 0 / 0.5)">Sold at seven.</p></main>`,
    kept: ['Baked at six', 'Sold at seven'],
  },
  {
    name: 'hidden by a box without room, a clear colour, a cut or a place off the screen',
    head: '<style>.away{position:absolute;left:-9999px}.near{position:absolute;left:-9px}</style>',
    body: `<article><h1>Bread</h1>${TEXT}<div style="height:0;overflow:hidden">FLAT</div><p style="max-height:0px;overflow-y:hidden">FOLDED</p>
      <p style="color:rgba(0, 0, 0, 0)">CLEAR</p><p style="color:#ffffff00">THIN</p><p style="clip-path:circle(0)">CUT</p><p class="away">AWAY</p><p class="near">Nearby.</p></article>`,
    kept: ['Nearby'],
    gone: ['FLAT', 'FOLDED', 'CLEAR', 'THIN', 'CUT', 'AWAY'],
  },
  {
    name: 'what stands in a side column, and a layout that has one',
    body: `<div class="content-sidebar-wrap"><main><h1>Bread</h1>${TEXT}</main><div class="sidebar-content"><a href="/1">Log in to save</a></div></div>`,
    kept: ['The mill keeps 3'],
    gone: ['Log in to save'],
  },
];

t.test('content is kept, and invisible text is not', async (t) => {
  for (const { name, body, head = '', kept = [], gone = [] } of CASES) {
    const { markdown } = htmlToMarkdown(
      `<!doctype html><html><head><title>Page</title>${head}</head><body>${body}</body></html>`,
      'https://site.example/a/b',
    );
    for (const text of kept) t.ok(markdown.includes(text), `${name}: ${text}`);
    for (const text of gone) t.notOk(markdown.includes(text), `${name}: not ${text}`);
  }
});
