import t from 'tap';
import { Type as TypeBox } from 'typebox';
import { Type } from '../../schemas/type.ts';

function schemasOf(type: typeof Type): Record<string, unknown> {
  const short = type.String({ minLength: 1, description: 'a name' });
  return {
    array: type.Array(short, { maxItems: 2 }),
    'array without options': type.Array(type.Integer()),
    boolean: type.Boolean({ default: false }),
    integer: type.Integer({ minimum: 0 }),
    literals: [type.Literal('off'), type.Literal(1), type.Literal(true, { description: 'always' })],
    null: type.Null({ description: 'unknown' }),
    number: type.Number({ maximum: 1 }),
    object: type.Object({ a: short, b: type.Optional(short), c: type.Boolean() }, { additionalProperties: false }),
    'object without properties': type.Object({}),
    'object of optional properties': type.Object({ a: type.Optional(type.Array(short)) }),
    'property made optional twice': type.Object({ a: type.Optional(type.Optional(short)), b: short }),
    'schema that is optional in another object': [type.Object({ a: type.Optional(short) }), type.Object({ a: short })],
    'spread of an optional schema': type.Object({ a: { ...type.Optional(short), title: 'A' } }),
    'option in the place of a keyword': type.Object({ a: short }, { required: [] }),
    record: type.Record(type.String(), type.Integer(), { minProperties: 1 }),
    string: short,
    'string without options': type.String(),
    tuple: type.Tuple([short, type.Null()], { description: 'a pair' }),
    union: type.Union([short, type.Null()], { description: 'a name, or null' }),
    unknown: type.Unknown({ description: 'any value' }),
    unsafe: type.Object({ a: type.Optional(type.Unsafe({ type: 'string', enum: ['x'] })) }),
  };
}

t.test('schemas are written as by TypeBox, also in the same order', async (t) => {
  const expected = schemasOf(TypeBox);
  for (const [name, schema] of Object.entries(schemasOf(Type)))
    t.equal(JSON.stringify(schema), JSON.stringify(expected[name]), name);
});
