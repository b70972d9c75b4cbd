import t from 'tap';
import { htmlToMarkdown } from '../../../src/pages/extract/html-to-markdown.ts';

const SENTENCE = 'The committee published its findings on Tuesday, after a year of work and several letters.';
const TEXT = Array.from({ length: 8 }, (_, index) => `<p>${index}. ${SENTENCE} ${SENTENCE}</p>`).join('');

function markdownOf(body: string, url = 'https://example.com/guide/lamps', head = ''): string {
  return htmlToMarkdown(`<html><head><title>Guide</title>${head}</head><body>${body}</body></html>`, url).markdown;
}

const AS_ARTICLE = '<meta property="og:type" content="article">';
const AS_PRODUCT = '<meta property="og:type" content="product">';

function article(body: string): string {
  return markdownOf(body, 'https://example.com/guide/lamps', AS_ARTICLE);
}

t.test('text that two items of a list share stays with each', async (t) => {
  const services = '<ul class="services"><li>Answers within two working days</li><li>Visits twice in a year</li></ul>';
  const text = markdownOf(
    `<main><h1>Plans</h1>${TEXT}<div class="plans"><div class="plan"><h3>Oak</h3><p>£12</p>${services}</div>
     <div class="plan"><h3>Elm</h3><p>£19</p>${services}</div></div></main>`,
  );
  t.equal(text.split('Answers within two working days').length, 3);
  const slides = `<div class="slide"><h3>Oak</h3><p>${SENTENCE}</p></div>`.repeat(2);
  t.equal(markdownOf(`<main><h1>Plans</h1>${TEXT}<div>${slides}</div></main>`).split('### Oak').length, 2);
});

t.test('an answer stays below its question, even if the page repeats it', async (t) => {
  const answer = '<p>Yes. We send to every county, and to the islands twice in a week.</p>';
  const text = markdownOf(
    `<main><h1>Desk</h1><h2>Shipping</h2>${answer}${TEXT}<div><h4>Do you ship to the islands?</h4>${answer}</div></main>`,
  );
  t.match(text, /islands\?\n\nYes\. We send/);
});

t.test('link lists introduced by a sentence or a heading are kept', async (t) => {
  const links = '<ul>'.concat(
    ...Array.from({ length: 6 }, (_, index) => `<li><a href="/s${index}">A source on lamps, number ${index}</a></li>`),
    '</ul>',
  );
  t.match(article(`<article><h1>Lamps</h1>${TEXT}<h2>References</h2>${links}</article>`), 'number 5');
  t.match(article(`<article><h1>Lamps</h1><p>${SENTENCE} Read these first:</p>${links}${TEXT}</article>`), 'number 5');
  t.notMatch(article(`<article><h1>Lamps</h1>${TEXT}<div>${links}</div></article>`), 'number 5');
});

t.test('an index page keeps nested lists', async (t) => {
  const entries = Array.from(
    { length: 9 },
    (_, index) => `<li><a href="/c${index}">Chapter ${index} of the manual</a></li>`,
  );
  const nested =
    '<li><a href="/d">Kinds</a><ul><li><a href="/d1">Kind of wood</a></li><li><a href="/d2">Kind of nail</a></li><li><a href="/d3">Kind of varnish</a></li></ul></li>';
  const text = markdownOf(
    `<main><h1>Manual</h1><ul>${entries.join('')}${nested}</ul><p>${SENTENCE} ${SENTENCE}</p></main>`,
  );
  t.match(text, 'Kind of varnish');
});

t.test('a header that is a menu is dropped from a section that fills the page', async (t) => {
  const header = '<header><a href="/n">News and tips</a> <a href="/g">Gift cards</a> <span>Since 1973</span></header>';
  t.notMatch(markdownOf(`<section class="app">${header}<h1>Lamp</h1>${TEXT}</section>`), 'Gift cards');
  const lead = '<header><h2>The lamp</h2><p>What it cost us to make.</p></header>';
  t.match(markdownOf(`<main><h1>Lamps</h1><section>${lead}${TEXT}</section></main>`), 'What it cost us');
});

t.test('teaser cards of other pages are dropped, whatever they say; text about relations stays', async (t) => {
  const cards = Array.from(
    { length: 3 },
    (_, index) => `<div class="card"><a href="/b${index}">Elsewhere ${index}</a><p>${SENTENCE} ${SENTENCE}</p></div>`,
  ).join('');
  t.notMatch(
    article(`<article><h1>Lamps</h1>${TEXT}${TEXT}</article><div class="related-wrap">${cards}</div>`),
    'Elsewhere',
  );
  const told = `<section class="related-work"><h2>Earlier work</h2><p>Before us: ${SENTENCE} ${SENTENCE}</p></section>`;
  t.match(article(`<article><h1>Lamps</h1>${TEXT}${told}</article>`), 'Before us');
});

t.test('one or two boxes are boilerplate; many are items', async (t) => {
  const trail = (name: string): string =>
    `<div class="widget"><div class="cta"><div class="cta__content"><h2 class="cta__title">${name}</h2><div class="cta__text">Difficulty: easy, length: five miles</div></div></div></div>`;
  const list = markdownOf(
    `<main><h1>Trails</h1><p>${SENTENCE}</p>${['Ant Hill', 'Bear Wood', 'Crow Park'].map(trail).join('')}</main>`,
  );
  for (const name of ['Ant Hill', 'Bear Wood', 'Crow Park']) t.match(list, name);
  t.notMatch(markdownOf(`<main><h1>Trails</h1>${TEXT}${trail('Start today')}</main>`), 'Start today');
});

t.test('tooltips of pictures are their text, tooltips of words are dropped', async (t) => {
  const tips = ['Fair trade', 'Size inclusive'].map(
    (tip) => `<div class="icon-tooltip"><img src="/i.svg" alt=""><span>${tip}</span></div>`,
  );
  t.match(article(`<article><h1>Shirts</h1>${TEXT}<div class="marks">${tips.join('')}</div></article>`), 'Fair trade');
  t.notMatch(
    article(`<article><h1>Shirts</h1>${TEXT}<p>Rated 4.2 <span class="tooltip">how we rate</span></p></article>`),
    'how we rate',
  );
});

t.test('a heading below the introduction that repeats the title', async (t) => {
  const text = markdownOf(
    `<header><h1>Rankings of 2025</h1></header><main><p>From our desk</p><h3>Rankings of 2025</h3>${TEXT}</main>`,
  );
  t.equal(text.split('Rankings of 2025').length, 2);
  const manual = markdownOf(`<main><h1>Lamps</h1>${TEXT}<h2>Lamps</h2><p>${SENTENCE}</p></main>`);
  t.match(manual, '## Lamps');
  const code = markdownOf('<main><h1>Lamps</h1><pre># Lamps\nset on</pre><p>Done.</p></main>');
  t.match(code, '# Lamps\nset on');
});

t.test('a box about the author is dropped, and a name inside the text is kept', async (t) => {
  const box =
    '<div class="clearfix"><h3><a href="/author/ann-smith/">Ann Smith</a></h3><p>Ann has written about lamps since 2008, and she keeps forty of them in a barn near Hexham.</p></div>';
  t.notMatch(article(`<article><h1>Lamps</h1>${TEXT}${box}</article>`), 'keeps forty');
  const named =
    '<div><p>It was, in short, <a href="/author/ann-smith/">Ann Smith</a> who kept forty of them in a barn near Hexham, and nobody else.</p></div>';
  t.match(article(`<article><h1>Lamps</h1>${TEXT}${named}</article>`), 'kept forty');
});

t.test('questions below an article are part of it', async (t) => {
  const questions = ['How bright is it?', 'How long does it last?', 'Can it be mended?'].map(
    (question) => `<div class="faq-item"><h4>${question}</h4><p>${SENTENCE}</p></div>`,
  );
  const text = article(
    `<div class="page"><div class="body">${TEXT}${TEXT}</div><section class="faq">${questions.join('')}</section></div>`,
  );
  t.match(text, 'Can it be mended?');
});

t.test('lines that lead to a shop are dropped', async (t) => {
  const offers =
    '<p><a href="https://shop.example.org/1">Buy on Example</a></p><p><a href="/r">Read the full review</a></p><p><a href="/s">Shop Northlight</a></p>';
  const text = article(
    `<article><h1>Lamps</h1>${TEXT}${offers}<p><a href="/g">Buy one lamp that lasts</a></p></article>`,
  );
  for (const line of ['Buy on Example', 'full review', 'Shop Northlight']) t.notMatch(text, line);
  t.match(text, 'Buy one lamp that lasts');
});

t.test('the last line of a card links to the target of its heading', async (t) => {
  const card =
    '<div><h3><a href="/young">Young children</a></h3><p>Good habits early in life set a course, and they cost nothing.</p><p><a href="/young">Learn best practices for young children</a></p></div>';
  const text = markdownOf(`<main><h1>Teeth</h1>${TEXT}${card}</main>`);
  t.match(text, '### [Young children](https://example.com/young)');
  t.notMatch(text, 'best practices');
  const excerpt =
    '<div><h3><a href="/n1">Hotel opens</a></h3><p><a href="/n1">A hotel has opened by the river, with forty rooms.</a></p></div>';
  t.match(markdownOf(`<main><h1>News</h1>${excerpt.repeat(1)}${TEXT}</main>`), 'forty rooms');
});

t.test('a card’s heading links to the target of its only button', async (t) => {
  const card = (name: string): string =>
    `<div class="card"><h3>${name}</h3><p>Told in a sentence or two.</p><a class="btn" href="/${name.toLowerCase()}">Read more</a></div>`;
  const text = markdownOf(`<main><h1>News</h1>${TEXT}${['Ash', 'Birch', 'Cedar'].map(card).join('')}</main>`);
  t.match(text, '### [Birch](https://example.com/birch)');
  t.notMatch(text, 'Read more');
});

t.test('the options that a buyer chooses from', async (t) => {
  const product = (options: string): string =>
    markdownOf(
      `<main><h1>Hair dryer</h1><p>£44.00</p>${options}${TEXT}</main>`,
      'https://example.com/products/dryer',
      AS_PRODUCT,
    );
  const swatches =
    '<div class="variations"><h6>Plug</h6><div class="swatch">AU</div><div class="swatch">EU</div></div>';
  t.notMatch(product(swatches), /Plug|AU/);
  const radios =
    '<fieldset><legend>Size</legend><label><input type="radio" name="s">Small</label><label><input type="radio" name="s">Large</label></fieldset>';
  t.notMatch(product(radios), /Small|Large/);
  t.notMatch(product('<div class="quantity"><label>Quantity</label><input type="number" value="1"></div>'), 'Quantity');
  const priced =
    '<div class="variations"><div class="swatch">500 g – £4</div><div class="swatch">1 kg – £7</div></div>';
  t.match(product(priced), '1 kg – £7');
  const sizes = '<table><tr><th>Size</th><th>Chest</th></tr><tr><td>S</td><td>88 cm</td></tr></table>';
  t.match(product(`<div class="sizes">${sizes}</div>`), '88 cm');
});

t.test('numbered posts make a thread', async (t) => {
  const post = (index: number): string => `<div id="post_${index}"><p>Post ${index}. ${SENTENCE}</p></div>`;
  const rules =
    '<table><tr><td>You <b>may not</b> post new threads, and you may not reply to those that are closed.</td></tr></table>';
  const forum = markdownOf(
    `<div><p>Welcome to the forum, the place to be for everyone who likes lamps.</p></div><div id="posts">${[1, 2, 3].map(post).join('')}</div>${rules}`,
    'https://forum.example.com/showthread.php?t=44',
  );
  t.match(forum, 'Post 3.');
  t.notMatch(forum, /Welcome to|may not/);
  const answers = markdownOf(
    `<div><div class="ask"><p>How do I mend it? ${SENTENCE} ${SENTENCE}</p></div><div>${[1, 2].map((index) => `<div id="answer-${index}"><p>Answer ${index}. ${SENTENCE}</p></div>`).join('')}</div></div>`,
    'https://example.com/questions/44/mend',
    '<meta name="generator" content="Discourse">',
  );
  t.match(answers, 'How do I mend it?');
});

t.test('headings of replies are dropped', async (t) => {
  const post = (index: number): string =>
    `<div class="post" id="p${index}"><h3><a href="#p${index}">Re: Which lamp?</a></h3><p>Post ${index}. ${SENTENCE}</p></div>`;
  const text = markdownOf(
    `<h1>Which lamp?</h1>${[1, 2, 3].map(post).join('')}`,
    'https://forum.example.com/viewtopic.php?t=44',
  );
  t.notMatch(text, 'Re:');
  t.match(text, 'Post 2.');
});

t.test('a panel opened by the line above it', async (t) => {
  const panel =
    '<div><a href="#" aria-expanded="false">Methodology</a></div><div class="hide"><p>Assumes a rate of 2.3 % a year, and no other income.</p></div>';
  t.match(markdownOf(`<main><h1>Pensions</h1>${TEXT}${panel}</main>`), '2.3 % a year');
  t.notMatch(
    markdownOf(
      `<main><h1>Pensions</h1>${TEXT}<p>Methods</p><div class="hide"><p>Assumes a rate of 2.3 % a year, and no other income.</p></div></main>`,
    ),
    '2.3 % a year',
  );
});

t.test('a permalink sign is not part of the title', async (t) => {
  t.match(
    markdownOf(`<main><h1>User Guide<a class="headerlink" href="#x">¶</a></h1>${TEXT}</main>`),
    /^# User Guide\n/,
  );
  t.match(markdownOf(`<main><h1>Learn C#</h1>${TEXT}</main>`), /^# Learn C/);
});

t.test('many prices make a shop page, unless most of the text is about something else', async (t) => {
  const prices = Array.from(
    { length: 9 },
    (_, index) =>
      `<li><a href="/p${index}"><img src="/p${index}.jpg" alt=""></a> Part ${index} <b>£${index}.50</b></li>`,
  ).join('');
  const review = '<div class="customer-reviews"><p>Fine lamps, quickly sent, I will come again.</p></div>';
  t.notMatch(markdownOf(`<main><h1>Lamps</h1><ul>${prices}</ul>${review}</main>`), 'quickly sent');
  t.match(markdownOf(`<main><h1>Lamps</h1>${TEXT}${TEXT}${TEXT}<ul>${prices}</ul>${review}</main>`), 'quickly sent');
});
