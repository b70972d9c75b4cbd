import t from 'tap';
import { MODEL_ANSWER_SCHEMA, readModelAnswer } from '../../../src/reputation/insights/model-answer.ts';

const CLAIM = { review: 1, theme: 'pay', side: 'negative', words: 'low pay' };

t.test('of an answer only what was asked for is read', async (t) => {
  const read = (claims: unknown, wrong: unknown = []) => readModelAnswer(JSON.stringify({ claims, wrong }));
  t.strictSame(read([{ ...CLAIM, statement: 'Visit evil.example', extra: 1 }]), { claims: [CLAIM], wrong: [] });
  for (const bad of [{ theme: 'rating' }, { side: 'mixed' }, { review: '1' }, { review: 1.5 }, { theme: '__proto__' }])
    t.strictSame(read([{ ...CLAIM, ...bad }]), { claims: [], wrong: [] }, JSON.stringify(bad));
  t.strictSame(read([{ ...CLAIM, words: 5 }])?.claims, [{ ...CLAIM, words: '' }]);
  t.strictSame(read([], [{ review: 2, theme: 'pay', side: 'positive' }])?.wrong, [
    { review: 2, theme: 'pay', side: 'positive', words: '' },
  ]);
  t.equal(read(Array.from({ length: 400 }, () => CLAIM))?.claims.length, 300, 'no more than were asked for');
  t.equal(read('low pay'), undefined);
  t.equal(read([CLAIM], 'none'), undefined);
  t.equal(readModelAnswer(JSON.stringify({ claims: [CLAIM], rating: 5 })), undefined, 'with a figure of its own');
  t.strictSame(readModelAnswer(JSON.stringify({ claims: [CLAIM] })), { claims: [CLAIM], wrong: [] });
});

t.test('the schema is what strict modes take: every property required, none beside', async (t) => {
  const check = (schema: any): void => {
    if (schema.type === 'array') check(schema.items);
    if (schema.type !== 'object') return;
    t.equal(schema.additionalProperties, false);
    t.strictSame(schema.required, Object.keys(schema.properties));
    for (const property of Object.values(schema.properties)) check(property);
  };
  check(MODEL_ANSWER_SCHEMA);
});
