import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { OVERLAPS, type KeyLimits } from '../../accounts/api-keys.ts';
import { normalizeKeyName } from '../../accounts/key-name.ts';
import { readCredits, readDay } from '../form.ts';
import { formSchema, ListField, listOf, OptionalField, TextField, TokenField } from '../input.ts';
import { endOfDay, lastDay, type KeyDraft, type KeyForm } from './view.ts';

/** Random ID of the page that shows the form, so that submitting the form twice creates one key. */
const PageField = Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' }));

const LIMIT_FIELDS = { tools: ListField, cap: OptionalField, expiry: OptionalField };

export const NewKeyForm = formSchema({ name: OptionalField, ...LIMIT_FIELDS, once: PageField });
export type NewKeyForm = Static<typeof NewKeyForm>;
export const LimitsForm = formSchema(LIMIT_FIELDS);
export type LimitsForm = Static<typeof LimitsForm>;
export const NameForm = formSchema({ name: TextField });
export type NameForm = Static<typeof NameForm>;
const OverlapField = Type.Union(OVERLAPS.map((name) => Type.Literal(name)));
export const RotateForm = formSchema({ overlap: OverlapField, once: PageField });
export type RotateForm = Static<typeof RotateForm>;
export const RevokeForm = formSchema({ confirm: OptionalField });
export type RevokeForm = Static<typeof RevokeForm>;

/** The form with which the page of a new key reloads itself. */
export const ShownForm = formSchema({
  key: TokenField,
  client: Type.Optional(TokenField),
  shell: Type.Optional(TokenField),
});
export type ShownForm = Static<typeof ShownForm>;

export const KeyParams = Type.Object({ keyId: TokenField });
export type KeyParams = Static<typeof KeyParams>;

/** The posted values of a form on the keys page, trimmed and without unknown tools. */
export function readDraft(body: NewKeyForm, form: KeyForm, tools: readonly string[]): KeyDraft {
  return {
    form,
    name: (body.name ?? '').trim(),
    tools: listOf(body.tools).filter((tool) => tools.includes(tool)),
    cap: (body.cap ?? '').trim(),
    expiry: (body.expiry ?? '').trim(),
    errors: {},
  };
}

/** No error if the name is valid, or empty and not required. */
export function checkName(draft: KeyDraft, request: FastifyRequest, required: boolean): KeyDraft['errors'] {
  const { keys } = request.pageContext.texts;
  if (draft.name === '' && !required) return {};
  return normalizeKeyName(draft.name) === undefined ? { name: keys.badName } : {};
}

/**
 * The limits of a draft, or an error message for each wrong field. `current`: the stored expiry time, null if there is
 * none.
 */
export function readLimits(
  draft: KeyDraft,
  request: FastifyRequest,
  tools: readonly string[],
  now: number,
  current: number | null,
): { limits: Required<KeyLimits>; errors?: undefined } | { limits?: undefined; errors: KeyDraft['errors'] } {
  const { keys } = request.pageContext.texts;
  const cap = draft.cap === '' ? null : readCredits(draft.cap);
  const day = draft.expiry === '' ? null : readDay(draft.expiry);
  // An unchanged day keeps the stored time, because a rotated key can expire in the middle of a day.
  const expiresAt =
    day === null || day === undefined ? day : draft.expiry === lastDay(current) ? current : endOfDay(day);
  const fits = expiresAt === null || (expiresAt !== undefined && expiresAt > now);
  if (draft.tools.length > 0 && cap !== undefined && fits) {
    return {
      limits: {
        allowedTools: draft.tools.length === tools.length ? null : [...draft.tools],
        dailyCapCredits: cap,
        expiresAt,
      },
    };
  }
  return {
    errors: {
      ...(draft.tools.length === 0 ? { tools: keys.badTools } : {}),
      ...(cap === undefined ? { cap: keys.badCap } : {}),
      ...(fits ? {} : { expiry: keys.badExpiry }),
    },
  };
}
