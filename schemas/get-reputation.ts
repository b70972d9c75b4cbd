import { Type, type Static } from 'typebox';
import { Nullable, StringEnum } from './primitives.ts';
import { COUNTRIES } from './scrape-jobs.ts';

/** Maximum number of names in one call, by mode (SPEC §4). */
export const MAXIMUM_NAMES = { light: 15, deep: 5 } as const;

/** The arguments of `get_reputation` (SPEC §4). */
export const GetReputationArguments = Type.Object(
  {
    company_names: Type.Array(Type.String({ maxLength: 200, pattern: '\\S' }), {
      minItems: 1,
      maxItems: MAXIMUM_NAMES.light,
      description: `Employer names: up to ${MAXIMUM_NAMES.light} in light mode, up to ${MAXIMUM_NAMES.deep} in deep mode.`,
    }),
    output: Type.Optional(
      StringEnum(['json', 'markdown'], { default: 'json', description: 'Form of the text block.' }),
    ),
    mode: Type.Optional(
      StringEnum(['light', 'deep'], {
        default: 'light',
        description: 'light: fast, from search-result snippets. deep: full review pages with insight extraction.',
      }),
    ),
    country: Type.Optional(StringEnum(COUNTRIES, { description: 'National review sites to ask; any when absent.' })),
  },
  { additionalProperties: false },
);
export type GetReputationArguments = Static<typeof GetReputationArguments>;

/** One employer's rating, number of reviews and themes (SPEC §4). */
export const Reputation = Type.Object({
  rating: Nullable(Type.Number(), { description: '1 to 5, one decimal; null when none is known.' }),
  review_count: Type.Integer({ minimum: 0 }),
  insights: Type.Array(Type.String()),
});
export type Reputation = Static<typeof Reputation>;

/** The keys are company names as the caller wrote them (SPEC §4). */
export const GetReputationResult = Type.Unsafe<Record<string, Reputation>>({
  type: 'object',
  additionalProperties: Reputation,
});
export type GetReputationResult = Record<string, Reputation>;
