import type { Page } from 'playwright-core';
import { GrowingBytes } from '../../lib/growing-bytes.ts';
import { READ_SCRIPT } from './read-script.ts';

/** As of a page that is fetched. */
const MAXIMUM_BYTES = 10 * 1024 * 1024;
/** Of one message of the browser: it is held several times over while it is decoded. */
const SLICE_CHARACTERS = 512 * 1024;

interface Slice {
  text: string;
  /** Where the next one begins; 0 after the last. */
  next: number;
}

/** Runs in the page. Ends inside no surrogate pair: the protocol would replace both halves. */
function sliceOf({ html }: { html: string }, [from, size]: readonly [number, number]): Slice {
  let to = Math.min(html.length, from + size);
  const unit = html.charCodeAt(to - 1);
  if (unit >= 0xd800 && unit < 0xdc00 && to < html.length) to += 1;
  return { text: html.slice(from, to), next: to < html.length ? to : 0 };
}

/** The document as a person sees it at the end, as UTF-8 in memory of its own; cut where it grows beyond what is read. */
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
