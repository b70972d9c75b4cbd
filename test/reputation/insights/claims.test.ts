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

t.test('sellers, customers and candidates say nothing of the work', async (t) => {
  t.same(
    claimsOf({ pros: 'Work from home', cons: 'As a seller I wait weeks for payouts' }),
    [],
    'a review by a seller',
  );
  t.same(claimsOf({ pros: 'Discounts on shipping\nFlexible hours' }), []);
  t.same(claimsOf({ cons: 'Cliente depuis dix ans, accueil désagréable en magasin' }, 'fr'), []);
  t.same(claimsOf({ cons: 'Buyers can return anything. Low pay.' }), ['pay negative'], 'a sentence about buyers');
});

t.test('faint praise is none, and takes nothing from the points beside it', async (t) => {
  t.same(claimsOf({ pros: 'Pay, some benefits, flexible hours' }), ['pay positive', 'work_life_balance positive']);
  for (const pros of ['Standard benefits', 'The pay is okay', 'Average pay']) t.same(claimsOf({ pros }), [], pros);
  for (const pros of ['Avantages corrects', 'Salaire dans la moyenne']) t.same(claimsOf({ pros }, 'fr'), [], pros);
  t.same(claimsOf({ cons: 'Average pay' }), ['pay negative']);
  t.same(claimsOf({ pros: 'Strong values on paper' }), []);
  t.same(claimsOf({ pros: 'Bonne ambiance sur le papier' }, 'fr'), []);
});

t.test('another department, the market and the way to work are no claim', async (t) => {
  for (const cons of ["IT doesn't communicate with us", 'HR takes months to update a file', 'Innovation is slow'])
    t.same(claimsOf({ cons }), [], cons);
  t.same(claimsOf({ cons: 'Lenteur extrême des dossiers RH' }, 'fr'), []);
  t.same(claimsOf({ cons: 'direction Lille pour certaines réunions' }, 'fr'), [], 'a journey');
  t.same(claimsOf({ pros: 'Close to home' }), []);
  t.same(claimsOf({ pros: 'Free parking' }), ['benefits positive'], 'counted once');
});

t.test('what stands behind a contrast takes its own side', async (t) => {
  t.same(claimsOf({ cons: 'Pay is good but the hours are far too long' }), ['work_life_balance negative']);
  t.same(claimsOf({ pros: 'De super collègues malgré une direction absente' }, 'fr'), ['culture positive']);
});

t.test('what is said of a part of the employer, of a place or of a job is no claim about all of it', async (t) => {
  t.same(claimsOf({ cons: 'Some managers shout at their staff' }), []);
  t.same(claimsOf({ cons: 'Certains chefs crient sur leurs équipes' }, 'fr'), []);
  t.same(claimsOf({ pros: 'Flexible hours in some departments' }), []);
  t.same(claimsOf({ cons: 'It can break you' }), []);
  t.same(claimsOf({ cons: 'Solving customer issues all day' }), []);
  t.same(claimsOf({ pros: 'Ressources humaines' }, 'fr'), []);
  t.same(claimsOf({ pros: 'Usine de Rouen' }, 'fr'), []);
  t.same(claimsOf({ cons: 'Hard for new team members to settle' }), []);
  t.same(claimsOf({ pros: 'Supportive team' }), ['culture positive']);
});

t.test('a part of a clause claims one thing, its first', async (t) => {
  t.same(claimsOf({ cons: 'Pay for nights is a joke' }), ['pay negative']);
  t.same(claimsOf({ cons: 'No time for the toilet' }), ['workload negative']);
  t.same(claimsOf({ pros: 'Bonne formation aux machines' }, 'fr'), ['training positive']);
  t.same(claimsOf({ pros: 'Good pay and flexible hours' }), ['pay positive', 'work_life_balance positive']);
});

t.test('a quality is claimed of what it describes', async (t) => {
  t.same(claimsOf({ pros: 'Friendly managers' }), ['management positive']);
  t.same(claimsOf({ pros: 'Des managers bienveillants' }, 'fr'), ['management positive']);
  t.same(claimsOf({ pros: 'Very welcoming' }), ['culture positive']);
  t.same(claimsOf({ pros: 'Dog friendly office' }), []);
});

t.test('times and people who are served are claims only where something is said of them', async (t) => {
  t.same(claimsOf({ pros: 'Free meal on shift' }), ['benefits positive']);
  t.same(claimsOf({ cons: 'Short staffed at weekends' }), ['workload negative']);
  t.same(claimsOf({ cons: 'Working every weekend' }), ['work_life_balance negative']);
  t.same(claimsOf({ cons: 'Weekends' }), ['work_life_balance negative'], 'a word alone');
  t.same(claimsOf({ cons: 'Two carers for twenty residents' }), []);
  t.same(claimsOf({ pros: 'The residents are lovely' }), ['clients positive']);
  t.same(claimsOf({ cons: 'Clients parfois désagréables le samedi' }, 'fr'), ['clients negative']);
});

t.test('each clause of a short text is a point, in a long one only what praises, criticises or denies', async (t) => {
  t.same(claimsOf({ pros: 'Weekly pay, training on the forklift, a canteen on site, buses from the station' }), [
    'pay positive',
    'training positive',
    'workplace positive',
  ]);
  const long = 'The bus from the town takes an hour in the rain and the last one leaves before eleven';
  t.same(claimsOf({ cons: `${long}. ${long}, training on the forklift was part of the contract` }), []);
  t.same(claimsOf({ rating: 1, text: `${long}. Aucune augmentation` }, 'fr'), ['pay negative']);
});

t.test('praise that is denied, outdone or only possible, and something bad that is low', async (t) => {
  t.same(claimsOf({ cons: 'Pay could be better' }), ['pay negative']);
  t.same(claimsOf({ cons: 'Salary well behind other firms' }), ['pay negative']);
  t.same(claimsOf({ pros: 'Low stress' }), ['workload positive']);
  t.same(claimsOf({ pros: 'Stress free' }), ['workload positive']);
  t.same(claimsOf({ pros: 'The benefits are great' }), ['benefits positive']);
  t.same(claimsOf({ pros: 'Rémunération au-dessus de la moyenne' }, 'fr'), ['pay positive']);
  t.same(claimsOf({ pros: 'Good pay and some perks' }), ['pay positive']);
});

t.test('families, customers and guests do not work there', async (t) => {
  t.same(claimsOf({ cons: 'My mum was in the home for a year and management did not answer' }), []);
  t.same(claimsOf({ title: 'Customer', rating: 1, text: 'Terrible management' }), []);
  t.same(claimsOf({ title: 'Customer service adviser', rating: 1, text: 'Terrible management' }), [
    'management negative',
  ]);
});

t.test('what is true only under a good or a bad boss or team is no claim about all of them', async (t) => {
  for (const [language, pros] of [
    ['en', 'If you land on a good team, the hours are great.'],
    ['en', 'Great benefits if you are in the right department.'],
    ['en', 'Flexible hours as long as you have a decent supervisor.'],
    ['en', 'Lovely colleagues if you are lucky enough to get a supportive team.'],
    ['en', 'Supportive management if your manager is nice.'],
    ['fr', 'Si on tombe sur un bon chef, les horaires sont souples.'],
    ['fr', 'Bonne ambiance si le responsable est sympa.'],
  ] as const)
    t.same(claimsOf({ pros }, language), [], pros);
  t.same(claimsOf({ cons: 'If you end up under the wrong manager, the workload is brutal.' }), []);
  t.same(claimsOf({ cons: 'Mauvaise ambiance si vous êtes dans la mauvaise équipe.' }, 'fr'), []);
  t.same(claimsOf({ pros: 'If you have a problem, the managers are helpful.' }), ['management positive']);
  t.same(claimsOf({ pros: 'If you get on with the team it is a great laugh.' }), ['culture positive']);
  t.same(claimsOf({ pros: 'We have a good team and good pay.' }), ['pay positive', 'culture positive']);
  t.same(claimsOf({ cons: 'Pay is poor unless you are in the sales team.' }), ['pay negative']);
  t.same(claimsOf({ cons: 'If you are in the warehouse it is freezing.' }), ['workplace negative']);
});

t.test('direction, planning and whether anything gets done are claims about the management', async (t) => {
  for (const [language, cons] of [
    ['en', 'Priorities change every week'],
    ['en', 'Constant strategic pivots'],
    ['en', 'Our objectives are moved halfway through the year'],
    ['en', 'Conflicting priorities from above'],
    ['en', 'Nobody is clear about who is responsible for what'],
    ['en', 'The planning process was a complete mess'],
    ['en', 'Total shambles of a business'],
    ['en', 'The whole organisation is a shambles'],
    ['en', 'Complaints are made but nothing gets fixed'],
    ['en', 'It is organised chaos and nothing ever changes'],
    ['fr', 'Changements de cap permanents'],
    ['fr', 'Les objectifs changent tous les mois'],
    ['fr', 'Priorités floues, on ne sait jamais qui fait quoi'],
  ] as const)
    t.same(new Set(claimsOf({ cons }, language)), new Set(['management negative']), cons);
  t.same(claimsOf({ pros: 'Planning is excellent' }), ['management positive']);
  t.same(new Set(claimsOf({ pros: 'Clear goals and a steady direction' })), new Set(['management positive']));
  for (const [language, cons] of [
    ['en', 'My priorities changed after the baby'],
    ['en', 'Customers change their minds about their order'],
    ['en', 'Town planning is terrible here'],
    ['en', 'Planning permission is slow to arrive'],
    ['en', 'The kitchen is a mess'],
    ['en', 'Customers leave a mess everywhere'],
    ['fr', 'Mes priorités ont changé depuis la naissance de mon fils'],
  ] as const)
    t.notMatch(claimsOf({ cons }, language).join(), /management/, cons);
  t.same(claimsOf({ cons: 'Patients complain and nothing is done' }), ['clients negative']);
  t.same(claimsOf({ pros: 'Great organization with a long history' }), [], 'the employer itself');
});

t.test(
  'compensations are pay, knowledge that is gained is praise, and a chill place has a good atmosphere',
  async (t) => {
    t.same(claimsOf({ cons: 'You do not get enough compensations' }), ['pay negative']);
    t.same(claimsOf({ pros: 'The good people compensate for the rain' }), ['culture positive']);
    const long =
      'It was a long time ago and in another town, but you gain knowledge that will help you further on in life';
    t.same(claimsOf({ pros: long }), ['training positive']);
    t.same(claimsOf({ cons: 'You gain experience but the pay is bad' }), ['pay negative']);
    t.same(claimsOf({ pros: 'Really chill' }), ['culture positive']);
    t.same(claimsOf({ pros: 'Relaxed pace' }), ['workload positive']);
    t.same(claimsOf({ cons: 'Too chill' }), []);
    t.same(claimsOf({ cons: 'It gets chilly' }), []);
  },
);
