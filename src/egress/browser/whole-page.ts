import type { Frame, Page } from 'playwright-core';
import { isPlaceholder } from '../placeholder.ts';
import { pause, type SettleWatch } from './settle.ts';

/** A page that shows more is not waited on. */
const SHORT_TEXT = 400;
const WAIT_STEP_MS = 150;
const LOOK_MS = 1_000;

const TEXT_SCRIPT = `(() => ({
  text: String(document.body?.innerText ?? '').trim().slice(0, 1000),
  changes: document.scripts.length > 0 || document.querySelector('meta[http-equiv="refresh" i]') !== null,
  framed: document.querySelector('iframe,frame,object,embed') !== null,
}))()`;

interface VisibleText {
  /** At most 1,000 characters. */
  text: string;
  /** Whether it has scripts or a refresh. */
  changes: boolean;
  framed: boolean;
}

const UNKNOWN: VisibleText = { text: '', changes: false, framed: false };

/** What a document shows; nothing where it does not answer in time. */
export async function readVisibleText(frame: Frame, timeoutMs: number): Promise<VisibleText> {
  const answer = frame.evaluate<VisibleText>(TEXT_SCRIPT).catch(() => UNKNOWN);
  return Promise.race([answer, pause(timeoutMs).then(() => UNKNOWN)]);
}

/** Waits while the page shows a few words such as "Loading…" or nothing, until the given time at most: never fails. */
export async function waitOutPlaceholder(
  page: Page,
  watch: SettleWatch,
  until: number,
  ended: () => boolean,
): Promise<void> {
  while (Date.now() < until && !ended() && (await showsPlaceholder(page.mainFrame(), until))) {
    await pause(WAIT_STEP_MS);
    await watch.settle(until - Date.now(), ended);
  }
}

async function showsPlaceholder(frame: Frame, until: number): Promise<boolean> {
  const { text, changes, framed } = await readVisibleText(frame, Math.min(LOOK_MS, until - Date.now()));
  if (!changes || text.length >= SHORT_TEXT) return false;
  return text === '' ? !framed : text.split('\n').some(isPlaceholder);
}
