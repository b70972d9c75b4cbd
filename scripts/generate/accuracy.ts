// The documentation's page on accuracy shows the readers' scores on the labelled tables of test/evaluate.
import { evaluate, HALVES, type Evaluation } from '../evaluate/readers.ts';
import { isWrong, percentRight, scoreByKind, scoreOf, type Score } from '../evaluate/score.ts';
import type { DocsLanguage } from '../../src/docs/types.ts';
import { inFrench } from './french.ts';
import { figure, tableOf, type Table } from './tables.ts';

const both = ({ halves }: Evaluation): Score => ({
  rows: HALVES.flatMap((half) => halves[half].rows),
  misses: HALVES.flatMap((half) => halves[half].misses),
});

export function accuracyTables(folder: URL): Readonly<Record<string, Table>> {
  const evaluations = evaluate(folder);
  const inWords = (
    head: readonly string[],
    rowsOf: (evaluation: Evaluation, subject: string, language: DocsLanguage) => string[][],
  ): Table => {
    return (language) => {
      const say = language === 'fr' ? inFrench : (english: string) => english;
      const rows = evaluations.flatMap((evaluation) => rowsOf(evaluation, say(evaluation.subject), language));
      return tableOf(head.map(say), rows);
    };
  };
  const percent = (score: Score, language: DocsLanguage): string =>
    `${percentRight(score)}${language === 'fr' ? ' %' : '%'}`;
  return {
    accuracy: inWords(
      ['value', 'table', 'rows', 'open', 'kept', 'GB', 'FR', 'misses', 'of which wrong'],
      (evaluation, subject, language) => {
        const { table, unknownAnswer, halves } = evaluation;
        const all = both(evaluation);
        const inCountry = (country: string): Score => scoreOf(all, ({ input }) => input['country'] === country);
        return [
          [
            subject,
            `\`${table}\``,
            HALVES.map((half) => figure(halves[half].rows.length, language)).join(' + '),
            ...[halves.open, halves.kept, inCountry('GB'), inCountry('FR')].map((score) => percent(score, language)),
            String(all.misses.length),
            String(all.misses.filter((miss) => isWrong(miss, unknownAnswer)).length),
          ],
        ];
      },
    ),
    'accuracy-kinds': inWords(['value', 'kind', 'rows', 'misses'], (evaluation, subject, language) =>
      [...scoreByKind(both(evaluation))]
        .filter(([, { misses }]) => misses.length > 0)
        .sort(([, a], [, b]) => percentRight(a) - percentRight(b))
        .map(([kind, { rows, misses }]) => [
          subject,
          `\`${kind}\``,
          figure(rows.length, language),
          figure(misses.length, language),
        ]),
    ),
  };
}
