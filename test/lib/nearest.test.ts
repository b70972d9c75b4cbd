import t from 'tap';
import { nearestOf } from '../../src/lib/nearest.ts';

const ARGUMENTS = ['query', 'platforms', 'country', 'location', 'min_salary', 'dedup_hashes', 'limit'];
const CODES = ['reed', 'totaljobs', 'nhs_jobs', 'work_hub', 'hellowork', 'adzuna_gb', 'adzuna_fr'];

t.test('a mistyped name is matched to the meant one', (t) => {
  for (const [typed, meant, names] of [
    ['minSalary', 'min_salary', ARGUMENTS],
    ['salary_min', 'min_salary', ARGUMENTS],
    ['min-salary', 'min_salary', ARGUMENTS],
    ['Platform', 'platforms', ARGUMENTS],
    ['contry', 'country', ARGUMENTS],
    ['qurey', 'query', ARGUMENTS],
    ['dedupHashes', 'dedup_hashes', ARGUMENTS],
    ['hello_work', 'hellowork', CODES],
    ['nhs-jobs', 'nhs_jobs', CODES],
    ['totaljob', 'totaljobs', CODES],
    ['workhub', 'work_hub', CODES],
  ] as const)
    t.equal(nearestOf(typed, names), meant, typed);
  t.end();
});

t.test('a name that is near nothing, or equally near two, is not matched', (t) => {
  for (const [typed, names] of [
    ['colour', ARGUMENTS],
    ['x', ARGUMENTS],
    ['', ARGUMENTS],
    ['adzuna_de', CODES],
    ['monster', CODES],
    ['q'.repeat(100_000), ARGUMENTS],
  ] as const)
    t.equal(nearestOf(typed, names), undefined, typed.slice(0, 20));
  t.end();
});
