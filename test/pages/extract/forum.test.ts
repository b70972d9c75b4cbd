import t from 'tap';
import { htmlToMarkdown } from '../../../src/pages/extract/html-to-markdown.ts';

const ANSWERS = [
  'The pump is loud because air is trapped in the pipe, so open the upper valve for a minute.',
  'Mine was loud as well, until the fitter replaced the worn bearing that sits behind the cover.',
  'Thank you both, the valve was the reason, and now the pump can hardly be heard in the cellar.',
];
const NAMES = ['Ann Oak', 'Joe Elm', 'Kim Ash'];

/** A thread of three posts. `post` writes one of them. */
function thread(post: (name: string, answer: string, number: number) => string): string {
  const posts = NAMES.map((name, index) => post(name, ANSWERS[index] as string, index + 1)).join('');
  return htmlToMarkdown(
    `<html><head><title>The pump is loud</title></head><body><main><h1>The pump is loud</h1><div>${posts}</div></main></body></html>`,
    'https://forum.example.com/threads/the-pump-is-loud.8/',
  ).markdown;
}

function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

t.test('a panel beside a post leaves the name of the author', async (t) => {
  const text = thread(
    (name, answer, number) =>
      `<article id="post-${number}" class="post"><aside class="authorPane"><h3 class="authorPane_author"><a href="/u/${number}">${name}</a> <span>4,711</span></h3>
       <ul><li>Carpenter</li><li>44 badges</li></ul></aside><div class="body"><p>${answer}</p></div></article>`,
  );
  for (const [index, name] of NAMES.entries()) {
    t.equal(times(text, name), 1);
    t.ok(text.indexOf(name) < text.indexOf(ANSWERS[index] as string));
  }
  t.notMatch(text, /4,711|Carpenter|badges/);
});

t.test('a name that the post shows elsewhere is written once', async (t) => {
  const text = thread(
    (name, answer, number) =>
      `<div id="p${number}" class="post"><dl class="postprofile"><dt class="no-profile-rank"><a class="username" href="/u/${number}">${name}</a></dt></dl>
       <p class="author">by <a class="username" href="/u/${number}">${name}</a> » 4 May 2024</p><div>${answer}</div></div>`,
  );
  for (const name of NAMES) t.equal(times(text, name), 1);
});

t.test('lines around posts: the full date is kept, and notes of the forum are left out', async (t) => {
  const text = thread(
    (name, answer, number) =>
      `<div id="post-${number}" class="post"><div><span class="avatar">${name[0]}</span><b>${name}</b><em class="userBanner">Veteran</em></div>
       <div class="panel"><div>Joined: May 2019</div><div>Location: Leeds</div></div>
       <div><a href="#p${number}">Re: The pump is loud</a></div><div>Posted May ${number}, 2024</div><div><time><span>4 June 2024</span><span>2 yr</span></time></div><div><p>${answer}</p><p>Log in to the pump first.</p></div>
       <div>Zoe and 3 others like this.</div><div>Please log in or register to reply here.</div></div>`,
  );
  for (const [index, answer] of ANSWERS.entries()) {
    t.match(text, answer);
    t.match(text, `Posted May ${index + 1}, 2024`);
  }
  t.match(text, '4 June 2024');
  t.match(text, 'Log in to the pump first.');
  t.notMatch(text, /Re:|Leeds|Veteran|Zoe|register to reply|2 yr/);
  t.notMatch(text, /^A\s*\**Ann/m);
});

t.test('a quote of a few words stays, and a long quote of another post is left out', async (t) => {
  const text = thread((name, answer, number) => {
    const long = number === 2 ? `<blockquote>${ANSWERS[0]}</blockquote>` : '';
    const short = number === 3 ? '<blockquote>open the upper valve for a minute</blockquote>' : '';
    return `<div id="post-${number}" class="post"><b>${name}</b><div>${long}${short}<p>${answer}</p></div></div>`;
  });
  t.equal(times(text, 'air is trapped in the pipe'), 1);
  t.equal(times(text, 'open the upper valve for a minute'), 2);
});
