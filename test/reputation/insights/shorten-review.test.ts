import t from 'tap';
import { correctClaims } from '../../../src/reputation/insights/model-claims.ts';
import { readClaims, type ReadableReview } from '../../../src/reputation/insights/claims.ts';
import { isShown, shortenReview } from '../../../src/reputation/insights/shorten-review.ts';

const FILLER = 'The building stands beside a canal that was dug in 1794 and is wide enough for two boats.';

function reviewOf(fields: Partial<ReadableReview>): ReadableReview {
  return {
    id: '1',
    rating: null,
    title: '',
    pros: '',
    cons: '',
    text: '',
    language: 'en',
    ...fields,
  } as ReadableReview;
}

t.test('SPEC §7: a model gets the sentences that claims rest on, wherever they stand in a long review', async (t) => {
  const cons = `${`${FILLER} `.repeat(6)}The pay is awful. ${FILLER}`;
  const review = reviewOf({ pros: 'Friendly team', cons });
  const seen = readClaims(review, 0);
  t.match(seen, [
    { theme: 'culture', words: 'Friendly team' },
    { theme: 'pay', side: 'negative' },
  ]);
  const sent = shortenReview(review, seen);
  t.equal(sent.pros, 'Friendly team');
  t.ok(sent.cons.startsWith(FILLER), 'the beginning, too');
  t.ok(sent.cons.endsWith('… The pay is awful. …'), sent.cons);
  t.ok(sent.cons.length < 430, 'no longer than other fields, but for the marks');
  t.ok(seen.every((claim) => isShown(claim, sent)));
  t.equal(shortenReview(review, []).cons.length < 410, true);
});

t.test('a field with claims in every sentence is cut, and what was cut off cannot be struck out', async (t) => {
  const sentences = Array.from({ length: 30 }, (_, index) => `In team ${index} of the whole company the pay is awful.`);
  const reviews = [
    reviewOf({ cons: sentences.join(' ') }),
    reviewOf({ pros: Array.from({ length: 30 }, () => 'Friendly team.').join(' ') }),
  ];
  const seen = reviews.flatMap(readClaims);
  t.equal(seen.length, 60);
  const given = reviews.map((review, index) =>
    shortenReview(
      review,
      seen.filter((claim) => claim.review === index),
    ),
  );
  t.ok(given.every(({ pros, cons }) => pros.length + cons.length <= 1_030));
  const shown = seen.filter((claim) => isShown(claim, given[claim.review]));
  const cutOff = seen.filter((claim) => !shown.includes(claim));
  t.ok(cutOff.length >= 10 && shown.length > 40, `${cutOff.length} are cut off`);
  const answer = {
    claims: [{ review: 2, theme: 'culture', side: 'positive', words: 'Friendly team' } as const],
    wrong: [{ review: 1, theme: 'pay', side: 'negative', words: '' } as const],
  };
  const kept = correctClaims(seen, answer, { given, shown }) ?? [];
  t.strictSame(
    kept.filter(({ theme }) => theme === 'pay'),
    cutOff,
  );
  t.equal(correctClaims(seen, { ...answer, wrong: [] }, { given, shown })?.length, 61);
});

t.test('words that a model quotes stand in one piece of the review', async (t) => {
  const long = `${'we have excellent and quite ordinary chairs and tables '.repeat(9)}`;
  const review = reviewOf({ pros: `${long}. Friendly colleagues. ${FILLER}` });
  const seen = readClaims(review, 0);
  const given = [shortenReview(review, seen)];
  const pros = given[0]?.pros ?? '';
  t.match(pros, /\w … Friendly colleagues\./);
  const end = / ([a-z]+) …/.exec(pros)?.[1];
  t.ok(long.includes(` ${end} `), 'cut after a word');
  const quoted = (words: string) =>
    correctClaims(
      seen,
      { claims: [{ review: 1, theme: 'culture', side: 'positive', words } as const], wrong: [] },
      { given, shown: seen },
    );
  t.ok(quoted('Friendly colleagues'));
  t.equal(quoted(`${end} Friendly colleagues`), undefined);
  const emoji = shortenReview(reviewOf({ pros: '😀'.repeat(400) }), []).pros;
  t.notMatch(emoji, /[\ud800-\udbff](?![\udc00-\udfff])/);
});
