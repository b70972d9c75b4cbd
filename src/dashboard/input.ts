import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

/** Longer than any field may be, so that a long value gets a message at its field instead of a schema error. */
const LONGEST_FIELD = 4_000;

/** A posted field; "" when empty. */
export const TextField = Type.String({ maxLength: LONGEST_FIELD });
/** A field that a form may omit, such as an unchecked box. */
export const OptionalField = Type.Optional(TextField);
/** A token from a mailed link, a cookie or a hidden field. */
export const TokenField = Type.String({ maxLength: 200 });

/** A field that may be repeated: checkboxes. */
export const ListField = Type.Optional(Type.Union([TextField, Type.Array(TextField, { maxItems: 100 })]));

/** The values of a repeated field. */
export function listOf(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Schema of a posted form: these fields, each once, and the CSRF token. */
export function formSchema<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ ...fields, _csrf: Type.Optional(TokenField) }, { additionalProperties: false });
}

/** Query parameters of a page, beside those that other sites may add. */
export const PageQuery = Type.Object({
  token: Type.Optional(TokenField),
  next: Type.Optional(TextField),
  note: Type.Optional(TokenField),
  done: Type.Optional(TokenField),
  page: Type.Optional(TokenField),
});
export type PageQuery = Static<typeof PageQuery>;

/** The search text. */
export const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 10_000 })) });
export type SearchQuery = Static<typeof SearchQuery>;

/** The page number in a query; 1 if it is invalid. */
export function pageOf(text: string | undefined, last: number): number {
  return Math.min(Math.max(1, last), Math.max(1, Number.parseInt(text ?? '1', 10) || 1));
}

/** One for all apps: it compiles a schema once. */
const ajv = new Ajv({ allErrors: false, coerceTypes: false, removeAdditional: false, useDefaults: false });

/** Validates input as it came: nothing is converted, removed or defaulted. */
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
