import type { FastifyRequest } from 'fastify';
import type { KeyLimits } from '../../accounts/api-keys.ts';
import { readCredits, readDay } from '../form.ts';
import { ListField, listOf, OptionalField } from '../input.ts';
import { endOfDay, lastDay, type KeyDraft, type KeyForm } from './draft.ts';

export const LIMIT_FIELDS = { tools: ListField, cap: OptionalField, expiry: OptionalField };

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

/** `current` is the stored expiry time in milliseconds since the epoch, or null. */
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
