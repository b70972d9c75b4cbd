import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

/** Longer than any field's own limit, so that a long value gets a message at its field instead of a schema error. */
const LONGEST_FIELD = 4_000;

/** A posted field; "" if left empty. */
export const TextField = Type.String({ maxLength: LONGEST_FIELD });
/** A field that a form may omit, such as an unchecked box. */
export const OptionalField = Type.Optional(TextField);
/** A token from a mailed link, a cookie or a hidden field. */
export const TokenField = Type.String({ maxLength: 200 });

/** A field that may be repeated, such as a group of checkboxes. */
export const ListField = Type.Optional(Type.Union([TextField, Type.Array(TextField, { maxItems: 100 })]));

/** The values of a `ListField`. */
export function listOf(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Schema of a posted form: `fields` and the CSRF token, nothing else. */
export function formSchema<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ ...fields, _csrf: Type.Optional(TokenField) }, { additionalProperties: false });
}

/** The query parameters that pages read. Others are allowed, since other sites add their own. */
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

/** The page number in `text`, at most `last`; 1 if the text is not a number. */
export function pageOf(text: string | undefined, last: number): number {
  return Math.min(Math.max(1, last), Math.max(1, Number.parseInt(text ?? '1', 10) || 1));
}

/** Shared by all Fastify apps of the process, since ajv caches the schemas it has compiled. */
const ajv = new Ajv({ allErrors: false, coerceTypes: false, removeAdditional: false, useDefaults: false });

/** Validates input unchanged: nothing is converted, removed or defaulted. */
export function checkInputBySchema(app: FastifyInstance): void {
  // Compiled on first use: compiling a hundred forms at once would slow down every start.
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
