import t from 'tap';
import { cutAt } from '../../src/lib/text.ts';

t.test('text is never cut inside a surrogate pair', async (t) => {
  t.equal(cutAt('ab😀', 3), 'ab');
  t.equal(cutAt('ab😀', 4), 'ab😀');
  t.equal(cutAt('ab😀c', 4), 'ab😀');
});
