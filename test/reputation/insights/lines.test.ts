import t from 'tap';
import type { ReviewClaim } from '../../../src/reputation/insights/claims.ts';
import { describeTally, tallyClaims } from '../../../src/reputation/insights/lines.ts';

function isKey(words: readonly string[], of: number): boolean {
  const claims = words.map((text, review): ReviewClaim => ({
    review,
    theme: 'benefits',
    side: 'positive',
    words: text,
    language: 'en',
  }));
  const [tally] = tallyClaims(claims);
  return tally !== undefined && describeTally(tally, claims, of, 'en') !== undefined;
}

t.test('a theme needs a tenth of the reviews read, or a detail that all of its reviews share', async (t) => {
  t.equal(isKey(['Free lunch', 'Good pension'], 20), true);
  t.equal(isKey(['Free lunch', 'Good pension'], 21), false);
  t.equal(isKey(['Free lunch', 'A free lunch'], 40), true);
  t.equal(isKey(['Free lunch', 'A free lunch', 'Good pension'], 40), false);
});

t.test('mixed needs a fifth of the reviews read on each side', async (t) => {
  const isMixedKey = (positive: number, negative: number, of: number): boolean =>
    describeTally({ theme: 'pay', positive, negative, verdict: 'mixed' }, [], of, 'en') !== undefined;
  t.equal(isMixedKey(2, 3, 10), true);
  t.equal(isMixedKey(2, 3, 11), false);
  t.equal(isMixedKey(4, 3, 15), true);
  t.equal(isMixedKey(4, 3, 20), false);
});
