import tap from 'tap';
import { scheduledHours } from '../../../src/jobs/readers/schedule.ts';

const TIMETABLE = 'monday to friday, 9am to 3pm.';

tap.test('of a list without stops the end is read, and said where it stands', (t) => {
  const text = `${'open to all, '.repeat(500)}${'with us, '.repeat(60)}${TIMETABLE} call us`;
  const [found, ...others] = scheduledHours(text);
  t.strictSame(others, []);
  t.equal(found?.hours, 30);
  t.equal(text.slice(found?.from, found?.to), '9am to 3pm');
  t.end();
});

tap.test('what stands far before the end of a long list is not of its timetable', (t) => {
  t.strictSame(scheduledHours(`${TIMETABLE.slice(0, -1)} ${'and more, '.repeat(60)}`), []);
  t.end();
});
