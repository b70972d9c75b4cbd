import t from 'tap';
import { type Checked, checkFilters } from '../support/filter-check.ts';
import { noRecordings, openFrance } from '../support/recorded-web.ts';
import { volume } from '../support/volume.ts';

const CODES = ['france_travail'];
/** A busy machine must not end a search early. */
const UNHURRIED = { deadlineMs: 600_000, signal: new AbortController().signal };

t.test('SPEC §3: filters, order and pages of recorded French adverts', { skip: noRecordings }, async (t) => {
  // Each round has its own service, because one daily API budget is not enough for all rounds. The whole list and its
  // pages are separate searches that share no cache.
  let round = '0';
  let opened = await openFrance();
  const { clock } = opened;
  const ask: Checked['ask'] = async (asked, search) => {
    const number = search.replace(/\D/g, '');
    if (number !== round) opened = await openFrance();
    round = number;
    return opened.ask(CODES, { ...asked, query: `nurse ${search}` }, UNHURRIED);
  };
  const { returned, merged } = await checkFilters(t, {
    name: 'France',
    towns: ['Paris', 'Lyon', 'Nantes'],
    rounds: volume(2, 60),
    limits: [7, 60],
    now: clock.now(),
    ask,
  });
  t.ok(returned > 5, `${returned} jobs were looked at`);
  t.equal(merged, 0, 'one platform alone');
});
