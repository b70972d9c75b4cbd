import { Type, type Static } from 'typebox';

export const PingArguments = Type.Object({}, { additionalProperties: false });
export type PingArguments = Static<typeof PingArguments>;

/** The result of `ping` (SPEC §6). */
export const PingResult = Type.Object({
  status: Type.String({ description: 'Always "OK".' }),
  message: Type.String(),
  plan: Type.String({ description: 'Plan of the account, e.g. "free_trial".' }),
  subscription_id: Type.Optional(Type.String({ description: 'Paid plans only.' })),
  monthly_credits: Type.Number({ description: 'Allowance of a month.' }),
  overage_rate: Type.Optional(Type.Number({ description: 'Price of a credit past the allowance; paid plans only.' })),
  rpm_limit: Type.Optional(Type.Integer({ description: 'Tool calls per minute; paid plans only.' })),
  cache_available: Type.Boolean({ description: 'The cache just took a read and a write.' }),
  platforms: Type.Array(Type.String(), { description: 'Platform codes that scrape_jobs takes from this caller.' }),
  credits_remaining: Type.Number({ description: 'Allowance left.' }),
  resets_at: Type.String({ description: 'When the allowance renews (ISO 8601, UTC).' }),
  trial_ends_at: Type.Optional(Type.String({ description: 'End of the trial (ISO 8601, UTC).' })),
  resting: Type.Array(Type.String(), { description: 'Platform codes rested at present after repeated failures.' }),
  test: Type.Optional(
    Type.Boolean({ description: 'true: the key is a test key, answered from sample data at no cost; else absent.' }),
  ),
});
export type PingResult = Static<typeof PingResult>;
