import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { Type, type TProperties } from 'typebox';
import { OVERLAPS, type KeyLimits } from '../../accounts/api-keys.ts';
import { normalizeKeyName } from '../../accounts/key-name.ts';
import { readCredits, readDay } from '../form.ts';
import { ListField, listOf, OptionalField, TokenField } from '../input.ts';
import { endOfDay, lastDay, type KeyDraft, type KeyForm } from './draft.ts';
import { formRoute } from '../form-route.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const PageField = Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' }));

export const LIMIT_FIELDS = { tools: ListField, cap: OptionalField, expiry: OptionalField };

/** `once` is a random ID of the page with the form, so that sending the form twice creates only one key. */
export const NEW_KEY = { name: OptionalField, ...LIMIT_FIELDS, once: PageField };
export const ROTATE = { overlap: Type.Union(OVERLAPS.map((name) => Type.Literal(name))), once: PageField };

export const KeyParams = Type.Object({ keyId: TokenField });

export function keyRoute<Fields extends TProperties>(fields: Fields, limit?: FastifyContextConfig['limit']) {
  const { schema, config } = formRoute(fields, { returnTo: '/keys', ...(limit === undefined ? {} : { limit }) });
  return { schema: { ...schema, params: KeyParams }, config };
}

interface PostedDraft {
  name?: string;
  tools?: string | string[];
  cap?: string;
  expiry?: string;
}

export function readDraft(body: PostedDraft, form: KeyForm, tools: readonly string[]): KeyDraft {
  return {
    form,
    name: (body.name ?? '').trim(),
    tools: listOf(body.tools).filter((tool) => tools.includes(tool)),
    cap: (body.cap ?? '').trim(),
    expiry: (body.expiry ?? '').trim(),
    errors: {},
  };
}

export function checkName(draft: KeyDraft, request: FastifyRequest, required: boolean): KeyDraft['errors'] {
  const keys = textsOf(request.pageContext, TEXTS);
  if (draft.name === '' && !required) return {};
  return normalizeKeyName(draft.name) === undefined ? { name: keys.badName } : {};
}

/** `current` is the stored expiry time in milliseconds since the epoch, or null. */
export function readLimits(
  draft: KeyDraft,
  request: FastifyRequest,
  tools: readonly string[],
  now: number,
  current: number | null,
): { limits: Required<KeyLimits>; errors?: undefined } | { limits?: undefined; errors: KeyDraft['errors'] } {
  const keys = textsOf(request.pageContext, TEXTS);
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
