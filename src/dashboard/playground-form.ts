import { Type, type Static } from 'typebox';
import { randomHex } from '../lib/random-id.ts';
import type { ToolDefinition } from '../tools/tool.ts';
import { field, fields } from './form.ts';
import { formSchema, OptionalField, SwitchField, TokenField } from './input.ts';
import { PLAYGROUND_MODES, type PlaygroundMode } from './playground-mode.ts';
import { readArguments, type InputSchema } from './views/schema-form.ts';

/** A tool's arguments stand in fields of these names. */
const ARGUMENT_PREFIX = 'arg-';
/** The longest field is a list of thousands of hashes. */
const LONGEST_ARGUMENT = 400_000;
const MOST_TICKED = 50;

/** Names one run of one account, so that it can be cancelled and had again. */
const RunId = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** A posted argument: a text, or what is ticked. */
const ArgumentField = Type.Union([
  Type.String({ maxLength: LONGEST_ARGUMENT }),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: MOST_TICKED }),
]);

function argumentFields(definitions: readonly ToolDefinition[]) {
  const names = definitions.flatMap(({ inputSchema }) => Object.keys((inputSchema as InputSchema).properties ?? {}));
  return Object.fromEntries(names.map((name) => [ARGUMENT_PREFIX + name, Type.Optional(ArgumentField)]));
}

/** The playground's form: which tool, on what data, under which name, the answer shown below it, and the arguments of every tool. */
function formFields(definitions: readonly ToolDefinition[]) {
  return {
    tool: Type.Optional(TokenField),
    mode: Type.Optional(TokenField),
    run: Type.Optional(RunId),
    shown: OptionalField,
    ...argumentFields(definitions),
  };
}

export function playgroundFormSchema(definitions: readonly ToolDefinition[]) {
  return formSchema(formFields(definitions));
}

/** The form half-way, as the switch of languages sends it. */
export function playgroundDraftSchema(definitions: readonly ToolDefinition[]) {
  return formSchema({ ...formFields(definitions), language: SwitchField });
}

export const CancelForm = formSchema({ run: RunId });
export type CancelForm = Static<typeof CancelForm>;

/** What an address of the playground carries: a run to show and how, or what to fill the form with. */
export function playgroundQuerySchema(definitions: readonly ToolDefinition[]) {
  return Type.Object({
    tool: Type.Optional(TokenField),
    mode: Type.Optional(TokenField),
    run: Type.Optional(RunId),
    sort: Type.Optional(TokenField),
    work: Type.Optional(TokenField),
    on: Type.Optional(TokenField),
    page: Type.Optional(TokenField),
    ...argumentFields(definitions),
  });
}

/** Of it, what is no argument. */
export type PlaygroundQuery = Partial<Record<'tool' | 'mode' | 'run' | 'sort' | 'work' | 'on' | 'page', string>>;

/** Fields of the arguments as they were posted. */
export type ArgumentFields = Readonly<Record<string, string | readonly string[]>>;

/** A form as it was sent. */
export interface PlaygroundForm {
  run: string;
  tool: string;
  mode: PlaygroundMode;
  fields: ArgumentFields;
  /** As the tool takes them. */
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

/** The tool's own fields, those that are there. */
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

/** Whether two fillings of a form ask for the same call. */
export function areSameFields(one: ArgumentFields, other: ArgumentFields, tool: ToolDefinition): boolean {
  const asked = (fields: ArgumentFields): string =>
    JSON.stringify(readArguments(tool.inputSchema as InputSchema, fields), (_name, value: unknown) =>
      Array.isArray(value) ? [...(value as unknown[])].sort() : value,
    );
  return asked(one) === asked(other);
}

export function readMode(value: string | undefined): PlaygroundMode | undefined {
  return PLAYGROUND_MODES.find((mode) => mode === value);
}
