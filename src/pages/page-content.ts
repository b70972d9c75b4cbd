import type { AdvertReading } from './advert/read-advert.ts';
import type { PageBlock } from './extract/block-pages.ts';
import type { PageFrame } from './extract/frames.ts';

export interface PageInput {
  /** URL after redirects, which is the base of relative links unless the page states another base. */
  url: string;
  contentType: string;
  /** Bytes as fetched, or the HTML of a rendered page. */
  body: Uint8Array | string;
  output: 'markdown' | 'raw';
  /** True if a browser loaded the page. The browser has then usually marked the elements that its layout hides. */
  rendered?: boolean;
}

export interface PageContent {
  /** At most 30,000 UTF-16 units, never cut inside a surrogate pair (SPEC §5). */
  text: string;
  /** Length before the cut, in UTF-16 units. Of an HTML page's text, only the first two million units are read. */
  totalCharacters: number;
  truncated: boolean;
  blockPage?: PageBlock;
  advert?: AdvertReading;
  placeholder?: string;
  frames?: PageFrame[];
  unsupported?: string;
}

export const UNREADABLE_PDF = 'application/pdf that cannot be read';

export function unsupported(name: string): PageContent {
  return { text: '', totalCharacters: 0, truncated: false, unsupported: name };
}
