import t from 'tap';
import { inBrowser, violationsOn } from '../support/browser.ts';
import { openDocuments, settled } from '../support/widget-documents.ts';
import type { WidgetHost } from '../support/widget-host.ts';

const URL = 'https://a.example/jobs/1';
const TEXT = `# Care assistant

Two shifts a **week**, *nights* or \`days\`. See [the rota](https://a.example/rota) or https://a.example/bare.
Second line with \\*stars\\* and snake_case_words.

## What we offer

- Holidays
  - 28 days
  - more with time
- Pension
1. Apply
2. Wait

> A good place to work.

\`\`\`json
{ "a": "<b>" }
\`\`\`

| Shift | Pay |
| --- | ---: |
| Early | £12 \\| hour |

---

![A ward](https://a.example/ward.jpg)`;

const shown = async (host: WidgetHost, selector: string): Promise<string[]> =>
  host.frame.locator(`.document ${selector}`).allInnerTexts();

t.test(
  'markdown is drawn as elements, links go through the client, pictures become their description',
  inBrowser,
  async (t) => {
    const documents = await openDocuments(t);
    const row = {
      http_status: 200,
      final_url: 'https://a.example/jobs/1?moved',
      content_type: 'text/html',
      rendered: true,
      truncated: true,
      total_characters: 45_000,
      notes: ['frame: https://frame.example/x', 'more_on_scroll', 'something new'],
      advert: {
        status: 'closed',
        evidence: 'no longer accepting applications',
        title: 'Care assistant',
        company: 'Acme',
        closing_date: '2026-11-01',
      },
    };
    const host = await documents.show('page', {
      structuredContent: { [URL]: TEXT },
      _meta: { 'io.jobdata/urls': { [URL]: row } },
    });
    t.strictSame(await shown(host, 'h3, .document h4'), ['Care assistant', 'What we offer']);
    t.strictSame(await shown(host, 'strong'), ['week']);
    t.strictSame(await shown(host, 'em'), ['nights']);
    t.match(
      (await shown(host, 'p'))[0],
      /See the rota or https:\/\/a\.example\/bare\.\nSecond line with \*stars\* and snake_case_words\./,
    );
    t.strictSame(
      (await shown(host, '.items li')).map((item) => item.replace(/\s+/g, ' ')),
      ['• Holidays', '• 28 days', '• more with time', '• Pension', '1. Apply', '2. Wait'],
    );
    t.strictSame(await shown(host, 'blockquote'), ['A good place to work.']);
    t.strictSame(await shown(host, 'pre'), ['{ "a": "<b>" }']);
    t.strictSame(await shown(host, 'td'), ['Early', '£12 | hour']);
    t.equal(await host.frame.locator('.document hr').count(), 1);
    t.match((await shown(host, 'p')).at(-1), '[A ward]');
    const facts = await host.frame.locator('.page').innerText();
    t.match(
      facts,
      /HTTP 200 · text\/html · rendered in a browser · 45,000 characters · cut at 30,000 · redirected to https:\/\/a\.example\/jobs\/1\?moved/,
    );
    t.match(
      facts,
      /closed advert Care assistant · Acme · closes 1 Nov 2026\s+The page says: “no longer accepting applications”/,
    );
    t.match(
      facts,
      /Part of the page is in a frame from another site: https:\/\/frame\.example\/x\s+The page loads more as you scroll\.\s+something new/,
    );
    await host.frame.getByRole('link', { name: 'the rota' }).click();
    await settled(host.frame);
    t.match(
      (await host.messages()).find(({ method }) => method === 'ui/open-link'),
      { params: { url: 'https://a.example/rota' } },
    );
    t.strictSame(await violationsOn(host.frame), []);
    t.strictSame(host.faults, []);
  },
);

t.test('HTML and exchanges are shown unchanged', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  for (const [output, content] of [
    ['raw', '<!doctype html><p onclick="x">Hi</p>'],
    ['xhr', '[{"url":"https://a.example/api"}]'],
    ['raw', '# no markdown'],
  ]) {
    const host = await documents.show(
      'page',
      { structuredContent: { [URL]: content } },
      { args: { urls: [URL], output } },
    );
    t.equal(await host.frame.locator('.page pre.own-words').textContent(), content);
    t.equal(await host.frame.locator('.document').count(), 0);
    t.strictSame(host.faults, []);
  }
});

t.test('Markdown that begins with a link or an address is Markdown', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  /** Each content as a page of its own; which of the pages, by number, are drawn as Markdown. */
  const drawn = async (contents: readonly string[], args: object): Promise<number[]> => {
    const pages = Object.fromEntries(contents.map((content, index) => [`${URL}?${index}`, content]));
    const host = await documents.show('page', { structuredContent: pages }, { args });
    t.equal(await host.frame.locator('.page').count(), contents.length);
    t.strictSame(host.faults, []);
    const isDrawn = await Promise.all(
      contents.map((_, index) => host.frame.locator('.page').nth(index).locator('.document').count()),
    );
    for (const [index] of contents.entries())
      if (isDrawn[index]) t.equal(await host.frame.locator('.page').nth(index).locator('h3').textContent(), 'Clerk');
    return isDrawn.flatMap((count, index) => (count > 0 ? [index] : []));
  };
  const markdown = [
    '[Skip to content](https://a.example/#main)\n\n# Clerk',
    '<https://a.example/>\n\n# Clerk',
    '[1](https://a.example/)\n\n# Clerk',
  ];
  t.strictSame(await drawn(markdown, { urls: [URL] }), [0, 1, 2]);
  const others = ['<!-- x --><p>', '<p>Hi</p>', '{"a":1}', '[1]', '[1.5, 2]', '[{"a":1}]', '["a"]', '[]'];
  t.strictSame(await drawn(others, {}), []);
});

t.test('attack: lines that make a pattern slow do not stop the document', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  // With a reader that tries every division of the line, each would take minutes.
  const spaces = ' '.repeat(14_000);
  for (const content of [`# ${spaces}a\u2028a`, `- ${spaces}a\u2028a`, `a ${'`'.repeat(29_900)}`]) {
    const host = await documents.show('page', { structuredContent: { [URL]: content } }, { args: { urls: [URL] } });
    t.equal(await host.frame.locator('.document').count(), 1);
    await host.close();
  }
});
