import t from 'tap';
import { commonDetail } from '../../../src/reputation/insights/details.ts';
import type { ReviewClaim } from '../../../src/reputation/insights/claims.ts';
import type { ReviewSide, Theme } from '../../../src/reputation/themes/theme.ts';

function detailOf(theme: Theme, side: ReviewSide, texts: readonly string[], language: 'en' | 'fr' = 'en') {
  const claims = texts.map((words, review): ReviewClaim => ({ review, theme, side, words, language }));
  return commonDetail(claims, language);
}

t.test('the words that most reviews share, longer ones first', async (t) => {
  t.strictSame(detailOf('pay', 'negative', ['Pay is below market', 'Salary below market here', 'Stingy']), {
    words: 'below market',
    reviews: 2,
  });
  t.strictSame(detailOf('benefits', 'positive', ['Free lunch', 'free lunch, pension', 'Pension', 'a pension']), {
    words: 'pension',
    reviews: 3,
  });
  t.strictSame(detailOf('work_life_balance', 'positive', ['Des horaires flexibles', 'Horaires flexibles'], 'fr'), {
    words: 'horaires flexibles',
    reviews: 2,
  });
  t.strictSame(detailOf('job_security', 'negative', ['A layoff', 'Layoffs again']), { words: 'layoff', reviews: 2 });
});

t.test('what says no more than the theme and its verdict is none, nor what one review says', async (t) => {
  t.equal(detailOf('pay', 'positive', ['Good pay', 'Good pay']), undefined);
  t.equal(detailOf('management', 'negative', ['Poor management', 'Terrible managers, poor management']), undefined);
  t.equal(detailOf('benefits', 'positive', ['Free lunch', 'Good pension']), undefined);
  t.equal(detailOf('benefits', 'positive', ['Free lunch and free lunch', 'Good pension']), undefined);
});

t.test('what was denied is not what was said', async (t) => {
  t.equal(
    detailOf('work_life_balance', 'positive', ['You never work overtime', 'They do not ask for overtime']),
    undefined,
  );
  t.strictSame(detailOf('work_life_balance', 'positive', ['No overtime', 'No overtime at all']), {
    words: 'no overtime',
    reviews: 2,
  });
});

t.test('no name, no other language, no order to a machine', async (t) => {
  t.equal(detailOf('management', 'negative', ['My boss John Smith', 'The boss John Smith']), undefined);
  const french = { review: 1, theme: 'benefits', side: 'positive', language: 'fr' } as const;
  t.equal(
    commonDetail(
      [
        { ...french, words: 'Tickets restaurant' },
        { ...french, review: 2, words: 'tickets restaurant' },
      ],
      'en',
    ),
    undefined,
  );
  const market = ['Pay below market', 'below market'].map((words, review): ReviewClaim => ({
    review,
    theme: 'pay',
    side: 'negative',
    words,
    language: 'en',
  }));
  const first = { ...french, review: 3, theme: 'pay', side: 'negative', words: 'Salaire trop bas' } as const;
  t.strictSame(commonDetail([first, ...market], 'en'), { words: 'below market', reviews: 2 }, 'in either order');
  const long = 'free lunches and complimentary unlimited subsidised breakfasts';
  const { words = '' } = detailOf('benefits', 'positive', [long, long]) ?? {};
  t.ok(words.length > 0 && words.split(' ').length <= 4 && words.length <= 40, words);
});
