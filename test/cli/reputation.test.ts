import { join } from 'node:path';
import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { companyCacheKey } from '../../src/reputation/match/match.ts';
import { openStore } from '../../src/store/open.ts';

t.test('SPEC §11: jobdata reputation, from the store', async (t) => {
  const folder = t.testdir({});
  const store = await openStore({ file: join(folder, 'jobdata.sqlite') });
  const fetchedAt = Date.now() - DAY_MS;
  await store.reputation.put(
    (['indeed', 'glassdoor'] as const).flatMap((site) => [
      {
        companyKey: companyCacheKey('Tesco'),
        scope: 'FR',
        site,
        depth: 'deep',
        found: true,
        fetchedAt,
        value: JSON.stringify({
          matchedName: 'Tesco',
          url: `https://${site}.example/`,
          match: 'exact',
          method: 'page',
          rating: site === 'indeed' ? 3.5 : 4,
          reviewCount: 100,
          facts: [],
          themes: site === 'indeed' ? ['Salaire : point faible (2 avis sur 4)'] : [],
          extractor: 'lexicon',
        }),
      },
      {
        companyKey: companyCacheKey('__proto__'),
        scope: 'FR',
        site,
        depth: 'deep',
        found: false,
        fetchedAt,
        value: '{}',
      },
    ]),
  );
  await store.close();
  const run = async (...words: string[]) => {
    let out = '';
    let errors = '';
    const code = await runCommandLine(['reputation', ...words], {
      stdout: (text) => void (out += text),
      stderr: (text) => void (errors += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: folder },
    });
    return { code, out, errors };
  };
  const json = await run('Tesco', '__proto__', '--mode', 'deep', '--country', 'FR', '--json');
  t.equal(json.code, 0, json.errors);
  t.equal(
    json.out,
    '{"Tesco":{"rating":3.8,"review_count":200,"insights":["Salaire : point faible (2 avis sur 4)"]},"__proto__":{"rating":null,"review_count":0,"insights":[]}}\n',
  );
  const shown = await run('TESCO', '--country', 'fr');
  t.match(shown.out, /^EMPLOYER +RATING +REVIEWS/);
  t.match(shown.out, /TESCO +3\.8 +200 +stored +indeed 3\.5 \(100\), glassdoor 4\.0 \(100\)/);
  t.match(shown.out, / {2}- Salaire/);
  for (const words of [[], ['Tesco', '--mode', 'quick'], ['Tesco', '--country', 'DE'], ['\u200b']]) {
    t.equal((await run(...words)).code, 2, words.join(' '));
  }
});
