import { parse, type HTMLElement } from 'node-html-parser';
import { stripInvisible } from '../lib/hidden-text.ts';
import { isObject } from '../lib/json-object.ts';
import { squeeze, wellFormed } from '../lib/text.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

export interface SourceRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  browser?: boolean;
  http2?: boolean;
  acceptLanguage?: string;
}

export interface Answer {
  status: number;
  /** The final URL, after redirects. */
  url: string;
  contentType: string;
  body: string;
}

/**
 * `changed` means that the answer does not have the expected form. `refused_search` means that the source cannot run
 * this search but may run others.
 */
export type AdapterFaultKind = 'changed' | 'blocked' | 'rate_limited' | 'error' | 'refused_search';

/** The message is shown to the caller. */
export class AdapterFault extends Error {
  override readonly name = 'AdapterFault';
  readonly kind: AdapterFaultKind;
  constructor(kind: AdapterFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export function readJson(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body);
  } catch {
    throw new AdapterFault('changed', 'the answer is not the JSON that was expected');
  }
}

/**
 * Pages beyond these limits are not parsed, because this could take minutes. Real pages stay far below them. The tags
 * are start and end tags. Elements that are left open (`<li>`, `<p>`) add to the depth.
 */
const MAXIMUM_DEPTH = 4_000;
const MAXIMUM_TAGS = 150_000;
const VOID_TAGS = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|path|circle|rect|line|use)$/i;

/**
 * Throws an AdapterFault (`changed`) if the elements are nested too deeply, if there are too many tags or comments, or
 * if a comment is not closed, because the parser takes quadratic time on such input.
 */
export function readHtml(answer: Answer): HTMLElement {
  assertParsable(answer.body);
  return parse(answer.body, {
    comment: false,
    blockTextElements: { script: true, style: false, noscript: true, pre: true },
  });
}

function assertParsable(html: string): void {
  let depth = 0;
  let tags = 0;
  let comments = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (html.startsWith('!--', at + 1)) {
      const end = html.indexOf('-->', at + 4);
      comments += 1;
      if (end < 0 || comments > 20_000) throw unreadable();
      at = end;
      continue;
    }
    const name = /^\/?([a-zA-Z][a-zA-Z0-9-]*)/.exec(html.slice(at + 1, at + 40))?.[1];
    if (name === undefined) continue;
    tags += 1;
    if (html[at + 1] === '/') depth = Math.max(0, depth - 1);
    else if (!VOID_TAGS.test(name)) depth += 1;
    if (depth > MAXIMUM_DEPTH || tags > MAXIMUM_TAGS) throw unreadable();
  }
}

function unreadable(): AdapterFault {
  return new AdapterFault('changed', 'the page cannot be read');
}

export type JsonObject = Record<string, unknown>;

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns the objects in an array, without its other items; undefined if the value is not an array. */
export function asObjects(value: unknown): JsonObject[] | undefined {
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : undefined;
}

/**
 * Returns a trimmed text, or a number as text; "" for anything else. Unpaired surrogates are replaced, because a URL
 * cannot contain them.
 */
export function asText(value: unknown): string {
  return typeof value === 'string' ? wellFormed(value.trim()) : typeof value === 'number' ? String(value) : '';
}

/** Reads a positive number, also from text such as "1200"; null for anything else. */
export function asAmount(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number > 0 ? number : null;
}

/** Returns the element's text on one line, without invisible characters; "" if there is no element. */
export function textOf(element: HTMLElement | null | undefined): string {
  return element ? squeeze(stripInvisible(element.text)) : '';
}

/** Returns the non-empty texts of the elements that have no child elements, in document order. */
export function leafTexts(element: HTMLElement): string[] {
  return element
    .querySelectorAll('*')
    .filter(({ childElementCount }) => childElementCount === 0)
    .map(textOf)
    .filter((text) => text !== '');
}

/** Returns "" for an invalid link, so that one bad link does not fail the whole page. */
export function absoluteUrl(link: string, base: string): string {
  return canParseUrl(link, base) ? new URL(link, base).href : '';
}
