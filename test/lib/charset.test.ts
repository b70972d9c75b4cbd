import t from 'tap';
import { decodeBody } from '../../src/lib/charset.ts';

const UTF_8 = 'application/json; charset=utf-8';

t.test('a header that says UTF-8 is believed where the bytes are, in part at least', async (t) => {
  t.equal(decodeBody(Buffer.from('Ingénieur à Orléans'), UTF_8), 'Ingénieur à Orléans');
  const western = Buffer.from('Ingénieur à Orléans, 38 000 €'.replace('€', '\u0080'), 'latin1');
  t.equal(decodeBody(western, UTF_8), 'Ingénieur à Orléans, 38 000 €', 'Western bytes under the name of UTF-8');
  t.equal(decodeBody(western, 'text/html; charset="UTF8"'), 'Ingénieur à Orléans, 38 000 €');
  const cut = Buffer.from('Orléans à côté').subarray(0, -1);
  t.equal(decodeBody(cut, UTF_8), 'Orléans à côt\ufffd', 'UTF-8 that is cut short stays UTF-8');
  t.equal(decodeBody(Buffer.from('plain'), UTF_8), 'plain');
});

t.test('other names are believed', async (t) => {
  t.equal(decodeBody(Buffer.from([0xe9]), 'text/html; charset=iso-8859-1'), 'é');
  t.equal(decodeBody(Buffer.from('é'), 'text/html; charset=iso-8859-1'), 'Ã©', 'even where the bytes say otherwise');
});
