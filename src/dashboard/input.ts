import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import { LANGUAGES, type Language } from './texts/index.ts';

/** Longer than what any field may hold: what is too long for its field is said beside it. */
const LONGEST_FIELD = 4_000;

/** A posted field; one that is left empty is "". */
export const TextField = Type.String({ maxLength: LONGEST_FIELD });
/** A field that forms may leave out, such as a box that is not ticked. */
export const OptionalField = Type.Optional(TextField);
/** What a mailed link, a cookie or a hidden field brings back. */
export const TokenField = Type.String({ maxLength: 200 });

/** A field that a form may have several times: boxes that are ticked. */
export const ListField = Type.Optional(Type.Union([TextField, Type.Array(TextField, { maxItems: 100 })]));

/** The values of such a field. */
export function listOf(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** A posted form: these fields, each once, and the token that proves where it stood. */
export function formSchema<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ ...fields, _csrf: Type.Optional(TokenField) }, { additionalProperties: false });
}

/** A language that the pages speak. */
export const LanguageField = Type.Union(
  (Object.keys(LANGUAGES) as Language[]).map((language) => Type.Literal(language)),
);

/** Sent by the switch of languages with a form half-way: it is shown again in that language, and nothing else is done. */
export const SwitchField = Type.Optional(LanguageField);

/** What a page's address may carry beside what other sites add to it. */
export const PageQuery = Type.Object({
  token: Type.Optional(TokenField),
  next: Type.Optional(TextField),
  note: Type.Optional(TokenField),
  done: Type.Optional(TokenField),
  page: Type.Optional(TokenField),
});
export type PageQuery = Static<typeof PageQuery>;

/** What is searched for. */
export const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 10_000 })) });
export type SearchQuery = Static<typeof SearchQuery>;

/** The number of a page as an address names it: 1 for what is none. */
export function pageOf(text: string | undefined, last: number): number {
  return Math.min(Math.max(1, last), Math.max(1, Number.parseInt(text ?? '1', 10) || 1));
}

/** Routes of this scope check their input as it came: nothing is converted, dropped or filled in. */
export function checkInputBySchema(app: FastifyInstance): void {
  const ajv = new Ajv({ allErrors: false, coerceTypes: false, removeAdditional: false, useDefaults: false });
  // Each when it is first used: compiled all at once, a hundred forms would hold up every start.
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
