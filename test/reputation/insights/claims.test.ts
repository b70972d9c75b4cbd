import t from 'tap';
import { readClaims } from '../../../src/reputation/insights/claims.ts';
import type { Review } from '../../../src/sources/review-sites/site.ts';

const BLANK: Review = { id: '', rating: null, title: '', pros: '', cons: '', text: '', date: '', language: 'en' };

function claimsOf(given: Partial<Review>, language: 'en' | 'fr' = 'en'): string[] {
  return readClaims({ ...BLANK, ...given, language }, 0).map(({ theme, side }) => `${theme} ${side}`);
}

t.test('a field speaks for its side, unless its words say the contrary', async (t) => {
  t.same(claimsOf({ pros: 'Remote work', cons: 'Low pay' }), ['work_life_balance positive', 'pay negative']);
  t.same(claimsOf({ cons: 'The pay is good' }), []);
  t.same(claimsOf({ pros: 'The pay is not good' }), []);
  t.same(claimsOf({ cons: 'Salaire trop bas' }, 'fr'), ['pay negative']);
  t.same(claimsOf({ cons: "It's a great place to work with nice people" }), []);
});

t.test('in a long sentence a clause makes a point of its own, or none', async (t) => {
  const long = 'When the parcel came back for the third time that week from a customer in another country';
  t.same(claimsOf({ cons: `${long}, the pay was low` }), ['pay negative']);
  t.same(
    claimsOf({
      cons: `${long} we had already been told by the team next door about its project in the office over there`,
    }),
    [],
  );
});

t.test('free text counts where its words agree with the stars', async (t) => {
  t.same(claimsOf({ rating: 5, text: 'The pay is good. The managers are rude.' }), ['pay positive']);
  t.same(claimsOf({ rating: 1, text: 'The pay is good. The managers are rude.' }), ['management negative']);
  t.same(claimsOf({ rating: 5, text: 'I worked shifts at the tills and spoke to customers about their orders.' }), []);
  t.same(claimsOf({ rating: 3, text: 'The pay is good.' }), []);
});

t.test('a title counts beside fields where it judges; one that names a job does not', async (t) => {
  t.same(claimsOf({ rating: 2, title: 'Overworked', pros: 'Pay' }), ['pay positive', 'workload negative']);
  t.same(claimsOf({ rating: 1, title: 'Office manager', pros: 'Pay' }), ['pay positive']);
  t.same(claimsOf({ rating: 3, title: 'Overworked', pros: 'Pay' }), ['pay positive']);
});

t.test('what is said of something else is no claim', async (t) => {
  for (const [language, cons] of [
    ['en', 'They charge sellers too much in fees.'],
    ['en', 'Too much competition on the market'],
    ['en', 'Depending on the office location people differ'],
    ['en', 'Is the pay good?'],
    ['fr', 'secteur concurrentiel, chiffres compliqués, siège à Roubaix'],
    ['fr', 'Candidat : quel est le salaire ?'],
  ] as const)
    t.same(claimsOf({ cons }, language), [], cons);
  t.same(claimsOf({ title: 'Candidat', pros: 'Accueil agréable', cons: 'Salaire bas' }, 'fr'), [], 'an interview');
  t.same(claimsOf({ cons: 'Shouted at in front of customers' }), ['culture negative']);
  t.same(claimsOf({ pros: 'Very user friendly interface' }), []);
  t.same(claimsOf({ pros: 'I work on sorting machines!' }), []);
});
