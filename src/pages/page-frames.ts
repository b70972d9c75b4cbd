import { kindOfFrame } from '../egress/frame-rules.ts';
import type { RenderedFrame } from '../egress/renderer.ts';
import { freeBytes } from '../lib/growing-bytes.ts';
import { cutMarkdown } from './content/cut.ts';
import { absoluteAddress } from './markdown/address.ts';
import { escapeInline } from './markdown/escape.ts';
import type { LoadedPage } from './page-loader.ts';
import type { PageContent, PageInput } from './page-content.ts';
import type { PageReader, ReadOptions } from './page-reader.ts';

const MOST_READ = 5;
/** A frame with fewer letters and digits has no content. */
const LEAST_TEXT = 20;

interface FrameReading {
  output: 'markdown' | 'raw';
  reader: PageReader;
  options: ReadOptions;
  loadFrame(url: string): Promise<LoadedPage>;
}

/**
 * If the page is markdown and not truncated, adds the text of up to MOST_READ frames that belong to the page, and links
 * to the other frames. `notes` names the frames that were not read. If `rendered` is undefined, the frames in `content`
 * are used, and those that belong to the page are fetched.
 */
export async function appendFrames(
  content: PageContent,
  rendered: readonly RenderedFrame[] | undefined,
  pageUrl: string,
  { output, reader, options, loadFrame }: FrameReading,
): Promise<{ content: PageContent; notes: string[] }> {
  const isRoomLeft = output === 'markdown' && !content.truncated;
  const sections: string[] = [];
  const links: string[] = [];
  const notes: string[] = [];
  const frames = rendered ?? content.frames ?? [];
  for (const [index, frame] of frames.entries()) {
    if (frames.findIndex(({ url }) => url === frame.url) < index) continue;
    let text: string | undefined;
    if (isRoomLeft && sections.length < MOST_READ) {
      if ('html' in frame) text = await readFrame(inputOf(frame), reader, options);
      else if ('isPart' in frame && frame.isPart) {
        const loaded = await loadFrame(frame.url).catch(() => undefined);
        options.signal?.throwIfAborted();
        const isGiven = loaded && loaded.status < 400 && kindOfFrame(loaded.url, pageUrl) === 'part';
        if (isGiven) text = await readFrame(wireInput(loaded), reader, options);
        if (loaded) freeBytes(loaded.body);
      }
    }
    const title = escapeInline(frame.title || new URL(frame.url).host);
    if (text !== undefined) sections.push(text.startsWith('# ') ? `#${text}` : `## ${title}\n\n${text}`);
    else {
      notes.push(`frame: ${frame.url}`);
      const address = absoluteAddress(frame.url, pageUrl);
      if (address !== undefined) links.push(`[${title}](${address})`);
    }
  }
  // A page that would consist only of links to frames stays without content.
  const isBare = content.text.trim() === '' || content.placeholder !== undefined;
  if (!isRoomLeft || (sections.length === 0 && (isBare || links.length === 0))) return { content, notes };
  const { placeholder, ...page } = content;
  const own = placeholder === undefined ? content.text.trimEnd() : '';
  const whole = cutMarkdown([own, ...sections, ...links].filter((part) => part !== '').join('\n\n'));
  return { content: { ...page, ...whole }, notes };
}

function inputOf({ url, html = '' }: RenderedFrame): PageInput {
  return { url, contentType: 'text/html; charset=utf-8', body: html, output: 'markdown', rendered: true };
}

function wireInput({ url, contentType, body }: LoadedPage): PageInput {
  return { url, contentType, body, output: 'markdown' };
}

async function readFrame(input: PageInput, reader: PageReader, options: ReadOptions): Promise<string | undefined> {
  const read = await reader.read(input, options);
  if (read.blockPage !== undefined || read.unsupported !== undefined || read.placeholder !== undefined)
    return undefined;
  return read.text.replace(/[^\p{L}\p{N}]+/gu, '').length < LEAST_TEXT ? undefined : read.text.trim();
}
