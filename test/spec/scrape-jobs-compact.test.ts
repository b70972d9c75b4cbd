import t from 'tap';
import { contentOf } from '../support/answers.ts';
import { GB, openTestApi } from '../support/test-caller.ts';

/** Fields that SPEC §3 returns as null if the source does not state them. */
const NULL_BY_CONTRACT = new Set(['salary_min', 'salary_max', 'salary_currency', 'salary_period', 'agency']);

t.test('SPEC §2, §3: the text of an answer is exactly its object as JSON', async (t) => {
  const api = await openTestApi(t);
  for (const more of [{}, { evidence: true, sort: 'date' }, { limit: 7, offset: 7 }]) {
    const answer = await api.test('scrape_jobs', { query: 'manager', platforms: GB, ...more });
    const content = contentOf(answer);
    t.equal(answer.json.result.content[0].text, JSON.stringify(content));
    t.notMatch(answer.text.slice(0, 200), /[{,:]\s/, 'and neither has the envelope white space');
    const named = new Set<string>();
    JSON.stringify(content, (name, value) => (value === null ? named.add(name) && value : value));
    t.strictSame(
      [...named].filter((name) => !NULL_BY_CONTRACT.has(name)),
      [],
      'what there is not is absent',
    );
  }
});
