import { KIB } from './byte-units.ts';

const STEP = 256 * KIB;

/**
 * Collects pieces in one resizable buffer, which reserves address space for the maximum but uses memory only as it
 * fills. Joining a list of pieces would use twice as much memory.
 */
export class GrowingBytes {
  readonly #buffer: ArrayBuffer;
  readonly #onLength: ((length: number) => void) | undefined;
  #length = 0;

  constructor(maximum: number, onLength?: (length: number) => void) {
    this.#buffer = new ArrayBuffer(0, { maxByteLength: maximum });
    this.#onLength = onLength;
  }

  get length(): number {
    return this.#length;
  }

  /** Returns false, and appends nothing, if the length would exceed the maximum. */
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

  /** Returns the bytes without copying them. The view becomes empty after `free`. */
  view(): Buffer {
    return Buffer.from(this.#buffer, 0, this.#length);
  }

  /** Throws a RangeError if `bytes` is longer than the maximum. */
  replace(bytes: Uint8Array): void {
    this.#buffer.resize(bytes.length);
    new Uint8Array(this.#buffer).set(bytes);
    this.#grow(bytes.length);
  }

  free(): void {
    this.#buffer.resize(0);
    this.#grow(0);
  }

  #grow(length: number): void {
    this.#length = length;
    this.#onLength?.(length);
  }
}

/** Frees the memory of a view of GrowingBytes, in any thread. Other bytes are not affected. */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
}
