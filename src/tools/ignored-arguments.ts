import type { IgnoredArgument } from '../../schemas/index.ts';
import type { FieldError } from '../errors.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { isObject } from '../lib/json-object.ts';
import { shorten } from '../lib/text.ts';
import {
  argumentMeantBy,
  IDEMPOTENCY_META,
  IDEMPOTENCY_PLACE,
  isIdempotencyName,
  otherMeaningOf,
  type KnownArguments,
} from './argument-names.ts';

export const IGNORED_META = 'io.jobdata/ignored';

type Members = Readonly<Record<string, unknown>>;

const NONE: readonly IgnoredArgument[] = [];
const MAXIMUM_UNKNOWN = 20;
const MAXIMUM_NAME = 64;

/** Members of the params of `tools/call` that MCP defines. Other members may be misplaced arguments. */
const OWN_PARAMS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** Arguments that have no effect without another one. */
const NEEDS: readonly { name: string; needs: string }[] = [{ name: 'radius_km', needs: 'location' }];

/** The places, beside a call's arguments, in which a caller can put arguments or an idempotency key by mistake. */
export interface OtherPlaces {
  params?: object;
  /** The members of the JSON-RPC request that JSON-RPC does not define. */
  request?: object | undefined;
  /** Headers that were meant for the idempotency key, but have no effect. */
  headers?: readonly IgnoredArgument[] | undefined;
}

export interface UnknownArgument {
  name: string;
  meant?: string | undefined;
  /** The arguments that are one level too low, in the object under this name. */
  inside: readonly { name: string; meant: string }[];
}

/**
 * Returns a note for each argument or idempotency key that has no effect, at most MAXIMUM_UNKNOWN. `given` has the
 * arguments as sent, with deprecated names replaced; `args` has those that the tool knows and that are set. `takesKeys`
 * is false if the tool ignores idempotency keys. `formOf` returns how the value of an unknown argument must be written
 * under the name that was meant; "" if it can stay as it is.
 */
export function ignoredArguments(
  known: KnownArguments,
  given: object,
  args: Readonly<Record<string, unknown>>,
  formOf: (meant: string, name: string) => string,
  places: OtherPlaces = {},
  takesKeys = true,
): readonly IgnoredArgument[] {
  const keys = takesKeys ? misplacedKeys(places) : NONE;
  const misplaced = misplacedArguments(known, places);
  const unknown = unknownArguments(known, given);
  const idle = idleArguments(args);
  if (keys.length + misplaced.length + unknown.length + idle.length === 0) return NONE;
  const notes = [
    ...keys,
    ...misplaced.map(({ name, meant }) => ({ name, did_you_mean: `arguments.${meant}` })),
    ...unknown.flatMap(({ name, meant, inside }) => {
      if (inside.length > 0)
        return inside.map((one) => ({ name: shownName(`${name}.${one.name}`), did_you_mean: one.meant }));
      const suggestion =
        meant === undefined ? otherMeaningOf(name, known)?.suggestion : `${meant}${formOf(meant, name)}`;
      return [{ name: shownName(name), ...(suggestion === undefined ? {} : { did_you_mean: suggestion }) }];
    }),
  ];
  return [
    ...notes.slice(0, MAXIMUM_UNKNOWN - idle.length),
    ...idle.map(({ name, needs }) => ({ name, did_you_mean: `${name} with ${needs}` })),
  ];
}

/** Returns the arguments that have no effect because the one that they need is missing. */
export function idleArguments(args: object): { name: string; needs: string }[] {
  return NEEDS.filter(({ name, needs }) => name in args && !(needs in args));
}

export function idleFaults(args: object): FieldError[] {
  return idleArguments(args).map(({ name, needs }) => ({
    path: `/${name}`,
    message: `has no effect without ${needs}`,
  }));
}

/**
 * Finds arguments of the tool that are not in `arguments` but in the params or the request, also under other names. The
 * returned names begin with the place: "params.query".
 */
export function misplacedArguments(
  known: KnownArguments,
  { params = {}, request = {} }: OtherPlaces,
): { name: string; meant: string }[] {
  return [...meantIn(known, params, 'params'), ...meantIn(known, request, 'request')];
}

function meantIn(known: KnownArguments, members: object, place: string): { name: string; meant: string }[] {
  const others = Object.keys(members).filter((name) => !OWN_PARAMS.has(name));
  return others.slice(0, MAXIMUM_UNKNOWN).flatMap((name) => {
    const value = (members as Members)[name];
    const meant = known.names.includes(name) ? name : argumentMeantBy(name, value, known);
    return meant === undefined || meant === IDEMPOTENCY_PLACE ? [] : [{ name: shownName(`${place}.${name}`), meant }];
  });
}

/** Returns the first arguments that the tool does not have, at most MAXIMUM_UNKNOWN, with what was probably meant. */
export function unknownArguments(known: KnownArguments, given: object): UnknownArgument[] {
  const unknown = Object.keys(given).filter((name) => !known.names.includes(name));
  return unknown.slice(0, MAXIMUM_UNKNOWN).map((name) => {
    const value = (given as Members)[name];
    const meant = argumentMeantBy(name, value, known);
    const inside = meant === undefined && isObject(value) ? meantIn(known, value, '') : [];
    return { name, meant, inside: inside.map((one) => ({ ...one, name: one.name.slice(1) })) };
  });
}

/**
 * For a call without `params.arguments`, finds the member of the params or the request that holds the arguments, and
 * returns its name: "params.input".
 */
export function findArgumentsElsewhere(
  known: KnownArguments,
  { params = {}, request = {} }: OtherPlaces,
): string | undefined {
  for (const [place, members] of [
    ['params', params],
    ['request', request],
  ] as const)
    for (const [name, value] of Object.entries(members).slice(0, MAXIMUM_UNKNOWN))
      if (name !== '_meta' && isObject(value) && Object.keys(value).some((one) => known.names.includes(one)))
        return shownName(`${place}.${name}`);
  return undefined;
}

/**
 * Finds idempotency keys that have no effect because they are in the wrong place. They are reported because their
 * callers rely on them to avoid double charges.
 */
function misplacedKeys({ params = {}, request = {}, headers = NONE }: OtherPlaces): readonly IgnoredArgument[] {
  const meta = '_meta' in params && isObject(params._meta) ? params._meta : {};
  return [...headers, ...keysIn(request, 'request'), ...keysIn(params, 'params'), ...keysIn(meta, 'params._meta')];
}

function keysIn(members: object, place: string): IgnoredArgument[] {
  return Object.keys(members)
    .filter((name) => name !== IDEMPOTENCY_META && isIdempotencyName(name))
    .map((name) => ({ name: shownName(`${place}.${name}`), did_you_mean: IDEMPOTENCY_PLACE }));
}

export function shownName(name: string): string {
  return shorten(stripInvisible(name), MAXIMUM_NAME);
}
