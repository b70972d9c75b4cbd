import { join } from 'node:path';
import { Readable } from 'node:stream';
import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { sharedFile } from '../support/shared.ts';

interface Run {
  code: number;
  out: string;
  err: string;
}

async function run(words: string[], lines: unknown[] = [], env: Record<string, string> = {}): Promise<Run> {
  const result: Run = { code: 0, out: '', err: '' };
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  result.code = await runCommandLine(words, {
    stdout: (text) => void (result.out += text),
    stderr: (text) => void (result.err += text),
    stdin: Readable.from([Buffer.from(input)]),
    interactive: false,
    env: { ...env },
  });
  return result;
}

const answers = ({ out }: Run) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const URL_OF_ACME = 'https://www.glassdoor.fr/Avis/Acme-Avis-E1.htm';

t.test('match (SPEC §11)', async (t) => {
  t.same(answers(await run(['match', 'Tesco PLC', 'tesco'])), [{ same: true }]);
  t.same(answers(await run(['match', 'Tesco', 'Tesco Bank', '--json'])), [{ same: false }]);
  t.same(answers(await run(['match', 'PwC', 'PwC France', '--country', 'GB'])), [{ same: false }]);
  const lines = [
    { name: 'M&S', candidate: 'Marks and Spencer' },
    '',
    { name: 'PwC', candidate: 'PwC France', country: 'FR' },
    { name: 'PwC', candidate: 'PwC France', country: 'GB' },
    '{"name": ',
    { name: 'A' },
    { name: '__proto__', candidate: '__proto__' },
    [],
    { name: 'A', candidate: 'A', country: 'US' },
  ];
  t.match(answers(await run(['match', '-'], lines)), [
    { same: true },
    { same: true },
    { same: false },
    { error: /JSON/ },
    { error: /candidate/ },
    { same: true },
    { error: /object/ },
    { error: /GB/ },
  ]);
  t.equal((await run(['match', 'A'])).code, 2);
  t.equal((await run(['match'])).code, 2);
  const dir = t.testdir({ 'good.json': '{"same": [["BBC", "Auntie"]]}', 'bad.json': '{"same": 1}' });
  t.same(answers(await run(['match', 'BBC', 'Auntie'], [], { ALIASES_FILE: join(dir, 'good.json') })), [
    { same: true },
  ]);
  const bad = await run(['match', 'BBC', 'Auntie'], [], { ALIASES_FILE: join(dir, 'bad.json') });
  t.match(bad, { code: 1, out: '', err: /ALIASES_FILE/ });
});

t.test('snippet (SPEC §11)', async (t) => {
  const words = ['snippet', '--company', 'Acme', '--url', URL_OF_ACME, '--title', 'Avis sur Acme'];
  t.same(answers(await run([...words, 'Note : 3,8 · 1 204 avis'])), [{ rating: 3.8, review_count: 1204 }]);
  t.same(answers(await run([...words, '5,246 avis sur Acme.'])), [{ rating: null, review_count: 5246 }]);
  t.same(answers(await run(['snippet', '--company', 'Acme Bank', ...words.slice(3), '12 avis'])), [
    { rating: null, review_count: null },
  ]);
  t.equal((await run(['snippet', 'text'])).code, 2);
  const row = { company: 'Acme', country: 'FR', url: URL_OF_ACME, title: 'Acme', text: '3,9/5 (2,3 k avis)' };
  t.match(answers(await run(['snippet', '-'], [row, { ...row, company: 'Beta' }, { ...row, url: 7 }])), [
    { rating: 3.9, review_count: 2300 },
    { rating: null, review_count: null },
    { error: /url/ },
  ]);
});

t.test('themes (SPEC §11)', async (t) => {
  t.same(answers(await run(['themes', '--language', 'fr', '--polarity', 'pos', 'Bon salaire'])), [{ themes: ['pay'] }]);
  t.same(answers(await run(['themes', '--language', 'en', 'None'])), [{ themes: [] }]);
  t.equal((await run(['themes', '--language', 'de', 'Gehalt'])).code, 2);
  t.equal((await run(['themes', '--language', 'fr', '--polarity', 'up', 'Salaire'])).code, 2);
  const lines = [
    { language: 'en', polarity: 'neg', text: 'Low pay' },
    { language: 'xx', text: 'Low pay' },
    { language: 'fr' },
  ];
  t.match(answers(await run(['themes', '-'], lines)), [{ themes: ['pay'] }, { error: /language/ }, { error: /text/ }]);
});

t.test('parse indeed_reviews and glassdoor (SPEC §11)', async (t) => {
  const dir = t.testdir({
    'indeed.html':
      '<script type="application/ld+json">{"@type":"EmployerAggregateRating","itemReviewed":{"name":"Acme"},"ratingValue":3.4,"ratingCount":12}</script>',
    'wall.html': '<title>Just a moment...</title><p>Verify you are human</p>',
    'other.html': '<p>Hello</p>',
    'answer.json':
      '{"data":{"employerReviews":{"ratedReviewsCount":9,"ratings":{"overallRating":4.1},"employer":{"id":1,"shortName":"Acme"},"reviews":[]}}}',
  });
  t.match(answers(await run(['parse', 'indeed_reviews', join(dir, 'indeed.html')])), [
    { name: 'Acme', rating: 3.4, review_count: 12, reviews: [] },
  ]);
  t.match(answers(await run(['parse', 'glassdoor', join(dir, 'answer.json')])), [
    { name: 'Acme', rating: 4.1, review_count: 9, sub_ratings: {}, recommend_share: null },
  ]);
  t.match(await run(['parse', 'glassdoor', join(dir, 'wall.html')]), { code: 1, out: '', err: /Glassdoor: .*human/ });
  t.match(await run(['parse', 'indeed_reviews', join(dir, 'other.html')]), { code: 1, err: /Indeed: the file/ });
  t.match(await run(['parse', 'nowhere', join(dir, 'other.html')]), { code: 2, err: /indeed_reviews, glassdoor/ });
  t.equal((await run(['parse', 'glassdoor', join(dir, 'missing.html')])).code, 1);
  const recorded = sharedFile('recordings/indeed_reviews/heijmans-2024-12.html');
  if (recorded === undefined) return;
  t.match(answers(await run(['parse', 'indeed_reviews', recorded])), [
    { name: 'Heijmans', rating: 4, review_count: 42 },
  ]);
});
