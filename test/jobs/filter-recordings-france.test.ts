import t from 'tap';
import { checkFilters } from '../support/filter-check.ts';
import { noRecordings, openFrance } from '../support/recorded-web.ts';
import { volume } from '../support/volume.ts';

/** A busy machine must not end a search early. */
const UNHURRIED = { deadlineMs: 600_000, signal: new AbortController().signal };

t.test('SPEC §3: filters, order and pages of the recorded adverts of France', { skip: noRecordings }, async (t) => {
  const room = await openFrance();
  const { returned, merged } = await checkFilters(t, {
    name: 'France',
    towns: ['Paris', 'Lyon', 'Nantes'],
    rounds: volume(6, 60),
    limits: [7, 60],
    now: room.clock.now(),
    // The list and its pages are searches of their own: neither knows of the other.
    ask: (asked, search) => room.ask(['france_travail'], { ...asked, query: `nurse ${search}` }, UNHURRIED),
  });
  t.ok(returned > 5, `${returned} jobs were looked at`);
  t.equal(merged, 0, 'one platform alone');
});
