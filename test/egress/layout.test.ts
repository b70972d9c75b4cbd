import t from 'tap';
import { findBrowser } from '../../src/egress/browser/executable.ts';
import { htmlToMarkdown } from '../../src/pages/extract/html-to-markdown.ts';
import { openSharedRenderer } from '../support/shared-renderer.ts';
import { openEgress, openSite } from './loopback.ts';

const { path: browser, missing } = await findBrowser(process.env['CHROMIUM_PATH'] ?? null);
const skip = browser === undefined ? (missing ?? 'no browser') : false;

const TEXT = Array.from(
  { length: 5 },
  (_, index) =>
    `<p>The mill keeps ${index + 3} lathes in its old hall, and each was rebuilt by hand in ${1990 + index}.</p>`,
).join('');

/** Each hides by a rule that is in no attribute. */
const HIDDEN: Readonly<Record<string, string>> = {
  'no display': 'display: none',
  'off the screen': 'position: absolute; left: -5000px',
  'no room': 'height: 0; overflow: hidden',
  'a pixel': 'position: absolute; width: 1px; height: 1px; overflow: hidden',
  'cut away': 'position: absolute; clip: rect(0, 0, 0, 0)',
  'no letters': 'font-size: 0',
  'not visible': 'visibility: hidden',
  'not opaque': 'opacity: 0',
};

t.test('elements that the layout hides are left out, and visible ones are kept', { skip }, async (t) => {
  const names = Object.keys(HIDDEN);
  const page = `<!doctype html><title>Mill</title><style>${names.map((name, index) => `.r${index} { ${HIDDEN[name]} }`).join(' ')}
    .shown { position: absolute; top: 5px; opacity: 0.4 } .hidden { display: block }</style>
    <main><h1>Mill</h1>${TEXT}${names.map((name, index) => `<p class="r${index}">SECRET ${name}.</p>`).join('')}
    <p class="shown">SHOWN pale.</p><p class="hidden" aria-hidden="false">SHOWN whatever its class.</p>
    <div style="visibility:hidden"><p style="visibility:visible">SHOWN inside.</p></div>
    <p data-jobdata-layout="gone">SHOWN against its own mark.</p>
    <details><summary>More</summary><p>SHOWN at a click.</p></details>
    <div id="late"></div><div id="host"></div></main>
    <script>late.textContent = 'SHOWN late.';
      host.attachShadow({ mode: 'open' }).innerHTML = '<p>SHOWN in shadow.</p><p style="display:none">SECRET in shadow.</p>';</script>`;
  const site = await openSite(t, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  const egress = openEgress(t, { allow: [`site.test:${site.port}`] });
  const renderer = await openSharedRenderer(t, egress);
  const url = `http://site.test:${site.port}/`;
  const rendered = await renderer.render({ url, timeoutMs: 20_000 });
  const html = Buffer.from(rendered.html).toString('utf8');
  t.match(html, /<html[^>]* data-jobdata-layout="read"/);
  const { markdown } = htmlToMarkdown(html, url, true);
  for (const name of names) t.notOk(markdown.includes(`SECRET ${name}`), name);
  t.notOk(markdown.includes('SECRET in shadow'));
  for (const shown of ['pale', 'whatever', 'inside', 'against', 'at a click', 'late', 'in shadow'])
    t.ok(markdown.includes(`SHOWN ${shown}`), shown);
});
