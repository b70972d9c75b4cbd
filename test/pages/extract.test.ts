import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { htmlToMarkdown } from '../../src/pages/extract/html-to-markdown.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { sharedFile } from '../support/shared.ts';
import { some } from '../support/volume.ts';

const URL_OF_PAGE = 'https://example.com/a/b';
const SENTENCES =
  'The committee published its findings on Tuesday, after a year of work. Members said that the result was clear, and that it would help.';
const ARTICLE = Array.from({ length: 6 }, (_, index) => `<p>${index}: ${SENTENCES}</p>`).join('');
const MENU = Array.from({ length: 12 }, (_, index) => `<li><a href="/m${index}">Menu entry ${index}</a></li>`).join('');

function markdownOf(html: string, url = URL_OF_PAGE): string {
  return htmlToMarkdown(html, url).markdown;
}

t.test('boilerplate around an article is left out', async (t) => {
  const text = markdownOf(`<html><head><title>The findings | Site</title></head><body>
    <header><a href="/">Site logo</a><nav><ul>${MENU}</ul></nav></header>
    <div class="cookie-banner">We value cookies <button>Accept</button></div>
    <div id="sidebar-left"><h3>Popular posts</h3><ul>${MENU}</ul></div>
    <article><h1>The findings</h1>${ARTICLE}<ul class="share-buttons"><li><a href="/s">Share it</a></li></ul>
      <h2>What now</h2><p>${SENTENCES}</p>
      <aside class="note"><p>A note that belongs to it, as notes do.</p></aside>
      <h3>Related articles</h3><ul><li><a href="/r1">Another article of the site</a></li></ul></article>
    <div id="comments"><p>First! ${SENTENCES}</p></div>
    <footer>Imprint and privacy</footer></body></html>`);
  t.ok(text.startsWith('# The findings\n\n0: The committee'));
  t.match(text, '## What now');
  t.match(text, 'A note that belongs to it');
  for (const word of [
    'logo',
    'Menu entry',
    'cookies',
    'Popular',
    'Share it',
    'Related',
    'Another article',
    'First!',
    'Imprint',
  ])
    t.notMatch(text, word);
});

t.test('a forum keeps its replies', async (t) => {
  const posts = Array.from(
    { length: 4 },
    (_, index) => `<div class="comment" id="comment-${index}"><p>Reply ${index}. ${SENTENCES}</p></div>`,
  );
  const text = markdownOf(
    `<body><h1>Topic</h1><div class="comments">${posts.join('')}</div></body>`,
    'https://forum.example.com/threads/topic.1/',
  );
  for (let index = 0; index < 4; index += 1) t.match(text, `Reply ${index}.`);
});

t.test('a forum: quotes of other posts and boilerplate around posts are left out', async (t) => {
  const long =
    'I have had this lamp for years, and the only thing that ever broke was its switch, which is cheap to mend.';
  const post = (body: string, name = 'Ann'): string =>
    `<article class="post"><dl class="postprofile"><dt>${name}</dt><dd>Grand master</dd><dd>Posts: 4711</dd></dl>
      <div class="content">${body}<div class="signature">Ann, of Leeds. Sent from my garden shed, as always.</div></div></article>`;
  const text = markdownOf(
    `<body><h1>Lamps</h1>${post(`<p>${long}</p>`)}
      ${post(
        `<blockquote><div class="title">Ann said:</div><div>${long.slice(7, 90)}</div><a class="bbCodeBlock-expandLink">Click to expand...</a></blockquote>
         <p>Mine broke at once.</p>`,
        'Bob',
      )}
      ${post('<blockquote><p>A line out of a book that nobody here has written, I believe.</p></blockquote><p>Quite so.</p>', 'Cid')}</body>`,
    'https://example.com/viewtopic.php?t=7',
  );
  for (const word of ['Ann', 'Bob', 'Cid', 'Mine broke', 'Quite so', '> A line out of a book']) t.match(text, word);
  t.equal(text.match(/only thing that ever broke/g)?.length, 1);
  t.match(text, '> Ann said:');
  for (const word of ['Grand master', '4711', 'garden shed', 'Click to expand']) t.notMatch(text, word);
});

t.test('a thread is read completely, even if its first post is most of it', async (t) => {
  const text = markdownOf(
    `<body><h1>Lamps</h1><article class="post">${ARTICLE.repeat(2)}</article><article class="post"><p>Quite so, I say.</p></article></body>`,
    'https://example.com/viewtopic.php?t=7',
  );
  t.match(text, 'Quite so, I say.');
});

t.test('a row keeps all of its cells', async (t) => {
  const text = markdownOf(
    `<body><main><h1>Prices</h1>${ARTICLE}<table><tr><th>Shop<th class="promo">Promo<th>Price<tr><td>A<td class="promo">-5%<td>£9</table></main></body>`,
  );
  t.match(text, '| Shop | Promo | Price |\n| --- | --- | --- |\n| A | -5% | £9 |');
});

t.test('repeated text is given once, except labels of a list', async (t) => {
  const specs = 'Made of oak from managed woods, oiled twice, and packed flat with all of its screws.';
  const text = markdownOf(
    `<body><main><h1>Table</h1><div class="wide"><p>${specs}</p></div><div class="narrow"><p>${specs}</p></div>
      <pre>${specs}</pre>${ARTICLE}</main></body>`,
  );
  t.equal(text.match(/Made of oak/g)?.length, 2, 'once as text, once as code');
  const rows = Array.from({ length: 6 }, (_, index) => `<li><b>Arm ${index}</b><p>${specs}</p></li>`).join('');
  t.equal(markdownOf(`<body><main><h1>Arms</h1><ul>${rows}</ul></main></body>`).match(/Made of oak/g)?.length, 6);
});

t.test('buttons in a list are dropped, unless they are the only link to their target', async (t) => {
  const card = (index: number, name: string): string =>
    `<li>${name}<a href="/l${index}">Choose options</a><a href="/compare?${index}">Compare</a> £${index}.00</li>`;
  const page = (name: (index: number) => string): string =>
    `<body><main><h1>Lamps</h1><ul>${Array.from({ length: 9 }, (_, index) => card(index, name(index))).join('')}</ul></main></body>`;
  const named = markdownOf(page((index) => `<a href="/l${index}">The lamp of number ${index}</a>`));
  t.match(named, '[The lamp of number 8](https://example.com/l8)');
  t.notMatch(named, 'Choose options');
  t.match(named, '[Compare](https://example.com/compare?8)');
  t.match(
    markdownOf(page((index) => `<b>The lamp of number ${index}</b>`)),
    '[Choose options](https://example.com/l8)',
  );
});

t.test('a list keeps its links, and link lists beside an article are dropped', async (t) => {
  const cards = Array.from(
    { length: 12 },
    (_, index) => `<li><a href="/p${index}">Product ${index}</a> <span>£${index}.50</span></li>`,
  ).join('');
  const text = markdownOf(
    `<body><nav><ul>${MENU}</ul></nav><main><h1>Lamps</h1><ul class="products">${cards}</ul></main></body>`,
  );
  t.match(text, '[Product 11](https://example.com/p11) £11.50');
  t.notMatch(text, 'Menu entry');
  const article = markdownOf(
    `<head><meta property="og:type" content="article"></head><body><main><h1>A</h1>${ARTICLE}<ul>${MENU}</ul></main></body>`,
  );
  t.notMatch(article, 'Menu entry');
});

t.test('words in a manual’s text do not classify its parts', async (t) => {
  const text = markdownOf(
    `<body><main><div class="intro"><h1>Forms</h1>${ARTICLE.slice(0, ARTICLE.length / 2)}</div><div class="rest">
      <section id="s-newsletter"><h2>Newsletter</h2>${ARTICLE}</section>
      <h2 id="login">Login</h2><p>${SENTENCES}</p>${ARTICLE.repeat(5)}
      <section id="more"><h2>More on fields</h2><pre>field = Field()</pre><p><a href="/f">Fields</a></p></section>
      <div class="navfooter"><a href="/p">Prev page</a> <a href="/n">Next page</a></div></div></main></body>`,
    'https://docs.example.com/topics/forms/',
  );
  for (const word of ['## Newsletter', '## Login', 'field = Field()', '0: The committee']) t.match(text, word);
  t.notMatch(text, 'Next page');
});

t.test('calls to action are dropped, but not the link to apply', async (t) => {
  const page = (call: string): string =>
    markdownOf(
      `<body><main><h1>A</h1>${ARTICLE}<div class="cta-block"><p>Ready?</p><a href="/go">${call}</a></div></main></body>`,
    );
  t.notMatch(page('Get started'), 'Get started');
  for (const call of ['Apply now', 'Je postule', 'Déposer ma candidature']) t.match(page(call), call);
});

t.test('a category page is a list, whatever its address and og:type', async (t) => {
  const cards = Array.from(
    { length: 12 },
    (_, index) => `<article class="tile"><a href="/c/lamp-${index}">The lamp of number ${index}</a></article>`,
  ).join('');
  const text = markdownOf(
    `<head><meta property="og:type" content="product.group"></head><body><main><h1>Lamps</h1><p>${SENTENCES}</p><div>${cards}</div></main></body>`,
    'https://shop.example.com/c/lamps',
  );
  t.match(text, 'The lamp of number 11');
});

t.test('panels of an accordion are kept', async (t) => {
  const fold = `<div class="accordion__content" style="visibility:hidden;height:0"><p>Folded. ${SENTENCES}</p></div>`;
  t.match(markdownOf(`<body><main><h1>A</h1>${ARTICLE}<div class="accordion">${fold}</div></main></body>`), 'Folded.');
});

t.test('a page without main content is returned whole', async (t) => {
  t.match(markdownOf('<body><nav><a href="/a">Only a menu</a></nav></body>'), '[Only a menu](https://example.com/a)');
  const hidden = markdownOf(`<body><main><p>Short.</p></main><footer>${ARTICLE}</footer></body>`);
  t.match(hidden, 'The committee published');
  t.match(markdownOf('<body><p>The vacancy is closed.</p></body>'), 'The vacancy is closed.');
  t.match(
    markdownOf(`<body><div id="app"></div><noscript>${ARTICLE}</noscript></body>`),
    '5: The committee',
    'a page for those without scripts',
  );
  t.match(
    markdownOf('<head><meta name="description" content="What *it* is."></head><body><div id=root></div></body>'),
    'What \\*it\\* is.',
  );
});

t.test('text that is only in the JSON-LD is returned', async (t) => {
  const json = JSON.stringify({
    '@type': 'NewsArticle',
    headline: 'The *news*',
    articleBody: `<p>${SENTENCES}</p><p style="display:none">hidden</p>`,
  });
  const text = markdownOf(`<head><script type="application/ld+json">${json}</script></head><body></body>`);
  t.equal(text, `# The \\*news\\*\n\n${SENTENCES}`);
});

t.test('the title is kept as a heading', async (t) => {
  t.ok(
    markdownOf(`<head><title>Long name of page - Site</title></head><body><main>${ARTICLE}</main></body>`).startsWith(
      '# Long name of page\n',
    ),
  );
  t.ok(markdownOf(`<body><header><h1>Above</h1></header><main>${ARTICLE}</main></body>`).startsWith('# Above\n'));
  t.equal(markdownOf(`<body><main><h1>Once</h1>${ARTICLE}</main></body>`).match(/Once/g)?.length, 1);
});

const JOB = {
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Data Engineer',
  hiringOrganization: { '@type': 'Organization', name: 'Ridge &amp; Co' },
  jobLocation: [
    { '@type': 'Place', address: { addressLocality: 'Leeds', addressCountry: { '@type': 'Country', name: 'GB' } } },
  ],
  jobLocationType: 'TELECOMMUTE',
  applicantLocationRequirements: { '@type': 'Country', name: 'UK' },
  baseSalary: { currency: 'GBP', value: { minValue: 40000, maxValue: '50000', unitText: 'YEAR' } },
  employmentType: ['FULL_TIME', 'CONTRACTOR'],
  datePosted: '2026-03-02T09:00:00Z',
  validThrough: '2026-04-01',
  url: '/apply?id=1',
  description: `&lt;p&gt;${SENTENCES}&lt;/p&gt;&lt;script&gt;no()&lt;/script&gt;`,
};
const FACTS = [
  '- Company: Ridge & Co',
  '- Place: Leeds, GB',
  '- Work mode: Remote (UK)',
  '- Salary: 40,000–50,000 GBP a year',
  '- Type: Full-time, Contract',
  '- Posted: 2026-03-02',
  '- Valid through: 2026-04-01',
  '- Apply: <https://example.com/apply?id=1>',
].join('\n');

function jobPage(json: string, body: string): string {
  return `<head><script type="application/ld+json">${json}</script></head><body><main>${body}</main></body>`;
}

t.test('SPEC §5: the facts of a job advert come first', async (t) => {
  const shell = markdownOf(jobPage(JSON.stringify(JOB), '<p>Loading</p>'));
  t.ok(shell.startsWith(`# Data Engineer\n\n${FACTS}\n`));
  t.match(shell, 'The committee published');
  t.notMatch(shell, 'no()');
  const full = markdownOf(jobPage(JSON.stringify(JOB), `<h1>Data Engineer</h1>${ARTICLE}`));
  t.equal(full.match(/Data Engineer/g)?.length, 1, 'the title is not doubled');
  t.match(full, FACTS);
  t.equal(full.match(/The committee published/g)?.length, 6, 'nor the description');
});

t.test('JSON-LD in the forms that sites write', async (t) => {
  const json = JSON.stringify(JOB);
  const rows: [name: string, json: string][] = [
    ['a graph', `{"@graph":[{"@type":"WebSite"},${json}]}`],
    ['an array', `[${json}]`],
    ['the same advert twice', `[${json},${json}]`],
    ['several types', json.replace('"JobPosting"', '["Thing","schema:JobPosting"]')],
    ['CDATA', `//<![CDATA[\n${json}\n//]]>`],
    ['a comment and a comma', `/* job */${json.slice(0, -1)},} // end`],
    ['line ends in strings', json.replace('Data Engineer', 'Data\n\tEngineer')],
    ['a semicolon', `${json};`],
    ['hostile keys', `{"__proto__":{"a":1},"constructor":1,"x":${json}}`],
  ];
  for (const [name, text] of rows) t.match(markdownOf(jobPage(text, ARTICLE)), FACTS, name);
  const several = markdownOf(jobPage(`[${json},${json.replace('Data', 'Cloud')}]`, `<h1>Jobs</h1>${ARTICLE}`));
  t.notMatch(several, 'Company:', 'a list of adverts has no prefix');
  t.notMatch(markdownOf(jobPage('{"@type":"JobPosting",', ARTICLE)), 'Company:');
  const bare = markdownOf(
    jobPage(
      '{"@type":"JobPosting","title":"T","baseSalary":"£20 an hour","jobLocation":"York","hiringOrganization":"A*B"}',
      ARTICLE,
    ),
  );
  t.match(bare, '- Company: A\\*B\n- Place: York\n- Salary: £20 an hour');
  t.notMatch(markdownOf(jobPage('{"@type":"JobPosting","title":"T","url":"javascript:x()"}', ARTICLE)), 'Apply');
});

t.test('highlighted code and links in sentences are not boilerplate', async (t) => {
  const text = markdownOf(
    `<body><main><h1>Loops</h1>${ARTICLE}<pre><code><span class="hljs-comment"># count</span>\n<span class="ad">x</span><span class="toc search"> = 1</span></code></pre>
      <p>Use the <a href="/for">for</a> runs, then the <a href="/for">for</a> loop, or the <a href="/for">for</a> word.</p>
      <p><a href="/for">All of the loops</a></p></main></body>`,
  );
  t.match(text, '# count\nx = 1');
  t.equal(text.match(/\[for\]/g)?.length, 3);
});

t.test('hidden content is kept: the bulk of a page, fade-ins, and panels that a click opens', async (t) => {
  const folded = `Folded away. ${SENTENCES}`;
  const page = (part: string): string => markdownOf(`<body><main><h1>A</h1>${ARTICLE}${part}</main></body>`);
  const kept: [string, string][] = [
    [
      'named by a control',
      `<button aria-controls="p1">More</button><div id="p1" style="display:none"><p>${folded}</p></div>`,
    ],
    ['the answer below a question', `<h3>How long does it take?</h3><div style="display:none"><p>${folded}</p></div>`],
    ['a fold', `<div class="faq-answer" hidden><p>${folded}</p></div>`],
    ['faded in', `<section class="wow fadeInUp" style="visibility:hidden"><p>${folded}</p></section>`],
  ];
  for (const [name, part] of kept) t.match(page(part), 'Folded away.', name);
  const hidden: [string, string][] = [
    ['nothing opens it', `<div style="display:none"><p>${folded}</p></div>`],
    ['one that is faint alone', `<div style="opacity:0"><p>${folded}</p></div>`],
    ['a menu', `<button aria-controls="m1">Menu</button><nav id="m1" style="display:none"><p>${folded}</p></nav>`],
    ['a dialog', `<button aria-controls="d1">Ask</button><div id="d1" class="modal" hidden><p>${folded}</p></div>`],
  ];
  for (const [name, part] of hidden) t.notMatch(page(part), 'Folded away.', name);
  for (const way of ['style="opacity:0"', 'aria-hidden="true"', 'style="display:none"'])
    t.match(markdownOf(`<body><div ${way}><h1>A</h1>${ARTICLE}</div></body>`), '5: The committee', way);
});

t.test('streamed parts are put in their places', async (t) => {
  const text = markdownOf(
    `<body><main><h1>A</h1>${ARTICLE}<template id="B:1"></template><p>After it. ${SENTENCES}</p></main><div hidden id="S:1"><p>Streamed in. ${SENTENCES}</p></div><div hidden id="x"><p>Not shown. ${SENTENCES}</p></div></body>`,
  );
  t.match(text, /Streamed in\.[\s\S]*After it\./);
  t.notMatch(text, 'Not shown.');
  const inItself = '<div hidden id="S:2"><template id="B:2"></template><p>A part of nothing.</p></div>';
  t.match(markdownOf(`<body><main><h1>A</h1>${ARTICLE}${inItself}</main></body>`), '5: The committee');
});

t.test('a streamed part can belong in another one', async (t) => {
  const text = markdownOf(
    `<body><main><h1>A</h1><template id="B:0"></template></main><div hidden id="S:0"><p>First. ${SENTENCES}</p><template id="P:1"></template><p>Last. ${SENTENCES}</p></div><div hidden id="S:1"><p>Between. ${SENTENCES}</p></div></body>`,
  );
  t.match(text, /First\.[\s\S]*Between\.[\s\S]*Last\./);
});

t.test('slots of custom elements are filled with their content', async (t) => {
  const text = markdownOf(
    `<body><x-page><template shadowrootmode="open"><main><h1>A</h1><slot></slot><slot name="end">Nothing given.</slot><slot name="none">Instead. ${SENTENCES}</slot></main></template><div slot="end"><p>At the end. ${SENTENCES}</p></div>${ARTICLE}</x-page></body>`,
  );
  t.match(text, /5: The committee[\s\S]*At the end\.[\s\S]*Instead\./);
  t.notMatch(text, 'Nothing given.');
});

t.test('a hiding class never removes the bulk of a page', async (t) => {
  t.match(markdownOf(`<body><div class="hide"><h1>A</h1>${ARTICLE}</div></body>`), '5: The committee');
  const section = (index: number, attributes = 'class="box"'): string =>
    `<div ${attributes}><h2>Part ${index}</h2><p>Part ${index} told. ${SENTENCES}</p></div>`;
  const sections = Array.from({ length: 6 }, (_, index) => section(index)).join('');
  const sheet = '<style>.box { visibility: hidden }</style>';
  t.match(markdownOf(`<head>${sheet}</head><body><main><h1>A</h1>${sections}</main></body>`), 'Part 5 told.');
  const one = `<head>${sheet}</head><body><main><h1>A</h1>${ARTICLE}${section(7)}</main></body>`;
  t.notMatch(markdownOf(one), 'Part 7 told.', 'a small part stays hidden');
  t.notMatch(markdownOf(`<body><main><h1>A</h1>${ARTICLE}${section(8, 'class="hide"')}</main></body>`), 'Part 8');
  const narrow = '<style media="(max-width: 500px)">.box { display: none }</style>';
  t.match(markdownOf(one.replace(sheet, narrow)), 'Part 7 told.', 'a sheet of narrow screens hides nothing');
});

t.test('accordions and tabs hidden only by a class are content', async (t) => {
  const page = (part: string): string => markdownOf(`<body><main><h1>A</h1>${ARTICLE}${part}</main></body>`);
  const fold = (title: string, text: string): string => `<h3>${title}</h3><div class="text hide"><p>${text}</p></div>`;
  const folds = page(
    `<div>${fold('Delivery', `By van. ${SENTENCES}`)}${fold('Returns', `By post. ${SENTENCES}`)}</div>`,
  );
  for (const text of ['By van.', 'By post.']) t.match(folds, text);
  const items = page(
    `<ul><li>${fold('Delivery', `By rail. ${SENTENCES}`)}</li><li>${fold('Returns', `By barge. ${SENTENCES}`)}</li></ul>`,
  );
  for (const text of ['By rail.', 'By barge.']) t.match(items, text);
  const tabs = page(
    `<div><div class="pane active"><p>Seen. ${SENTENCES}</p></div><div class="pane hidden"><p>Behind it. ${SENTENCES}</p></div></div>`,
  );
  t.match(tabs, 'Behind it.');
  const links = Array.from({ length: 6 }, (_, index) => `<li><a href="/form-${index}">Form number ${index}</a></li>`);
  t.match(page(`<div role="tabpanel" style="display:none"><ul>${links.join('')}</ul></div>`), 'Form number 5');
  const teaser = `<article><header><h2>News</h2><p><a href="/n" aria-hidden="true">Told to the eye. ${SENTENCES}</a></p></header></article>`;
  t.match(page(teaser), 'Told to the eye.');
});

t.test('a rendered page: elements that the layout hides are left out, whatever their classes say', async (t) => {
  const html = `<html data-jobdata-layout="read"><body><main><h1>A</h1>${ARTICLE}<p class="hidden">Shown by a rule.</p><p data-jobdata-layout="gone">Not shown.</p></main></body></html>`;
  const rendered = htmlToMarkdown(html, URL_OF_PAGE, true).markdown;
  t.match(rendered, 'Shown by a rule.');
  t.notMatch(rendered, 'Not shown.');
  t.notMatch(htmlToMarkdown(html, URL_OF_PAGE).markdown, 'Shown by a rule.', 'a page cannot claim it');
});

t.test('rows of controls, headings without text and recommendations are dropped', async (t) => {
  const text = markdownOf(
    `<body><main><h1>Oak</h1><p>Share</p><span>2/4</span>${ARTICLE}<h2>Tools</h2><div class="share-buttons"><a href="/s">Send it to a friend</a></div>
      <h2>Wood</h2><p>${SENTENCES}</p><div class="box"><div class="heading">You may also like</div></div></main></body>`,
  );
  for (const word of ['Share', '2/4', 'Tools', 'You may also like']) t.notMatch(text, word);
  t.match(text, '## Wood');
});

t.test('of several h1, the one repeated in the title is used; a start page is not called Home', async (t) => {
  const text = markdownOf(
    `<head><title>Baker in Hull | Jobs</title></head><body><header><h1>Jobs North</h1></header><main><h1>Baker in Hull</h1>${ARTICLE}<h1>Apply</h1><p>${SENTENCES}</p></main></body>`,
  );
  t.ok(text.startsWith('# Baker in Hull\n'));
  t.equal(text.match(/^# /gm)?.length, 1);
  t.ok(
    markdownOf(`<head><title>Home | Ridge Bakery</title></head><body><main>${ARTICLE}</main></body>`).startsWith(
      '# Ridge Bakery\n',
    ),
  );
});

t.test('pay in JSON-LD: a single bound, and other notations for figures and periods', async (t) => {
  const rows: [object, string][] = [
    [{ currency: 'GBP', value: { maxValue: 30000, unitText: 'ANNUAL' } }, 'up to 30,000 GBP a year'],
    [{ currency: 'GBP', value: { minValue: 12.5, unitText: 'HOURLY' } }, 'from 12.5 GBP an hour'],
    [{ currency: 'EUR', value: { value: '30.000', unitText: 'YEAR' } }, '30,000 EUR a year'],
    [
      { currency: 'EUR', value: { minValue: '2 100', maxValue: '2 400,50', unitText: 'MONTH' } },
      '2,100–2,400.5 EUR a month',
    ],
  ];
  for (const [baseSalary, pay] of rows)
    t.match(
      markdownOf(jobPage(JSON.stringify({ '@type': 'JobPosting', title: 'T', baseSalary }), ARTICLE)),
      `- Salary: ${pay}\n`,
    );
  const other = markdownOf(jobPage(JSON.stringify({ ...JOB, url: undefined }), `<h1>Engineer wanted</h1>${ARTICLE}`));
  t.ok(other.startsWith('# Engineer wanted\n\n- Job: Data Engineer\n- Company'), 'the h1 stands above the facts');
});

t.test('SPEC §11: jobdata parse page', async (t) => {
  const file = join(mkdtempSync(join(tmpdir(), 'page-')), 'saved.html');
  writeFileSync(file, `<h1>Saved</h1><p><a href="x">link</a> ${SENTENCES}</p>`);
  let out = '';
  const terminal = {
    stdout: (text: string) => void (out += text),
    stderr: () => {},
    stdin: emptyInput(),
    interactive: false,
    env: {},
  };
  t.equal(await runCommandLine(['parse', 'page', file, '--url', URL_OF_PAGE], terminal), 0);
  t.match(out, '# Saved\n\n[link](https://example.com/a/x) The committee');
  t.not(await runCommandLine(['parse', 'page', file, '--url', 'ftp://x/'], terminal), 0);
  t.not(await runCommandLine(['parse', 'page', file], terminal), 0);
});

const index = sharedFile('extraction/index.jsonl');
t.test(
  'saved pages of seven types: one is a block page, and the words of the others are there',
  { skip: index ? false : 'no saved pages here' },
  async (t) => {
    const folder = join(index ?? '', '..');
    const all = readFileSync(index ?? '', 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; url: string; gold: string });
    const rows = some(
      all.filter((_, number) => number % 2 === 0),
      all,
    );
    const walls: string[] = [];
    let total = 0;
    for (const { id, url, gold } of rows) {
      const { markdown, blockPage } = htmlToMarkdown(readFileSync(join(folder, 'pages', `${id}.html`), 'utf8'), url);
      if (blockPage) walls.push(id);
      total += wordF1(markdown.replace(/\]\([^)]*\)/g, ']'), gold);
    }
    t.strictSame(walls, ['0551'], 'a proof of work before a forum, and no other');
    t.ok(total / rows.length > 0.83, `F1 ${total / rows.length}`);
  },
);

async function* emptyInput(): AsyncGenerator<string> {}

function wordF1(given: string, gold: string): number {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  const wanted = words(gold);
  const found = words(given);
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of found) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      both += 1;
      counts.set(word, left - 1);
    }
  }
  return both === 0 ? Number(wanted.length === found.length) : (2 * both) / (wanted.length + found.length);
}
