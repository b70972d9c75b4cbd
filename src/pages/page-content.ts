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
  /** Before the cut, in UTF-16 units; of a page, two million units of text are read at most. */
  totalCharacters: number;
  truncated: boolean;
  /** The page stands before the content: a bot challenge, a consent or a login page. */
  blockPage?: PageBlock;
  /** What the page says as a job advert, where it is one. */
  advert?: AdvertReading;
  /** All that the page says, where that is no more than "Loading…". */
  placeholder?: string;
  /** Where the page was not rendered. */
  frames?: PageFrame[];
  /** Names the kind of content when it is not one that is given: "image/png". */
  unsupported?: string;
}

export const UNREADABLE_PDF = 'application/pdf that cannot be read';

/** A kind of content that is not given, by its name. */
export function unsupported(name: string): PageContent {
  return { text: '', totalCharacters: 0, truncated: false, unsupported: name };
}
