import { COUNTRIES, type Country } from '../../schemas/index.ts';
import { ServiceError } from '../errors.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { nearestOf } from '../lib/nearest.ts';
import { foldWords, shorten } from '../lib/text.ts';
import { enablePlatforms, findPlatform } from '../sources/platforms/index.ts';
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
   * is nothing to say. They name every correction that the call needs, because a call with only one of them would be
   * refused again.
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
    if (stated !== undefined) return spaced(this.#explainCodes(platformCodes(given), stated, plan));
    const countryOf = (code: string): Country | undefined => findPlatform(code)?.country;
    const known = platformCodes(given).filter((code) => countryOf(code) !== undefined);
    if (meant === undefined) return spaced(this.#explainCountries(platformCodes(given), country, plan));
    const others = known.filter((code) => countryOf(code) !== meant);
    if (others.length === 0)
      return explainCountry(country) + spaced(this.#explainCodes(platformCodes(given), meant, plan));
    const is = explainCountry(country).slice(0, -1);
    const other = countryOf(others[0] as string) as Country;
    const theirs = `${quotedList(others)} ${others.length === 1 ? 'is' : 'are'} for country "${other}"`;
    const codes = this.codesFor(plan, meant).join(', ') || 'none';
    const without = others.length < known.length ? ` with ${others.length === 1 ? 'it' : 'them'} alone` : '';
    return `${is}, but ${theirs}: send country "${other}"${without}, or country "${meant}" with platforms for ${meant}: ${codes}.`;
  }

  /** Lists the platforms of a call by country. It is used if the service does not support the call's country. */
  #explainCountries(codes: readonly string[], country: unknown, plan: PlanPlatforms): string {
    const unknown = codes.filter((code) => findPlatform(code) === undefined);
    const found = COUNTRIES.map((one) => ({ one, own: codes.filter((code) => findPlatform(code)?.country === one) }));
    const [first, second] = found.filter(({ own }) => own.length > 0);
    if (unknown.length === 0 && second === undefined)
      return typeof country === 'string' && first !== undefined ? `The platforms are for country "${first.one}".` : '';
    const sentences = found.flatMap(({ one, own }) =>
      own.length === 0 ? [] : [explainFault({ kind: 'country', detail: one }, own.slice(0, MAXIMUM_SHOWN_CODES))],
    );
    if (unknown.length > 0)
      sentences.push(explainFault({ kind: 'unknown', detail: '' }, unknown.slice(0, MAXIMUM_SHOWN_CODES)));
    return [...sentences, this.#listCodes(COUNTRIES, plan), 'Each call searches one country.'].join(' ');
  }

  #listCodes(countries: readonly Country[], plan: PlanPlatforms): string {
    return countries.map((one) => `Platforms for ${one}: ${this.codesFor(plan, one).join(', ') || 'none'}.`).join(' ');
  }

  /**
   * The platforms of a search, without duplicates. Throws a ServiceError if a code is unknown, switched off, of another
   * country or not in the plan.
   */
  require(codes: readonly string[], country: Country, plan: PlanPlatforms): Platform[] {
    const ours = this.forPlan(plan).filter((platform) => platform.country === country);
    const allowed = ours.map(({ code }) => code);
    const asked = platformCodes(codes);
    const fault = this.#explainCodes(asked, country, plan);
    if (fault !== '') throw new ServiceError('validation', fault, { details: { allowed } });
    return asked.map((code) => ours.find((candidate) => candidate.code === code) as Platform);
  }

  /** Says what is wrong with the codes, and which the caller may use; "" if nothing is wrong. */
  #explainCodes(codes: readonly string[], country: Country, plan: PlanPlatforms): string {
    const ours = this.forPlan(plan).filter((platform) => platform.country === country);
    const allowed = ours.map(({ code }) => code);
    const wrong = codes.filter((code) => !allowed.includes(code));
    if (wrong.length === 0) return '';
    const faults = wrong.slice(0, MAXIMUM_SHOWN_CODES).map((code) => this.#faultOf(code, country, plan, ours));
    const codesLike = ({ kind, detail }: CodeFault): string[] =>
      faults.filter((other) => other.kind === kind && other.detail === detail).map(({ code }) => code);
    // Codes with the same fault give the same sentence.
    const reasons = new Set(faults.map((fault) => explainFault(fault, codesLike(fault))));
    return `${[...reasons].join(' ')} ${this.#listCodes([country], plan)}`;
  }

  #faultOf(code: string, country: Country, { name }: PlanPlatforms, ours: readonly Platform[]): CodeFault {
    const platform = this.#enabled.find((candidate) => candidate.code === code);
    if (platform && platform.country !== country) return { code, kind: 'country', detail: platform.country };
    if (platform) return { code, kind: 'plan', detail: name };
    if (findPlatform(code)) return { code, kind: 'off', detail: '' };
    const pieces = code.split(/[\s,;]+/).filter(Boolean);
    if (pieces.length > 1 && pieces.every((piece) => findPlatform(piece)))
      return { code, kind: 'several', detail: pieces.map((piece) => `"${piece}"`).join(', ') };
    return { code, kind: 'unknown', detail: meantBy(code, ours) ?? '' };
  }
}

/**
 * The code of the platform whose code or name is like `code`, or of the only one whose code begins with it: "nhs",
 * "reed.co.uk".
 */
function meantBy(code: string, platforms: readonly Platform[]): string | undefined {
  const codes = platforms.map((platform) => platform.code);
  const near = nearestOf(code, codes);
  if (near !== undefined) return near;
  const named = nearestOf(
    code,
    platforms.map(({ name }) => name),
  );
  const [first = ''] = code.split('.');
  const begun = codes.filter((one) => one === first || one.startsWith(`${first}_`));
  return platforms.find(({ name }) => name === named)?.code ?? (begun.length === 1 ? begun[0] : undefined);
}

interface CodeFault {
  code: string;
  kind: 'country' | 'plan' | 'off' | 'several' | 'unknown';
  /** The platforms' country, the name of the plan, or the codes that were meant. */
  detail: string;
}

function countryMeantBy(name: unknown): Country | undefined {
  if (typeof name !== 'string') return undefined;
  return COUNTRY_NAMES.find(([, names]) => names.test(foldWords(name)))?.[0];
}

/** Returns a sentence, with a space before it, that gives the code of a country's name: "UK"; "" for anything else. */
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

function explainFault({ kind, detail }: Omit<CodeFault, 'code'>, codes: readonly string[]): string {
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
      return `There ${isOne ? 'is no platform' : 'are no platforms'} ${list}.${detail ? ` Did you mean "${detail}"?` : ''}`;
  }
}

export function platformCodes(asked: readonly string[]): string[] {
  const codes = asked.map((code) => code.trim().toLowerCase());
  return [...new Set(codes.map((code) => findPlatform(code)?.code ?? code))];
}
