import type { AdvertReading } from './advert/read-advert.ts';
import type { PageBlock } from './extract/block-pages.ts';
import type { PageFrame } from './extract/frames.ts';

export interface PageInput {
  /** After redirects: relative links start from it. */
  url: string;
  /** The header's value, with its parameters; empty when there was none. */
  contentType: string;
  /** Bytes as fetched, or rendered HTML as text. */
  body: Uint8Array | string;
  output: 'markdown' | 'raw';
  /** The body was read by a browser, which marked what its layout hides. */
  rendered?: boolean;
}

export interface PageContent {
  /** At most 30,000 UTF-16 units, never cut inside a surrogate pair (SPEC §5). */
  text: string;
  /** Before the cut, in UTF-16 units; of an HTML page, at most two million units are read. */
  totalCharacters: number;
  truncated: boolean;
  /** The page is a bot challenge, a consent page or a login page in front of the content. */
  blockPage?: PageBlock;
  /** The job advert read from the page, if it is one. */
  advert?: AdvertReading;
  /** The whole text, if it is no more than "Loading…". */
  placeholder?: string;
  /** Only if the page was not rendered. */
  frames?: PageFrame[];
  /** The kind of content that cannot be delivered: "image/png". */
  unsupported?: string;
}

export const UNREADABLE_PDF = 'application/pdf that cannot be read';

/** The content of a page whose kind cannot be delivered. */
export function unsupported(name: string): PageContent {
  return { text: '', totalCharacters: 0, truncated: false, unsupported: name };
}
