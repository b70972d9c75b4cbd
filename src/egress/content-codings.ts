import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

type Decoder = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip) as Decoder,
  'x-gzip': promisify(gunzip) as Decoder,
  deflate: promisify(inflate) as Decoder,
  br: promisify(brotliDecompress) as Decoder,
};
const MAXIMUM_CODINGS = 3;

/**
 * True if a body is compressed more than once, as in `gzip, gzip`. The HTTP library does not decode such a body;
 * `undoCompressions` does.
 */
export function isCompressedAgain(contentEncoding: string | undefined): boolean {
  return codingsOf(contentEncoding).length > 1;
}

/**
 * Decodes a body that is compressed up to three times. Rejects with an error of zlib, such as ERR_BUFFER_TOO_LARGE if
 * the result is longer than `maximumBytes`. Also rejects if a coding is unknown or there are more than three.
 */
export async function undoCompressions(
  body: Uint8Array,
  contentEncoding: string | undefined,
  maximumBytes: number,
): Promise<Uint8Array> {
  const codings = codingsOf(contentEncoding);
  if (codings.length > MAXIMUM_CODINGS) throw new RangeError('too many content codings');
  let decoded = body;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS[coding];
    if (!decode) throw new TypeError(`unknown content coding ${coding.slice(0, 20)}`);
    decoded = await decode(decoded, { maxOutputLength: maximumBytes });
  }
  return decoded;
}

function codingsOf(contentEncoding = ''): string[] {
  const codings = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity');
}
