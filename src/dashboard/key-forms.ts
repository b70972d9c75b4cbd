import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { KeyLimits } from '../accounts/api-keys.ts';
import { normalizeKeyName } from '../accounts/key-name.ts';
import { readCredits, readDay } from './form.ts';
import {
  formSchema,
  ListField,
  listOf,
  OptionalField,
  PageQuery,
  SwitchField,
  TextField,
  TokenField,
} from './input.ts';
import { endOfDay, lastDay, OVERLAPS_MS, type KeyDraft, type KeyForm } from './views/keys.ts';

/** Names the page that a form stands on: sent twice from one page, it makes one key. */
const PageField = Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' }));

const LIMIT_FIELDS = { tools: ListField, cap: OptionalField, expiry: OptionalField };

/** What the page's address may carry: where in the list, what was done, and what to fill a form with. */
export const KeysQuery = Type.Object({
  ...PageQuery.properties,
  name: OptionalField,
  ...LIMIT_FIELDS,
  form: Type.Optional(TokenField),
});
export type KeysQuery = Static<typeof KeysQuery>;

export const NewKeyForm = formSchema({ name: OptionalField, ...LIMIT_FIELDS, once: PageField });
export type NewKeyForm = Static<typeof NewKeyForm>;
export const LimitsForm = formSchema(LIMIT_FIELDS);
export type LimitsForm = Static<typeof LimitsForm>;
export const NameForm = formSchema({ name: TextField });
export type NameForm = Static<typeof NameForm>;
const OverlapField = Type.Union(
  (Object.keys(OVERLAPS_MS) as (keyof typeof OVERLAPS_MS)[]).map((name) => Type.Literal(name)),
);
export const RotateForm = formSchema({ overlap: OverlapField, once: PageField });
export type RotateForm = Static<typeof RotateForm>;
export const RevokeForm = formSchema({ confirm: OptionalField });
export type RevokeForm = Static<typeof RevokeForm>;

/** A form half-way, as the switch of languages sends it. */
export const DraftForm = formSchema({
  name: OptionalField,
  ...LIMIT_FIELDS,
  overlap: OptionalField,
  confirm: OptionalField,
  once: PageField,
  language: SwitchField,
});
export type DraftForm = Static<typeof DraftForm>;

/** The page of a new key, as it sends itself. */
export const ShownForm = formSchema({
  key: TokenField,
  client: Type.Optional(TokenField),
  shell: Type.Optional(TokenField),
  language: SwitchField,
});
export type ShownForm = Static<typeof ShownForm>;

export const KeyParams = Type.Object({ keyId: TokenField });
export type KeyParams = Static<typeof KeyParams>;

export const DraftParams = Type.Object({ keyId: TokenField, form: TokenField });
export type DraftParams = Static<typeof DraftParams>;

/** What was typed into a form of the keys page. */
export function readDraft(body: DraftForm, form: KeyForm, tools: readonly string[]): KeyDraft {
  return {
    form,
    name: (body.name ?? '').trim(),
    tools: listOf(body.tools).filter((tool) => tools.includes(tool)),
    cap: (body.cap ?? '').trim(),
    expiry: (body.expiry ?? '').trim(),
    errors: {},
  };
}

/** What the address fills a form with: one that was sent after a log-out. */
export function readFilled(query: KeysQuery, tools: readonly string[]): KeyDraft | undefined {
  if ([query.name, query.tools, query.cap, query.expiry].every((value) => value === undefined)) return undefined;
  const [, form] = /^((?:rename|limits)-\w+)$/.exec(query.form ?? '') ?? [];
  const draft = readDraft(query, (form as KeyForm | undefined) ?? 'new', tools);
  // An address that names none: as the form stands at first.
  return { ...draft, tools: query.tools === undefined && form === undefined ? tools : draft.tools };
}

/** What is wrong with the name; a key that is made may go without one. */
export function checkName(draft: KeyDraft, request: FastifyRequest, required: boolean): KeyDraft['errors'] {
  const { keys } = request.visit.texts;
  if (draft.name === '' && !required) return {};
  return normalizeKeyName(draft.name) === undefined ? { name: keys.badName } : {};
}

/** The limits of a draft, or what is wrong with each; `current` is what stands now. */
export function readLimits(
  draft: KeyDraft,
  request: FastifyRequest,
  tools: readonly string[],
  now: number,
  current: number | null,
): { limits: Required<KeyLimits>; errors?: undefined } | { limits?: undefined; errors: KeyDraft['errors'] } {
  const { keys } = request.visit.texts;
  const cap = draft.cap === '' ? null : readCredits(draft.cap);
  const day = draft.expiry === '' ? null : readDay(draft.expiry);
  // A day that was left as it stood keeps its hour, as the end of an overlap has one.
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
