import type { AdvertReading } from './advert/read-advert.ts';
import type { PageBlock } from './extract/block-pages.ts';
import type { PageFrame } from './extract/frames.ts';

export interface PageInput {
  /** Address after redirects, the base of relative links. */
  url: string;
  /** The header's value with its parameters; "" if there was none. */
  contentType: string;
  /** Bytes as fetched, or a rendered page's HTML. */
  body: Uint8Array | string;
  output: 'markdown' | 'raw';
  /** True if a browser loaded the page and marked what its layout hides. */
  rendered?: boolean;
}

export interface PageContent {
  /** At most 30,000 UTF-16 units, never cut inside a surrogate pair (SPEC §5). */
  text: string;
  /** Length before the cut, in UTF-16 units. Only the first two million units of an HTML page's text are read. */
  totalCharacters: number;
  truncated: boolean;
  /** Set if a bot challenge, a consent form or a login page is shown instead of the content. */
  blockPage?: PageBlock;
  /** Set if the page is a job advert. */
  advert?: AdvertReading;
  /** "Loading…" if the page has little other text. */
  placeholder?: string;
  /** The frames in the markup of a page that was not rendered. */
  frames?: PageFrame[];
  /** The type of content that cannot be delivered: "image/png". */
  unsupported?: string;
}

export const UNREADABLE_PDF = 'application/pdf that cannot be read';

/** The content of a page that cannot be delivered; `name` is its type: "image/png". */
export function unsupported(name: string): PageContent {
  return { text: '', totalCharacters: 0, truncated: false, unsupported: name };
}
