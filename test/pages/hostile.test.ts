import t from 'tap';
import { createProcessPageReader } from '../../src/pages/page-reader.ts';
import { readPage, readPlainText } from '../../src/pages/page-task.ts';
import { some } from '../support/volume.ts';
import { HOSTILE_PAGES } from './hostile-pages.ts';

const VISIBLE = 'The visible paragraph, with a sentence of its own.';
t.test('SPEC §5: hostile pages still return their text', async (t) => {
  const third = HOSTILE_PAGES.filter((_, index) => index % 3 === 0);
  for (const [name, html] of some(third, HOSTILE_PAGES)) {
    const input = { url: 'https://example.com/', contentType: 'text/html', body: html(), output: 'markdown' } as const;
    const content = readPage(input);
    t.match(content.text, VISIBLE, name);
    t.ok(content.text.startsWith('# Hostile'), `${name}: extracted, not given plainly`);
    t.ok(content.text.length <= 30_000, `${name}: within the limit`);
    t.notMatch(content.text, 'never()', `${name}: nothing of a script`);
    t.match(readPlainText(input).text, VISIBLE, `${name}: as plain text`);
  }
});

t.test('one process has enough memory for 10 MB of input that grows when parsed', async (t) => {
  const reader = createProcessPageReader({ timeoutMs: 60_000 });
  t.teardown(() => reader.close());
  const rows: [name: string, html: string][] = [
    ['characters that are escaped', `<p>${'*_'.repeat(5_000_000)}</p>`],
    ['characters that are left out', `<p>a${'\u200b'.repeat(3_300_000)}</p>`],
    ['lines of code', `<pre>${'ab\n'.repeat(3_300_000)}</pre>`],
    ['JSON-LD', `<script type="application/ld+json">[${'[],'.repeat(300_000)}1]</script>`.repeat(10)],
  ];
  for (const [name, html] of some(rows.slice(0, 1), rows)) {
    const body = `<title>Hostile</title><p>${VISIBLE}</p>${html}`;
    const { text } = await reader.read({
      url: 'https://example.com/',
      contentType: 'text/html',
      body,
      output: 'markdown',
    });
    t.ok(text.startsWith(`# Hostile\n\n${VISIBLE}`), name);
  }
});

t.test('a page that takes its process too long is returned as plain text', async (t) => {
  const reader = createProcessPageReader({ timeoutMs: 1 });
  t.teardown(() => reader.close());
  const body = `<p>Kept &amp; shown</p><script>let hidden;</script>${'<p>more of it</p>'.repeat(20_000)}`;
  const content = await reader.read({
    url: 'https://example.com/',
    contentType: 'text/html',
    body,
    output: 'markdown',
  });
  t.match(content.text, 'Kept & shown\nmore of it');
  t.notMatch(content.text, 'hidden');
  t.ok(content.text.length <= 30_000);
});
