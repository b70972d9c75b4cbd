import t from 'tap';
import { nearestPlatform } from '../../../src/sources/platforms/nearest-platform.ts';
import { PLATFORMS } from '../../../src/sources/platforms/index.ts';

t.test('a mistyped code means the platform of the country that is searched', async (t) => {
  for (const [typed, country, code] of [
    ['linkdin', 'FR', 'linkedin_fr'],
    ['linkdin', 'GB', 'linkedin_gb'],
    ['adzunna', 'FR', 'adzuna_fr'],
    ['hello_work', 'FR', 'hellowork'],
    ['hello_work', 'GB', 'hellowork'],
    ['nhs', 'GB', 'nhs_jobs'],
    ['Pôle emploi', 'FR', 'france_travail'],
    ['xyzzy', 'GB', undefined],
  ] as const) {
    const own = PLATFORMS.filter((platform) => platform.country === country);
    t.equal(nearestPlatform(typed, [own, PLATFORMS])?.code, code, `${typed} in ${country}`);
  }
});
