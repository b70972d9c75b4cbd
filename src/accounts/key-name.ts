import { ServiceError } from '../errors.ts';
import { stripInvisible } from '../lib/hidden-text.ts';

const LONGEST = 80;
/**
 * Characters that are invisible or have no fixed appearance, except the joiners and the variation selector that scripts
 * and emoji need.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u;
/** A variation selector that does not follow an emoji. */
const STRAY_VARIATION = /(?<!\p{Emoji})\ufe0f/u;

export function normalizeKeyName(text: string): string | undefined {
  const name = text.trim();
  if (name.length === 0 || name.length > LONGEST) return undefined;
  if (UNSEEN.test(name) || STRAY_VARIATION.test(name) || stripInvisible(name) !== name) return undefined;
  return name;
}

export function requireKeyName(text: string): string {
  const name = normalizeKeyName(text);
  if (name !== undefined) return name;
  throw new ServiceError(
    'validation',
    'A key name must have 1 to 80 characters, without control, invisible or direction characters.',
  );
}
