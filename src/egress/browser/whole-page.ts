import type { Frame, Page } from 'playwright-core';
import { isPlaceholder } from '../placeholder.ts';
import { pause, type SettleWatch } from './settle.ts';

const SHORT_TEXT = 400;
const WAIT_STEP_MS = 150;
const LOOK_MS = 1_000;

const TEXT_SCRIPT = `(() => ({
  text: String(document.body?.innerText ?? '').trim().slice(0, 1000),
  changes: document.scripts.length > 0 || document.querySelector('meta[http-equiv="refresh" i]') !== null,
  framed: document.querySelector('iframe,frame,object,embed') !== null,
}))()`;

/** Some lists grow each time they are scrolled, so the number of passes is limited. */
const MOST_PASSES = 4;
/** Time limit of one pass. A page needs a moment to fill each screen. */
const PASS_MS = 1_200;
const MOST_STEPS = 40;

/**
 * Scrolls the page or its main scroll box towards the end, because some content loads only when it becomes visible.
 * Each time, it scrolls by about a screen or, if that is more, by the height divided by MOST_STEPS.
 */
const SCROLL_SCRIPT = `(async () => {
  const tall = (e) => e && e.clientHeight > innerHeight / 2 && e.scrollHeight > e.clientHeight * 1.2;
  if (document.scripts.length === 0 && !document.querySelector('iframe[loading=lazy]')) return null;
  let box = document.scrollingElement;
  if (!tall(box)) {
    box = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    while (box && !(tall(box) && /auto|scroll/.test(getComputedStyle(box).overflowY))) box = box.parentElement;
  }
  if (!box) return null;
  const shown = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  // Observers report only changes, so new content must first be rendered out of view.
  await shown();
  const until = performance.now() + ${PASS_MS};
  const from = box.scrollHeight;
  const step = Math.max(box.clientHeight * 0.9, from / ${MOST_STEPS});
  // Content that a list appends during this pass is left for the next pass.
  for (let top = -1; top < box.scrollTop && top + box.clientHeight < from && performance.now() < until; ) {
    top = box.scrollTop;
    box.scrollTo({ top: top + step, behavior: 'instant' });
    await shown();
  }
  return { from, height: box.scrollHeight };
})()`;
const TOP_SCRIPT = `for (const box of document.querySelectorAll('*')) if (box.scrollTop > 0 && box.clientHeight > innerHeight / 2) box.scrollTo({ top: 0, behavior: 'instant' })`;

interface ScrollPass {
  from: number;
  height: number;
}

interface VisibleText {
  text: string;
  /** True if the document has scripts or a refresh, so that its text may still change. */
  changes: boolean;
  framed: boolean;
}

const UNKNOWN: VisibleText = { text: '', changes: false, framed: false };

export async function readVisibleText(frame: Frame, timeoutMs: number): Promise<VisibleText> {
  const answer = frame.evaluate<VisibleText>(TEXT_SCRIPT).catch(() => UNKNOWN);
  return Promise.race([answer, pause(timeoutMs).then(() => UNKNOWN)]);
}

/**
 * Waits, until `until` at most, while a page that may still change shows nothing or a few words such as "Loading…".
 * Never rejects.
 */
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

export async function showsPlaceholder(frame: Frame, until: number): Promise<boolean> {
  const { text, changes, framed } = await readVisibleText(frame, Math.min(LOOK_MS, until - Date.now()));
  if (!changes || text.length >= SHORT_TEXT) return false;
  return text === '' ? !framed : text.split('\n').some(isPlaceholder);
}

/**
 * Scrolls through the page, further if its list grows at the end, and then back to the top. Resolves to true if the
 * list was still growing when scrolling stopped. Never rejects.
 */
export async function scrollThrough(
  page: Page,
  watch: SettleWatch,
  until: number,
  ended: () => boolean,
): Promise<boolean> {
  const run = async <T>(script: string): Promise<T | null> =>
    Promise.race([
      page.evaluate<T>(script).catch(() => null),
      pause(Math.min(PASS_MS + LOOK_MS, until - Date.now())).then(() => null),
    ]);
  let grows = false;
  let height = 0;
  for (let passes = 0; passes < MOST_PASSES && Date.now() < until && !ended(); passes += 1) {
    const pass = await run<ScrollPass>(SCROLL_SCRIPT);
    if (!pass) break;
    grows = pass.height > (height || pass.from);
    if (passes > 0 && !grows) break;
    height = pass.height;
    await watch.settle(until - Date.now(), ended);
  }
  if (height === 0) return false;
  await run(TOP_SCRIPT);
  await watch.settle(until - Date.now(), ended);
  return grows;
}
