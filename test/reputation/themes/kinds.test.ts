import t from 'tap';
import { readThemes, type Polarity, type Theme } from '../../../src/reputation/themes/extract-themes.ts';

/** Judged before they were read: the themes wanted, and those that may come too. */
type Row = readonly [polarity: Polarity, text: string, themes: readonly Theme[], may?: readonly Theme[]];

const ENGLISH: readonly Row[] = [
  ['neg', 'Wages have not moved since 2019.', ['pay']],
  ['pos', 'Paid on time every month and a decent bonus.', ['pay']],
  ['pos', 'Discounted gym and a cycle to work scheme.', ['benefits']],
  ['neg', 'Pension contributions are the legal minimum.', ['benefits'], ['pay']],
  ['pos', 'I work compressed hours and never take work home.', ['work_life_balance'], ['workload']],
  ['neg', 'Shifts are swapped without asking you.', ['work_life_balance'], ['management']],
  ['neg', 'They ring you on your day off.', ['work_life_balance'], ['management']],
  ['neg', 'Two of us cover what used to be a team of five.', ['workload'], ['culture']],
  ['neg', 'No time to eat lunch.', ['workload'], ['work_life_balance']],
  ['pos', 'Steady pace and realistic targets.', ['workload']],
  ['neg', 'Supervisors shout at people in front of others.', ['management'], ['culture']],
  ['neg', 'Senior leadership has no plan beyond the next quarter.', ['management']],
  ['pos', 'My boss actually listens.', ['management']],
  ['neg', 'Complaints to HR fall on deaf ears.', ['management']],
  ['pos', 'Lovely bunch of colleagues, always a laugh.', ['culture']],
  ['neg', 'Backstabbing and gossip all round.', ['culture']],
  ['neg', 'If your face fits you are fine.', ['culture'], ['management', 'career']],
  ['neg', 'Dead man’s shoes: nobody moves up.', ['career']],
  ['pos', 'Internal vacancies are advertised and people do get promoted.', ['career'], ['culture']],
  ['neg', 'Sink or swim from the first morning.', ['training']],
  ['pos', 'Proper induction and a mentor for six months.', ['training']],
  ['neg', 'Every spring another round of redundancies.', ['job_security']],
  ['pos', 'Permanent contract from day one and no layoffs in memory.', ['job_security']],
  ['neg', 'Groundhog day: the same spreadsheet every morning.', ['work_itself']],
  ['pos', 'Fascinating research with real impact.', ['work_itself']],
  ['neg', 'Mould on the walls and two loos for ninety people.', ['workplace'], ['culture']],
  ['pos', 'Modern building next to the station.', ['workplace'], ['work_life_balance']],
  ['neg', 'Callers swear at you all day.', ['clients'], ['work_itself']],
  ['pos', 'The regulars are lovely.', ['clients'], ['culture']],
  ['neg', 'Nothing comes to mind.', []],
  ['pos', 'They are a market leader.', [], ['culture']],
  ['pos', 'At the end of the day it is what you make it.', []],
  ['neg', 'No complaints so far.', []],
];

const FRENCH: readonly Row[] = [
  ['neg', 'Payé au lance-pierre.', ['pay']],
  ['pos', 'Salaire versé sur treize mois et belle prime en décembre.', ['pay'], ['benefits']],
  ['pos', 'Chèques vacances et mutuelle à 100 %.', ['benefits']],
  ['neg', 'Aucun avantage, même pas de tickets resto.', ['benefits']],
  ['neg', 'Appelé pendant ses congés.', ['work_life_balance'], ['benefits', 'management']],
  ['pos', 'Trois jours de télétravail et des horaires souples.', ['work_life_balance']],
  ['neg', 'Deux caissières pour tout le magasin un samedi.', ['workload'], ['work_life_balance', 'workplace']],
  ['neg', 'On a toujours la tête sous l’eau.', ['workload']],
  ['pos', 'Charge raisonnable.', ['workload']],
  ['neg', 'La direction navigue à vue.', ['management']],
  ['pos', 'Chef présent et juste.', ['management']],
  ['neg', 'Les consignes changent tous les jours.', [], ['management', 'work_itself']],
  ['pos', 'Équipe soudée, on se serre les coudes.', ['culture']],
  ['neg', 'Panier de crabes.', ['culture']],
  ['neg', 'Remarques homophobes jamais sanctionnées.', ['culture'], ['management']],
  ['neg', 'Quinze ans au même échelon.', ['career'], ['pay']],
  ['pos', 'On peut devenir responsable en deux ans.', ['career'], ['management']],
  ['neg', 'Jeté dans le grand bain sans explication.', ['training'], ['management']],
  ['pos', 'Parcours d’intégration de trois semaines.', ['training']],
  ['neg', 'Remercié du jour au lendemain.', ['job_security']],
  ['pos', 'CDI rapidement et aucun plan social.', ['job_security']],
  ['pos', 'Chaque jour est différent.', ['work_itself']],
  ['neg', 'Travail à la chaîne, abrutissant.', ['work_itself'], ['workload']],
  ['neg', 'Toit qui prend l’eau et chauffage en panne.', ['workplace']],
  ['pos', 'Bureaux lumineux au pied du tram.', ['workplace'], ['work_life_balance']],
  ['neg', 'Patients parfois violents.', ['clients'], ['culture']],
  ['neg', 'RAS', []],
  ['pos', 'Rien à redire, à mon avis.', []],
];

t.test('SPEC §12: themes of sentences, no more than are meant', async (t) => {
  for (const [language, rows] of [
    ['en', ENGLISH],
    ['fr', FRENCH],
  ] as const)
    for (const [polarity, text, themes, may = []] of rows) {
      const found = readThemes(text, language, polarity);
      t.same(
        [
          themes.filter((theme) => !found.includes(theme)),
          found.filter((theme) => !themes.includes(theme) && !may.includes(theme)),
        ],
        [[], []],
        text,
      );
    }
});

t.test('an idiom counts in its polarity alone, and its words are not read twice', async (t) => {
  t.same(readThemes('Too much', 'en', 'neg'), ['workload']);
  t.same(readThemes('Too much', 'en', 'pos'), []);
  t.same(readThemes('It pays to be early', 'en', 'pos'), []);
});
