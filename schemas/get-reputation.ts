import { Type, type Static } from 'typebox';
import { Nullable, StringEnum } from './primitives.ts';
import { COUNTRIES } from './scrape-jobs.ts';

/** Arguments of `get_reputation` (SPEC §4). */
export const GetReputationArguments = Type.Object(
  {
    company_names: Type.Array(Type.String({ maxLength: 200, pattern: '\\S' }), {
      minItems: 1,
      maxItems: 15,
      description: 'Employer names: up to 15 in light mode, up to 5 in deep mode.',
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

/** What is known about one employer (SPEC §4). */
export const Reputation = Type.Object({
  rating: Nullable(Type.Number(), { description: '1 to 5, one decimal; null when none is known.' }),
  review_count: Type.Integer({ minimum: 0 }),
  insights: Type.Array(Type.String()),
});
export type Reputation = Static<typeof Reputation>;

/** Result of `get_reputation` (SPEC §4), by company name as the caller wrote it. */
export const GetReputationResult = Type.Unsafe<Record<string, Reputation>>({
  type: 'object',
  additionalProperties: Reputation,
});
export type GetReputationResult = Record<string, Reputation>;
