import { isUtf8 } from 'node:buffer';

const MAXIMUM_PRESCAN = 4_096;

/** The characters of ISO-8859-16 from 0xA0 on. Node.js cannot decode this encoding. */
const ISO_8859_16 =
  '\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const REPLACED = new Set(['replacement', 'csiso2022kr', 'hz-gb-2312', 'iso-2022-cn', 'iso-2022-cn-ext', 'iso-2022-kr']);

/**
 * Tries, in this order, the byte order mark, the charset in `contentType`, UTF-16 without a mark, the charset that the
 * page declares, UTF-8 and windows-1252. Unknown charsets are skipped. UTF-8 is skipped if it is declared but wrong
 * (`isFalseUtf8`), or if it is only assumed and the body is not valid UTF-8.
 */
export function decodeBody(body: Uint8Array, contentType: string): string {
  const marked = byteOrderMark(body);
  if (marked) return decode(body, marked) ?? '';
  const declared = /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1];
  const stated = declared === undefined || isFalseUtf8(body, declared) ? undefined : decode(body, declared);
  if (stated !== undefined) return stated;
  const wide = wideText(body);
  if (wide) return decode(body, wide) ?? '';
  const named = prescan(body);
  const own = named === undefined || isFalseUtf8(body, named) ? undefined : decode(body, named);
  if (own !== undefined) return own;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return decodeWestern(body);
  }
}

/**
 * Some sites declare UTF-8 for pages in another charset. A body counts as such a page if it has invalid bytes and no
 * valid non-ASCII character.
 */
function isFalseUtf8(body: Uint8Array, label: string): boolean {
  if (!/^utf-?8$/i.test(label) || isUtf8(body)) return false;
  const letters = new TextDecoder('utf-8').decode(body).match(/[^\u0000-\u007f]/g) ?? [];
  return letters.every((letter) => letter === '\ufffd');
}

function decode(body: Uint8Array, label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (/^(?:cs)?iso-?8859-?16$/.test(name))
    return decodeSingleByte(body, (byte) => (byte < 0xa0 ? byte : ISO_8859_16.charCodeAt(byte - 0xa0)));
  if (name === 'x-user-defined') return decodeSingleByte(body, (byte) => (byte < 0x80 ? byte : 0xf700 + byte));
  // The Encoding standard replaces a whole text in one of these encodings by U+FFFD, because the text could hide
  // markup.
  if (REPLACED.has(name)) return body.length > 0 ? '\ufffd' : '';
  try {
    const decoder = new TextDecoder(name);
    return decoder.encoding === 'windows-1252' ? decodeWestern(body) : decoder.decode(body);
  } catch {
    return undefined;
  }
}

/** Node.js 20 decodes windows-1252 as if it were ISO-8859-1. */
function decodeWestern(body: Uint8Array): string {
  return new TextDecoder('latin1')
    .decode(body)
    .replace(/[\u0080-\u009f]/g, (unit) => WINDOWS_1252[unit.charCodeAt(0) - 0x80] ?? unit);
}

function decodeSingleByte(body: Uint8Array, unitOf: (byte: number) => number): string {
  const parts: string[] = [];
  for (let at = 0; at < body.length; at += 8_192)
    parts.push(String.fromCharCode(...Array.from(body.subarray(at, at + 8_192), unitOf)));
  return parts.join('');
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : undefined;
}

/** Recognises UTF-16 without a byte order mark if its first two characters are ASCII. */
function wideText(body: Uint8Array): string | undefined {
  if (body.length < 4) return undefined;
  const ascii = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x09 && byte < 0x7f;
  if (body[0] === 0 && body[2] === 0 && ascii(body[1]) && ascii(body[3])) return 'utf-16be';
  return body[1] === 0 && body[3] === 0 && ascii(body[0]) && ascii(body[2]) ? 'utf-16le' : undefined;
}

/**
 * Returns the charset that the page declares. UTF-16 is replaced by UTF-8, because the declaration would not have been
 * found if the page were UTF-16.
 */
function prescan(body: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1')
    .decode(body.subarray(0, MAXIMUM_PRESCAN))
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const label =
    /<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  if (label === undefined) return undefined;
  if (/^utf-?16|^unicode$|^ucs-2$|^iso-10646-ucs-2$/i.test(label)) return 'utf-8';
  return /^x-user-defined$/i.test(label) ? 'windows-1252' : label;
}
