import type { Page } from 'playwright-core';
import { KIB, MIB } from '../../lib/byte-units.ts';
import { GrowingBytes } from '../../lib/growing-bytes.ts';
import { READ_SCRIPT } from './read-script.ts';

/** A longer document is cut. */
const MAXIMUM_BYTES = 10 * MIB;
/** Slices are small, because decoding a message holds several copies of it. */
const SLICE_CHARACTERS = 512 * KIB;

interface Slice {
  text: string;
  next: number;
}

/** Runs in the page. A slice never ends inside a surrogate pair, because the protocol would replace both halves. */
function sliceOf({ html }: { html: string }, [from, size]: readonly [number, number]): Slice {
  let to = Math.min(html.length, from + size);
  const unit = html.charCodeAt(to - 1);
  if (unit >= 0xd800 && unit < 0xdc00 && to < html.length) to += 1;
  return { text: html.slice(from, to), next: to < html.length ? to : 0 };
}

export async function readDocument(page: Page): Promise<Uint8Array> {
  const bytes = new GrowingBytes(MAXIMUM_BYTES);
  bytes.append(Buffer.from('<!DOCTYPE html>'));
  const whole = await page.evaluateHandle<{ html: string }>(`({ html: ${READ_SCRIPT} })`);
  try {
    for (let from = 0; ;) {
      const { text, next } = await whole.evaluate(sliceOf, [from, SLICE_CHARACTERS] as const);
      if (!bytes.append(Buffer.from(text)) || next === 0) return bytes.view();
      from = next;
    }
  } catch (error) {
    bytes.free();
    throw error;
  }
}
