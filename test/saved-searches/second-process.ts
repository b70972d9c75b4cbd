import type { Test } from 'tap';
import { termsOf, readPlans } from '../../src/accounts/plans.ts';
import { createService, type Service } from '../../src/app/service.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { cheapPasswords, type Api } from '../support/api.ts';

/**
 * Another process of the service on the same database, with the same internet and page cache. Without `clock`, it has
 * the clock that a real process has.
 */
export async function openService(
  t: Test,
  { service, at, clock, internet }: Pick<Api, 'service' | 'at' | 'internet'> & { clock?: Clock },
): Promise<Service> {
  const plans = readPlans(service.config.plansFile);
  const store = await openStore({
    ...at,
    role: 'serve',
    connections: 3,
    jobsCache: service.store.jobsCache,
    termsOf: (name) => {
      const plan = plans.get(name);
      return plan && termsOf(plan);
    },
  });
  const other = await createService(service.config, {
    ...(clock ? { clock } : {}),
    logger: service.logger,
    egress: internet,
    parser: inlineParser,
    reputationParser: inlineReputationParser,
    passwords: cheapPasswords,
    store,
  });
  t.teardown(() => other.close());
  return other;
}
