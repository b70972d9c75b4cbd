const P = '<p>The visible paragraph, with a sentence of its own.</p>';

function page(body: string): string {
  return `<!doctype html><html><head><title>Hostile</title></head><body>${P}${body}</body></html>`;
}

/** Pages that hang, crash or bloat one parser or another. All begin with the same visible paragraph. */
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
  ['100,000 attributes', () => page(`<p ${'a=1 '.repeat(100_000)}>after it</p>`)],
  ['nested tables', () => page('<table><tr><td>'.repeat(5_000) + 'cell')],
  ['100,000 end tags without a start', () => page('</div></p></b>'.repeat(33_000))],
  ['deep JSON-LD', () => page(`<script type="application/ld+json">${'[{"@graph":'.repeat(60_000)}</script>`)],
  ['a style sheet of open braces', () => page(`<style>${'a{display:none'.repeat(50_000)}</style>`)],
  ['100,000 nested quotes and lists by turns', () => page('<blockquote><ol><li>x'.repeat(33_000))],
  ['a megabyte of white space', () => page(`<p>${' \n'.repeat(500_000)}</p><pre>${' '.repeat(500_000)}</pre>`)],
  ['100,000 unclosed scripts', () => page('<script>'.repeat(100_000))],
  ['one word of 3 MB, of backslashes and stars', () => page(`<p>${'\\*_`'.repeat(750_000)}</p>`)],
];
