import t from 'tap';
import { correctClaims } from '../../../src/reputation/insights/model-claims.ts';
import { readClaims, type ReadableReview, type ReviewClaim } from '../../../src/reputation/insights/claims.ts';
import { textsOf } from '../../../src/reputation/insights/readable-reviews.ts';
import { isShown, shortenReviews } from '../../../src/reputation/insights/shorten-review.ts';

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

/** Shortens the reviews as if they were sent together with nine long ones. */
function shortened(reviews: readonly ReadableReview[], seen: readonly ReviewClaim[]): ReadableReview[] {
  const found = reviews.map((review, index) => ({ review, claims: seen.filter((claim) => claim.review === index) }));
  const text = `${FILLER} `.repeat(60);
  const others = Array.from({ length: 9 }, () => ({ review: reviewOf({ pros: text, cons: text, text }), claims: [] }));
  return shortenReviews([...found, ...others]).slice(0, reviews.length);
}

const sizeOf = (reviews: readonly ReadableReview[]): number =>
  reviews.flatMap(textsOf).reduce((sum, field) => sum + field.length, 0);

t.test('reviews are sent whole unless they are too long together', async (t) => {
  const whole = Array.from({ length: 20 }, (_, index) =>
    reviewOf({ pros: `${FILLER} `.repeat(8), cons: `${FILLER} `.repeat(8), text: `Review ${index}` }),
  ).map((review) => ({ review, claims: [] }));
  t.strictSame(
    shortenReviews(whole),
    whole.map(({ review }) => review),
  );
  const long = `${FILLER} `.repeat(17);
  const many = Array.from({ length: 20 }, (_, index) =>
    reviewOf(index % 2 === 0 ? { title: FILLER, pros: long, cons: long, text: long } : { pros: FILLER, cons: FILLER }),
  );
  const sent = shortenReviews(many.map((review) => ({ review, claims: [] })));
  t.ok(sizeOf(sent) > 29_000 && sizeOf(sent) < 30_400, `${sizeOf(sent)} characters`);
  for (const [index, review] of sent.entries())
    if (index % 2 === 1) t.strictSame(review, many[index]);
    else t.equal(review.title, FILLER, 'a short field is whole beside long ones');
});

t.test('SPEC §7: a model gets the sentences that claims rest on, wherever they stand in a long review', async (t) => {
  const cons = `${`${FILLER} `.repeat(30)}The pay is awful. ${FILLER}`;
  const review = reviewOf({ pros: 'Friendly team', cons });
  const seen = readClaims(review, 0);
  t.match(seen, [
    { theme: 'culture', words: 'Friendly team' },
    { theme: 'pay', side: 'negative' },
  ]);
  const [sent = review] = shortened([review], seen);
  t.equal(sent.pros, 'Friendly team');
  t.ok(sent.cons.startsWith(FILLER), 'the beginning, too');
  t.ok(sent.cons.endsWith('… The pay is awful. …'), sent.cons);
  t.ok(seen.every((claim) => isShown(claim, sent)));
  const [without = review] = shortened([review], []);
  t.ok(Math.abs(sent.cons.length - without.cons.length) < 10, 'no longer than other fields, but for the marks');
  t.notOk(seen.every((claim) => isShown(claim, without)));
});

t.test('a field with claims in every sentence is cut, and what was cut off cannot be struck out', async (t) => {
  const sentences = Array.from({ length: 30 }, (_, index) => `In team ${index} of the whole company the pay is awful.`);
  const reviews = [
    reviewOf({ cons: sentences.join(' ') }),
    reviewOf({ pros: Array.from({ length: 30 }, () => 'Friendly team.').join(' ') }),
  ];
  const seen = reviews.flatMap(readClaims);
  t.equal(seen.length, 60);
  const given = shortened(reviews, seen);
  const shown = seen.filter((claim) => isShown(claim, given[claim.review]));
  const cutOff = seen.filter((claim) => !shown.includes(claim));
  t.ok(cutOff.length >= 6 && shown.length > 40, `${cutOff.length} are cut off`);
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
  const long = `${'we have excellent and quite ordinary chairs and tables '.repeat(25)}`;
  const review = reviewOf({ pros: `${long}. Friendly colleagues. ${FILLER}` });
  const seen = readClaims(review, 0);
  const given = shortened([review], seen);
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
  const [emoji] = shortened([reviewOf({ pros: '😀'.repeat(1_000) })], []);
  t.notMatch(emoji?.pros, /[\ud800-\udbff](?![\udc00-\udfff])/);
});
