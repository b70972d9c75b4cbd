import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

/** Longer than any field's own limit, so that a long value gets a message at its field instead of a schema error. */
const LONGEST_FIELD = 4_000;

export const TextField = Type.String({ maxLength: LONGEST_FIELD });
export const OptionalField = Type.Optional(TextField);
export const TokenField = Type.String({ maxLength: 200 });

export const ListField = Type.Optional(Type.Union([TextField, Type.Array(TextField, { maxItems: 100 })]));

export function listOf(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

export function formSchema<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ ...fields, _csrf: Type.Optional(TokenField) }, { additionalProperties: false });
}

/** Other query parameters are allowed, because other sites add them to links. */
export const PageQuery = Type.Object({
  token: Type.Optional(TokenField),
  next: Type.Optional(TextField),
  note: Type.Optional(TokenField),
  done: Type.Optional(TokenField),
  page: Type.Optional(TokenField),
});
export type PageQuery = Static<typeof PageQuery>;

export const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 10_000 })) });
export type SearchQuery = Static<typeof SearchQuery>;

/** Returns a page number from 1 to `last`, and 1 if the text is not a number. */
export function pageOf(text: string | undefined, last: number): number {
  return Math.min(Math.max(1, last), Math.max(1, Number.parseInt(text ?? '1', 10) || 1));
}

/** All Fastify apps of the process share one instance, because ajv caches the schemas that it has compiled. */
const ajv = new Ajv({ allErrors: false, coerceTypes: false, removeAdditional: false, useDefaults: false });

export function checkInputBySchema(app: FastifyInstance): void {
  // Schemas are compiled on first use, because compiling a hundred forms at once would slow down every start.
  app.setValidatorCompiler(({ schema }) => {
    let compiled: ValidateFunction | undefined;
    const validate = (value: unknown): boolean => {
      compiled ??= ajv.compile(schema as TSchema);
      const holds = compiled(value);
      validate.errors = compiled.errors ?? null;
      return holds;
    };
    validate.errors = null as NonNullable<ValidateFunction['errors']> | null;
    return validate;
  });
}
