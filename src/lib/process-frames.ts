import { MIB } from './byte-units.ts';
import { GrowingBytes } from './growing-bytes.ts';

const PREFIX_BYTES = 8;
const MOST_VALUE_BYTES = 64 * MIB;

/**
 * A frame consists of the length of a JSON value, the length of a body (each 32-bit little-endian), the value, and the
 * body. This function returns all but the body.
 */
export function frameHead(value: unknown, bodyLength: number): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(json.length, 0);
  prefix.writeUInt32LE(bodyLength, 4);
  return Buffer.concat([prefix, json]);
}

/** Reassembles frames. `push` throws if a frame is invalid. `onFrame` must free the body that it gets. */
export class FrameReader {
  readonly #onFrame: (value: unknown, body: GrowingBytes) => void;
  #head: Buffer = Buffer.alloc(0);
  #value: unknown;
  #body: GrowingBytes | undefined;
  #bodyLength = 0;

  constructor(onFrame: (value: unknown, body: GrowingBytes) => void) {
    this.#onFrame = onFrame;
  }

  push(piece: Buffer): void {
    let rest = piece;
    while (rest.length > 0) rest = this.#body ? this.#pushBody(this.#body, rest) : this.#pushHead(rest);
  }

  #pushHead(piece: Buffer): Buffer {
    this.#head = Buffer.concat([this.#head, piece]);
    if (this.#head.length < PREFIX_BYTES) return Buffer.alloc(0);
    const end = PREFIX_BYTES + this.#head.readUInt32LE(0);
    if (end > MOST_VALUE_BYTES) throw new Error('What came is no frame.');
    if (this.#head.length < end) return Buffer.alloc(0);
    const rest = this.#head.subarray(end);
    this.#value = JSON.parse(this.#head.toString('utf8', PREFIX_BYTES, end)) as unknown;
    this.#bodyLength = this.#head.readUInt32LE(4);
    this.#body = new GrowingBytes(this.#bodyLength);
    this.#head = Buffer.alloc(0);
    if (this.#bodyLength === 0) this.#end(this.#body);
    return rest;
  }

  #pushBody(body: GrowingBytes, piece: Buffer): Buffer {
    const part = piece.subarray(0, this.#bodyLength - body.length);
    body.append(part);
    if (body.length === this.#bodyLength) this.#end(body);
    return piece.subarray(part.length);
  }

  #end(body: GrowingBytes): void {
    const value = this.#value;
    this.#body = undefined;
    this.#onFrame(value, body);
  }
}
