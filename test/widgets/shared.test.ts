import t from 'tap';
import { PRICES } from '../../src/credits/tool-prices.ts';
import { toCredits } from '../../src/lib/credits.ts';
import { platformName } from '../../src/widgets/shared/platform-names.ts';
import { CALL_PRICES } from '../../src/widgets/shared/document-prices.ts';
import { sharedEnglish } from '../../src/widgets/shared/texts.en.ts';
import { sharedFrench } from '../../src/widgets/shared/texts.fr.ts';
import { CONTRACTS, HOURS, PLATFORM_STATUSES, WORK_MODES } from '../../schemas/index.ts';

t.test('the prices that documents state are those charged', async (t) => {
  t.strictSame(CALL_PRICES, {
    jobsFresh: toCredits(PRICES.jobsFresh),
    jobsCached: toCredits(PRICES.jobsCached),
    reputationFresh: toCredits(PRICES.reputationLight),
    reputationStored: toCredits(PRICES.reputationStored),
  });
});

t.test('an unknown platform is named by its code', async (t) => {
  t.equal(platformName('jobs_ac_uk'), 'jobs.ac.uk');
  t.equal(platformName('my_own_board'), 'my own board');
});

t.test('every value of a job and of a platform’s row has a label in both languages', async (t) => {
  for (const texts of [sharedEnglish, sharedFrench]) {
    for (const status of PLATFORM_STATUSES) t.ok(texts.statuses[status], status);
    for (const mode of WORK_MODES) t.ok(texts.workModes[mode], mode);
  }
  t.ok(CONTRACTS.length + HOURS.length > 0);
});
