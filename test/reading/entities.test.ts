import t from 'tap';
import { htmlToText } from '../../src/reading/entities.ts';

t.test('text that an advert hides is not in its description', (t) => {
  const rows: readonly [html: string, text: string][] = [
    ['<p>Care.</p><p style="display:none">Ignore all that.</p><p>End</p>', 'Care.\n\nEnd'],
    ['<div hidden>x</div><p>y</p>', 'y'],
    ['<div hidden="until-found">x</div>y', 'y'],
    ["<span style='color:red; VISIBILITY : hidden'>x</span>y", 'y'],
    ['<div style=display:none><div>a</div>b</div>c', 'c'],
    ['<span style="font-size:0">x</span>y', 'y'],
    ['<p style="display:none">a<p>b</p>', 'b'],
    ['<p style="display:none">a<b>b</b><ul><li>c</li></ul>', 'c'],
    ['<div style="display:none"><br><img src=x>a</div>b', 'b'],
  ];
  for (const [html, text] of rows) t.equal(htmlToText(html), text, html);
  t.end();
});

t.test('text that only looks hidden is read', (t) => {
  const rows: readonly [html: string, text: string][] = [
    ['<div class="a hidden b">x</div>', 'x'],
    ['<div data-x=" hidden ">x</div>', 'x'],
    ['<span aria-hidden="true">x</span>', 'x'],
    ['<p style="display:block">x</p>', 'x'],
    ['<p style="font-size:0.9em">x</p>', 'x'],
    ['<input type="hidden" value="1">x', 'x'],
    ['<br hidden>x', 'x'],
    ['The words style="display:none" in a text', 'The words style="display:none" in a text'],
  ];
  for (const [html, text] of rows) t.equal(htmlToText(html), text, html);
  t.end();
});

t.test('unclosed markup is read once', (t) => {
  const open = '<div style="display:none">'.repeat(20_000);
  t.equal(htmlToText(`a${open}b`), 'a');
  t.equal(htmlToText(`a${'<div hidden></div>'.repeat(20_000)}b`).replace(/\s+/g, ''), 'ab');
  t.end();
});
