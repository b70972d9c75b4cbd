import { Ajv } from 'ajv';
import { Type, type Static } from 'typebox';
import { StringEnum } from '../../schemas/primitives.ts';
import { THEMES } from './themes/extract-themes.ts';

/** What a model must answer. Every property is required and none may be added: what strict modes of servers ask for. */
export const ModelAnswer = Type.Object(
  {
    insights: Type.Array(
      Type.Object(
        {
          theme: StringEnum(THEMES),
          polarity: StringEnum(['positive', 'negative', 'mixed']),
          statement: Type.String({ maxLength: 160 }),
          review_ids: Type.Array(Type.Integer(), { minItems: 2, maxItems: 60 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 12 },
    ),
  },
  { additionalProperties: false },
);
export type ModelAnswer = Static<typeof ModelAnswer>;

export const isModelAnswer = new Ajv({ strict: false }).compile<ModelAnswer>(ModelAnswer);
