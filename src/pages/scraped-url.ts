import { EgressError, type EgressFault } from '../egress/egress.ts';
import { QueueFull } from '../lib/fair-queue.ts';
import { cutAt } from '../lib/text.ts';
import type { AdvertState } from './advert/advert.ts';
import { CONTENT_LIMIT } from './content/cut.ts';

/** The row about one URL in `_meta` (SPEC §2). */
export interface UrlRow {
  http_status: number | null;
  final_url: string;
  content_type: string;
  rendered: boolean;
  not_rendered?: string;
  truncated: boolean;
  total_characters?: number;
  /** Names parts of the page that the content lacks, as `frame: URL`, `more_on_scroll` or `placeholder`. */
  notes?: string[];
  advert?: AdvertState;
  error?: { reason: string; message: string };
}

/** If the URL failed, the text begins with "Error: ". */
export interface ScrapedUrl {
  text: string;
  row: UrlRow;
}

/** Thrown if the content of a URL cannot be delivered. `facts` are added to the row about the URL. */
export class Undelivered extends Error {
  readonly reason: string;
  readonly facts: Partial<UrlRow>;
  /** Text of the site's error page, which callers get after the error. */
  readonly pageText: string | undefined;
  constructor(reason: string, message: string, facts: Partial<UrlRow>, pageText?: string) {
    super(message);
    this.reason = reason;
    this.facts = facts;
    this.pageText = pageText;
  }
}

/** For these faults, callers get a reason other than the name of the fault. */
const REASONS: Partial<Record<EgressFault, string>> = {
  aborted: 'timeout',
  queued: 'timeout',
  unresolved: 'not_found',
};

/** Returns the answer for a failed URL, which is not charged (SPEC §5). */
export function undeliveredUrl(url: string, error: unknown): ScrapedUrl {
  const { reason, message, facts, pageText } = toUndelivered(error);
  const sentence = `${message.replace(/[.\s]+$/, '')}.`;
  const text = pageText?.trim() ? `Error: ${sentence} The page says:\n\n${pageText}` : `Error: ${sentence}`;
  return {
    text: cutAt(text, CONTENT_LIMIT),
    row: {
      http_status: null,
      final_url: url,
      content_type: '',
      rendered: false,
      truncated: text.length > CONTENT_LIMIT,
      ...facts,
      error: { reason, message: sentence },
    },
  };
}

function toUndelivered(error: unknown): Undelivered {
  if (error instanceof Undelivered) return error;
  if (error instanceof EgressError) return new Undelivered(REASONS[error.fault] ?? error.fault, error.message, {});
  if (error instanceof QueueFull) {
    return new Undelivered('busy', 'too many pages are being read; try again in a moment', {});
  }
  if (error instanceof DOMException) return new Undelivered('timeout', 'the call was ended', {});
  return new Undelivered('internal', 'the page could not be read', {});
}
