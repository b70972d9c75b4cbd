import type { TSchema, Type as TypeBox } from 'typebox';

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Tuple'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;

type Schema = Record<string, unknown>;

/** Whether a property is optional is written in the schema of its object, so a property's own schema does not show it. */
const OPTIONAL = Symbol('optional');

const typed =
  (type?: string) =>
  (options: Schema = {}): Schema => ({ ...(type === undefined ? {} : { type }), ...options });

/**
 * Builds JSON schemas with the types of TypeBox. TypeBox's own builders are not used, because they load almost 400
 * modules at every start of the service and of each command. A test compares both.
 */
export const Type = {
  Array: (items: Schema, options: Schema = {}) => ({ type: 'array', items, ...options }),
  Boolean: typed('boolean'),
  Integer: typed('integer'),
  Literal: (value: string | number | boolean, options: Schema = {}) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: typed('null'),
  Number: typed('number'),
  Object: (properties: Record<string, TSchema>, options: Schema = {}) => {
    const required = Object.keys(properties).filter((name) => !Reflect.has(properties[name] as TSchema, OPTIONAL));
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
  },
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  /** The keys are strings. */
  Record: (_keys: Schema, value: Schema, options: Schema = {}) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: typed('string'),
  Tuple: (items: Schema[], options: Schema = {}) => ({
    type: 'array',
    additionalItems: false,
    items,
    minItems: items.length,
    ...options,
  }),
  Union: (anyOf: Schema[], options: Schema = {}) => ({ anyOf, ...options }),
  Unknown: typed(),
  Unsafe: (schema: Schema) => ({ ...schema }),
} as unknown as Builders;
