import type { ErrorObject, ValidateFunction } from 'ajv';
import { MAXIMUM_NAMES, type IgnoredArgument } from '../../schemas/index.ts';
import type { Plan } from '../accounts/plans.ts';
import { ServiceError, type FieldError } from '../errors.ts';
import {
  argumentTaking,
  explainMiles,
  joinedValues,
  IDEMPOTENCY_PLACE,
  nearValue,
  otherMeaningOf,
  type KnownArguments,
} from './argument-names.ts';
import type { DeprecatedNames } from './deprecated-names.ts';
import {
  findArgumentsElsewhere,
  idleArguments,
  ignoredArguments,
  misplacedArguments,
  shownName,
  unknownArguments,
  type OtherPlaces,
} from './ignored-arguments.ts';

/** An address that a live key can read. The sample data for test keys has a page at this address too. */
export const EXAMPLE_ADDRESS = 'https://example.com/';

interface ReadArguments {
  args: Record<string, unknown>;
  ignored: readonly IgnoredArgument[];
  /**
   * Returns sentences for an error message about what the ignored arguments probably mean. Absent if none was ignored.
   */
  explainIgnored?(): string;
}

interface ToolInput {
  definition: { name: string; inputSchema: object };
  free?: boolean;
  hint?(args: Readonly<Record<string, unknown>>, plan: Plan): string;
}

/** Without `plan`, a refusal lacks the tool's hint, which depends on the plan. */
export type ArgumentReader = (raw: unknown, plan?: Plan, places?: OtherPlaces) => ReadArguments;

interface InputSchema {
  properties: Record<string, { enum?: string[]; items?: { enum?: string[] } }>;
  required?: string[];
}

/**
 * Returns a function that reads the arguments of a call. The function drops unknown arguments. In `ignored`, it returns
 * their names and those of the arguments that have no effect. Optional arguments that are null or blank count as
 * absent, because some clients send them. The function throws a ServiceError `invalid_params` if the arguments do not
 * fit the schema.
 */
export function createArgumentReader(
  { definition, hint, free }: ToolInput,
  validate: ValidateFunction,
  deprecated: DeprecatedNames,
): ArgumentReader {
  const { properties, required = [] } = definition.inputSchema as InputSchema;
  const names = Object.keys(properties);
  const values = Object.entries(properties).flatMap(([name, { enum: own, items }]): [string, string[]][] => {
    const taken = own ?? items?.enum;
    return taken === undefined ? [] : [[name, taken]];
  });
  const known: KnownArguments = { names, values: new Map(values) };

  /**
   * Returns the form that a value of the argument `meant` must have, in brackets: " (a list of …)". Returns "" if the
   * value already has this form, or if the call has the argument too.
   */
  const formOf = (meant: string, name: string, value: unknown, args: object): string => {
    if (meant === IDEMPOTENCY_PLACE || required.includes(meant) || meant in args || isAbsent(value)) return '';
    const miles = meant === 'radius_km' ? explainMiles(name, value) : undefined;
    if (miles !== undefined) return ` (${miles})`;
    const own = known.values.get(meant) ?? [];
    // "remote": false names no value of `work_mode`.
    if (value === false && own.length > 0) return '';
    // The argument "permanent": true means the value "permanent".
    const isValue = nearValue(name, own) !== undefined;
    validate({ [meant]: value });
    const fault = readErrors(validate.errors, {}).find(({ path }) => path.split('/', 2)[1] === meant);
    if (!isValue && fault === undefined) return '';
    const [first] = [value].flat() as unknown[];
    return own.length > 0
      ? ` (${valuesForm(own, isValue ? name : first, properties[meant]?.enum === undefined)})`
      : ` (${fault?.message.replace(/^must be (?!at )/, '')})`;
  };

  /**
   * Returns sentences about mistakes that the schema does not detect: arguments in the wrong place, under another name,
   * or without another argument that they need.
   */
  const correctNames = (given: Readonly<Record<string, unknown>>, args: object, places: OtherPlaces): string => {
    const sentences: string[] = [];
    const strange: string[] = [];
    const misplaced = misplacedArguments(known, places);
    if (misplaced.length > 0)
      sentences.push(`Send ${misplaced.map(({ name }) => name).join(', ')} inside params.arguments.`);
    const unknown = unknownArguments(known, given);
    for (const { name, meant, inside } of unknown) {
      const shown = `"${shownName(name)}"`;
      const explanation = otherMeaningOf(name, known)?.explanation;
      if (inside.length > 0)
        sentences.push(
          name === 'arguments'
            ? 'The arguments hold another "arguments": send its members one level up.'
            : `There is no argument ${shown}: send its members one level up.`,
        );
      else if (explanation !== undefined) sentences.push(`There is no argument ${shown}: ${explanation}.`);
      else if (meant === undefined) strange.push(shown);
      else if (meant === IDEMPOTENCY_PLACE)
        sentences.push(`There is no argument ${shown}: send the idempotency key as ${meant}.`);
      else
        sentences.push(
          `There is no argument ${shown}: did you mean "${meant}"${formOf(meant, name, given[name], args)}?`,
        );
    }
    const more = Object.keys(given).filter((name) => !names.includes(name)).length - unknown.length;
    for (const { name, needs } of idleArguments(args)) sentences.push(`${name} has no effect without ${needs}.`);
    if (strange.length > 0)
      sentences.push(
        `There ${strange.length === 1 ? 'is no argument' : 'are no arguments'} ${LIST.format(strange)} here.`,
      );
    if (more > 0) sentences.push(`${more} more arguments are unknown.`);
    return sentences.map((sentence) => ` ${sentence}`).join('');
  };

  /** Returns a sentence for each value that belongs to another argument, such as "full_time" under `contract`. */
  const correctValues = (args: Readonly<Record<string, unknown>>): string =>
    [...known.values]
      .flatMap(([name, own]) => {
        const sent = [args[name]]
          .flat()
          .filter((value) => typeof value === 'string' && nearValue(value, own) === undefined);
        return sent.flatMap((value) => {
          const other = argumentTaking(value, known);
          return other === undefined ? [] : [` "${shownName(String(value))}" is a value of ${other}.`];
        });
      })
      .join('');

  return (raw, plan, places = {}) => {
    if (typeof (raw ?? {}) !== 'object' || Array.isArray(raw)) {
      throw invalidParams([
        {
          path: '/arguments',
          message: `must be an object, as in ${exampleArguments(definition)}${typeof raw === 'object' || typeof raw === 'string' ? ', and neither text nor a list' : ''}${required.length === 0 ? `: ${definition.name} takes no arguments` : ''}`,
        },
      ]);
    }
    const given = deprecated.argumentsOf(definition.name, raw ?? {}) as Readonly<Record<string, unknown>>;
    const args: Record<string, unknown> = {};
    for (const name of names) {
      if (!Object.hasOwn(given, name)) continue;
      const value = given[name];
      if (!isAbsent(value) || required.includes(name)) args[name] = value;
    }
    if (!validate(args)) {
      const refusal = readErrors(validate.errors, args).slice(0, 10);
      const corrections = raw
        ? correctValues(args) + correctNames(given, args, places)
        : ` The call has no params.arguments: send ${findArgumentsElsewhere(known, places) ?? 'the arguments'} there.`;
      // The hint gets each value under the argument that was meant, so that "pays": "France" is explained like a wrong
      // `country`.
      const meant = unknownArguments(known, given).map((one) => [one.meant ?? one.name, given[one.name]]);
      const help = plan && hint?.(Object.assign(Object.fromEntries(meant), args), plan);
      throw invalidParams(refusal, (help ?? '') + corrections);
    }
    const formIn = (meant: string, name: string): string => formOf(meant, name, given[name], args);
    const ignored = ignoredArguments(known, given, args, formIn, places, !free);
    return ignored.length === 0
      ? { args, ignored }
      : { args, ignored, explainIgnored: () => correctNames(given, args, places) };
  };
}

const LIST = new Intl.ListFormat('en-GB');

function isAbsent(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** Returns arguments that a call can be made with, as JSON text. */
export function exampleArguments({ inputSchema }: ToolInput['definition']): string {
  const { required = [] } = inputSchema as InputSchema;
  return `{${required.map((name) => `"${name}": ${SAMPLE_VALUES[name] ?? '…'}`).join(', ')}}`;
}

/** Values for required arguments. Calls with them can be answered with a live key as well as with a test key. */
const SAMPLE_VALUES: Readonly<Record<string, string>> = {
  query: '"data analyst"',
  platforms: '["reed", "totaljobs"]',
  company_names: '["Tesco"]',
  urls: `["${EXAMPLE_ADDRESS}"]`,
};

const EXAMPLES: Readonly<Record<string, string>> = {
  '/query': `text, as in ${SAMPLE_VALUES['query']}`,
  '/platforms': `a list of platform codes, as in ${SAMPLE_VALUES['platforms']}; ping lists yours`,
  '/country': '"GB" or "FR"',
  '/location': 'text, as in "Leeds"',
  '/min_salary': 'digits in quotes, as in "40000"',
  '/dedup_hashes': "a list of jobs' dedup_hash, each in quotes",
  '/limit': 'a whole number without quotes, as in 20',
  '/description_length': 'a whole number without quotes, as in 300',
  '/radius_km': 'a whole number of kilometres without quotes, as in 15',
  '/posted_within_days': 'a whole number of days without quotes, as in 7',
  '/exclude': 'a list of words or phrases, as in ["senior"]',
  '/agencies': 'true or false, without quotes',
  '/offset': 'a whole number without quotes, as in 50',
  '/evidence': 'true or false, without quotes',
  '/company_names': `a list of names, as in ${SAMPLE_VALUES['company_names']}`,
  '/use_javascript': 'true or false, without quotes',
  '/locale': 'a language tag such as "en-gb"',
  '/urls': `a list of 1 to 5 addresses, as in ${SAMPLE_VALUES['urls']}`,
};

/** "15/hour", "£15ph", "40k per year" */
const PAY_WITH_WORDS = /\/|\p{L}{2}/u;
/** "40000-50000", "40k to 50k" */
const PAY_RANGE = /\d[k\s]*(?:[-–—]|to|and|à|et)\s*[£€]?\s*\d/u;

function exampleOf({ instancePath, data, parentSchema }: ErrorObject): string | undefined {
  const values = (parentSchema as { items?: { enum?: string[] } } | undefined)?.items?.enum;
  if (values) return valuesForm(values, data, true);
  if (Array.isArray(data)) {
    if (instancePath === '/query') return `${EXAMPLES['/query']}; each call is one search`;
    if (instancePath === '/location') return `${EXAMPLES['/location']}, or "Leeds or York" for several places`;
  }
  if (instancePath === '/min_salary') {
    if ((typeof data === 'object' && data !== null) || PAY_RANGE.test(String(data)))
      return `${EXAMPLES['/min_salary']}; there is no maximum`;
    if (typeof data === 'string' && PAY_WITH_WORDS.test(data))
      return `${EXAMPLES['/min_salary']}, for gross pay a year in pounds (euros for FR)`;
    if (/^\s*[-+−]/u.test(String(data))) return 'digits in quotes, 0 or more, without a sign, as in "40000"';
    if (typeof data === 'string' && /^\d+(?:\.\d+)?$/.test(data))
      return 'at most 12 digits in quotes, and at most 6 more after a point, as in "40000"';
  }
  return EXAMPLES[instancePath];
}

/** Lists the values. If `given` is similar to one of them, that one is the example. */
function valuesForm(values: readonly string[], given: unknown, isList: boolean): string {
  const near = nearValue(given, values);
  if (isList)
    return `a list of ${values.join(', ')}, as in ${listForm(joinedValues(given, values) ?? [near ?? values[0]])}`;
  return `one of: ${values.join(', ')}${near === undefined ? '' : `, as in "${near}"`}`;
}

function listForm(values: readonly (string | undefined)[]): string {
  return `[${values.map((value) => `"${value}"`).join(', ')}]`;
}

function toFieldError(error: ErrorObject, args: Readonly<Record<string, unknown>>): FieldError {
  const example = exampleOf(error);
  if (error.keyword === 'required') {
    const path = `${error.instancePath}/${String(error.params['missingProperty'])}`;
    const missing = EXAMPLES[path];
    return { path, message: missing ? `is required: ${missing}` : 'is required' };
  }
  if (error.keyword === 'type' && example) return { path: error.instancePath, message: `must be ${example}` };
  if (error.keyword === 'enum') {
    const values = error.params['allowedValues'] as string[];
    const [only, another] = Array.isArray(error.data) ? (error.data as unknown[]) : [];
    if (another === undefined && values.includes(only as string))
      return { path: error.instancePath, message: `must be "${String(only)}" as text, not in a list` };
    // For a country, the tool's hint names the code that was meant, so this message suggests none.
    const isCountry = error.instancePath === '/country';
    const several = isCountry && Array.isArray(error.data) && error.data.length > 1 ? '; one country per call' : '';
    const form = valuesForm(values, isCountry ? undefined : error.data, false);
    const joined = /\/\d+$/.test(error.instancePath) ? joinedValues(error.data, values) : undefined;
    const separate = joined ? `; send each value by itself, as in ${listForm(joined)}` : '';
    return { path: error.instancePath, message: `must be ${form}${several}${separate}` };
  }
  if (error.keyword === 'maxItems' && error.instancePath === '/company_names') {
    const { light, deep } = MAXIMUM_NAMES;
    const most = args['mode'] === 'deep' ? `${deep} entries in deep mode (${light} in light mode)` : undefined;
    return {
      path: error.instancePath,
      message: `must have at most ${most ?? `${light} entries (${deep} in deep mode)`}`,
    };
  }
  if (error.keyword === 'pattern') {
    const blank = error.params['pattern'] === '\\S';
    return {
      path: error.instancePath,
      message: blank
        ? 'must not be blank'
        : example
          ? `must be ${example}`
          : 'does not have the form that the schema asks for',
    };
  }
  return { path: error.instancePath, message: boundOf(error, example) ?? error.message ?? 'does not fit the schema' };
}

/** Text after the messages about bounds, by path and keyword of the schema. */
const MORE_OF_BOUNDS: Readonly<Record<string, string>> = {
  '/description_length minimum': ', for no descriptions; without it, they are as long as fits',
  '/urls maxItems': '; send the others in another call',
};

function boundOf({ keyword, params, instancePath }: ErrorObject, example: string | undefined): string | undefined {
  const limit = Number(params['limit']);
  if (keyword === 'minimum') return `must be at least ${limit}${MORE_OF_BOUNDS[`${instancePath} ${keyword}`] ?? ''}`;
  if (keyword === 'maximum') return `must be at most ${limit}`;
  if (keyword === 'maxLength') return `must have at most ${limit} characters`;
  if (keyword === 'minLength') return 'must not be blank';
  if (keyword === 'maxItems')
    return `must have at most ${limit} entries${MORE_OF_BOUNDS[`${instancePath} ${keyword}`] ?? ''}`;
  if (keyword === 'minItems') return `must not be empty${example ? `: ${example}` : ''}`;
  if (keyword === 'type' && params['type'] === 'string') return 'must be text in quotes';
  return undefined;
}

/**
 * Keeps one error for each path: the last one, because the checks of an argument's values follow the check of its type.
 */
function readErrors(errors: ValidateFunction['errors'], args: Readonly<Record<string, unknown>>): FieldError[] {
  const fields = (errors ?? []).map((error) => toFieldError(error, args));
  return [...new Map(fields.map((field) => [field.path, field])).values()];
}

/** `hint` is a sentence that follows the list of errors, with a space before it; "" for none. */
export function invalidParams(fields: readonly FieldError[], hint = ''): ServiceError {
  const list = fields
    .map(({ path, message }) => `${path.replace(/^\//, '').replaceAll('/', '.')} ${message}`)
    .join('; ');
  return new ServiceError('invalid_params', `Invalid arguments: ${list}.${hint}`, {
    details: { fields: [...fields] },
  });
}
