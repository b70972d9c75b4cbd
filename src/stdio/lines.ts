export const TOO_LONG = Symbol('too long');

/**
 * Yields the lines of a stream, without their line breaks, and skips empty lines. A line of more than `maximumBytes` is
 * yielded as TOO_LONG and not held in memory.
 */
export async function* readLines(
  input: AsyncIterable<Buffer | string>,
  maximumBytes: number,
): AsyncGenerator<Buffer | typeof TOO_LONG> {
  let pieces: Buffer[] = [];
  let length = 0;
  const takeLine = (): Buffer | typeof TOO_LONG | undefined => {
    const line = length > maximumBytes ? TOO_LONG : Buffer.concat(pieces);
    pieces = [];
    length = 0;
    if (line === TOO_LONG) return line;
    const trimmed = line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
    return trimmed.length > 0 ? trimmed : undefined;
  };
  const keep = (piece: Buffer): void => {
    length += piece.length;
    if (length > maximumBytes) pieces = [];
    else pieces.push(piece);
  };
  for await (const chunk of input) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      keep(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const line = takeLine();
      if (line !== undefined) yield line;
    }
    if (rest.length > 0) keep(rest);
  }
  const last = takeLine();
  if (last !== undefined) yield last;
}
