import { Type } from 'typebox';
import { randomHex } from '../../lib/random-id.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { field, fields } from '../form.ts';
import { formSchema, TokenField } from '../input.ts';
import { PLAYGROUND_MODES, type PlaygroundMode } from './mode.ts';
import { readArguments, type ArgumentFields, type InputSchema } from '../tool-arguments.ts';

const ARGUMENT_PREFIX = 'arg-';
/** The longest argument is a list of thousands of hashes. */
const LONGEST_ARGUMENT = 400_000;
const MOST_TICKED = 50;

/** Identifies a call of an account, so that the call can be cancelled or its answer shown again. */
const RunId = Type.String({ pattern: '^[0-9a-f]{32}$' });

const OptionalArgument = Type.Optional(
  Type.Union([
    Type.String({ maxLength: LONGEST_ARGUMENT }),
    Type.Array(Type.String({ maxLength: 200 }), { maxItems: MOST_TICKED }),
  ]),
);

/** Order and filters of the jobs that are shown. */
const VIEW_FIELDS = {
  sort: Type.Optional(TokenField),
  work: Type.Optional(TokenField),
  on: Type.Optional(TokenField),
};

/**
 * Returns a function that returns the same schema object for tools with the same arguments, because every new object
 * would be compiled again.
 */
function rememberSchema<Schema>(
  make: (argumentFields: Record<string, typeof OptionalArgument>) => Schema,
): (definitions: readonly ToolDefinition[]) => Schema {
  const schemas = new Map<string, Schema>();
  return (definitions) => {
    const names = definitions.flatMap(({ inputSchema }) => Object.keys((inputSchema as InputSchema).properties ?? {}));
    const key = names.join(' ');
    const schema =
      schemas.get(key) ?? make(Object.fromEntries(names.map((name) => [ARGUMENT_PREFIX + name, OptionalArgument])));
    schemas.set(key, schema);
    return schema;
  };
}

export const playgroundFormSchema = rememberSchema((argumentFields) =>
  formSchema({
    tool: Type.Optional(TokenField),
    mode: Type.Optional(TokenField),
    run: Type.Optional(RunId),
    ...VIEW_FIELDS,
    ...argumentFields,
  }),
);

export const CANCEL = { run: RunId };

export const playgroundQuerySchema = rememberSchema((argumentFields) =>
  Type.Object({
    tool: Type.Optional(TokenField),
    mode: Type.Optional(TokenField),
    run: Type.Optional(RunId),
    ...VIEW_FIELDS,
    page: Type.Optional(TokenField),
    ...argumentFields,
  }),
);

/** The `arg-…` parameters are not included. */
export type PlaygroundQuery = Partial<Record<'tool' | 'mode' | 'run' | 'sort' | 'work' | 'on' | 'page', string>>;

export interface PlaygroundForm {
  run: string;
  tool: string;
  mode: PlaygroundMode;
  fields: ArgumentFields;
  arguments: Readonly<Record<string, unknown>>;
}

export function readPlaygroundForm(source: unknown, tool: ToolDefinition, mode: PlaygroundMode): PlaygroundForm {
  return {
    run: field(source, 'run') ?? randomHex(32),
    tool: tool.name,
    mode,
    fields: readFields(source, tool),
    arguments: readArguments(tool.inputSchema as InputSchema, source),
  };
}

export function readFields(source: unknown, tool: ToolDefinition): ArgumentFields {
  const read: Record<string, string | string[]> = {};
  for (const [name, property] of Object.entries((tool.inputSchema as InputSchema).properties ?? {})) {
    const id = ARGUMENT_PREFIX + name;
    const values = fields(source, id);
    if (values.length > 0) read[id] = property.type === 'array' && values.length > 1 ? values : (values[0] as string);
  }
  return read;
}

export function isSameForm(one: PlaygroundForm, other: PlaygroundForm): boolean {
  return (
    one.tool === other.tool && one.mode === other.mode && JSON.stringify(one.fields) === JSON.stringify(other.fields)
  );
}

export function readMode(value: string | undefined): PlaygroundMode | undefined {
  return PLAYGROUND_MODES.find((mode) => mode === value);
}
