import * as fc from 'fast-check';
import t from 'tap';
import { history, HistoryRunner } from './ledger-history.ts';
import { seeded, volume } from '../support/volume.ts';

const HISTORIES = volume(100, 10_000);
/** Number of histories that share one store before it is audited as a whole. */
const PER_STORE = 250;

t.test(
  `sum(ledger) = allowance − balance + overage at every step of ${HISTORIES} histories`,
  { timeout: 3_600_000 },
  async (t) => {
    let runner: HistoryRunner | undefined;
    let ran = 0;
    let steps = 0;
    const property = fc.asyncProperty(history, async (given) => {
      if (runner && ran % PER_STORE === 0) {
        steps += runner.steps;
        await runner.close();
        runner = undefined;
      }
      if (!runner) {
        runner = new HistoryRunner();
        runner.open();
      }
      ran += 1;
      try {
        await runner.run(given);
      } catch (error) {
        // The next smaller variant of the same case starts on a new store.
        runner = undefined;
        throw error;
      }
    });
    await fc.assert(property, {
      numRuns: HISTORIES,
      ...seeded,
    });
    if (runner) steps += (runner as HistoryRunner).steps;
    await (runner as HistoryRunner | undefined)?.close();
    t.ok(steps > HISTORIES, `${steps} steps were compared`);
  },
);
