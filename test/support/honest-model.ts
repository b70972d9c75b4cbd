import type { EgressRequest } from '../../src/egress/egress.ts';
import type { ReviewSide, Theme } from '../../src/reputation/themes/theme.ts';
import type { FakeAnswer } from './fake-internet.ts';
import { completion } from './fake-reputation.ts';

/** A theme that a person found in a review. One of the review's fields contains `words`. */
export type Label = readonly [theme: Theme, side: ReviewSide, words: string];

interface Row {
  id: number;
  title?: string;
  pros?: string;
  cons?: string;
  text?: string;
  seen: string[];
}

export function reviewsOf({ body = '' }: Pick<EgressRequest, 'body'>): Row[] {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  return JSON.parse((messages[1]?.content ?? '').split('\n')[1] ?? '[]') as Row[];
}

/** Answers with the labelled claims of each review, and with the claims in `seen` that no label confirms. */
export function answerByLabel(request: Pick<EgressRequest, 'body'>, labels: readonly Label[]) {
  const found = reviewsOf(request).map((row) => ({ row, own: labels.filter((label) => stands(label, row)) }));
  return {
    claims: found.flatMap(({ row, own }) =>
      own.map(([theme, side, words]) => ({ review: row.id, theme, side, words })),
    ),
    wrong: found.flatMap(({ row, own }) =>
      row.seen
        .filter((seen) => !own.some(([theme, side]) => seen === `${theme} ${side}`))
        .map((seen) => ({ review: row.id, theme: seen.split(' ')[0], side: seen.split(' ')[1] })),
    ),
  };
}

export function honestModel(labels: readonly Label[]): (request: EgressRequest) => FakeAnswer {
  return (request) => completion(answerByLabel(request, labels));
}

function stands([, side, words]: Label, { title = '', pros, cons, text = '' }: Row): boolean {
  const own = side === 'positive' ? (pros ?? '') : (cons ?? '');
  return [own, title, text].some((field) => field.includes(words));
}
