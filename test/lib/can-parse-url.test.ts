import t from 'tap';
import { canParseUrl } from '../../src/lib/can-parse-url.ts';

t.test('an address with letters beyond ASCII can be parsed, however often it was asked before', (t) => {
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

t.test('relative addresses need a base, and broken ones are refused', (t) => {
  t.notOk(canParseUrl('/offre/développeur'));
  t.ok(canParseUrl('/offre/développeur', 'https://jobs.example'));
  t.ok(canParseUrl('/offre', 'https://jobs.example/é'));
  t.notOk(canParseUrl('http://é:port/'));
  t.notOk(canParseUrl(''));
  t.end();
});
