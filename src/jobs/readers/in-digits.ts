interface Span {
  from: number;
  to: number;
}

/** A text with its number words in digits. */
export interface InDigits {
  text: string;
  /** Converts a span of `text` to one of the source. It includes the whole of each number word that it touches. */
  inSource: (span: Span) => Span;
}

/** Replaces the matches of `words`, which must be global, with their `digits`; a match without digits stays. */
export function inDigits(source: string, words: RegExp, digits: (word: string) => string | undefined): InDigits {
  const replaced: { at: number; length: number; from: number; to: number }[] = [];
  // The text becomes shorter. Padding would keep the positions, but patterns expect one space between two words.
  let text = '';
  let done = 0;
  for (const { 0: word, index: from } of source.matchAll(words)) {
    const number = digits(word);
    if (number === undefined) continue;
    text += source.slice(done, from);
    done = from + word.length;
    replaced.push({ at: text.length, length: number.length, from, to: done });
    text += number;
  }
  text += source.slice(done);
  if (replaced.length === 0) return { text, inSource: (span) => span };
  const positionOf = (position: number, isEnd: boolean): number => {
    const last = replaced.findLast(({ at }) => (isEnd ? at < position : at <= position));
    if (!last) return position;
    const end = last.at + last.length;
    if (position < end) return isEnd ? last.to : last.from;
    return position - end + last.to;
  };
  return { text, inSource: ({ from, to }) => ({ from: positionOf(from, false), to: positionOf(to, true) }) };
}
