import t from 'tap';
import { dayFormat } from '../../src/lib/day-format.ts';

const FIRST = Date.UTC(2026, 9, 1, 16, 5);
const ELEVENTH = Date.UTC(2026, 9, 11);

t.test('the first of a month is an ordinal only in French', async (t) => {
  const french = dayFormat('fr-FR', { dateStyle: 'medium', timeZone: 'UTC' });
  t.equal(french.format(FIRST), '1er oct. 2026');
  t.equal(french.format(ELEVENTH), '11 oct. 2026');
  const moment = dayFormat('fr-FR', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  t.equal(moment.format(FIRST), '1er oct., 16:05');
  t.equal(dayFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(FIRST), '1 Oct 2026');
});
