import t from 'tap';
import { decodeBody } from '../../src/lib/charset.ts';

const UTF_8 = 'application/json; charset=utf-8';

t.test('a UTF-8 header is believed if at least part of the bytes are UTF-8', async (t) => {
  t.equal(decodeBody(Buffer.from('Ingénieur à Orléans'), UTF_8), 'Ingénieur à Orléans');
  const western = Buffer.from('Ingénieur à Orléans, 38 000 €'.replace('€', '\u0080'), 'latin1');
  t.equal(decodeBody(western, UTF_8), 'Ingénieur à Orléans, 38 000 €', 'Western bytes under the name of UTF-8');
  t.equal(decodeBody(western, 'text/html; charset="UTF8"'), 'Ingénieur à Orléans, 38 000 €');
  const cut = Buffer.from('Orléans à côté').subarray(0, -1);
  t.equal(decodeBody(cut, UTF_8), 'Orléans à côt\ufffd', 'UTF-8 that is cut short stays UTF-8');
  t.equal(decodeBody(Buffer.from('plain'), UTF_8), 'plain');
});

t.test('other charset names are believed', async (t) => {
  t.equal(decodeBody(Buffer.from([0xe9]), 'text/html; charset=iso-8859-1'), 'é');
  t.equal(decodeBody(Buffer.from('é'), 'text/html; charset=iso-8859-1'), 'Ã©', 'even where the bytes say otherwise');
});

t.test('a UTF-8 declaration in a page is believed in the same way', async (t) => {
  const page = (meta: string, text: string): string => `${meta}<p>${text}</p>`;
  for (const meta of ['<meta charset=utf-8>', '<meta charset="UTF-8">', '<?xml version="1.0" encoding="utf-8"?>']) {
    const western = Buffer.from(page(meta, 'Ingénieur à Orléans'), 'latin1');
    t.equal(decodeBody(western, 'text/html'), page(meta, 'Ingénieur à Orléans'), meta);
    t.equal(
      decodeBody(western, 'text/html; charset=utf-8'),
      page(meta, 'Ingénieur à Orléans'),
      `${meta} and the header`,
    );
    const right = page(meta, 'Ingénieur à Orléans, 38 000 €');
    t.equal(decodeBody(Buffer.from(right), 'text/html'), right, meta);
    const damaged = Buffer.concat([Buffer.from(page(meta, 'Orléans')), Buffer.from([0xe9])]);
    t.equal(
      decodeBody(damaged, 'text/html'),
      `${page(meta, 'Orléans')}\ufffd`,
      'one damaged byte does not change the rest',
    );
  }
  const polish = Buffer.from([...Buffer.from('<meta charset=iso-8859-2>'), 0xb3]);
  t.equal(
    decodeBody(polish, 'text/html; charset=utf-8'),
    '<meta charset=iso-8859-2>ł',
    'the page knows better than the header',
  );
});
