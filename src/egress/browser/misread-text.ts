import { isUtf8 } from 'node:buffer';
import type { Page } from 'playwright-core';
import { freeBytes, GrowingBytes } from '../../lib/growing-bytes.ts';
import { pause } from './settle.ts';

const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTE_OF = new Map([...UPPER].map((character, index) => [character, 0x80 + index]));
/** Matches a UTF-8 continuation byte that was read as windows-1252. The byte 0xA0 appears in markup as `&nbsp;`. */
const NEXT = '(?:[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|&nbsp;)';
const SEQUENCE = new RegExp(`[\\u00c2-\\u00df]${NEXT}|[\\u00e0-\\u00ef]${NEXT}{2}|[\\u00f0-\\u00f4]${NEXT}{3}`, 'g');
const LETTER = /[\u00c0-\u00ff]/g;
const LOOK_MS = 1_000;

const GUESSED_SCRIPT = `document.characterSet === 'windows-1252' &&
  document.querySelector('meta[charset],meta[http-equiv="content-type" i]') === null`;

/**
 * True if the page names no charset and the browser chose windows-1252. Such a page may be UTF-8, because the browser
 * never guesses UTF-8.
 */
export async function isCharsetGuessed(page: Page, contentType: string): Promise<boolean> {
  const label = /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1];
  if (label !== undefined && isKnown(label)) return false;
  const guessed = page.evaluate<boolean>(GUESSED_SCRIPT).catch(() => false);
  return Promise.race([guessed, pause(LOOK_MS).then(() => false)]);
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

function repairMisread(text: string): string {
  let misread = 0;
  const repaired = text.replace(SEQUENCE, (sequence) => {
    const bytes = Buffer.from([...sequence.replaceAll('&nbsp;', '\u00a0')].map(toByte));
    if (!isUtf8(bytes)) return sequence;
    misread += 1;
    return bytes.toString('utf8');
  });
  // Many non-ASCII letters outside the misread sequences mean that the page is in another charset, or that its scripts
  // wrote the text.
  const sound = (text.match(LETTER)?.length ?? 0) - misread;
  return misread > sound ? repaired : text;
}

function toByte(character: string): number {
  return BYTE_OF.get(character) ?? character.charCodeAt(0);
}

/**
 * Repairs the text of a UTF-8 page that the browser read as windows-1252. If the document changes, the old bytes are
 * freed.
 */
export function repairDocument(html: Uint8Array): Uint8Array {
  const text = Buffer.from(html.buffer, html.byteOffset, html.byteLength).toString('utf8');
  const repaired = repairMisread(text);
  if (repaired === text) return html;
  const bytes = new GrowingBytes(html.byteLength);
  bytes.append(Buffer.from(repaired));
  freeBytes(html);
  return bytes.view();
}
