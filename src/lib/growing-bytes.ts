/** Large enough for most pages, so that they need no second allocation. */
const STEP = 256 * 1024;

/**
 * Bytes that come piece by piece, in memory of their own: room is reserved for
 * the most there may be, taken from the system as it fills, and given back the
 * moment that it is freed. Pieces kept in a list and joined at the end take
 * twice as much, and what the allocator keeps of them afterwards besides.
 */
export class GrowingBytes {
  readonly #buffer: ArrayBuffer;
  readonly #onLength: ((length: number) => void) | undefined;
  #length = 0;

  /** `onLength` is told of every change. */
  constructor(maximum: number, onLength?: (length: number) => void) {
    this.#buffer = new ArrayBuffer(0, { maxByteLength: maximum });
    this.#onLength = onLength;
  }

  get length(): number {
    return this.#length;
  }

  /** False, and nothing taken, when that is more than there may be. */
  append(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    if (length > this.#buffer.maxByteLength) return false;
    if (length > this.#buffer.byteLength) {
      const capacity = Math.max(
        length,
        Math.min(this.#buffer.byteLength * 2, this.#buffer.byteLength + 16 * STEP),
        STEP,
      );
      this.#buffer.resize(Math.min(capacity, this.#buffer.maxByteLength));
    }
    new Uint8Array(this.#buffer, this.#length, piece.length).set(piece);
    this.#grow(length);
    return true;
  }

  /** What there is so far, not copied: empty once it has been freed. */
  view(): Buffer {
    return Buffer.from(this.#buffer, 0, this.#length);
  }

  /** Takes other bytes in place of those that it has, no more than there may be. */
  replace(bytes: Uint8Array): void {
    this.#buffer.resize(bytes.length);
    new Uint8Array(this.#buffer).set(bytes);
    this.#grow(bytes.length);
  }

  /** Frees the memory; views of it are empty afterwards. */
  free(): void {
    this.#buffer.resize(0);
    this.#grow(0);
  }

  #grow(length: number): void {
    this.#length = length;
    this.#onLength?.(length);
  }
}

/** Gives back what a view of GrowingBytes shows, in whatever thread it has come to; other bytes are left to themselves. */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
}
