import { Type, type Static } from 'typebox';
import type { PlanTerms } from '../credits/types.ts';
import { ServiceError } from '../errors.ts';
import { toMillicredits, type Millicredits } from '../lib/credits.ts';
import { readSettingsFile } from '../lib/settings-file.ts';
import type { RunFrequency } from '../store/types.ts';

export interface PlanTitle {
  en: string;
  fr: string;
}

export interface Plan {
  name: string;
  title: PlanTitle;
  trial: boolean;
  allowance: Millicredits;
  /** Price of one credit of overage in CURRENCY; null if the plan has no overage. */
  overageRate: number | null;
  /** Price of a month in CURRENCY; null if the operator states no price. */
  monthlyPrice: number | null;
  rpmLimit: number;
  /** Platform codes. Null means all enabled platforms or, for the trial, the enabled platforms marked `inTrial`. */
  platforms: readonly string[] | null;
  savedSearches: SavedSearchTerms;
}

export interface SavedSearchTerms {
  maximum: number;
  fastest: RunFrequency;
}

export function termsOf({ allowance, overageRate }: Plan): PlanTerms {
  return { allowance, overageRate: overageRate === null ? null : Math.round(overageRate * 1e6) };
}

export type Plans = ReadonlyMap<string, Plan>;

export const TRIAL_PLAN = 'free_trial';
export const TRIAL_DAYS = 14;
const OWNER_PLAN = 'power';

export function requirePlan(plans: Plans, name: string): Plan {
  const plan = plans.get(name);
  if (plan) return plan;
  const allowed = [...plans.keys()];
  throw new ServiceError('validation', `There is no plan ${name}. Plans: ${allowed.join(', ')}.`, {
    details: { allowed },
  });
}

/** Returns a trial only if there is no other plan. */
export function largestPlan(plans: Plans): Plan {
  const [largest] = [...plans.values()].sort((a, b) => Number(a.trial) - Number(b.trial) || b.allowance - a.allowance);
  return largest ?? requirePlan(plans, OWNER_PLAN);
}

/**
 * Returns the plan for the account that the first start creates (SPEC §11): `power`, or the largest plan if PLANS_FILE
 * lacks `power`.
 */
export function ownerPlan(plans: Plans): Plan {
  return plans.get(OWNER_PLAN) ?? largestPlan(plans);
}

const AMOUNT = 'a number from 0 to 1,000,000,000';
const Amount = Type.Number({ minimum: 0, maximum: 1e9, description: AMOUNT });
const Title = Type.String({ pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cf}]{1,40}$' });

const PlanRow = Type.Object(
  {
    title: Type.Optional(
      Type.Union(
        [Title, Type.Object({ en: Type.Optional(Title), fr: Type.Optional(Title) }, { additionalProperties: false })],
        { description: 'a text of 1 to 40 visible characters, or one for each of en and fr' },
      ),
    ),
    monthly_credits: Amount,
    overage_rate: Type.Optional(Type.Union([Amount, Type.Null()], { description: `${AMOUNT}, or null` })),
    monthly_price: Type.Optional(Type.Union([Amount, Type.Null()], { description: `${AMOUNT}, or null` })),
    rpm_limit: Type.Integer({ minimum: 1, description: 'a whole number from 1 on' }),
    platforms: Type.Optional(Type.Array(Type.String({ description: 'a code' }), { description: 'a list of codes' })),
    saved_searches: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000, description: 'a whole number from 0 to 1000' }),
    ),
    saved_search_frequency: Type.Optional(
      Type.Union([Type.Literal('hourly'), Type.Literal('daily'), Type.Literal('weekly')], {
        description: 'hourly, daily or weekly',
      }),
    ),
  },
  { description: 'an object' },
);

const PlansFile = Type.Record(Type.String(), PlanRow, {
  minProperties: 1,
  propertyNames: {
    pattern: '^[a-z][a-z0-9_]{0,39}$',
    description: 'a name of at most 40 lower-case letters, digits and underscores',
  },
  description: 'an object of plans by name',
});

const DEFAULT_TITLES: Readonly<Record<string, PlanTitle>> = {
  [TRIAL_PLAN]: { en: 'Free trial', fr: 'Essai gratuit' },
};

export function titleOf(name: string): PlanTitle {
  const words = name.replaceAll('_', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return DEFAULT_TITLES[name] ?? { en: title, fr: title };
}

const DEFAULT_PLANS: Static<typeof PlansFile> = {
  [TRIAL_PLAN]: { monthly_credits: 100, rpm_limit: 10 },
  starter: { monthly_credits: 500, overage_rate: 0.02, rpm_limit: 30 },
  pro: { monthly_credits: 2000, overage_rate: 0.015, rpm_limit: 60 },
  power: { monthly_credits: 10_000, overage_rate: 0.01, rpm_limit: 120 },
};

const DEFAULT_SAVED_SEARCHES: Readonly<Record<string, SavedSearchTerms>> = {
  [TRIAL_PLAN]: { maximum: 1, fastest: 'daily' },
  pro: { maximum: 25, fastest: 'hourly' },
  power: { maximum: 100, fastest: 'hourly' },
};
const OTHER_SAVED_SEARCHES: SavedSearchTerms = { maximum: 5, fastest: 'hourly' };

export function savedSearchesOf(
  name: string,
  row: { saved_searches?: number; saved_search_frequency?: RunFrequency } = {},
): SavedSearchTerms {
  const usual = DEFAULT_SAVED_SEARCHES[name] ?? OTHER_SAVED_SEARCHES;
  return {
    maximum: row.saved_searches ?? usual.maximum,
    fastest: row.saved_search_frequency ?? usual.fastest,
  };
}

/**
 * Returns the plans of PLANS_FILE and, if it lacks the trial, the usual trial; or the plans of SPEC §7 if `json` is
 * null. Throws an error whose message describes the first mistake in the file.
 */
export function readPlans(json: string | null): Plans {
  const given = json === null ? DEFAULT_PLANS : readSettingsFile('PLANS_FILE', json, PlansFile);
  const trial = Object.hasOwn(given, TRIAL_PLAN) ? {} : { [TRIAL_PLAN]: DEFAULT_PLANS[TRIAL_PLAN] };
  const rows = Object.entries({ ...trial, ...given } as typeof given);
  return new Map(
    rows.map(([name, row]) => [
      name,
      {
        name,
        title: { ...titleOf(name), ...(typeof row.title === 'string' ? { en: row.title, fr: row.title } : row.title) },
        trial: name === TRIAL_PLAN,
        allowance: toMillicredits(row.monthly_credits),
        overageRate: row.overage_rate ?? null,
        monthlyPrice: row.monthly_price ?? null,
        rpmLimit: row.rpm_limit,
        platforms: row.platforms ?? null,
        savedSearches: savedSearchesOf(name, row),
      },
    ]),
  );
}
