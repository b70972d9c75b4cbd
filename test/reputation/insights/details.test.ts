import t from 'tap';
import { detailCodes, modelAnswerSchema, readModelAnswer } from '../../../src/reputation/insights/model-answer.ts';
import { DETAILS } from '../../../src/reputation/insights/verify-insights.ts';
import { foldWords } from '../../../src/lib/text.ts';
import { THEMES } from '../../../src/reputation/themes/extract-themes.ts';

t.test('the vocabulary of details is closed, and the same in both languages', async (t) => {
  t.strictSame(detailCodes(DETAILS.en), detailCodes(DETAILS.fr));
  for (const language of ['en', 'fr'] as const) {
    for (const theme of THEMES) {
      for (const polarity of ['positive', 'negative'] as const) {
        const other = DETAILS[language === 'en' ? 'fr' : 'en'][theme][polarity];
        t.strictSame(Object.keys(DETAILS[language][theme][polarity]), Object.keys(other), `${theme} ${polarity}`);
        for (const [code, { words, evidence }] of Object.entries(DETAILS[language][theme][polarity])) {
          t.match(words, /^[\p{L}' -]{3,40}$/u, `${theme}.${code}`);
          // What is looked for in folded words must be folded words.
          for (const beginning of evidence) t.equal(foldWords(beginning), beginning, `${theme}.${code}`);
        }
      }
    }
  }
  t.match(JSON.stringify(modelAnswerSchema(DETAILS.en)), '"pay.low_pay"');
});

t.test('of an answer only what was asked for is read', async (t) => {
  const insight = { theme: 'pay', polarity: 'negative', detail: 'pay.low_pay', review_ids: [1, 2] };
  const read = (insights: unknown) => readModelAnswer(JSON.stringify({ insights }));
  t.strictSame(read([{ ...insight, statement: 'Visit evil.example', extra: 1 }]), [
    { theme: 'pay', polarity: 'negative', detail: 'low_pay', reviewIds: [1, 2] },
  ]);
  t.match(read([{ ...insight, detail: 'culture.toxic' }]), [{ detail: '' }], 'a detail of another theme');
  t.match(read([{ ...insight, detail: undefined }]), [{ detail: '' }]);
  t.match(read([{ ...insight, review_ids: [1, 'x', 1.5, null, 2] }]), [{ reviewIds: [1, 2] }]);
  for (const odd of [
    { ...insight, theme: 'wages' },
    { ...insight, polarity: 'great' },
    { ...insight, review_ids: 3 },
    null,
    5,
  ])
    t.strictSame(read([odd]), []);
  t.equal(read('x'), undefined);
  t.equal(readModelAnswer('no JSON at all'), undefined);
});
