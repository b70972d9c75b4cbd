const P = '<p>The visible paragraph, with a sentence of its own.</p>';

function page(body: string): string {
  return `<!doctype html><html><head><title>Hostile</title></head><body>${P}${body}</body></html>`;
}

/** Pages that hang, crash or bloat a parser. All begin with the same visible paragraph. */
export const HOSTILE_PAGES: readonly [name: string, html: () => string][] = [
  ['50,000 nested div', () => page('<div>'.repeat(50_000) + 'deep')],
  ['50,000 nested div, closed', () => page('<div>'.repeat(50_000) + 'deep' + '</div>'.repeat(50_000))],
  ['100,000 comment starts', () => page('<!--'.repeat(100_000))],
  ['200,000 opening brackets', () => page(`<p>${'['.repeat(200_000)}</p>`)],
  ['a column span of 999,999,999', () => page('<table><tr><td colspan=999999999>a<td rowspan=999999999>b</table>')],
  ['3,000 nested lists', () => page('<ul><li>'.repeat(3_000) + 'item')],
  ['100,000 flat paragraphs', () => page('<p>flat text, here.</p>'.repeat(100_000))],
  ['a table of 20,000 rows', () => page(`<table>${'<tr><td>a<td>b<td>c</tr>'.repeat(20_000)}</table>`)],
  ['200,000 less-than signs', () => page('<'.repeat(200_000))],
  ['an unclosed attribute', () => page(`<a href="${'x'.repeat(500_000)}`)],
  ['an attribute of 5 MB', () => page(`<p title="${'y'.repeat(5_000_000)}">after it</p>`)],
  ['20,000 misnested formatting tags', () => page('<b><i>'.repeat(20_000) + 'text</b></i>')],
  ['50,000 misnested formatting tags over blocks', () => page('<b><p>x</b>'.repeat(50_000))],
  ['300,000 entities', () => page(`<p>${'&amp;&#x41;&bogus;'.repeat(100_000)}</p>`)],
  ['50,000 links in one another', () => page('<a href="/x">'.repeat(50_000) + 'text')],
  ['a million attributes', () => page(`<p ${'class=a b=1 '.repeat(500_000)}>after it</p>`)],
  ['10 MB of one word', () => page(`<p>${'a'.repeat(10_000_000)}</p>`)],
  ['a megabyte of ampersands', () => page(`<p>${'&'.repeat(500_000)}${'&#'.repeat(250_000)}</p>`)],
  ['100,000 line breaks between two words', () => page(`<p>one${'<br>'.repeat(100_000)}two</p>`)],
  [
    '240 nested formatting tags over 20,000 paragraphs',
    () => page('<b><i><s><code>'.repeat(60) + '<p>x</p>'.repeat(20_000)),
  ],
  ['a million unclosed formatting tags', () => page('<b>'.repeat(1_000_000))],
  ['50,000 headings of sections beside the content', () => page('<h2>Share this</h2>'.repeat(50_000))],
  ['scripts behind the last tag that is read', () => page(`${'<i></i>'.repeat(121_000)}<script>never()</script>`)],
  ['scripts below the deepest element that is read', () => page(`${'<div>'.repeat(300)}<script>never()</script>`)],
  ['nested tables', () => page('<table><tr><td>'.repeat(5_000) + 'cell')],
  ['100,000 end tags without a start', () => page('</div></p></b>'.repeat(33_000))],
  ['deep JSON-LD', () => page(`<script type="application/ld+json">${'[{"@graph":'.repeat(60_000)}</script>`)],
  ['a style sheet of open comments', () => page(`<style>${'/*a'.repeat(160_000)} .a{display:none}</style>`)],
  [
    'a style sheet of long selectors',
    () => page(`<style>${`${'a'.repeat(1_990)}>{display:block}`.repeat(240)} .a{display:none}</style>`),
  ],
  ['a style sheet of open braces', () => page(`<style>${'a{display:none'.repeat(50_000)}</style>`)],
  ['100,000 nested quotes and lists by turns', () => page('<blockquote><ol><li>x'.repeat(33_000))],
  ['a megabyte of white space', () => page(`<p>${' \n'.repeat(500_000)}</p><pre>${' '.repeat(500_000)}</pre>`)],
  ['100,000 unclosed scripts', () => page('<script>'.repeat(100_000))],
  ['one word of 3 MB, of backslashes and stars', () => page(`<p>${'\\*_`'.repeat(750_000)}</p>`)],
  [
    '20,000 calls to act side by side',
    () => page('<div class="cta">Start today with the list we keep</div>'.repeat(20_000)),
  ],
  ['20,000 buttons side by side', () => page('<a href="/x">Read more</a><a href="/y">Read more</a>'.repeat(10_000))],
  [
    '10,000 items that say the same as another',
    () =>
      page(
        Array.from(
          { length: 10_000 },
          (_, index) =>
            `<div><p>It was so in the year ${index >> 1}, says the log of the harbour, and it was so again.</p><i>${index}</i></div>`,
        ).join(''),
      ),
  ],
];
