import type { Frame, Page } from 'playwright-core';
import { isLargeFrame, kindOfFrame } from '../frame-rules.ts';
import type { RenderedFrame } from '../renderer.ts';
import { READ_SCRIPT } from './read-script.ts';
import { pause } from './settle.ts';
import { showsPlaceholder } from './whole-page.ts';

const MOST_LOOKED_AT = 30;
const MOST_READ = 5;
const MAXIMUM_CHARACTERS = 2_000_000;
const READ_MS = 1_000;
const LOAD_MS = 2_000;
const WAIT_STEP_MS = 150;

interface FrameLook {
  width: number;
  height: number;
  visible: boolean;
  title: string;
}

interface FrameElement {
  getBoundingClientRect(): { width: number; height: number };
  getAttribute(name: string): string | null;
  checkVisibility(options: object): boolean;
}

function lookAt(element: FrameElement): FrameLook {
  const { width, height } = element.getBoundingClientRect();
  const title = (element.getAttribute('title') ?? '').slice(0, 200);
  return { width, height, visible: element.checkVisibility({ visibilityProperty: true }), title };
}

/**
 * Returns the large visible frames among the first MOST_LOOKED_AT frames of a page, without `noise` (see `kindOfFrame`)
 * and without frames inside a frame whose HTML was not read. Reads the HTML of at most MOST_READ frames, all of kind
 * `part`. Waits until `until` at most for frames that are loading. Never rejects.
 */
export async function readFrames(
  page: Page,
  statusOf: (frame: Frame) => number | undefined,
  until: number,
): Promise<RenderedFrame[]> {
  if (page.frames().length === 1) return [];
  const loadedBy = Math.min(until - Date.now(), LOAD_MS);
  if (loadedBy > 0) await page.waitForLoadState('load', { timeout: loadedBy }).catch(() => undefined);
  const main = page.mainFrame();
  const parts = new Set<Frame>([main]);
  const found: RenderedFrame[] = [];
  for (const frame of page.frames().slice(0, MOST_LOOKED_AT)) {
    const parent = frame.parentFrame();
    const url = frame.url();
    const kind = kindOfFrame(url, main.url());
    if (!parent || !parts.has(parent) || kind === 'noise') continue;
    const look = await inTime(frame.frameElement().then((element) => element.evaluate(lookAt)));
    if (!look?.visible || !isLargeFrame(kind, look.width, look.height)) continue;
    const html =
      kind === 'part' && parts.size <= MOST_READ && (statusOf(frame) ?? 400) < 400
        ? await readHtml(frame, until)
        : undefined;
    if (html !== undefined) parts.add(frame);
    found.push({ url, title: look.title, ...(html !== undefined && { html }) });
  }
  return found;
}

async function readHtml(frame: Frame, until: number): Promise<string | undefined> {
  while (Date.now() < until && (await showsPlaceholder(frame, until))) await pause(WAIT_STEP_MS);
  return inTime(frame.evaluate<string>(`${READ_SCRIPT}.slice(0, ${MAXIMUM_CHARACTERS})`));
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work.catch(() => undefined), pause(READ_MS).then(() => undefined)]);
}
