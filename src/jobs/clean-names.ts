import { decodeHTML } from 'entities';
import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten, squeeze } from '../lib/text.ts';
import { isNoCompany } from './no-company.ts';

/** More than any title that means something. */
const MAXIMUM_INPUT = 2_000;

/** Elements of pages, and whatever has an attribute; "List<String>" is a title. */
const TAG =
  /<\/?(?:a|abbr|b|br|button|div|em|font|form|h[1-6]|hr|i|iframe|img|input|li|link|mark|meta|object|ol|p|script|small|span|strong|style|sub|sup|svg|table|td|tr|u|ul|video)(?:[\s/][^<>]{0,200})?>|<[a-z][a-z0-9-]{0,30}\s[^<>]{0,100}=[^<>]{0,200}>/giu;

/** Text of one line: no tags, no entities (some sites write them twice), no control characters. */
export function cleanLine(text: string, maximum: number): string {
  const decoded = decodeHTML(decodeHTML(text.slice(0, MAXIMUM_INPUT)));
  return shorten(squeeze(stripInvisible(decoded.replace(TAG, ' '))), maximum);
}

/** A title as the employer wrote it, without ornaments around it and marks of the list that it stood in. */
export function cleanTitle(text: string, maximum: number): string {
  const line = cleanLine(text, maximum)
    .replace(/^(?:new|nouveau)\s*[!:]\s+/iu, '')
    .replace(/^[\s*•·~_|>!-]+|[\s*•·~_|<–—-]+$/gu, '');
  return withoutQuotes(line)
    .replace(/([!?*])\1+/gu, '$1')
    .trim();
}

/** Without marks around the whole, and one that has no other; those around a word of it stay in pairs. */
function withoutQuotes(line: string): string {
  return line.replace(/^["«“]([^"«»“”]*)["»”]?$|^([^"«»“”]*)["»”]$/u, '$1$2').trim();
}

/** A company's name; "" where the source has words for "none" only. */
export function cleanCompany(text: string, maximum: number): string {
  const line = withoutQuotes(cleanLine(text, maximum).replace(/[\s,;|]+$/u, ''));
  return isNoCompany(line) ? '' : line;
}
