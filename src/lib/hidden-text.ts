import { cutAt } from './text.ts';

/** A million matches in one text take more memory than a thread has. */
const SLICE = 65_536;
/** Direction marks, zero-width characters and fillers, and the ranges of tag and variation characters. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]/gu;

/**
 * Text without control characters, and without the zero-width, direction, tag
 * and variation characters that can hide instructions from a reader. Line ends,
 * tabs and soft hyphens stay.
 */
export function stripHidden(text: string): string {
  if (text.length <= SLICE) return text.replace(HIDDEN, '');
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const part = cutAt(text.slice(at, at + SLICE), SLICE - 1);
    parts.push(part.replace(HIDDEN, ''));
    at += part.length;
  }
  return parts.join('');
}

/** `stripHidden` for names and sentences, which have no lines of their own to keep: soft hyphens go too. */
export function stripInvisible(text: string): string {
  return stripHidden(text.replace(/[\u2028\u2029]/gu, '\n')).replaceAll('\u00ad', '');
}
