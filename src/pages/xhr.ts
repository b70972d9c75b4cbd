import type { PageExchange } from '../egress/renderer.ts';
import { cutAt } from '../lib/text.ts';
import { CONTENT_LIMIT } from './content/cut.ts';

/** One exchange in the answer of `scrape_url` with the output `xhr` (SPEC §5). */
interface XhrEntry {
  url: string;
  method: string;
  status: number;
  content_type: string;
  request_body: string;
  body: string;
  truncated: boolean;
}

export interface XhrDocument {
  text: string;
  totalCharacters: number;
  truncated: boolean;
}

const MAXIMUM_METHOD = 20;
const MAXIMUM_CONTENT_TYPE = 200;
/**
 * Maximum characters, as JSON, of a URL and of a request body. The first pair with which all entries fit without their
 * response bodies applies, or else the last pair.
 */
const SIZES: readonly [url: number, requestBody: number][] = [
  [2_000, 2_000],
  [400, 200],
  [120, 0],
];

/**
 * Writes a valid JSON array of at most `limit` characters. JSON answers come first. Each body gets a fair share of the
 * space, so that a large body does not push out the others.
 */
export function formatExchanges(exchanges: readonly PageExchange[], limit = CONTENT_LIMIT): XhrDocument {
  const whole = exchanges.map(toEntry);
  const totalCharacters = JSON.stringify(whole).length;
  const sorted = [...whole.filter(isJson), ...whole.filter((entry) => !isJson(entry))];
  let slim: XhrEntry[] = [];
  let bare: number[] = [];
  for (const [url, requestBody] of SIZES) {
    slim = sorted.map((entry) => shortenedTo(entry, url, requestBody));
    bare = slim.map((entry) => JSON.stringify({ ...entry, body: '', truncated: false }).length + 1);
    if (bare.reduce((sum, length) => sum + length, 2) <= limit) break;
  }
  const text = JSON.stringify(slim);
  if (text.length <= limit) return { text, totalCharacters, truncated: slim.some(({ truncated }) => truncated) };

  // Entries that still do not fit are dropped from the end.
  let kept = 0;
  let used = 2;
  while (kept < slim.length && used + (bare[kept] as number) <= limit) {
    used += bare[kept] as number;
    kept += 1;
  }
  const bodies = slim.slice(0, kept).map(({ body }) => literalLength(body));
  const shares = fairShares(bodies, limit - used);
  const cut = slim.slice(0, kept).map((entry, index) => {
    const share = shares[index] as number;
    if ((bodies[index] as number) <= share) return entry;
    return { ...entry, body: cutToLiteral(entry.body, share), truncated: true };
  });
  return { text: JSON.stringify(cut), totalCharacters, truncated: true };
}

function toEntry(exchange: PageExchange): XhrEntry {
  return {
    url: exchange.url,
    method: exchange.method,
    status: exchange.status,
    content_type: exchange.contentType,
    request_body: exchange.requestBody,
    body: exchange.body,
    truncated: exchange.truncated,
  };
}

function shortenedTo(entry: XhrEntry, maximumUrl: number, maximumRequestBody: number): XhrEntry {
  const url = cutToLiteral(entry.url, maximumUrl);
  const requestBody = cutToLiteral(entry.request_body, maximumRequestBody);
  const contentType = cutToLiteral(entry.content_type, MAXIMUM_CONTENT_TYPE);
  return {
    ...entry,
    url,
    method: cutToLiteral(entry.method, MAXIMUM_METHOD),
    content_type: contentType,
    request_body: requestBody,
    truncated: entry.truncated || url !== entry.url || requestBody !== entry.request_body,
  };
}

function isJson({ content_type: type, body }: XhrEntry): boolean {
  return /\bjson\b/i.test(type) || /^\s{0,20}[[{]/.test(body);
}

function literalLength(text: string): number {
  return JSON.stringify(text).length - 2;
}

/**
 * Returns a share of `room` for each length in `asked`: the full length for the shortest, and equal shares of the rest
 * for the others.
 */
function fairShares(asked: readonly number[], room: number): number[] {
  const shares = asked.map(() => 0);
  let left = room;
  const order = asked.map((_, index) => index).sort((a, b) => (asked[a] as number) - (asked[b] as number));
  for (const [position, index] of order.entries()) {
    const share = Math.min(asked[index] as number, Math.floor(left / (order.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

function cutToLiteral(text: string, limit: number): string {
  let low = 0;
  let high = Math.min(text.length, limit);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (literalLength(cutAt(text, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return cutAt(text, low);
}
