import t from 'tap';
import { describeHalfSet } from '../../../src/sources/platforms/half-set.ts';
import { PLATFORMS } from '../../../src/sources/platforms/index.ts';

t.test('half a pair of keys is told of, by the name of what is missing', async (t) => {
  t.strictSame(describeHalfSet(PLATFORMS, {}), [], 'none of them is nobody’s mistake');
  t.strictSame(describeHalfSet(PLATFORMS, { ADZUNA_APP_ID: 'i', FRANCE_TRAVAIL_CLIENT_SECRET: 's' }), [
    'adzuna_gb, adzuna_fr: ADZUNA_APP_ID is set and ADZUNA_APP_KEY is not: it answers not_configured.',
    'france_travail: FRANCE_TRAVAIL_CLIENT_SECRET is set and FRANCE_TRAVAIL_CLIENT_ID is not: its public pages are read instead of its API.',
  ]);
  for (const { code, accessMethods, settings = [] } of PLATFORMS) {
    const whole = Object.fromEntries(settings.map(({ name }) => [name, 'x']));
    t.strictSame(describeHalfSet([{ code, accessMethods }], whole), [], code);
    for (const { needs = [] } of accessMethods)
      if (needs.length > 1)
        for (const name of needs)
          t.match(describeHalfSet([{ code, accessMethods }], { [name]: 'x' })[0], `${name} is set`);
  }
});
