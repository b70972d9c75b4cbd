import { cutAt } from './text.ts';

/**
 * Longer texts are cleaned in slices of about this many characters, because a million matches at once would use up a
 * thread's memory.
 */
const SLICE = 65_536;
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]/gu;
/** Zero-width joiners and non-joiners, except where a script or a composed emoji needs them. */
const JOINER =
  /[\u200c\u200d](?!(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}][\u200c\u200d])[\p{L}\p{M}])(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]\u200d)\p{Extended_Pictographic})/gu;
/**
 * Removes control characters, line and paragraph separators, and invisible characters that can hide instructions from a
 * reader, such as zero-width, direction and tag characters. Line feeds, carriage returns, tabs and soft hyphens stay.
 */
export function stripHidden(text: string): string {
  if (text.length <= SLICE) return withoutHidden(text);
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const part = cutAt(text.slice(at, at + SLICE), SLICE - 1);
    parts.push(withoutHidden(part));
    at += part.length;
  }
  return parts.join('');
}

function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '').replace(JOINER, '');
}

const VISIBLE = /^[\t\n\r -~]*$/;

/** Works like `stripHidden`, but also removes soft hyphens, and turns line and paragraph separators into line feeds. */
export function stripInvisible(text: string): string {
  if (VISIBLE.test(text)) return text;
  return stripHidden(text.replace(/[\u2028\u2029]/gu, '\n')).replaceAll('\u00ad', '');
}
