import { COUNTRIES, type Country } from '../../schemas/index.ts';
import { ServiceError } from '../errors.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { foldWords, shorten } from '../lib/text.ts';
import { enablePlatforms, findPlatform, PLATFORMS } from '../sources/platforms/index.ts';
import { nearestPlatform } from '../sources/platforms/nearest-platform.ts';
import type { Platform } from '../sources/platforms/platform.ts';

const MAXIMUM_SHOWN_CODES = 10;
const MAXIMUM_SHOWN = 60;

/**
 * The parts of a plan that select its platforms. If `platforms` is null, a trial plan includes the enabled platforms
 * with `inTrial`, and any other plan includes all enabled platforms.
 */
export interface PlanPlatforms {
  name: string;
  trial: boolean;
  platforms: readonly string[] | null;
}

const COUNTRY_NAMES: readonly [country: Country, names: RegExp][] = [
  [
    'GB',
    /^(?:gbr?|u ?k|(?:the )?united kingdom|(?:great )?britain|england|scotland|wales|grande bretagne|royaume uni)$/,
  ],
  ['FR', /^fra?(?:nce)?$/],
];

/** The platforms that the operator enabled, and those of them that a plan includes (SPEC §7, §10). */
export class PlatformCatalog {
  readonly #enabled: readonly Platform[];
  /** Codes of platforms that the operator enabled by name (SPEC §10); the service ignores their robots.txt. */
  readonly named: ReadonlySet<string>;

  constructor(setting: readonly string[]) {
    const { enabled, named } = enablePlatforms(setting);
    this.#enabled = enabled;
    this.named = named;
  }

  get enabled(): readonly Platform[] {
    return this.#enabled;
  }

  forPlan(plan: PlanPlatforms): readonly Platform[] {
    if (plan.platforms !== null) {
      const codes = new Set(plan.platforms.map((code) => findPlatform(code)?.code));
      return this.#enabled.filter(({ code }) => codes.has(code));
    }
    return plan.trial ? this.#enabled.filter(({ inTrial }) => inTrial) : this.#enabled;
  }

  codesFor(plan: PlanPlatforms, country: Country): string[] {
    return this.forPlan(plan)
      .filter((platform) => platform.country === country)
      .map(({ code }) => code);
  }

  /**
   * Returns sentences about the country and the platforms of a refused call, with a space before the first; "" if there
   * is nothing to explain. The sentences name all corrections that the call needs (for platforms, up to
   * MAXIMUM_SHOWN_CODES), because a call with only one of the corrections would be refused again.
   */
  explainSearch(country: unknown, platforms: unknown, plan: PlanPlatforms): string {
    const given = Array.isArray(platforms) ? platforms.filter((code) => typeof code === 'string') : [];
    const stated = country === undefined ? 'GB' : COUNTRIES.find((known) => known === country);
    const meant = countryMeantBy(country);
    if (given.length === 0) {
      const asked = stated ?? meant;
      const countries = asked === undefined ? COUNTRIES : [asked];
      return explainCountry(country) + spaced(`${this.#listCodes(countries, plan)} Each call searches one country.`);
    }
    const codes = platformCodes(given);
    if (stated !== undefined) return spaced(this.#explainCodes(codes, stated, plan));
    if (meant === undefined) return spaced(this.#explainCountries(codes, country, plan));
    const countryOf = this.#countriesFor(plan);
    const others = codes.filter((code) => (countryOf.get(code) ?? meant) !== meant);
    if (others.length === 0) return explainCountry(country) + spaced(this.#explainCodes(codes, meant, plan));
    const is = explainCountry(country).slice(0, -1);
    const other = countryOf.get(others[0] as string) as Country;
    const theirs = `${quotedList(others)} ${others.length === 1 ? 'is' : 'are'} for country "${other}"`;
    const without = others.length < codes.length ? ` with ${others.length === 1 ? 'it' : 'them'} alone` : '';
    const allowed = this.codesFor(plan, meant).join(', ') || 'none';
    const rest = this.#faultsIn(
      codes.filter((code) => !others.includes(code)),
      meant,
      plan,
    );
    return `${is}, but ${theirs}: send country "${other}"${without}, or country "${meant}" with platforms for ${meant}: ${allowed}.${spaced(rest)}`;
  }

  /** Explains a call for an unsupported country: lists the platforms of the call by their countries. */
  #explainCountries(codes: readonly string[], country: unknown, plan: PlanPlatforms): string {
    const countryOf = this.#countriesFor(plan);
    const rest = this.#faultsIn(codes, undefined, plan);
    const found = COUNTRIES.map((one) => ({ one, own: codes.filter((code) => countryOf.get(code) === one) }));
    const [first, second] = found.filter(({ own }) => own.length > 0);
    if (rest === '' && second === undefined)
      return typeof country === 'string' && first !== undefined ? `The platforms are for country "${first.one}".` : '';
    const sentences = found.flatMap(({ one, own }) =>
      own.length === 0 ? [] : [explainFault({ kind: 'country', detail: one }, own.slice(0, MAXIMUM_SHOWN_CODES))],
    );
    if (rest !== '') sentences.push(rest);
    return [...sentences, this.#listCodes(COUNTRIES, plan), 'Each call searches one country.'].join(' ');
  }

  #countriesFor(plan: PlanPlatforms): ReadonlyMap<string, Country> {
    return new Map(this.forPlan(plan).map(({ code, country }) => [code, country]));
  }

  #listCodes(countries: readonly Country[], plan: PlanPlatforms): string {
    return countries.map((one) => `Platforms for ${one}: ${this.codesFor(plan, one).join(', ') || 'none'}.`).join(' ');
  }

  /**
   * Returns the platforms of a search, without duplicates. Throws a ServiceError `validation` if a code is unknown,
   * switched off, of another country or not in the plan.
   */
  require(codes: readonly string[], country: Country, plan: PlanPlatforms): Platform[] {
    const ours = this.forPlan(plan).filter((platform) => platform.country === country);
    const allowed = ours.map(({ code }) => code);
    const asked = platformCodes(codes);
    const fault = this.#explainCodes(asked, country, plan);
    if (fault !== '') throw new ServiceError('validation', fault, { details: { allowed } });
    return asked.map((code) => ours.find((candidate) => candidate.code === code) as Platform);
  }

  /** Returns what is wrong with the codes, and which codes the caller may use; "" if nothing is wrong. */
  #explainCodes(codes: readonly string[], country: Country, plan: PlanPlatforms): string {
    const faults = this.#faultsIn(codes, country, plan);
    if (faults === '') return '';
    return `${faults} ${this.#listCodes([country], plan)}${this.#explainOffElsewhere(codes, country, plan)}${this.#explainSplit(codes, plan)}`;
  }

  /** If the codes are for two countries, returns a sentence that says which call each belongs to. Otherwise "". */
  #explainSplit(codes: readonly string[], plan: PlanPlatforms): string {
    const countryOf = this.#countriesFor(plan);
    const calls = COUNTRIES.map((one) => ({ one, own: codes.filter((code) => countryOf.get(code) === one) }));
    if (calls.some(({ own }) => own.length === 0)) return '';
    const list = calls.map(({ one, own }) => `one with country "${one}" for ${quotedList(own)}`);
    return ` Each call searches one country: make ${calls.length} calls, ${LIST.format(list)}.`;
  }

  /**
   * If the call names a switched-off platform of the other country, returns sentences that say so and list the other
   * country's platforms. Otherwise returns "".
   */
  #explainOffElsewhere(codes: readonly string[], country: Country, plan: PlanPlatforms): string {
    const off = codes
      .slice(0, MAXIMUM_SHOWN_CODES)
      .map((code) => findPlatform(code) ?? this.#platformMeantBy(code, country, plan))
      .filter((one) => one !== undefined && one.country !== country && !this.#enabled.includes(one)) as Platform[];
    return COUNTRIES.map((other) => {
      const own = [...new Set(off.filter((one) => one.country === other).map(({ code }) => code))];
      if (own.length === 0) return '';
      const are = own.length === 1 ? 'is' : 'are';
      return ` ${quotedList(own)} ${are} for country "${other}". ${this.#listCodes([other], plan)}`;
    }).join('');
  }

  /**
   * Returns what is wrong with the codes; "" if nothing is wrong. If `country` is undefined, codes of any country are
   * right.
   */
  #faultsIn(codes: readonly string[], country: Country | undefined, plan: PlanPlatforms): string {
    const faults: CodeFault[] = [];
    for (const code of codes) {
      const fault = this.#faultOf(code, country, plan);
      if (fault !== undefined) faults.push({ code, ...fault });
      if (faults.length === MAXIMUM_SHOWN_CODES) break;
    }
    const codesLike = ({ kind, detail }: Fault): string[] =>
      faults.filter((other) => other.kind === kind && other.detail === detail).map(({ code }) => code);
    // Codes with the same fault share one sentence, so equal sentences are dropped.
    return [...new Set(faults.map((fault) => explainFault(fault, codesLike(fault))))].join(' ');
  }

  #faultOf(code: string, country: Country | undefined, plan: PlanPlatforms): Fault | undefined {
    const platform = findPlatform(code);
    if (platform) return this.#faultOfPlatform(platform, country, plan);
    const pieces = code.split(/[\s,;]+/).filter(Boolean);
    if (pieces.length > 1 && pieces.every((piece) => findPlatform(piece)))
      return { kind: 'several', detail: pieces.map((piece) => `"${piece}"`).join(', ') };
    return { kind: 'unknown', detail: this.#explainNear(code, country, plan) };
  }

  #faultOfPlatform(platform: Platform, country: Country | undefined, plan: PlanPlatforms): Fault | undefined {
    if (!this.#enabled.includes(platform)) return { kind: 'off', detail: '' };
    if (!this.forPlan(plan).includes(platform)) return { kind: 'plan', detail: plan.name };
    if (country !== undefined && platform.country !== country) return { kind: 'country', detail: platform.country };
    return undefined;
  }

  #platformMeantBy(code: string, country: Country | undefined, plan: PlanPlatforms): Platform | undefined {
    const isOfCountry = (platform: Platform): boolean => country === undefined || platform.country === country;
    const ours = this.forPlan(plan);
    return nearestPlatform(code, [ours.filter(isOfCountry), PLATFORMS.filter(isOfCountry), ours, PLATFORMS]);
  }

  /**
   * Suggests the platform that a wrong code probably means, preferably one that the call can use, and says what to do
   * if it cannot be used. Returns "" if no platform has a similar code.
   */
  #explainNear(code: string, country: Country | undefined, plan: PlanPlatforms): string {
    const meant = this.#platformMeantBy(code, country, plan);
    if (meant === undefined) return '';
    const fault = this.#faultOfPlatform(meant, country, plan);
    return ` Did you mean "${meant.code}"?${fault ? spaced(explainFaultOfMeant(fault)) : ''}`;
  }
}

interface Fault {
  kind: 'country' | 'plan' | 'off' | 'several' | 'unknown';
  /**
   * The platform's country (`country`), the name of the plan (`plan`), the codes that were meant (`several`), or
   * sentences about the platform that was probably meant (`unknown`); "" if there is nothing to add.
   */
  detail: string;
}

type CodeFault = Fault & { code: string };

function countryMeantBy(name: unknown): Country | undefined {
  if (typeof name !== 'string') return undefined;
  return COUNTRY_NAMES.find(([, names]) => names.test(foldWords(name)))?.[0];
}

/**
 * Returns ' "UK" is country "GB".' for a country's name, with a space before it; "" for a correct code and for anything
 * else.
 */
export function explainCountry(name: unknown): string {
  const meant = countryMeantBy(name);
  if (meant === undefined || name === meant) return '';
  return ` "${shorten(stripInvisible(String(name)), MAXIMUM_SHOWN)}" is country "${meant}".`;
}

function spaced(sentence: string): string {
  return sentence === '' ? '' : ` ${sentence}`;
}

const LIST = new Intl.ListFormat('en-GB');

function quotedList(codes: readonly string[]): string {
  return LIST.format(codes.map((code) => `"${shorten(stripInvisible(code), MAXIMUM_SHOWN)}"`));
}

function explainFault({ kind, detail }: Fault, codes: readonly string[]): string {
  const list = quotedList(codes);
  const isOne = codes.length === 1;
  const these = isOne ? `The platform ${list} is` : `The platforms ${list} are`;
  switch (kind) {
    case 'country':
      return `${these} for country "${detail}": search ${isOne ? 'it' : 'them'} with country "${detail}".`;
    case 'plan':
      return `${these} not part of the plan ${detail}.`;
    case 'off':
      return `${these} switched off here.`;
    case 'several':
      return `${list} ${isOne ? 'is' : 'are'} several codes in one: send each code by itself, as in [${detail}].`;
    case 'unknown':
      return `There ${isOne ? 'is no platform' : 'are no platforms'} ${list}.${detail}`;
  }
}

function explainFaultOfMeant({ kind, detail }: Fault): string {
  switch (kind) {
    case 'country':
      return `It is for country "${detail}": search it with country "${detail}".`;
    case 'plan':
      return `It is not part of the plan ${detail}: use another platform.`;
    default:
      return 'It is switched off here: ask the operator to switch it on, or use another platform.';
  }
}

export function platformCodes(asked: readonly string[]): string[] {
  const codes = asked.map((code) => code.trim().toLowerCase());
  return [...new Set(codes.map((code) => findPlatform(code)?.code ?? code))];
}
