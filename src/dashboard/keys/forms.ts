import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { Type, type TProperties } from 'typebox';
import { OVERLAPS } from '../../accounts/api-keys.ts';
import { normalizeKeyName } from '../../accounts/key-name.ts';
import { OptionalField, TokenField } from '../input.ts';
import type { KeyDraft } from '../key-limits/draft.ts';
import { LIMIT_FIELDS } from '../key-limits/forms.ts';
import { formRoute } from '../form-route.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const PageField = Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' }));

/** `once` is a random ID of the page with the form, so that sending the form twice creates only one key. */
export const NEW_KEY = { name: OptionalField, ...LIMIT_FIELDS, once: PageField };
export const ROTATE = { overlap: Type.Union(OVERLAPS.map((name) => Type.Literal(name))), once: PageField };

export const KeyParams = Type.Object({ keyId: TokenField });

export function keyRoute<Fields extends TProperties>(fields: Fields, limit?: FastifyContextConfig['limit']) {
  const { schema, config } = formRoute(fields, { returnTo: '/keys', ...(limit === undefined ? {} : { limit }) });
  return { schema: { ...schema, params: KeyParams }, config };
}

export function checkName(draft: KeyDraft, request: FastifyRequest, required: boolean): KeyDraft['errors'] {
  const keys = textsOf(request.pageContext, TEXTS);
  if (draft.name === '' && !required) return {};
  return normalizeKeyName(draft.name) === undefined ? { name: keys.badName } : {};
}
