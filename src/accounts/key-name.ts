import { ServiceError } from '../errors.ts';
import { stripInvisible } from '../lib/hidden-text.ts';

const LONGEST = 80;
/** What no eye sees, but for the joiners and the variation sign that scripts and emoji are written with. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u;
/** The variation sign belongs to an emoji. */
const STRAY_VARIATION = /(?<!\p{Emoji})\ufe0f/u;

/** A key's name as it is kept; undefined for none of 1 to 80 characters that all can be seen. */
export function normalizeKeyName(text: string): string | undefined {
  const name = text.trim();
  if (name.length === 0 || name.length > LONGEST) return undefined;
  if (UNSEEN.test(name) || STRAY_VARIATION.test(name) || stripInvisible(name) !== name) return undefined;
  return name;
}

/** The same; a ServiceError `validation` for what is none. */
export function requireKeyName(text: string): string {
  const name = normalizeKeyName(text);
  if (name !== undefined) return name;
  throw new ServiceError(
    'validation',
    'A key has a name of 1 to 80 characters, without control, invisible and direction characters.',
  );
}
