import t from 'tap';
import { htmlToMarkdown } from '../../../src/pages/extract/html-to-markdown.ts';

const SAID = 'The pump was taken apart, cleaned and put together again, and it has run without a sound since then.';

interface Page {
  name: string;
  url: string;
  body: string;
  /** In this order. */
  kept: readonly string[];
  gone?: readonly string[];
}

const reply = (index: number): string => `Reply ${index}. ${SAID}`;

const PAGES: readonly Page[] = [
  {
    name: 'the lead topic of a bbPress thread, in a list of its own above the replies',
    url: 'https://forum.example/forums/topic/the-pump-is-loud/',
    body: `<div id="bbpress-forums" class="bbpress-wrapper"><ul id="topic-8-lead" class="bbp-lead-topic">
        <li class="bbp-header"><div class="bbp-topic-author">Creator</div><div class="bbp-topic-content">Topic</div></li>
        <li class="bbp-body"><div id="post-8" class="bbp-topic-header"><span class="bbp-topic-post-date">3 March</span></div>
          <div class="post-8 topic"><div class="bbp-topic-author"><a href="/u/ida">Ida</a></div><div class="bbp-topic-content"><p>Question. ${SAID}</p></div></div></li></ul>
      <ul id="topic-8-replies" class="forums bbp-replies"><li class="bbp-header"><div class="bbp-reply-content">Posts</div></li>
        <li class="bbp-body">${[1, 2, 3].map((n) => `<div id="post-${n + 8}" class="bbp-reply-header"></div><div class="post-${n + 8} reply"><div class="bbp-reply-author"><a href="/u/${n}">Ed${n}</a></div><div class="bbp-reply-content"><p>${reply(n)}</p></div></div>`).join('')}</li></ul></div>`,
    kept: ['Question.', 'Reply 1.', 'Reply 3.'],
    gone: ['Creator', 'Posts'],
  },
  {
    name: 'the first post of an inSided topic, which has no number',
    url: 'https://community.example/pumps-12/the-pump-is-loud-4711',
    body: `<div class="topic-page"><div class="qa-topic-first-post topic__first-post"><a class="profilepicture" href="/members/ida">Ida</a><h1>The pump is loud</h1>
        <div class="post__content qa-topic-post-content"><p>Question. ${SAID}</p></div></div>
      <div class="qa-topic-replies"><ul>${[1, 2, 3].map((n) => `<li id="comment-${n}" class="comment qa-topic-post-box"><span>Ed${n}</span><div class="post__content"><p>${reply(n)}</p></div></li>`).join('')}</ul></div></div>`,
    kept: ['Question.', 'Reply 1.', 'Reply 3.'],
  },
  {
    name: 'the product boxes of an article that recommends some',
    url: 'https://magazine.example/best-pumps',
    body: `<article><h1>The best pumps</h1><p>${SAID} ${SAID}</p>${['Heron', 'Otter'].map((name) => `<h2>Our choice</h2><div class="product-box affiliate-box"><h3>${name} 300</h3><div class="product-price">£39.99</div><ul><li>${name} lifts two metres</li></ul><a class="btn" rel="sponsored" href="https://shop.example/${name}">Buy now</a></div><p>${name} is what we would buy. ${SAID}</p>`).join('')}</article>`,
    kept: ['Heron 300', '£39.99', 'Heron lifts', 'Otter 300', 'Otter lifts'],
  },
  {
    name: 'comments of a page that is nothing else',
    url: 'https://news.example/item?id=8',
    body: `<table class="fatitem"><tr><td><a href="/item?id=8">Ask: which pump?</a></td></tr></table><div class="comment-tree">${[1, 2, 3, 4].map((n) => `<div class="comment"><span class="comhead">ed${n}</span><div class="commtext">${reply(n)}</div></div>`).join('')}</div>`,
    kept: ['Reply 1.', 'Reply 2.', 'Reply 4.'],
  },
  {
    name: 'comments of a page that has a text keep below it, without the form',
    url: 'https://forum.example/t/the-pump-is-loud/8',
    body: `<div id="post_1" class="topic-post"><div class="cooked"><p>Question. ${SAID}</p></div></div>${[2, 3].map((n) => `<div id="post_${n}" class="topic-post"><div class="cooked"><p>${reply(n)}</p></div></div>`).join('')}<form class="comment-form"><label>Your answer</label><textarea></textarea></form>`,
    kept: ['Question.', 'Reply 2.', 'Reply 3.'],
    gone: ['Your answer'],
  },
];

t.test('separate pieces of a page belong to its content', async (t) => {
  for (const { name, url, body, kept, gone = [] } of PAGES) {
    const html = `<html><head><title>The pump is loud</title></head><body><nav><a href="/">Home</a></nav>${body}</body></html>`;
    const { markdown } = htmlToMarkdown(html, url);
    let from = 0;
    for (const text of kept) {
      const at = markdown.indexOf(text, from);
      t.ok(at >= 0, `${name}: ${text}`);
      from = Math.max(from, at);
    }
    for (const text of gone) t.notOk(markdown.includes(text), `${name}: not ${text}`);
  }
});
