import { piece, type Piece } from './piece.ts';

export interface OutcomeRow {
  status: string;
  jobs: number;
}

export interface OutcomeTexts {
  platforms: string;
  colon: string;
  statuses: Readonly<Record<string, string>>;
  jobsOf(count: string): string;
}

export function hasDelivered({ status }: Pick<OutcomeRow, 'status'>): boolean {
  return status === 'ok' || status === 'empty';
}

export function outcomeText({ status, jobs }: OutcomeRow, t: OutcomeTexts, number: (value: number) => string): string {
  return status === 'ok'
    ? t.jobsOf(number(jobs))
    : Object.hasOwn(t.statuses, status)
      ? (t.statuses[status] ?? '')
      : status;
}

export function outcomeBadges(
  rows: readonly (OutcomeRow & { name: string })[],
  t: OutcomeTexts,
  number: (value: number) => string,
): Piece {
  return piece(
    'ul',
    { class: 'outcomes', 'aria-label': t.platforms },
    ...rows.map((row) =>
      piece(
        'li',
        {},
        piece(
          'span',
          { class: `badge ${hasDelivered(row) ? 'good' : 'bad'}` },
          `${row.name}${t.colon}${outcomeText(row, t, number)}`,
        ),
      ),
    ),
  );
}
