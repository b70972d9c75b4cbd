import t from 'tap';
import { canParseUrl } from '../../src/lib/can-parse-url.ts';

t.test('an address with non-ASCII letters is parsed correctly on every attempt', (t) => {
  // Enough calls for the compiler to optimise them.
  for (let index = 0; index < 100_000; index += 1) canParseUrl(`https://jobs.example/${index}`);
  const wrong: string[] = [];
  for (let index = 0; index < 100_000; index += 1) {
    for (const address of ['http://bücher.test/', 'https://jobs.example/développeur', 'https://jobs.example/工作'])
      if (!canParseUrl(address)) wrong.push(address);
  }
  t.strictSame([...new Set(wrong)], []);
  t.end();
});

t.test('relative addresses need a base, and invalid ones are refused', (t) => {
  t.notOk(canParseUrl('/offre/développeur'));
  t.ok(canParseUrl('/offre/développeur', 'https://jobs.example'));
  t.ok(canParseUrl('/offre', 'https://jobs.example/é'));
  t.notOk(canParseUrl('http://é:port/'));
  t.notOk(canParseUrl(''));
  t.end();
});
