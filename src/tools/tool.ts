import { Ajv } from 'ajv';
import type { IgnoredArgument, PlatformStatus } from '../../schemas/index.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { Plan } from '../accounts/plans.ts';
import { ServiceError } from '../errors.ts';
import type { Balance } from '../credits/types.ts';
import type { Millicredits } from '../lib/credits.ts';
import { once } from '../lib/once.ts';
import { DeprecatedNames } from './deprecated-names.ts';
import type { OtherPlaces } from './ignored-arguments.ts';
import { createArgumentReader, exampleArguments, type ArgumentReader } from './read-arguments.ts';
import { nearestTool } from './tool-names.ts';

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
  /** `json` as a JSON string literal, if the tool has it already. */
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
  /** True if `run` sends no requests to sources. No credits are then reserved beforehand. */
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
   * Returns a sentence, with a space before it, that helps to correct arguments that the schema has refused; "" if
   * there is none.
   */
  hint?(args: Readonly<Record<string, unknown>>, plan: Plan): string;
  /** Makes the checks that the schema cannot make, and determines the highest possible price. Throws ServiceErrors. */
  prepare(args: Arguments, call: Call): PreparedCall | Promise<PreparedCall>;
}

interface Entry {
  tool: Tool;
  readArguments: ArgumentReader;
}

/** The call for which a tool is looked up. It helps to explain an unknown name. */
interface AskedCall {
  arguments: unknown;
  places?: OtherPlaces | undefined;
  plan: Plan;
}

/**
 * With `verbose`, an error contains the value that it refers to. `validateSchema` is off because tests check the
 * schemas, and compiling the meta-schema would take time.
 */
const ajv = new Ajv({ allErrors: true, strict: false, messages: true, verbose: true, validateSchema: false });

/** The order matters: `ping` comes first because it is free, and directories of servers try the first tool. */
export class ToolTable {
  readonly definitions: readonly ToolDefinition[];
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly deprecated: DeprecatedNames;

  /**
   * If `like` is given, which must have the same tools, its argument readers are reused, so that no schema is compiled
   * twice.
   */
  constructor(
    tools: readonly Tool[],
    like?: ToolTable,
    deprecated: DeprecatedNames = like?.deprecated ?? new DeprecatedNames(),
  ) {
    this.deprecated = deprecated;
    this.definitions = tools.map((tool) => tool.definition);
    const readerOf = (tool: Tool): ArgumentReader => {
      const known = like?.require(tool.definition.name).readArguments;
      if (known) return known;
      // The schema is compiled at the first call, because compiling all of them would slow down every start.
      const reader = once(() => createArgumentReader(tool, ajv.compile(tool.definition.inputSchema), deprecated));
      return (...asked) => reader()(...asked);
    };
    this.#entries = new Map(tools.map((tool) => [tool.definition.name, { tool, readArguments: readerOf(tool) }]));
  }

  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  find(name: string): string | undefined {
    return this.#entries.get(this.deprecated.toolOf(name))?.tool.definition.name;
  }

  /**
   * Accepts a current or deprecated name. Throws a ServiceError `unknown_tool` for any other. If the call is given, the
   * message also says what is wrong with its arguments for the tool that was probably meant.
   */
  require(name: string, call?: AskedCall): Entry {
    const entry = this.#entries.get(this.deprecated.toolOf(name));
    if (entry) return entry;
    const allowed = [...this.#entries.keys()];
    const near = this.nearest(name);
    const meant = near === undefined ? '' : ` Did you mean ${near}?${call ? this.#faultsOf(near, call) : ''}`;
    throw new ServiceError('unknown_tool', `There is no tool with that name. Tools: ${allowed.join(', ')}.${meant}`, {
      details: { allowed },
    });
  }

  nearest(name: string): string | undefined {
    return nearestTool(name, [...this.#entries.keys()]);
  }

  /** Returns the params of a call that works, as JSON text. */
  exampleParams(name: string): string {
    return `{"name": "${name}", "arguments": ${exampleArguments(this.require(name).tool.definition)}}`;
  }

  /** Returns what is wrong with the arguments for a tool, with a space before each sentence; "" if nothing is. */
  #faultsOf(name: string, { arguments: given, plan, places }: AskedCall): string {
    const { tool, readArguments } = this.require(name);
    try {
      const { args, explainIgnored } = readArguments(given, plan, places);
      return (tool.hint?.(args, plan) ?? '') + (explainIgnored?.() ?? '');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return ` ${error.message}`;
    }
  }
}
