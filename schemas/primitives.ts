import { Type, type TSchema } from 'typebox';

/**
 * A string enum as `{type, enum}`. A union of literals would become `anyOf` with `const`, which several clients reject.
 */
export function StringEnum<const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** A value or null as a union, so that no schema node has a list of types. */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Union([schema, Type.Null()], options);
}
