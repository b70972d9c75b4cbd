import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { MAXIMUM_NAMES, type IgnoredArgument, type PlatformStatus } from '../../schemas/index.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { Plan } from '../accounts/plans.ts';
import { ServiceError, type FieldError } from '../errors.ts';
import type { Balance } from '../credits/types.ts';
import type { Millicredits } from '../lib/credits.ts';
import { nearestOf, singularWords } from '../lib/nearest.ts';
import { ignoredArguments, misnamedArguments, misplacedArguments, shownName } from './ignored-arguments.ts';
import { DeprecatedNames } from './deprecated-names.ts';

export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  _meta?: Record<string, unknown>;
}

export interface ProgressUpdate {
  progress: number;
  total: number;
  message: string;
  platform?: { code: string; status: PlatformStatus; jobs: number };
}

export interface ToolCall {
  accountId: string;
  plan: Plan;
  /** Aborts at the call's deadline, or earlier if the call is cancelled. */
  signal: AbortSignal;
  deadlineAt: number;
  ignored: readonly IgnoredArgument[];
  onProgress(update: ProgressUpdate): void;
}

export interface CallerToolCall extends ToolCall {
  caller: Caller;
  fetchedAfter?: number | undefined;
}

export interface ToolResult {
  json: string;
  jsonLiteral?: string;
  /** Text for the content block if it differs from `json`, such as a Markdown document. */
  text?: string;
  meta?: Record<string, unknown>;
  cost: Millicredits;
  cached: boolean;
  balance?: Balance;
}

export interface PreparedCall {
  maximum: Millicredits;
  /** True if `run` already has everything that it needs. Nothing is reserved beforehand. */
  immediate: boolean;
  run(): Promise<ToolResult>;
}

export interface Tool<Arguments = never, Call extends ToolCall = CallerToolCall> {
  definition: ToolDefinition;
  /** True if the tool can be called with every key, and after the end of a trial (SPEC §6). */
  exemptFromAccountChecks?: boolean;
  /** True if the tool is always free. Idempotency keys are then ignored. */
  free?: boolean;
  /**
   * Returns a sentence, with a space before it, that helps to correct arguments that the schema has refused. Returns ""
   * if there is no such sentence.
   */
  hint?(args: Readonly<Record<string, unknown>>, plan: Plan): string;
  /** Makes the checks that the schema cannot make, and determines the maximum price. Throws ServiceErrors. */
  prepare(args: Arguments, call: Call): PreparedCall | Promise<PreparedCall>;
}

/** An address that a live key can read, and whose page is also in the sample data of test keys. */
export const EXAMPLE_ADDRESS = 'https://example.com/';

/** The most names that one sentence of a refusal corrects. */
const MAXIMUM_CORRECTED = 5;

/** Longer names are cut before they are compared. */
const MAXIMUM_NAME = 80;

interface ReadArguments {
  args: Record<string, unknown>;
  ignored: readonly IgnoredArgument[];
}

interface Entry {
  tool: Tool;
  /** Without `plan`, a refusal names no platforms. `params` are the members that the call has beside its arguments. */
  readArguments(raw: unknown, plan?: Plan, params?: object): ReadArguments;
}

/** With `verbose`, an error has the value that it is about. */
const ajv = new Ajv({ allErrors: true, strict: false, messages: true, verbose: true });

/** The order counts: `ping` comes first because it is free, and directories of servers try the first tool. */
export class ToolTable {
  readonly definitions: readonly ToolDefinition[];
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly deprecated: DeprecatedNames;

  /** With `like`, which must have the same tools, its compiled validators are reused. */
  constructor(
    tools: readonly Tool[],
    like?: ToolTable,
    deprecated: DeprecatedNames = like?.deprecated ?? new DeprecatedNames(),
  ) {
    this.deprecated = deprecated;
    this.definitions = tools.map((tool) => tool.definition);
    const readerOf = (tool: Tool): Entry['readArguments'] =>
      like?.require(tool.definition.name).readArguments ??
      createArgumentReader(tool, ajv.compile(tool.definition.inputSchema), deprecated);
    this.#entries = new Map(tools.map((tool) => [tool.definition.name, { tool, readArguments: readerOf(tool) }]));
  }

  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  find(name: string): string | undefined {
    return this.#entries.get(this.deprecated.toolOf(name))?.tool.definition.name;
  }

  /** Accepts a current or deprecated name. Throws a ServiceError `unknown_tool`. */
  require(name: string): Entry {
    const entry = this.#entries.get(this.deprecated.toolOf(name));
    if (entry) return entry;
    const allowed = [...this.#entries.keys()];
    const near = this.nearest(name);
    const meant = near === undefined ? '' : ` Did you mean ${near}?`;
    throw new ServiceError('unknown_tool', `There is no tool with that name. Tools: ${allowed.join(', ')}.${meant}`, {
      details: { allowed },
    });
  }

  /** The tool that a mistyped name means, ends with, or shares the subject of: "scrape_job", "jobdata.ping", "find_jobs". */
  nearest(name: string): string | undefined {
    const names = [...this.#entries.keys()];
    const near = nearestOf(name, names);
    if (near !== undefined) return near;
    const words = singularWords(name.slice(0, MAXIMUM_NAME));
    const end = names.find((one) => ` ${words.join(' ')}`.endsWith(` ${singularWords(one).join(' ')}`));
    if (end !== undefined) return end;
    // The last word of a tool's name is its subject: "job" for scrape_jobs.
    const named = names.filter((one) => words.includes(singularWords(one).at(-1) ?? ''));
    return named.length === 1 ? named[0] : undefined;
  }
}

/**
 * Returns a function that reads the arguments of a call. It drops unknown arguments, and lists their names and those of
 * arguments that have no effect. Optional arguments that are null or blank count as absent, because some clients send
 * them.
 */
function createArgumentReader(
  { definition, hint }: Tool,
  validate: ValidateFunction,
  deprecated: DeprecatedNames,
): Entry['readArguments'] {
  const { name: tool, inputSchema } = definition;
  const { properties, required = [] } = inputSchema as { properties: Record<string, object>; required?: string[] };
  const names = Object.keys(properties);
  /** Says what the schema does not see: arguments in another place than theirs, or under another name. */
  const correctNames = (given: Readonly<Record<string, unknown>>, args: object, params: object): string => {
    const inner = given['arguments'];
    const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    const sentences = isNested ? [' The arguments hold another "arguments": send its members one level up.'] : [];
    const misplaced = misplacedArguments(names, params).slice(0, MAXIMUM_CORRECTED);
    if (misplaced.length > 0)
      sentences.push(` Send ${misplaced.map(({ name }) => `params.${name}`).join(', ')} inside params.arguments.`);
    for (const { name, meant } of misnamedArguments(names, given).slice(0, MAXIMUM_CORRECTED)) {
      sentences.push(` There is no argument "${shownName(name)}": did you mean "${meant}"?`);
      if (required.includes(meant) || meant in args || isAbsent(given[name])) continue;
      validate({ [meant]: given[name] });
      const form = readErrors(validate.errors, {}).find(({ path }) => path === `/${meant}`);
      if (form) sentences.push(` "${meant}" ${form.message}.`);
    }
    return sentences.join('');
  };
  return (raw, plan, params = {}) => {
    if (typeof (raw ?? {}) !== 'object' || Array.isArray(raw)) {
      const example = `{${required.map((name) => `"${name}": ${SAMPLE_VALUES[name] ?? '…'}`).join(', ')}}`;
      throw invalidParams([
        { path: '/arguments', message: `must be an object, as in ${example}, and neither text nor a list` },
      ]);
    }
    const given = deprecated.argumentsOf(tool, raw ?? {}) as Readonly<Record<string, unknown>>;
    const args: Record<string, unknown> = {};
    for (const name of names) {
      if (!Object.hasOwn(given, name)) continue;
      const value = given[name];
      if (!isAbsent(value) || required.includes(name)) args[name] = value;
    }
    if (!validate(args)) {
      const refusal = readErrors(validate.errors, args).slice(0, 10);
      const corrections = raw
        ? correctNames(given, args, params)
        : ' The call has no params.arguments: send the arguments there.';
      throw invalidParams(refusal, ((plan && hint?.(args, plan)) ?? '') + corrections);
    }
    return { args, ignored: ignoredArguments(names, given, args, params) };
  };
}

function isAbsent(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** The required arguments, with values that a live key and a test key answer. */
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

function exampleOf({ instancePath, data, parentSchema }: ErrorObject): string | undefined {
  const values = (parentSchema as { items?: { enum?: string[] } } | undefined)?.items?.enum;
  if (values) return `a list of ${values.join(', ')}, as in ["${nearValue(data, values) ?? values[0]}"]`;
  if (instancePath === '/min_salary') {
    if (/^\s*[-+−]/u.test(String(data))) return 'digits in quotes, 0 or more, without a sign, as in "40000"';
    if (typeof data === 'string' && /^\d+(?:\.\d+)?$/.test(data))
      return 'at most 12 digits in quotes, with at most 6 after a point, as in "40000"';
  }
  return EXAMPLES[instancePath];
}

function nearValue(given: unknown, values: readonly string[]): string | undefined {
  return typeof given === 'string' ? nearestOf(given, values) : undefined;
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
    // The code of a country is in the tool's hint, with the name that was sent.
    const near = error.instancePath === '/country' ? undefined : nearValue(error.data, values);
    return {
      path: error.instancePath,
      message: `must be one of: ${values.join(', ')}${near === undefined ? '' : `, as in "${near}"`}`,
    };
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

function boundOf({ keyword, params }: ErrorObject, example: string | undefined): string | undefined {
  const limit = Number(params['limit']);
  if (keyword === 'minimum') return `must be at least ${limit}`;
  if (keyword === 'maximum') return `must be at most ${limit}`;
  if (keyword === 'maxLength') return `must have at most ${limit} characters`;
  if (keyword === 'minLength') return 'must not be blank';
  if (keyword === 'maxItems') return `must have at most ${limit} entries`;
  if (keyword === 'minItems') return `must not be empty${example ? `: ${example}` : ''}`;
  if (keyword === 'type' && params['type'] === 'string') return 'must be text in quotes';
  return undefined;
}

/** One error for each path: the last one, because the checks of an argument's values follow the check of its type. */
function readErrors(errors: ValidateFunction['errors'], args: Readonly<Record<string, unknown>>): FieldError[] {
  const fields = (errors ?? []).map((error) => toFieldError(error, args));
  return [...new Map(fields.map((field) => [field.path, field])).values()];
}

/** `hint` is a sentence that follows the list of errors. */
export function invalidParams(fields: readonly FieldError[], hint = ''): ServiceError {
  const list = fields
    .map(({ path, message }) => `${path.replace(/^\//, '').replaceAll('/', '.')} ${message}`)
    .join('; ');
  return new ServiceError('invalid_params', `Invalid arguments: ${list}.${hint}`, {
    details: { fields: [...fields] },
  });
}
