import type { ElementNode } from '../tree/nodes.ts';
import type { ClassVocabulary } from './vocabulary/class-words.ts';

/** The words of one class or ID. For example, "post-buttons2" has the words "post" and "buttons". */
export type NameWords = readonly string[];

const MAXIMUM_TEXT = 400;
/** Longer names are ignored, because a heading or a page builder generated them. */
const MAXIMUM_WORDS = 8;
const MAXIMUM_KNOWN = 20_000;
const known = new Map<string, readonly NameWords[]>();

/**
 * Splits the attribute into names, and each name into words in lower case. Names with a colon or a bracket, such as
 * "md:flex", are skipped.
 */
export function splitNames(attribute: string): readonly NameWords[] {
  const text = attribute.slice(0, MAXIMUM_TEXT);
  const found = known.get(text);
  if (found) return found;
  const names = text.split(/\s+/).flatMap((name) => {
    if (name === '' || /[:[]/.test(name)) return [];
    const words = name
      .replace(/([a-z\d])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[-_]+/)
      .map((word) => word.replace(/(?<=[a-z])\d+$/, ''))
      .filter((word) => word !== '');
    return words.length > 0 && words.length <= MAXIMUM_WORDS ? [words] : [];
  });
  if (known.size >= MAXIMUM_KNOWN) known.clear();
  known.set(text, names);
  return names;
}

export function hasWord(names: readonly NameWords[], { words }: ClassVocabulary): boolean {
  return names.some((name) =>
    name.some((word, at) => words.has(word) || (at > 0 && words.has(`${name[at - 1]}-${word}`))),
  );
}

export function classNames({ attributes }: ElementNode): readonly NameWords[] {
  const classes = attributes.get('class');
  return classes === undefined ? [] : splitNames(classes);
}
