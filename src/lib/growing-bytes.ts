import { KIB } from './byte-units.ts';

/** Large enough for most pages, so that they need no second allocation. */
const STEP = 256 * KIB;

/**
 * Bytes that arrive in pieces, in one resizable buffer: address space is reserved for the maximum, memory is used only
 * as the buffer fills. Joining a list of pieces would use twice as much memory.
 */
export class GrowingBytes {
  readonly #buffer: ArrayBuffer;
  readonly #onLength: ((length: number) => void) | undefined;
  #length = 0;

  /** `onLength` is called after every change of the length. */
  constructor(maximum: number, onLength?: (length: number) => void) {
    this.#buffer = new ArrayBuffer(0, { maxByteLength: maximum });
    this.#onLength = onLength;
  }

  get length(): number {
    return this.#length;
  }

  /** False if the bytes would exceed the maximum: none are then added. */
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

  /** The bytes so far, without copying them; empty after `free`. */
  view(): Buffer {
    return Buffer.from(this.#buffer, 0, this.#length);
  }

  /** Replaces all bytes; there must not be more than the maximum. */
  replace(bytes: Uint8Array): void {
    this.#buffer.resize(bytes.length);
    new Uint8Array(this.#buffer).set(bytes);
    this.#grow(bytes.length);
  }

  /** Frees the memory. Views of it are empty afterwards. */
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
