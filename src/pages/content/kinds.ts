export type ContentKind = 'html' | 'json' | 'text' | 'pdf';

export type KindReading = { kind: ContentKind } | { unsupported: string };

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const JSON_TYPE = /^(?:application|text)\/(?:json5?|ld\+json|manifest\+json|geo\+json|problem\+json|[\w.-]+\+json)$/;
const TEXT =
  /^(?:text\/.*|application\/(?:xml|[\w.-]+\+xml|csv|x-csv|yaml|x-yaml|toml|x-ndjson|ndjson|jsonl|javascript|x-javascript|ecmascript|sql|x-sh|graphql|markdown)|image\/svg\+xml|message\/.*)$/;
const MAXIMUM_JSON = 2_000_000;
const UNKNOWN =
  /^(?:|application\/octet-stream|binary\/octet-stream|application\/unknown|unknown\/unknown|\*\/\*|text\/plain)$/;

/**
 * Determines the kind from the media type and the body. If the content cannot be delivered, the result names its type,
 * as in `{ unsupported: 'image/png' }`.
 */
export function kindOf(contentType: string, body: Uint8Array | string): KindReading {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const head = headOf(body);
  if (head.startsWith('%PDF-')) return typeof body === 'string' ? { unsupported: 'application/pdf' } : { kind: 'pdf' };
  if (type === 'application/pdf') return { unsupported: 'application/pdf, but the file is not a PDF' };
  const magic = UNKNOWN.test(type) || HTML.test(type) ? binaryName(head) : undefined;
  if (magic !== undefined) return { unsupported: magic };
  if (HTML.test(type)) return { kind: isJsonText(body, head) ? 'json' : 'html' };
  if (JSON_TYPE.test(type)) return { kind: 'json' };
  if (type !== 'text/plain' && TEXT.test(type)) return { kind: 'text' };
  if (UNKNOWN.test(type)) return sniff(head, type);
  return { unsupported: type };
}

function isJsonText(body: Uint8Array | string, head: string): boolean {
  if (!/^\s*[[{]/.test(head) || /<(?:html|body|!doctype)\b/i.test(head) || body.length > MAXIMUM_JSON) return false;
  try {
    JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    return true;
  } catch {
    return false;
  }
}

function sniff(head: string, type: string): KindReading {
  const text = head.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '').trimStart();
  // Plain text may quote HTML, so its first characters do not decide.
  if (type === 'text/plain') return { kind: 'text' };
  if (/^(?:<!doctype html|<html|<head|<body|<script|<meta|<title|<div|<p\b|<h1|<table|<!--)/i.test(text))
    return { kind: 'html' };
  if (/^(?:\{\s*["}]|\[\s*(?:[[{"\]\d-]|true|false|null))/.test(text)) return { kind: 'json' };
  return { kind: 'text' };
}

const MAGIC: readonly [RegExp, string][] = [
  [/^\u0089PNG/, 'image/png'],
  [/^GIF8/, 'image/gif'],
  [/^\u00ff\u00d8\u00ff/, 'image/jpeg'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^PK\u0003\u0004/, 'application/zip'],
  [/^\u001f\u008b/, 'application/gzip'],
  [/^\u007fELF|^MZ\u0090/, 'an executable'],
  [/^[\s\S]{4}ftyp/, 'video/mp4'],
  [/^ID3|^OggS|^fLaC/, 'audio'],
];

function binaryName(head: string): string | undefined {
  const known = MAGIC.find(([pattern]) => pattern.test(head))?.[1];
  if (known !== undefined) return known;
  // UTF-16 text also has zero bytes, but only every second byte is zero.
  const wide = /^(?:\u00ff\u00fe|\u00fe\u00ff|\0[\t-~]\0[\t-~]|[\t-~]\0[\t-~]\0)/.test(head);
  return !wide && /[\0-\u0008\u000e-\u001a]/.test(head) ? 'binary data' : undefined;
}

function headOf(body: Uint8Array | string): string {
  if (typeof body === 'string') return body.slice(0, 512);
  return String.fromCharCode(...body.subarray(0, 512));
}
