import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { IgnoredArgument, PlatformStatus } from '../../schemas/index.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { Plan } from '../accounts/plans.ts';
import { ServiceError, type FieldError } from '../errors.ts';
import type { Balance } from '../credits/types.ts';
import type { Millicredits } from '../lib/credits.ts';
import { ignoredArguments } from './ignored-arguments.ts';
import { DeprecatedNames } from './deprecated-names.ts';

/** A tool as `tools/list` shows it. */
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
  /** The platform that has just answered, and how. */
  platform?: { code: string; status: PlatformStatus; jobs: number };
}

export interface ToolCall {
  accountId: string;
  plan: Plan;
  /** Aborts at the call's deadline, or when a client of a newer protocol revision has disconnected. */
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  /** Arguments of the call that the tool does not have. */
  ignored: readonly IgnoredArgument[];
  onProgress(update: ProgressUpdate): void;
}

/** A call by a key, for tools that answer about the caller. */
export interface CallerToolCall extends ToolCall {
  caller: Caller;
}

export interface ToolResult {
  /** The result object as JSON text, created once because it is sent twice. */
  json: string;
  /** `json` as a JSON string literal, if the tool has it ready. */
  jsonLiteral?: string;
  /** Text for the content block if it is not `json` (a Markdown document). */
  text?: string;
  /** Members that are added to `_meta` beside the receipt. */
  meta?: Record<string, unknown>;
  cost: Millicredits;
  cached: boolean;
  /** The account's balance, if a free tool has already read it. */
  balance?: Balance;
}

/** A call whose arguments are checked, with its highest possible price. */
export interface PreparedCall {
  maximum: Millicredits;
  /** True if `run` already has everything it needs: nothing is reserved, and the call costs exactly `maximum`. */
  immediate: boolean;
  run(): Promise<ToolResult>;
}

/** A tool. `Call` is the part of a call that the tool needs. */
export interface Tool<Arguments = never, Call extends ToolCall = CallerToolCall> {
  definition: ToolDefinition;
  /** True if the tool can be called in every state of an account and key (SPEC §6). */
  exemptFromAccountChecks?: boolean;
  /** True if the tool is always free: a repeated call runs again, and nothing is stored. */
  free?: boolean;
  /** Checks what the schema cannot, and determines the price. Throws ServiceErrors. */
  prepare(args: Arguments, call: Call): PreparedCall | Promise<PreparedCall>;
}

/** `args` have their current names; `ignored` are the arguments that the tool does not have. */
interface ReadArguments {
  args: Record<string, unknown>;
  ignored: readonly IgnoredArgument[];
}

interface Entry {
  tool: Tool;
  /** Throws a ServiceError `invalid_params` if the arguments do not fit the schema. */
  readArguments(raw: unknown): ReadArguments;
}

/** Shared by all tables, so that each schema is compiled once. */
const ajv = new Ajv({ allErrors: true, strict: false, messages: true });

/** All tools by name. `ping` comes first because it is free, and directories of servers try the first tool. */
export class ToolTable {
  readonly definitions: readonly ToolDefinition[];
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly deprecated: DeprecatedNames;

  /** `like` is a table whose compiled validators are reused, because its tools take the same arguments. */
  constructor(
    tools: readonly Tool[],
    like?: ToolTable,
    deprecated: DeprecatedNames = like?.deprecated ?? new DeprecatedNames(),
  ) {
    this.deprecated = deprecated;
    this.definitions = tools.map((tool) => tool.definition);
    const readerOf = (definition: ToolDefinition): Entry['readArguments'] =>
      like?.require(definition.name).readArguments ??
      createArgumentReader(definition, ajv.compile(definition.inputSchema), deprecated);
    this.#entries = new Map(
      tools.map((tool) => [tool.definition.name, { tool, readArguments: readerOf(tool.definition) }]),
    );
  }

  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  /** The current name of a tool; undefined if there is no tool of that name. */
  find(name: string): string | undefined {
    return this.#entries.get(this.deprecated.toolOf(name))?.tool.definition.name;
  }

  /** The tool with this current or deprecated name; throws a ServiceError `unknown_tool`. */
  require(name: string): Entry {
    const entry = this.#entries.get(this.deprecated.toolOf(name));
    if (entry) return entry;
    const allowed = [...this.#entries.keys()];
    throw new ServiceError('unknown_tool', `There is no tool with that name. Tools: ${allowed.join(', ')}.`, {
      details: { allowed },
    });
  }
}

/**
 * Reads arguments by the schema. Unknown ones are dropped and reported; optional ones that are null or blank count as
 * absent, because some clients send them.
 */
function createArgumentReader(
  { name: tool, inputSchema }: ToolDefinition,
  validate: ValidateFunction,
  deprecated: DeprecatedNames,
): (raw: unknown) => ReadArguments {
  const { properties, required = [] } = inputSchema as { properties: Record<string, object>; required?: string[] };
  const names = Object.keys(properties);
  return (raw) => {
    if (typeof (raw ?? {}) !== 'object' || Array.isArray(raw)) {
      throw invalidParams([{ path: '/arguments', message: 'must be an object' }]);
    }
    const given = deprecated.argumentsOf(tool, raw ?? {});
    const args: Record<string, unknown> = {};
    for (const name of names) {
      if (!Object.hasOwn(given, name)) continue;
      const value = (given as Record<string, unknown>)[name];
      const absent = value === null || (typeof value === 'string' && value.trim() === '');
      if (!absent || required.includes(name)) args[name] = value;
    }
    if (!validate(args)) throw invalidParams((validate.errors ?? []).slice(0, 10).map(toFieldError));
    return { args, ignored: ignoredArguments(names, given) };
  };
}

/** An example value for each argument, used in error messages. */
const EXAMPLES: Readonly<Record<string, string>> = {
  '/query': 'text, as in "data analyst"',
  '/platforms': 'a list of platform codes, as in ["reed", "totaljobs"]; ping lists yours',
  '/country': '"GB" or "FR"',
  '/location': 'text, as in "Leeds"',
  '/min_salary': 'digits in quotes, as in "40000"',
  '/dedup_hashes': "a list of jobs' dedup_hash, each in quotes",
  '/limit': 'a whole number without quotes, as in 20',
  '/description_length': 'a whole number without quotes, as in 300',
  '/radius_km': 'a whole number of kilometres without quotes, as in 15',
  '/posted_within_days': 'a whole number of days without quotes, as in 7',
  '/work_mode': 'a list, as in ["remote", "hybrid"]',
  '/contract': 'a list, as in ["permanent"]',
  '/hours': 'a list, as in ["full_time"]',
  '/exclude': 'a list of words or phrases, as in ["senior"]',
  '/agencies': 'true or false, without quotes',
  '/offset': 'a whole number without quotes, as in 50',
  '/evidence': 'true or false, without quotes',
  '/company_names': 'a list of names, as in ["Tesco"]',
  '/urls': 'a list of 1 to 5 addresses, as in ["https://example.com/"]',
};

function toFieldError(error: ErrorObject): FieldError {
  const example = EXAMPLES[error.instancePath];
  if (error.keyword === 'required') {
    const path = `${error.instancePath}/${String(error.params['missingProperty'])}`;
    const missing = EXAMPLES[path];
    return { path, message: missing ? `is required: ${missing}` : 'is required' };
  }
  if (error.keyword === 'type' && example) return { path: error.instancePath, message: `must be ${example}` };
  if (error.keyword === 'enum') {
    return {
      path: error.instancePath,
      message: `must be one of: ${(error.params['allowedValues'] as string[]).join(', ')}`,
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

/** Describes a limit of the schema in words; undefined for other errors. `example` is an example of the argument. */
function boundOf({ keyword, params, instancePath }: ErrorObject, example: string | undefined): string | undefined {
  const limit = Number(params['limit']);
  if (keyword === 'minimum') return `must be at least ${limit}`;
  if (keyword === 'maximum') return `must be at most ${limit}`;
  if (keyword === 'maxLength') return `must have at most ${limit} characters`;
  if (keyword === 'minLength') return 'must not be blank';
  if (keyword === 'maxItems') return `must have at most ${limit} entries`;
  if (keyword === 'minItems') return `must not be empty${example ? `: ${example}` : ''}`;
  // The path ends with the index of an item in a list.
  if (keyword === 'type' && /\/\d+$/.test(instancePath)) return 'must be text in quotes';
  return undefined;
}

export function invalidParams(fields: readonly FieldError[]): ServiceError {
  const list = fields
    .map(({ path, message }) => `${path.replace(/^\//, '').replaceAll('/', '.')} ${message}`)
    .join('; ');
  return new ServiceError('invalid_params', `Invalid arguments: ${list}.`, {
    details: { fields: [...fields] },
  });
}
