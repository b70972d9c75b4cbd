import type { ReputationRecord } from '../../src/store/types.ts';
import { onEngines } from '../support/engines.ts';

function record(change: Partial<ReputationRecord> = {}): ReputationRecord {
  return {
    companyKey: 'tesco',
    scope: 'GB',
    site: 'indeed',
    depth: 'light',
    found: true,
    fetchedAt: 1_000,
    value: '{"rating":3.5}',
    ...change,
  };
}

await onEngines('keeps one record a company, scope, site and depth', async (t, place) => {
  const store = await place.open();
  await store.reputation.put([
    record(),
    record({ site: 'glassdoor', found: false, value: '{}' }),
    record({ depth: 'deep', fetchedAt: 2_000 }),
    record({ scope: '*' }),
    record({ companyKey: '__proto__' }),
  ]);
  await store.reputation.put([record({ fetchedAt: 5_000, value: '{"rating":3.6}' })]);
  const kept = await store.reputation.get('tesco', 'GB');
  t.equal(kept.length, 3);
  t.match(
    kept.find(({ site, depth }) => site === 'indeed' && depth === 'light'),
    { fetchedAt: 5_000, value: '{"rating":3.6}', found: true },
    'the later one replaces the earlier',
  );
  t.equal(kept.find(({ site }) => site === 'glassdoor')?.found, false);
  t.equal((await store.reputation.get('tesco', '*')).length, 1);
  t.equal((await store.reputation.get('tesco', 'FR')).length, 0);
  t.equal((await store.reputation.get('__proto__', 'GB')).length, 1);
});

await onEngines('purges by age, negatives sooner', async (t, place) => {
  const store = await place.open();
  await store.reputation.put([
    record({ companyKey: 'old', fetchedAt: 10 }),
    record({ companyKey: 'aged', fetchedAt: 500 }),
    record({ companyKey: 'aged', site: 'glassdoor', fetchedAt: 500, found: false }),
    record({ companyKey: 'young', fetchedAt: 900, found: false }),
  ]);
  t.equal(await store.reputation.purge(100, 800), 2);
  t.strictSame(
    await Promise.all(
      ['old', 'aged', 'young'].map(async (key) => (await store.reputation.get(key, 'GB')).map(({ site }) => site)),
    ),
    [[], ['indeed'], ['indeed']],
  );
});
