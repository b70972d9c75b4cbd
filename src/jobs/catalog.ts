import type { Country } from '../../schemas/index.ts';
import { ServiceError } from '../errors.ts';
import { nearestOf } from '../lib/nearest.ts';
import { enablePlatforms, findPlatform } from '../sources/platforms/index.ts';
import type { Platform } from '../sources/platforms/platform.ts';

/** Maximum number of wrong codes that an error explains. */
const MAXIMUM_REASONS = 10;

/**
 * The parts of a plan that select its platforms. If `platforms` is null, a trial plan has those with `inTrial`, and any
 * other plan all.
 */
export interface PlanPlatforms {
  name: string;
  trial: boolean;
  platforms: readonly string[] | null;
}

/** The platforms that the operator enables, and the part of them that a plan includes (SPEC §7, §10). */
export class PlatformCatalog {
  readonly #enabled: readonly Platform[];
  /** Codes of platforms that the operator enabled by name; their robots.txt is not checked (SPEC §10). */
  readonly named: ReadonlySet<string>;

  constructor(setting: readonly string[]) {
    const { enabled, named } = enablePlatforms(setting);
    this.#enabled = enabled;
    this.named = named;
  }

  get enabled(): readonly Platform[] {
    return this.#enabled;
  }

  /** The platforms of a plan, in the registry's order. */
  forPlan(plan: PlanPlatforms): readonly Platform[] {
    if (plan.platforms !== null) {
      const codes = new Set(plan.platforms.map((code) => findPlatform(code)?.code));
      return this.#enabled.filter(({ code }) => codes.has(code));
    }
    return plan.trial ? this.#enabled.filter(({ inTrial }) => inTrial) : this.#enabled;
  }

  /**
   * The platforms of a search, without duplicates. Throws a ServiceError if a code is unknown, of another country or
   * not in the plan.
   */
  require(codes: readonly string[], country: Country, plan: PlanPlatforms): Platform[] {
    const ours = this.forPlan(plan).filter((platform) => platform.country === country);
    const allowed = ours.map(({ code }) => code);
    const asked = platformCodes(codes);
    const wrong = asked.filter((code) => !allowed.includes(code));
    if (wrong.length > 0) {
      const reasons = wrong.slice(0, MAXIMUM_REASONS).map((code) => this.#whyNot(code, country, plan, allowed));
      throw new ServiceError(
        'validation',
        `${reasons.join(' ')} Platforms for ${country}: ${allowed.join(', ') || 'none'}.`,
        { details: { allowed } },
      );
    }
    return asked.map((code) => ours.find((candidate) => candidate.code === code) as Platform);
  }

  #whyNot(code: string, country: Country, plan: PlanPlatforms, allowed: readonly string[]): string {
    const platform = this.#enabled.find((candidate) => candidate.code === code);
    if (!platform) {
      const shown = code.length > 60 ? `${code.slice(0, 60)}…` : code;
      if (findPlatform(code)) return `The platform "${shown}" is switched off here.`;
      const near = nearestOf(code, allowed);
      return `There is no platform "${shown}".${near ? ` Did you mean "${near}"?` : ''}`;
    }
    return platform.country === country
      ? `The platform "${code}" is not part of the plan ${plan.name}.`
      : `The platform "${code}" is for country "${platform.country}": search it with country "${platform.country}".`;
  }
}

/** The codes of platforms as `ping` lists them, each once: in lower case, and the present code for an earlier one. */
export function platformCodes(asked: readonly string[]): string[] {
  const codes = asked.map((code) => code.trim().toLowerCase());
  return [...new Set(codes.map((code) => findPlatform(code)?.code ?? code))];
}
