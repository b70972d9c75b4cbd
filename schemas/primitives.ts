import { Type, type TSchema } from 'typebox';

/**
 * Builds `{type, enum}`, because a union of literals would become `anyOf` with `const`, which several clients reject.
 */
export function StringEnum<const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/**
 * Builds a union with null. An array of types (`type: ["string", "null"]`) is not used, because some clients warn about
 * it.
 */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  return Type.Union([schema, Type.Null()], options);
}
