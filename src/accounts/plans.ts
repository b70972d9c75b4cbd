import type { PlanTerms } from '../credits/types.ts';
import { ServiceError } from '../errors.ts';
import { toMillicredits, type Millicredits } from '../lib/credits.ts';

/** A plan's display name by language. */
export interface PlanTitle {
  en: string;
  fr: string;
}

/** What a plan grants (SPEC §7). */
export interface Plan {
  /** The name in the API. */
  name: string;
  /** The name on pages. */
  title: PlanTitle;
  trial: boolean;
  allowance: Millicredits;
  /** Price of one credit of overage; null if the plan has none. */
  overageRate: number | null;
  rpmLimit: number;
  /** Platform codes; null means the trial's platforms, or all enabled ones. */
  platforms: readonly string[] | null;
}

/** The part of a plan that the money rules need. */
export function termsOf({ allowance, overageRate }: Plan): PlanTerms {
  return { allowance, overageRate: overageRate === null ? null : Math.round(overageRate * 1e6) };
}

export type Plans = ReadonlyMap<string, Plan>;

export const TRIAL_PLAN = 'free_trial';
export const TRIAL_DAYS = 14;
const OWNER_PLAN = 'power';

/** A plan by name. Throws a ServiceError `validation` that lists the existing ones. */
export function requirePlan(plans: Plans, name: string): Plan {
  const plan = plans.get(name);
  if (plan) return plan;
  const allowed = [...plans.keys()];
  throw new ServiceError('validation', `There is no plan ${name}. Plans: ${allowed.join(', ')}.`, {
    details: { allowed },
  });
}

/** The plan with the most credits a month; a trial only where there is no other plan. */
export function largestPlan(plans: Plans): Plan {
  const [largest] = [...plans.values()].sort((a, b) => Number(a.trial) - Number(b.trial) || b.allowance - a.allowance);
  return largest ?? requirePlan(plans, OWNER_PLAN);
}

/** The plan of the account that the first start creates (SPEC §11), even where PLANS_FILE has other names. */
export function ownerPlan(plans: Plans): Plan {
  return plans.get(OWNER_PLAN) ?? largestPlan(plans);
}

interface PlanRow {
  /** One title for all languages, or one for each. */
  title?: string | Partial<PlanTitle>;
  monthly_credits: number;
  overage_rate?: number | null;
  rpm_limit: number;
  platforms?: string[];
}

const DEFAULT_TITLES: Readonly<Record<string, PlanTitle>> = {
  [TRIAL_PLAN]: { en: 'Free trial', fr: 'Essai gratuit' },
};
const LONGEST_TITLE = 40;

/** The title of a plan without one: its name as a word. */
export function titleOf(name: string): PlanTitle {
  const words = name.replaceAll('_', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return DEFAULT_TITLES[name] ?? { en: title, fr: title };
}

const DEFAULT_PLANS: Record<string, PlanRow> = {
  [TRIAL_PLAN]: { monthly_credits: 100, rpm_limit: 10 },
  starter: { monthly_credits: 500, overage_rate: 0.02, rpm_limit: 30 },
  pro: { monthly_credits: 2000, overage_rate: 0.015, rpm_limit: 60 },
  power: { monthly_credits: 10_000, overage_rate: 0.01, rpm_limit: 120 },
};

/** The table of SPEC §7, or the one in PLANS_FILE. Throws a sentence about the first fault. */
export function readPlans(json: string | null): Plans {
  let rows: Record<string, PlanRow> = DEFAULT_PLANS;
  if (json !== null) {
    try {
      rows = JSON.parse(json) as Record<string, PlanRow>;
    } catch (error) {
      throw new Error('PLANS_FILE does not hold JSON.', { cause: error });
    }
  }
  if (typeof rows !== 'object' || rows === null || Array.isArray(rows) || Object.keys(rows).length === 0) {
    throw new Error('PLANS_FILE must hold an object of plans by name.');
  }
  if (!Object.hasOwn(rows, TRIAL_PLAN)) {
    rows = { [TRIAL_PLAN]: DEFAULT_PLANS[TRIAL_PLAN] as PlanRow, ...rows };
  }
  return new Map(Object.entries(rows).map(([name, row]) => [name, readPlan(name, row)]));
}

function readPlan(name: string, row: PlanRow): Plan {
  const fault = (what: string): Error => new Error(`PLANS_FILE: plan ${name}: ${what}.`);
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) throw fault('a name is lower-case letters, digits and underscores');
  if (typeof row !== 'object' || row === null) throw fault('must be an object');
  if (!isAmount(row.monthly_credits)) throw fault('monthly_credits must be a number from 0 on');
  if (!Number.isInteger(row.rpm_limit) || row.rpm_limit < 1) throw fault('rpm_limit must be a whole number from 1 on');
  if (row.overage_rate !== undefined && row.overage_rate !== null && !isAmount(row.overage_rate)) {
    throw fault('overage_rate must be a number from 0 on');
  }
  if (
    row.platforms !== undefined &&
    !(Array.isArray(row.platforms) && row.platforms.every((code) => typeof code === 'string'))
  ) {
    throw fault('platforms must be a list of codes');
  }
  const given = typeof row.title === 'string' ? { en: row.title, fr: row.title } : row.title;
  if (given !== undefined && !isTitle(given)) {
    throw fault(`title must be a text of 1 to ${LONGEST_TITLE} visible characters, or one for each of en and fr`);
  }
  return {
    name,
    title: { ...titleOf(name), ...given },
    trial: name === TRIAL_PLAN,
    allowance: toMillicredits(row.monthly_credits),
    overageRate: row.overage_rate ?? null,
    rpmLimit: row.rpm_limit,
    platforms: row.platforms ?? null,
  };
}

function isTitle(value: unknown): value is Partial<PlanTitle> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([language, text]) =>
      (language === 'en' || language === 'fr') &&
      typeof text === 'string' &&
      text.trim() !== '' &&
      text.length <= LONGEST_TITLE &&
      !/[\p{Cc}\p{Cf}]/u.test(text),
  );
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 1e9;
}
